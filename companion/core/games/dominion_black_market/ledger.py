"""The money of a turn: what Black Market gives, what Treasures add, what a purchase takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.state import Ledger
from companion.core.outcome import Json

BLACK_MARKET_GIVES = 2
OVERPAY = ("Stonemason", "Farrier", "Doctor", "Infirmary", "Masterpiece", "Herald")
"""Cards that ask for more than their price (rule 5.5)."""
TOLD = ("coins", "potions", "debt", "buys", "mission", "cheaper", "actions_in_play")
"""Fields of `market_played` that replace what the ledger holds."""


def played(ledger: Ledger, event: Json) -> Ledger:
    """Black Market was played: what the event tells replaces, then +$2, or $1 with the token."""
    told = replace(ledger, **{name: event[name] for name in TOLD if name in event})
    gain = BLACK_MARKET_GIVES - (1 if event.get("minus_coin") else 0)
    return replace(told, coins=max(0, told.coins + gain))


def with_treasures(ledger: Ledger, event: Json, catalogue: Catalogue) -> Ledger:
    """Treasures were played: known ones by their value, the rest as entered (rule 5.7)."""
    treasures: Mapping[str, int] = event.get("treasures", {})
    gained = {"coins": 0, "potions": 0, "buys": 0}
    for name, copies in treasures.items():
        values: Mapping[str, Any] = catalogue.treasures[name]
        for kind in gained:
            gained[kind] += copies * values.get(kind, 0)
    for kind in gained:
        gained[kind] += event.get(kind, 0)
    return replace(
        ledger,
        coins=ledger.coins + gained["coins"],
        potions=ledger.potions + gained["potions"],
        buys=ledger.buys + gained["buys"],
        coppers=ledger.coppers + treasures.get("Copper", 0),
        quarries=ledger.quarries + treasures.get("Quarry", 0),
        forbidden=tuple(dict.fromkeys((*ledger.forbidden, *event.get("forbidden", ())))),
    )


def price(card: Card, ledger: Ledger, phase: str) -> int:
    """What the card costs now in $: printed, less what acts on all cards, never below 0.

    Quarry makes Actions $2 cheaper; Peddler's own reduction holds in a Buy phase only (rule 5.3).
    """
    less = ledger.cheaper
    if card.is_type("Action"):
        less += 2 * ledger.quarries
    if card.name == "Peddler" and phase == "buy":
        less += 2 * ledger.actions_in_play
    return max(0, card.cost.amount - less)


def paid(ledger: Ledger, card: Card, coins: int, potions: int) -> Ledger:
    """The purchase in one step; what was logged against our count stops at 0."""
    return replace(
        ledger,
        coins=max(0, ledger.coins - coins),
        potions=max(0, ledger.potions - potions),
        debt=ledger.debt + card.cost.debt,
    )


def missing_money(ledger: Ledger, card: Card, coins: int, extra_potions: int) -> bool:
    """True when the $ or the Potions do not reach."""
    return coins > ledger.coins or card.cost.potions + extra_potions > ledger.potions


def money_text(coins: int, potions: int) -> str:
    """An amount as people write it: $4, $3P."""
    return f"${coins}" + "P" * potions


def known_treasure(name: str, catalogue: Catalogue, charlatan: bool) -> bool:
    """True when we know what this Treasure gives at this table."""
    values = catalogue.treasures.get(name)
    return values is not None and (values.get("with") != "Charlatan" or charlatan)
