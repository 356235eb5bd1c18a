"""Divides a page into pieces to be cut out, with room for the ruler. Pure; nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PAPERS, PrintOptions, Size

MARK_LENGTHS_MM = (4.0, 2.5, 1.5)
"""Of a crop mark: the first that leaves room for the ruler."""
SHORTEST_MARK_MM = 0.5
MARK_GAP_MM = 0.6
"""Between the bleed and a crop mark."""
MARK_EDGE_MM = 3.0
"""Crop marks keep this from the paper's edge: most printers reach that far."""
RULER_MM = 100.0
THINNEST_RULER_MM = 2.4
GUIDE_EDGE_MM = 3.5
"""Ruler, bank card and sheet line keep this from the paper's edge."""
GUIDE_GAP_MM = 0.5
"""Between these and marks or cards."""
ID_1 = Size(53.98, 85.60)
"""A bank card, upright (ISO/IEC 7810): everybody has one to check the size with."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A place on the sheet, in millimetres from its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        """The right edge."""
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        """The lower edge."""
        return self.y_mm + self.height_mm


@dataclass(frozen=True, slots=True)
class Grid:
    """How a sheet is divided: the page as it is printed, and the pieces to cut out of it.

    A piece is a card, or for fold-over a front with its back beside or below it.
    """

    page: Size
    card: Size
    columns: int
    rows: int
    left_mm: float
    top_mm: float
    gutter_mm: float
    margin_mm: float
    bleed_mm: float
    fold: str = ""
    """Where the back lies from its front: "beside" or "below"; empty without fold-over."""
    mark_mm: float = MARK_LENGTHS_MM[0]
    """Length of the crop marks."""

    @property
    def per_sheet(self) -> int:
        """Cards on a full sheet."""
        return self.columns * self.rows

    @property
    def piece(self) -> Size:
        """What is cut out."""
        return _piece(self.card, self.fold)

    def cell(self, number: int) -> Rectangle:
        """The n-th piece, row by row from the top left."""
        row, column = divmod(number, self.columns)
        piece = self.piece
        return Rectangle(
            self.left_mm + column * (piece.width_mm + self.gutter_mm),
            self.top_mm + row * (piece.height_mm + self.gutter_mm),
            piece.width_mm,
            piece.height_mm,
        )

    @property
    def cut_page(self) -> Rectangle | None:
        """Where the page itself is cut, when it is one card, with its bleed on all four sides."""
        cell, bleed = self.cell(0), self.bleed_mm
        around = Size(self.card.width_mm + 2 * bleed, self.card.height_mm + 2 * bleed)
        whole = abs(around.width_mm - self.page.width_mm) < 0.001
        whole = whole and abs(around.height_mm - self.page.height_mm) < 0.001
        return cell if whole and self.per_sheet == 1 else None

    @property
    def block(self) -> Rectangle:
        """All cells together."""
        first, last = self.cell(0), self.cell(self.per_sheet - 1)
        return Rectangle(
            first.x_mm, first.y_mm, last.right_mm - first.x_mm, last.bottom_mm - first.y_mm
        )


def divide(options: PrintOptions) -> Grid | Refused:
    """The grid that holds most cards within what the printer reaches, centred on the paper.

    Upright wins when both ways hold as many. Where the margins would be too thin for the ruler,
    crop marks are shorter, or the cards lie a little off the middle. Refused as `card_too_big`
    when no card fits.
    """
    paper, card = PAPERS[options.paper], options.card_size
    pages: dict[str, list[Size]] = {
        "portrait": [paper],
        "landscape": [paper.turned],
        "auto": [paper, paper.turned],
    }
    folds = FOLDS if options.backs == "fold" else ("",)
    grids = [_grid(page, card, fold, options) for page in pages[options.turn] for fold in folds]
    best = max(grids, key=lambda grid: grid.per_sheet)
    if best.per_sheet > 0:
        return _with_room_for_the_ruler(best, marks_outside(options))
    phrase = Phrase(
        _PAIR_TOO_BIG if options.backs == "fold" else _TOO_BIG,
        {"width": f"{card.width_mm:g}", "height": f"{card.height_mm:g}"},
    )
    return Refused("card_too_big", phrase, fields={"option": "card"})


FOLDS = ("beside", "below")
_TOO_BIG = N_("A card of {width} × {height} mm does not fit on this paper. Take a larger paper.")
_PAIR_TOO_BIG = N_(
    "Two cards of {width} × {height} mm do not fit on this paper. Take a larger paper."
)


def _piece(card: Size, fold: str) -> Size:
    return Size(
        card.width_mm * (2 if fold == "beside" else 1),
        card.height_mm * (2 if fold == "below" else 1),
    )


def _grid(page: Size, card: Size, fold: str, options: PrintOptions) -> Grid:
    gutter, margin, piece = options.gutter_mm, options.margin_mm, _piece(card, fold)
    columns = _count(page.width_mm - 2 * margin, piece.width_mm, gutter)
    rows = _count(page.height_mm - 2 * margin, piece.height_mm, gutter)
    width = columns * piece.width_mm + max(0, columns - 1) * gutter
    height = rows * piece.height_mm + max(0, rows - 1) * gutter
    between = gutter / 2 if gutter else options.bleed_mm
    room = min((page.width_mm - width) / 2, (page.height_mm - height) / 2)
    return Grid(
        page=page,
        card=card,
        columns=columns,
        rows=rows,
        left_mm=round((page.width_mm - width) / 2, 4),
        top_mm=round((page.height_mm - height) / 2, 4),
        gutter_mm=gutter,
        margin_mm=margin,
        bleed_mm=round(max(0.0, min(options.bleed_mm, between, room)), 4),
        fold=fold,
    )


def _count(room: float, size: float, gutter: float) -> int:
    return max(0, int((room + gutter + 1e-6) / (size + gutter)))


def _with_room_for_the_ruler(grid: Grid, marks: bool) -> Grid:
    """The grid with shorter marks or off the middle, when that makes room for a ruler.

    Above and below are tried before left and right, the middle before any shift. A shift keeps
    the printer's margin and a mark on the nearer side. Without any such room all stays as it is.
    """
    lengths = MARK_LENGTHS_MM if marks else MARK_LENGTHS_MM[:1]
    sides = (("top_mm", grid.top_mm), ("left_mm", grid.left_mm))
    nearest = grid.margin_mm
    if marks:
        nearest = max(nearest, grid.bleed_mm + MARK_GAP_MM + SHORTEST_MARK_MM + MARK_EDGE_MM)
    for shifted in (False, True):
        for length in lengths:
            needed = margin_of_ruler(grid.bleed_mm, length if marks else 0.0)
            for side, middle in sides:
                if middle >= needed:
                    return replace(grid, mark_mm=length)
                near = round(2 * middle - needed, 4)
                if shifted and near >= max(nearest, grid.bleed_mm):
                    shorter = replace(grid, mark_mm=length)
                    up = side == "top_mm"
                    return replace(shorter, top_mm=near) if up else replace(shorter, left_mm=near)
    return grid


def marks_outside(options: PrintOptions) -> bool:
    """Whether marks stand in the margins: crop marks, or the ends of fold lines."""
    return options.marks == "crop" or options.backs == "fold"


def margin_of_ruler(bleed_mm: float, mark_mm: float) -> float:
    """How wide the margin beside the cards must be for a ruler beyond marks of this length."""
    beside = bleed_mm + (MARK_GAP_MM + mark_mm if mark_mm else 0.0) + GUIDE_GAP_MM
    return beside + THINNEST_RULER_MM + GUIDE_EDGE_MM
