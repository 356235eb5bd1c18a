"""Decks as spreadsheets: what people typed becomes a deck, and a deck becomes a sheet."""
