"""The result of a game of Dominion: Black Market: who won and why, every point explained."""

from __future__ import annotations

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import LiveTable
from companion.web.games.contract import Context
from companion.web.games.dominion_black_market import points

SAME = (
    Phrase(N_("Rematch, same seats and Kingdom")),
    Phrase(N_("Same seats, another Kingdom")),
)
"""What the buttons of the rematch say: with the Kingdom of this game, and without it."""

COUNTED = ("cards", "size", "tokens", "favors", "pieces")
"""What of a count is the same when two phones agree; how many turns there were is another thing."""


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
        "ask_turns": tally.decided_by == "shared"
        and any(each.turns is None for each in tally.standings if each.rank == 1),
        "counted": len(counted),
        "sold": sold,
        "confirmed": _confirmed(live, view),
        "chart": None,
        "same": SAME if view.kingdom else None,
    }


def _confirmed(live: LiveTable, view: DominionTableView) -> tuple[Phrase, ...]:
    """Whose cards a second phone counted to the same, as the log has it."""
    counts: dict[str, list[tuple[Json, str | None]]] = {}
    for entry in live.table.entries:
        if entry.event["event"] == "pile_counted" and entry.struck_by is None:
            what = {field: entry.event.get(field) for field in COUNTED}
            counts.setdefault(entry.event["player"], []).append((what, entry.by))
    found = []
    for player in view.players:
        told = counts.get(player.name, [])
        same = tuple(dict.fromkeys(by for what, by in told if by and what == told[-1][0]))
        if player.points is not None and len(same) > 1:
            others = tuple(name for name in same if name != player.name)
            named = {"names": others, "name": player.name, "n": player.points.total}
            found.append(Phrase(N_("{names} counted {name}'s cards too: {n}."), named))
    return tuple(found)
