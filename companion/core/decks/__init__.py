"""Decks of Black Market Warehouse, the only game whose decks people make."""
