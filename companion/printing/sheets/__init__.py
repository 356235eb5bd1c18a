"""Cards on sheets of paper: planned, placed, marked, put into one PDF and looked at once more."""
