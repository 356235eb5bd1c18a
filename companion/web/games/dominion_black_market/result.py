"""The result of a game of Dominion: Black Market: who won and why, every point explained."""

from __future__ import annotations

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.live_table import LiveTable
from companion.web.games.contract import Context
from companion.web.games.dominion_black_market import points

SAME = (
    Phrase(N_("Rematch, same seats and Kingdom")),
    Phrase(N_("Same seats, another Kingdom")),
)
"""What the buttons of the rematch say: with the Kingdom of this game, and without it."""


def result(live: LiveTable, view: DominionTableView) -> Context:
    """Ranks with their reasons and lines; as it stands now while cards are still counted."""
    seats = {seat.player: seat.number for seat in live.seats}
    tally = view.tally
    counted = tuple(player for player in view.players if player.points is not None)
    sold = tuple((p.name, card, price) for p in view.players for card, price in p.bought)
    return {
        "view": view,
        "tally": tally,
        "places": points.scores(view, seats),
        "winners": tally.winners or (),
        "final": tally.winners is not None,
        "counted": len(counted),
        "sold": sold,
        "chart": None,
        "same": SAME if view.kingdom else None,
    }
