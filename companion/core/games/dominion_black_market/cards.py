"""What a Dominion card is to Backroom: its name, cost, types and box; never its text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

FOLDED_AWAY = "'’‘`´ʼ"
"""Apostrophes of every keyboard; names are the same with, without, or with another of them."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A printed cost. Only partly ordered: $4 with a Potion is not less than $5."""

    coins: int | None = None
    """None where no $ is printed (4D, or a Potion alone); it counts as 0."""
    potions: int = 0
    debt: int = 0

    @property
    def amount(self) -> int:
        """The $ to pay, 0 where none is printed."""
        return self.coins or 0

    def at_most(self, other: Cost) -> bool:
        """True when no part of this cost is above the other's."""
        return (
            self.amount <= other.amount
            and self.potions <= other.potions
            and self.debt <= other.debt
        )

    def below(self, other: Cost) -> bool:
        """True when this cost is less: at most the other's, and not the same."""
        return self.at_most(other) and not other.at_most(self)

    def exactly(self, coins: int) -> bool:
        """True for that many $ with neither Potion nor debt."""
        return self.coins == coins and not self.potions and not self.debt

    def text(self) -> str:
        """As people write it: $4, $3P, P, 8D, $8 8D; "" for what has no cost."""
        coins = f"${self.coins}" if self.coins is not None else ""
        debt = f"{self.debt}D" if self.debt else ""
        return " ".join(part for part in (coins + "P" * self.potions, debt) if part)


@dataclass(frozen=True, slots=True)
class Card:
    """One card, pile or landscape of the catalogue."""

    name: str
    kind: str
    """kingdom | member | basic | landscape | beside | status

    `kingdom` is a Kingdom pile, `member` one of the cards of a mixed pile, `beside` what lies
    beside the Supply or in no pile of its own, `status` what is no card of anybody's (States)."""
    cost: Cost
    types: tuple[str, ...]
    set: str
    """The set's word as in a shelf, without the edition: `base`, `dark_ages`."""
    set_name: str
    editions: tuple[int, ...]
    pile: str
    """The pile that it belongs to; its own name where it is a pile."""
    members: tuple[str, ...] = ()
    """The differently named cards of a mixed pile, top first."""
    quantity: int = 0
    """Cards of that name in the box."""
    number: int = 0
    """Its place in the order of the boxes."""

    @property
    def mixed(self) -> bool:
        """True for a pile of differently named cards."""
        return bool(self.members)

    def is_type(self, *types: str) -> bool:
        """True when it has at least one of these types."""
        return any(each in self.types for each in types)


def folded(name: str) -> str:
    """A name as names are compared: without case, accents, apostrophes and stray spaces."""
    bare = "".join(letter for letter in name if letter not in FOLDED_AWAY)
    apart = unicodedata.normalize("NFKD", bare.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(plain.replace("/", " / ").split())
