"""The words that we put on every face ourselves; in English, as the cards of the game are."""

from __future__ import annotations

UNITS = {1_000: "THOUSAND", 1_000_000: "MILLION"}
INSIDER = "Insider"
WAREHOUSE = "Warehouse"
MARKET = "Black Market"
EXACT_MATCH = "EXACT MATCH"
ITEMS = {1: "1 item"}


def unit_word(money_unit: int) -> str:
    """The word under a figure; none for dollars and for units that have no word."""
    return UNITS.get(money_unit, "")


def item_count(count: int) -> str:
    """How many items a warehouse takes, for its band."""
    return ITEMS.get(count, f"{count} items")
