"""The score pad of Pig: a line for each round."""

from __future__ import annotations

from companion.core.games.pad import PLACE, TOTAL, Pad, PadLine, PadRoom, PadSum
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from tests.toy_game.core.state import State

USUAL_GOAL = 100
ROUNDS = 14
"""With 100 points to reach; shorter games leave lines empty."""


def pad(state: State | None, room: PadRoom) -> Pad:
    """As many rounds as there is room for, at least the usual ones."""
    goal = state.goal if state is not None else USUAL_GOAL
    rounds = min(room.most, max(room.easy, ROUNDS))
    return Pad(
        caption=Phrase(N_("Who has {goal} points begins the last round."), {"goal": goal}),
        first=Phrase(N_("Round")),
        left=Phrase(N_("Turn")),
        right=Phrase(N_("Sum")),
        lines=tuple(PadLine(str(number + 1)) for number in range(rounds)),
        sums=(PadSum(Phrase(N_("Total")), (TOTAL,)), PadSum(Phrase(N_("Place")), (PLACE,))),
        rules=(
            Phrase(N_("A 1 ends the turn and takes its points.")),
            Phrase(N_("Equal points share the win.")),
        ),
    )
