"""Chances for several plays ahead and several wanted cards, as one phone may know them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.core.games.dominion_black_market import odds
from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.state import BlackMarketDeck
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.web.games.contract import AskedPage, Context
from companion.web.phrasing import figure
from companion.web.phrasing import percent as in_percent

FURTHEST = 8
"""How many plays ahead a phone may ask."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One card with its chance, in per cent."""

    card: CardView
    chosen: bool
    percent: str
    mean: str
    """Plays until it comes up, on average."""


def sheet(view: DominionTableView, deck: BlackMarketDeck, asked: AskedPage) -> Context | None:
    """Within so many plays: each card, at least one of the chosen, and all of them."""
    if view.status != "playing" or view.play is not None or view.deck.cards is None:
        return None
    plays = min(max(asked.number("plays") or 2, 1), FURTHEST)
    segments = odds.queue(deck, view.seats)
    each, means = odds.within(segments, plays), odds.mean_plays(segments)
    down = [row.card for row in view.deck.cards if row.card.name in each]
    wanted = tuple(c.name for c in down if c.name in asked.fields.get("want", ()))
    return {
        "plays": plays,
        "furthest": FURTHEST,
        "cards": tuple(
            Wanted(
                card,
                card.name in wanted,
                percent(each[card.name]),
                figure(round(float(means[card.name]), 1)),
            )
            for card in down
        ),
        "wanted": wanted,
        "any_of": percent(odds.any_of(segments, wanted, plays)) if wanted else None,
        "all_of": percent(odds.all_of(segments, wanted, plays)) if len(wanted) > 1 else None,
    }


def percent(chance: Fraction | float) -> str:
    """A chance in per cent; what is not certain never reads as 0 or 100."""
    rounded = round(float(chance) * 100)
    if chance not in (0, 1) and rounded == 0:
        return f"<{in_percent(0.01)}"
    if chance not in (0, 1) and rounded == 100:
        return f">{in_percent(0.99)}"
    return in_percent(rounded / 100)
