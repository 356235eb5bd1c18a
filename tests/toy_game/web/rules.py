"""The rules of Pig in short."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.phrases import N_
from companion.web.games.rule_help import END, HISTORY, START, TAKING_BACK, Rule
from tests.toy_game.core.view import PigView

SOURCE = N_("As Pig is played everywhere")
RULES: Mapping[str, Rule] = {
    START: Rule(N_("Before the first roll"), (N_("One die, and somebody who begins."),), SOURCE),
    "turn": Rule(
        N_("A turn"),
        (
            N_("Roll as often as you dare, and add up."),
            N_("A 1 ends the turn and takes its points."),
        ),
        SOURCE,
    ),
    END: Rule(
        N_("The end"),
        (
            N_("Who has {goal} points begins the last round."),
            N_("Everybody gets as many turns. Equal points share the win."),
        ),
        SOURCE,
    ),
    HISTORY: TAKING_BACK,
}


def about_now(view: PigView) -> str:
    """The page that fits what happens."""
    if view.status == "lobby":
        return START
    return END if view.last_round or view.status == "over" else "turn"
