"""What a table is and the rules of its games: pure functions of frozen values (see README.md)."""
