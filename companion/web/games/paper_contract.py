"""What a game may bring to paper besides its score pad: its own pages, and cards to cut out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.web.prints.evening import Evening

Build = Callable[[Evening], "Json | Refused"]
"""What a page's template shows of an evening; refused while it has nothing to show."""


@dataclass(frozen=True, slots=True)
class SheetKind:
    """One page that tables can have: its word in addresses, and what people read of it."""

    key: str
    name: str
    """Message id of its title."""
    line: str
    """Message id of what it is for."""
    icon: str
    one_page: bool = False
    """Set as close as it must be to be one page; made only where somebody sits."""
    rows: str = ""
    """The list in its content that grows over pages."""
    of_now: bool = False
    """It shows one moment of a running game, and says which."""


FALLBACK = SheetKind(
    "fallback",
    N_("Play on by paper"),
    N_("The table as it stands now, on one page"),
    "door-closed",
    one_page=True,
    of_now=True,
)
RESULT = SheetKind(
    "result", N_("Result"), N_("Ranks, reasons, every point explained"), "crown", one_page=True
)


@dataclass(frozen=True, slots=True)
class PaperPage:
    """One page of one game."""

    kind: SheetKind
    template: str
    """In print/pages, without .html; print/css may hold a style sheet of the same name.

    `result` is ours for every game: `final`, `winners`, `reason`, `empty`, `also`, and `places`
    with `rank`, `name`, `line`, `reason`, `total`, `first` and `lines` of `words` and `points`.
    """
    build: Build


@dataclass(frozen=True, slots=True)
class GamePaper:
    """Everything that tables of one game can have on paper besides poster and score pad."""

    pages: tuple[PaperPage, ...] = ()
    """In the order in which they are offered."""
    placeholders: Build | None = None
    """Cards that stand for real ones; None where a game has none."""

    def page(self, key: str) -> PaperPage | None:
        """The page of this word, None when the game has no such page."""
        return next((page for page in self.pages if page.kind.key == key), None)
