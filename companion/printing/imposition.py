"""Places cards on sheets: millimetres in, placements out. Pure; nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PAPERS, PrintOptions, Size

MARK_LENGTH_MM = 4.0
SHORTEST_MARK_MM = 0.5
MARK_GAP_MM = 0.6
"""Between the bleed and a crop mark."""
MARK_EDGE_MM = 3.0
"""Crop marks keep this from the paper's edge: most printers reach that far."""
RULER_MM = 100.0
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
    """How a sheet is divided: the page as it is printed, and the cards on it."""

    page: Size
    card: Size
    columns: int
    rows: int
    left_mm: float
    top_mm: float
    gutter_mm: float
    margin_mm: float
    bleed_mm: float

    @property
    def per_sheet(self) -> int:
        """Cards on a full sheet."""
        return self.columns * self.rows

    def cell(self, number: int) -> Rectangle:
        """The trim of the n-th card, row by row from the top left."""
        row, column = divmod(number, self.columns)
        return Rectangle(
            self.left_mm + column * (self.card.width_mm + self.gutter_mm),
            self.top_mm + row * (self.card.height_mm + self.gutter_mm),
            self.card.width_mm,
            self.card.height_mm,
        )

    @property
    def block(self) -> Rectangle:
        """All cells together."""
        first, last = self.cell(0), self.cell(self.per_sheet - 1)
        return Rectangle(
            first.x_mm, first.y_mm, last.right_mm - first.x_mm, last.bottom_mm - first.y_mm
        )


@dataclass(frozen=True, slots=True)
class Placement:
    """One card on one side of a sheet."""

    card: int
    """Its place in the list of copies."""
    trim: Rectangle
    turned: bool = False
    """Upside down, so that the back stands as its front does once the sheet is flipped."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of the file: one side of a sheet of paper."""

    number: int
    """Of the sheet of paper, from 1."""
    side: str
    """fronts or backs."""
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line on the sheet."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


def divide(options: PrintOptions) -> Grid | Refused:
    """The grid that holds most cards within what the printer reaches, centred on the paper.

    Upright wins when both ways hold as many. Refused as `card_too_big` when none fits.
    """
    paper, card = PAPERS[options.paper], options.card_size
    pages = {"portrait": [paper], "landscape": [paper.turned], "auto": [paper, paper.turned]}
    grids = [_grid(page, card, options) for page in pages[options.turn]]
    best = max(grids, key=lambda grid: grid.per_sheet)
    if best.per_sheet > 0:
        return best
    phrase = Phrase(
        N_("A card of {width} × {height} mm does not fit on this paper. Take a larger paper."),
        {"width": f"{card.width_mm:g}", "height": f"{card.height_mm:g}"},
    )
    return Refused("card_too_big", phrase)


def _grid(page: Size, card: Size, options: PrintOptions) -> Grid:
    gutter, margin = options.gutter_mm, options.margin_mm
    columns = _count(page.width_mm - 2 * margin, card.width_mm, gutter)
    rows = _count(page.height_mm - 2 * margin, card.height_mm, gutter)
    width = columns * card.width_mm + max(0, columns - 1) * gutter
    height = rows * card.height_mm + max(0, rows - 1) * gutter
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
    )


def _count(room: float, size: float, gutter: float) -> int:
    return max(0, int((room + gutter + 1e-6) / (size + gutter)))


def impose(copies: int, grid: Grid, backs: str) -> tuple[Sheet, ...]:
    """Every copy on the sheets, fronts and (with backs) backs, in printing order.

    `copies` counts cards, `backs` is none, long or short: the edge of the paper over which
    the printer flips it.
    """
    sheets = []
    for start in range(0, copies, grid.per_sheet):
        number = start // grid.per_sheet + 1
        fronts = tuple(
            Placement(card, grid.cell(card - start))
            for card in range(start, min(start + grid.per_sheet, copies))
        )
        sheets.append(Sheet(number, "fronts", fronts))
        if backs != "none":
            behind = tuple(_behind(front, grid.page, backs) for front in fronts)
            sheets.append(Sheet(number, "backs", behind))
    return tuple(sheets)


def _behind(front: Placement, page: Size, edge: str) -> Placement:
    """Where the back of a front lies on the other side of the paper.

    Flipped over its upright edge the sheet is mirrored left to right; flipped over its level
    edge it is mirrored top to bottom, and the back is turned so that both sides of the cut
    card stand the same way up. Which edge is the long one depends on how the page lies.
    """
    trim = front.trim
    upright_edge_is_long = page.height_mm >= page.width_mm
    if (edge == "long") == upright_edge_is_long:
        mirrored = Rectangle(
            round(page.width_mm - trim.right_mm, 4), trim.y_mm, trim.width_mm, trim.height_mm
        )
        return Placement(front.card, mirrored)
    flipped = Rectangle(
        trim.x_mm, round(page.height_mm - trim.bottom_mm, 4), trim.width_mm, trim.height_mm
    )
    return Placement(front.card, flipped, turned=True)


def shown(placements: Sequence[Placement], grid: Grid) -> tuple[Rectangle, ...]:
    """What may show of each face: its trim, and its bleed on the sides where no card adjoins.

    Without a gutter the bleed of one card would lie on the next one.
    """
    trims = [placement.trim for placement in placements]
    if grid.gutter_mm > 0 or grid.bleed_mm == 0:
        return tuple(_grown(trim, grid.bleed_mm, (True,) * 4) for trim in trims)
    lefts = {(round(trim.x_mm, 3), round(trim.y_mm, 3)) for trim in trims}
    rights = {(round(trim.right_mm, 3), round(trim.y_mm, 3)) for trim in trims}
    bottoms = {(round(trim.x_mm, 3), round(trim.bottom_mm, 3)) for trim in trims}
    return tuple(
        _grown(
            trim,
            grid.bleed_mm,
            (
                (round(trim.x_mm, 3), round(trim.y_mm, 3)) not in rights,
                (round(trim.x_mm, 3), round(trim.y_mm, 3)) not in bottoms,
                (round(trim.right_mm, 3), round(trim.y_mm, 3)) not in lefts,
                (round(trim.x_mm, 3), round(trim.bottom_mm, 3)) not in lefts,
            ),
        )
        for trim in trims
    )


def _grown(trim: Rectangle, bleed: float, free: tuple[bool, ...]) -> Rectangle:
    left, top, right, bottom = (bleed if side else 0.0 for side in free)
    return Rectangle(
        round(trim.x_mm - left, 4),
        round(trim.y_mm - top, 4),
        round(trim.width_mm + left + right, 4),
        round(trim.height_mm + top + bottom, 4),
    )


def crop_marks(placements: Sequence[Placement], grid: Grid) -> tuple[Segment, ...]:
    """Marks that point at every cut from outside the cards, on part-filled sheets too.

    For each cut the mark stands beyond the outermost card that this cut touches; a mark that
    would come too near the paper's edge is shortened, never moved.
    """
    cuts_x: dict[float, list[Rectangle]] = {}
    cuts_y: dict[float, list[Rectangle]] = {}
    for placement in placements:
        trim = placement.trim
        for x in (trim.x_mm, trim.right_mm):
            cuts_x.setdefault(round(x, 3), []).append(trim)
        for y in (trim.y_mm, trim.bottom_mm):
            cuts_y.setdefault(round(y, 3), []).append(trim)
    marks: list[Segment] = []
    for x, touched in cuts_x.items():
        near = min(trim.y_mm for trim in touched)
        far = max(trim.bottom_mm for trim in touched)
        for start, end in _outside(near, far, grid.page.height_mm, grid):
            marks.append(Segment(x, start, x, end))
    for y, touched in cuts_y.items():
        near = min(trim.x_mm for trim in touched)
        far = max(trim.right_mm for trim in touched)
        for start, end in _outside(near, far, grid.page.width_mm, grid):
            marks.append(Segment(start, y, end, y))
    return tuple(marks)


def _outside(near: float, far: float, paper: float, grid: Grid) -> list[tuple[float, float]]:
    """The marks before and after a cut that runs from `near` to `far`, where there is room."""
    gap = grid.bleed_mm + MARK_GAP_MM
    before, after = near - gap, far + gap
    first = max(before - MARK_LENGTH_MM, MARK_EDGE_MM)
    last = min(after + MARK_LENGTH_MM, paper - MARK_EDGE_MM)
    marks = []
    if before - first >= SHORTEST_MARK_MM:
        marks.append((round(before, 4), round(first, 4)))
    if last - after >= SHORTEST_MARK_MM:
        marks.append((round(after, 4), round(last, 4)))
    return marks


def outlines(placements: Sequence[Placement]) -> tuple[Segment, ...]:
    """Hairlines along every cut, each once, where cards share an edge too."""
    lines: dict[Segment, None] = {}
    for placement in placements:
        left, top = round(placement.trim.x_mm, 4), round(placement.trim.y_mm, 4)
        right, bottom = round(placement.trim.right_mm, 4), round(placement.trim.bottom_mm, 4)
        for line in (
            Segment(left, top, right, top),
            Segment(left, bottom, right, bottom),
            Segment(left, top, left, bottom),
            Segment(right, top, right, bottom),
        ):
            lines[line] = None
    return tuple(lines)
