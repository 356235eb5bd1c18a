"""Sheets for browser print, where there is no Pango: one SVG a page, in the same millimetres."""

from __future__ import annotations

from companion.printing.deck_print import every_drawing, words_of
from companion.printing.faces import back_of
from companion.printing.imposition import Placement, Rectangle, Sheet, shown
from companion.printing.planning import Planned
from companion.printing.sheet_marks import sheet_line, sheet_marks
from companion.printing.svg_drawing import SvgWriter


def browser_sheets(planned: Planned) -> list[str]:
    """The pages, each a whole `<svg>` element of the paper's size.

    Every face stands once in the first page that shows it and is used by name after that.
    """
    fronts, backs = every_drawing(planned)
    drawings = {f"f{number}": drawing for number, drawing in enumerate(fronts)}
    drawings |= {f"b-{which}": drawing for which, drawing in backs.items()}
    defined: set[str] = set()
    pages = []
    for sheet in planned.sheets:
        parts = []
        areas = shown(sheet.placements, planned.grid)
        for placement, area in zip(sheet.placements, areas, strict=True):
            name = _name(planned, sheet, placement)
            if name not in defined:
                defined.add(name)
                drawn = SvgWriter(name).drawing(drawings[name])
                parts.append(f'<defs><g id="{name}">{drawn}</g></defs>')
            parts.append(_used(name, placement, area, f"{sheet.number}-{sheet.side}"))
        pages.append(_page(planned, sheet, "".join(parts)))
    return pages


def _name(planned: Planned, sheet: Sheet, placement: Placement) -> str:
    number = planned.order[placement.card]
    if sheet.side == "fronts":
        return f"f{number}"
    return f"b-{back_of(planned.deck.cards[number])}"


def _used(name: str, placement: Placement, area: Rectangle, sheet: str) -> str:
    """The face in its place, cut where a neighbour begins."""
    trim, clip = placement.trim, f"c{placement.card}-{sheet}"
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


def _page(planned: Planned, sheet: Sheet, inside: str) -> str:
    writer = SvgWriter(f"s{sheet.number}-{sheet.side}")
    for marks in (
        sheet_marks(sheet, planned.grid, planned.options),
        sheet_line(sheet, planned.grid, planned.options, words_of(planned)),
    ):
        writer.shapes(marks.shapes)
        writer.lines(marks.lettering)
    page = planned.grid.page
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sheet" width="{page.width_mm:g}mm"'
        f' height="{page.height_mm:g}mm" viewBox="0 0 {page.width_mm:g} {page.height_mm:g}">'
        f"{inside}{''.join(writer.parts)}</svg>"
    )
