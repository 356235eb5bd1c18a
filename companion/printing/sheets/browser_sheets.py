"""Sheets for browser print, where there is no Pango: one SVG a page, in the same millimetres."""

from __future__ import annotations

from companion.printing.cards.faces import back_of
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.sketch import Shape
from companion.printing.drawing.svg import SvgWriter
from companion.printing.printers.page_move import move_of
from companion.printing.sheets.deck_print import canvas_of, every_drawing, scan_texts_of, words_of
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.imposition import Placement, Sheet, shown
from companion.printing.sheets.planning import Planned
from companion.printing.sheets.scan_symbols import corner_of, scan_mark_shapes
from companion.printing.sheets.sheet_marks import sheet_line, sheet_marks


def browser_sheets(planned: Planned, pictures: PictureFiles) -> list[str]:
    """The pages, each a whole `<svg>` element of the paper's size.

    Every face stands once in the first page that shows it and is used by name after that.
    """
    fronts, backs = every_drawing(planned, pictures)
    drawings = {f"f{number}": drawing for number, drawing in enumerate(fronts)}
    drawings |= {f"b-{which}": drawing for which, drawing in backs.items()}
    defined: set[str] = set()
    texts, corner = scan_texts_of(planned), corner_of(canvas_of(planned))
    pages = []
    for sheet in planned.sheets:
        parts = []
        areas = shown(sheet.placements, planned.grid)
        for placement, area in zip(sheet.placements, areas, strict=True):
            name = _name(planned, placement)
            if name not in defined:
                defined.add(name)
                drawn = SvgWriter(name, pictures).drawing(drawings[name])
                parts.append(f'<defs><g id="{name}">{drawn}</g></defs>')
            parts.append(_used(name, placement, area, f"{sheet.number}-{sheet.side}"))
            if texts and not placement.back:
                shapes = scan_mark_shapes(texts[placement.card], planned.options)
                parts.append(_stamped(shapes, placement.trim, corner))
        pages.append(_page(planned, sheet, "".join(parts)))
    return pages


def _name(planned: Planned, placement: Placement) -> str:
    number = planned.order[placement.card]
    if not placement.back:
        return f"f{number}"
    return f"b-{back_of(planned.deck.cards[number])}"


def _used(name: str, placement: Placement, area: Rectangle, sheet: str) -> str:
    """The face in its place, cut where a neighbour begins."""
    trim, clip = placement.trim, f"c{placement.card}{'b' if placement.back else ''}-{sheet}"
    moved = f"translate({trim.x_mm:g} {trim.y_mm:g})"
    if placement.turned:
        moved = f"translate({trim.right_mm:g} {trim.bottom_mm:g}) rotate(180)"
    box = (
        f'<rect x="{area.x_mm:g}" y="{area.y_mm:g}" width="{area.width_mm:g}"'
        f' height="{area.height_mm:g}"/>'
    )
    return (
        f'<clipPath id="{clip}">{box}</clipPath>'
        f'<g clip-path="url(#{clip})"><use href="#{name}" transform="{moved}"/></g>'
    )


def _stamped(shapes: tuple[Shape, ...], trim: Rectangle, corner: tuple[float, float]) -> str:
    """A scan mark at its corner of a card."""
    writer = SvgWriter("")
    writer.shapes(shapes)
    x, y = trim.x_mm + corner[0], trim.y_mm + corner[1]
    return f'<g transform="translate({x:g} {y:g})">{"".join(writer.parts)}</g>'


def _page(planned: Planned, sheet: Sheet, inside: str) -> str:
    writer = SvgWriter(f"s{sheet.number}-{sheet.side}")
    for marks in (
        sheet_marks(sheet, planned.grid, planned.options, planned.words),
        sheet_line(sheet, planned.grid, planned.options, words_of(planned)),
    ):
        writer.shapes(marks.shapes)
        writer.lines(marks.lettering)
    page = planned.grid.page
    shown = _moved(planned, sheet, f"{inside}{''.join(writer.parts)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sheet" width="{page.width_mm:g}mm"'
        f' height="{page.height_mm:g}mm" viewBox="0 0 {page.width_mm:g} {page.height_mm:g}">'
        f"{shown}</svg>"
    )


def _moved(planned: Planned, sheet: Sheet, inside: str) -> str:
    """The page's content as a printer profile moves it."""
    move = move_of(planned.options, sheet.side)
    if move is None:
        return inside
    x, y = planned.grid.page.width_mm / 2, planned.grid.page.height_mm / 2
    turn = f"translate({move.x_mm:g} {move.y_mm:g}) rotate({move.angle_degrees:g} {x:g} {y:g})"
    return f'<g transform="{turn}">{inside}</g>'
