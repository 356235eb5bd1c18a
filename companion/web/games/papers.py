"""What each game puts on paper, one entry a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.core.outcome import Json, Refused
from companion.printing.pads import PadSays
from companion.printing.sheet_options import CHECKLIST, FALLBACK, LIST, PULL, RESULT
from companion.web.evening import Evening
from companion.web.games.black_market_warehouse import WarehousePages
from companion.web.games.black_market_warehouse import paper as warehouse
from companion.web.games.dominion_black_market import DominionPages, paper_lists
from companion.web.games.dominion_black_market import paper as dominion

Build = Callable[[Evening], "Json | Refused"]


@dataclass(frozen=True, slots=True)
class PaperPage:
    """One page of a game: its template in print/pages, and what goes into it."""

    template: str
    build: Build


@dataclass(frozen=True, slots=True)
class GamePaper:
    """Everything that tables of one game can have on paper besides the poster."""

    pad_says: Callable[[Evening, bool], PadSays]
    """What a score pad says of an evening; True: with its names."""
    pages: Mapping[str, PaperPage] = field(default_factory=dict)
    """By the key of the sheet; what is not named this game does not have."""
    placeholders: Build | None = None
    """Cards that stand for real ones; None where a game has none."""


GAME_PAPER: Mapping[str, GamePaper] = MappingProxyType(
    {
        WarehousePages.key: GamePaper(
            warehouse.pad_says,
            {
                FALLBACK: PaperPage("warehouse_fallback", warehouse.fallback),
                RESULT: PaperPage("result", warehouse.result),
            },
        ),
        DominionPages.key: GamePaper(
            dominion.pad_says,
            {
                FALLBACK: PaperPage("dominion_fallback", dominion.fallback),
                RESULT: PaperPage("result", dominion.result),
                LIST: PaperPage("deck_list", paper_lists.deck_list),
                CHECKLIST: PaperPage("checklist", paper_lists.checklist),
                PULL: PaperPage("pull_list", paper_lists.pull_list),
            },
            placeholders=paper_lists.placeholders,
        ),
    }
)
"""By game key."""
