"""The screens that tables of all games share: door, lobby, seats, table, history, result."""
