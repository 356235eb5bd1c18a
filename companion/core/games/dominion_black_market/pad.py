"""The score pad of Dominion: Black Market."""

from __future__ import annotations

from companion.core.games.dominion_black_market.score_kinds import score_kinds
from companion.core.games.dominion_black_market.state import State
from companion.core.games.pad import PLACE, SUM, TIE, TOTAL, Pad, PadLine, PadRoom, PadSum
from companion.core.outcome import Phrase
from companion.core.phrases import N_

USUAL: tuple[tuple[str, int], ...] = (
    ("Colony", 10),
    ("Province", 6),
    ("Duchy", 3),
    ("Estate", 1),
    ("Curse", -1),
)
"""What nearly every game can score, besides tokens."""
OTHERS = 4
"""Empty lines at least on a pad for any table, for other Victory cards and Landmarks."""
OTHERS_HERE = 2
"""Empty lines at most where it is known what can score."""


def pad(state: State | None, room: PadRoom) -> Pad:
    """A line for each kind of points; `state` None: for those of nearly every game."""
    known = () if state is None else _of_table(state)
    if known:
        lines = known
        others = min(OTHERS_HERE, max(0, room.most - len(lines)))
        caption = Phrase(N_("All cards a player owns. These can score at this table."))
    else:
        lines = (*(PadLine(card, _figure(worth)) for card, worth in USUAL), _tokens())
        others = max(OTHERS, room.easy - len(lines))
        caption = Phrase(
            N_("All cards a player owns. “Other” is for further Victory cards and Landmarks.")
        )
    empty = (
        PadLine(Phrase(N_("Other {n}"), {"n": number + 1}), quiet=True) for number in range(others)
    )
    return Pad(
        caption=caption,
        first=Phrase(N_("Victory points")),
        left=Phrase(N_("Cards")),
        right=Phrase(N_("Points")),
        lines=(*lines, *empty),
        sums=(
            PadSum(Phrase(N_("Total")), (TOTAL, SUM)),
            PadSum(Phrase(N_("Turns")), (TIE,)),
            PadSum(Phrase(N_("Place")), (PLACE,)),
        ),
        rules=(
            Phrase(N_("Cards bought from the Black Market count like any other.")),
            Phrase(N_("Tie: fewer turns wins. Still tied: share the win.")),
        ),
    )


def _of_table(state: State) -> tuple[PadLine, ...]:
    """What can score at this table, whoever buys what."""
    kinds = score_kinds(state)
    cards = (PadLine(kind.name, _worth(kind.each)) for kind in kinds.cards)
    landscapes = (PadLine(kind.name) for kind in kinds.landscapes)
    return (*cards, *landscapes, *((_tokens(),) if kinds.tokens else ()))


def _tokens() -> PadLine:
    return PadLine(Phrase(N_("VP tokens")))


def _worth(each: int | None) -> str:
    return "" if each is None else _figure(each)


def _figure(number: int) -> str:
    return str(number).replace("-", "−")
