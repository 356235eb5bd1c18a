"""Backroom: the companion for a table where people play with real cards."""
