"""Puts scan marks on sheets of a PDF: one form for each card, over its face. In the child only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from companion.printing.drawing.pdf import POINTS_PER_MM, OperatorWriter, numbers
from companion.printing.drawing.pdf_file import millimetres
from companion.printing.formats import PrintOptions
from companion.printing.sheets.grid import Grid
from companion.printing.sheets.imposition import Placement
from companion.printing.sheets.scan_symbols import scan_mark_shapes


@dataclass(slots=True)
class Stamps:
    """The scan marks of a print, and the names that their forms have on the pages."""

    texts: Mapping[int, str]
    """The six characters of each copy."""
    options: PrintOptions
    corner: tuple[float, float]
    """The white square's top left, in millimetres from the top left of the trim."""
    names: dict[str, str] = field(default_factory=dict)

    def operators(self, placement: Placement, grid: Grid) -> bytes:
        """Show the copy's mark on its front; nothing on backs."""
        if placement.back:
            return b""
        text = self.texts[placement.card]
        name = self.names.setdefault(text, f"S{len(self.names)}")
        x = placement.trim.x_mm + self.corner[0]
        bottom = placement.trim.y_mm + self.corner[1] + self.options.scan_room_mm
        at = numbers((x * POINTS_PER_MM, (grid.page.height_mm - bottom) * POINTS_PER_MM))
        return b"q 1 0 0 1 %b cm /%b Do Q" % (at, name.encode())

    def forms(self, pdf: Pdf) -> dict[str, Any]:
        """The form of every mark that was shown, by its name."""
        return {name: _form(pdf, text, self.options) for text, name in self.names.items()}


def _form(pdf: Pdf, text: str, options: PrintOptions) -> Any:
    room = options.scan_room_mm
    writer = OperatorWriter()
    writer.shapes(scan_mark_shapes(text, options))
    return pdf.make_stream(
        writer.content(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, room, room]),
        Matrix=millimetres(room),
        Resources=Dictionary(),
    )
