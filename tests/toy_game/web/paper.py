"""Pig on paper: the table to play on by hand, and the result."""

from __future__ import annotations

from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.paper_contract import FALLBACK, RESULT, GamePaper, PaperPage
from companion.web.phrasing import words
from companion.web.prints.evening import Evening
from tests.toy_game.core.view import PigView


def fallback(evening: Evening) -> Json:
    """Everybody's turns, and room for more."""
    view: PigView = evening.view
    active = words(Phrase(N_("It is {name}'s turn."), {"name": view.active}))
    return {
        "now": active if view.active else "",
        "order": list(evening.players),
        "players": [
            {"name": each.name, "turns": [str(n) for n in each.turns], "total": str(each.total)}
            for each in view.players
        ],
    }


def result(evening: Evening) -> Json:
    """Ranks, reasons, and every turn."""
    view: PigView = evening.view
    turns = {each.name: each.turns for each in view.players}
    final = view.winners is not None
    return {
        "final": final,
        "winners": list(view.winners or ()),
        "reason": words(view.tally.standings[0].reason) if final and view.tally.standings else "",
        "places": [
            {
                "rank": str(each.rank),
                "name": each.name,
                "line": "",
                "reason": words(each.reason),
                "total": str(each.total),
                "first": final and each.rank == 1,
                "lines": [
                    {"words": words(Phrase(N_("Turn {n}"), {"n": number})), "points": str(points)}
                    for number, points in enumerate(turns[each.name], start=1)
                ],
            }
            for each in view.tally.standings
        ],
        "also": [],
        "empty": words(Phrase(N_("No points."))),
    }


PAPER = GamePaper(
    (
        PaperPage(FALLBACK, "pig_fallback", fallback),
        PaperPage(RESULT, "result", result),
    )
)
