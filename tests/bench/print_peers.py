"""The same deck of 80 cards with ReportLab and with typst, each as it is meant to be used.

What the peers draw is simpler than our cards, never more: on each front a tinted ground, a frame of
two rounded rules, a coin with the money, the title, a picture of 84 vector shapes of four
lines or a curve each (ours have 83 shapes of 370 lines and curves, on average), different for each
card, a band with the type, the text wrapped and centred, the line at the foot; on the back a
lattice of 368 lines (ours have 368 shapes) and a panel with the deck's name. Nine cards to a
page with crop marks, in two of our own fonts. What they do not do: report what does not fit, check
letters against the fonts, promise the same bytes, look at the file again.

ReportLab draws each face once as a form and places it as often as it is needed. typst gets the
cards as data and one compiler for all, so that it uses again what it has laid out before.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard
from companion.printing.folders import FONT_FOLDER

TITLE, TEXT = "Besley-SemiBold", "IBMPlexSans-Regular"
COLUMNS, ROWS = 3, 3
WIDTH, HEIGHT = 63.0, 88.0
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SHAPES = 84
LATTICE = 368

Strokes = list[tuple[float, ...]]


def said(card: Card) -> tuple[str, str, str, str]:
    """Title, band, money and text of a card."""
    if isinstance(card, ItemCard):
        return card.name, card.item_type.upper(), f"${card.money // 1_000_000}", card.flavour or ""
    if isinstance(card, InsiderCard):
        return card.name, "INSIDER", "", f"{card.effect_text} {card.flavour or ''}"
    return card.name, "WAREHOUSE", f"${card.bonus // 1_000_000}", card.flavour or ""


def strokes(number: int) -> Strokes:
    """The picture of a card: open lines of five points, curves of four, in millimetres."""
    dice = random.Random(number)
    found: Strokes = []
    for shape in range(SHAPES):
        count = 8 if shape % 8 == 0 else 10
        found.append(
            tuple(
                round(dice.uniform(5, 58) if i % 2 == 0 else dice.uniform(24, 56), 1)
                for i in range(count)
            )
        )
    return found


def lattice() -> Strokes:
    """The back's pattern."""
    each = (WIDTH + HEIGHT) / (LATTICE // 2)
    steps = [round(i * each - HEIGHT, 2) for i in range(LATTICE // 2)]
    one = [(x, 0.0, x + HEIGHT, HEIGHT) for x in steps]
    return [*one, *((x + HEIGHT, 0.0, x, HEIGHT) for x in steps)]


class ReportLab:
    """Makes the PDF with ReportLab."""

    def __init__(self, folder: Path) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        for name in (TITLE, TEXT):
            pdfmetrics.registerFont(TTFont(name, str(FONT_FOLDER / f"{name}.ttf")))

    def pdf(self, deck: Deck, paper: str, copies: int = 1, backs: bool = True) -> bytes:
        """Sheets of the whole deck so many times, backs behind the fronts."""
        from reportlab.lib.units import mm
        from reportlab.pdfgen.canvas import Canvas

        out, (width, height) = io.BytesIO(), PAPERS[paper]
        canvas = Canvas(out, pagesize=(width * mm, height * mm), pageCompression=1, invariant=1)
        for number, card in enumerate(deck.cards):
            canvas.beginForm(f"front{number}")
            self._front(canvas, card, number)
            canvas.endForm()
        canvas.beginForm("back")
        self._back(canvas, deck)
        canvas.endForm()
        order = [*range(len(deck.cards))] * copies
        for start in range(0, len(order), COLUMNS * ROWS):
            part = [f"front{number}" for number in order[start : start + COLUMNS * ROWS]]
            for forms in (part, ["back"] * len(part))[: 1 + backs]:
                self._page(canvas, forms, width, height)
        canvas.save()
        return out.getvalue()

    def _page(self, canvas: Any, forms: Sequence[str], width: float, height: float) -> None:
        from reportlab.lib.units import mm

        left, low = (width - COLUMNS * WIDTH) / 2, (height - ROWS * HEIGHT) / 2
        for place, form in enumerate(forms):
            row, column = divmod(place, COLUMNS)
            canvas.saveState()
            canvas.translate((left + column * WIDTH) * mm, (low + (ROWS - 1 - row) * HEIGHT) * mm)
            canvas.doForm(form)
            canvas.restoreState()
        canvas.setLineWidth(0.1 * mm)
        for x in (left + column * WIDTH for column in range(COLUMNS + 1)):
            canvas.line(x * mm, (low - 1) * mm, x * mm, (low - 5) * mm)
            canvas.line(x * mm, (height - low + 1) * mm, x * mm, (height - low + 5) * mm)
        for y in (low + row * HEIGHT for row in range(ROWS + 1)):
            canvas.line((left - 1) * mm, y * mm, (left - 5) * mm, y * mm)
            canvas.line((width - left + 1) * mm, y * mm, (width - left + 5) * mm, y * mm)
        canvas.showPage()

    def _front(self, canvas: Any, card: Card, number: int) -> None:
        from reportlab.lib.units import mm
        from reportlab.lib.utils import simpleSplit

        title, band, money, text = said(card)
        canvas.setFillColorRGB(0.98, 0.96, 0.91)
        canvas.rect(0, 0, WIDTH * mm, HEIGHT * mm, stroke=0, fill=1)
        for inset, line in ((3, 0.5), (3.9, 0.16)):
            canvas.setLineWidth(line * mm)
            sides = (WIDTH - 2 * inset) * mm, (HEIGHT - 2 * inset) * mm
            canvas.roundRect(inset * mm, inset * mm, *sides, 1.8 * mm)
        canvas.setFillColorRGB(0.89, 0.74, 0.42)
        canvas.circle(12 * mm, 76 * mm, 6.5 * mm, fill=1)
        canvas.setFillColorRGB(0.1, 0.1, 0.1)
        canvas.setFont(TITLE, 13)
        canvas.drawCentredString(12 * mm, 74.5 * mm, money)
        canvas.setFont(TITLE, 11)
        for line_number, words in enumerate(simpleSplit(title, TITLE, 11, 38 * mm)):
            canvas.drawString(20 * mm, (78 - 4.5 * line_number) * mm, words)
        canvas.setLineWidth(0.2 * mm)
        for stroke in strokes(number):
            points = [(n if i % 2 == 0 else HEIGHT - n) * mm for i, n in enumerate(stroke)]
            if len(points) == 8:
                canvas.bezier(*points)
                continue
            path = canvas.beginPath()
            path.moveTo(*points[:2])
            for i in range(2, len(points), 2):
                path.lineTo(*points[i : i + 2])
            canvas.drawPath(path)
        canvas.setFillColorRGB(0.55, 0.16, 0.12)
        canvas.rect(3 * mm, 25 * mm, 57 * mm, 6 * mm, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.setFont(TITLE, 10)
        canvas.drawCentredString(WIDTH / 2 * mm, 26.8 * mm, band)
        canvas.setFillColorRGB(0.1, 0.1, 0.1)
        canvas.setFont(TEXT, 8)
        for line_number, words in enumerate(simpleSplit(text, TEXT, 8, 52 * mm)):
            canvas.drawCentredString(WIDTH / 2 * mm, (21 - 3.6 * line_number) * mm, words)
        canvas.setFont(TEXT, 4.5)
        canvas.drawString(5 * mm, 4.6 * mm, card.id)

    def _back(self, canvas: Any, deck: Deck) -> None:
        from reportlab.lib.units import mm

        clip = canvas.beginPath()
        clip.rect(0, 0, WIDTH * mm, HEIGHT * mm)
        canvas.clipPath(clip, stroke=0)
        canvas.setLineWidth(0.3 * mm)
        for x1, y1, x2, y2 in lattice():
            canvas.line(x1 * mm, y1 * mm, x2 * mm, y2 * mm)
        canvas.setFillColorRGB(0.98, 0.96, 0.91)
        canvas.ellipse(13 * mm, 19 * mm, 50 * mm, 69 * mm, fill=1)
        canvas.setFillColorRGB(0.1, 0.1, 0.1)
        canvas.setFont(TITLE, 12)
        canvas.drawCentredString(WIDTH / 2 * mm, 43 * mm, deck.name)


_TYPST = """
#let told = json(bytes(sys.inputs.told))
#let (wide, high) = (told.width * 1mm, told.height * 1mm)
#set page(width: wide, height: high, margin: 0mm)
#set text(font: "IBM Plex Sans", size: 8pt, fill: rgb("#171d21"))
#let title = text.with(font: "Besley", weight: 600)
#let drawn(stroke) = {
  let p = stroke.map(n => n * 1mm)
  if p.len() == 4 { place(line(start: (p.at(0), p.at(1)), end: (p.at(2), p.at(3)), stroke: 0.3mm)) }
  else if p.len() == 10 {
    place(curve(stroke: 0.2mm, curve.move((p.at(0), p.at(1))),
      ..range(2, 10, step: 2).map(i => curve.line((p.at(i), p.at(i + 1))))))
  } else { place(curve(stroke: 0.2mm, curve.move((p.at(0), p.at(1))),
    curve.cubic((p.at(2), p.at(3)), (p.at(4), p.at(5)), (p.at(6), p.at(7))))) }
}
#let front(card) = box(width: 63mm, height: 88mm, fill: rgb("#fbf6e9"), clip: true, {
  place(dx: 3mm, dy: 3mm, rect(width: 57mm, height: 82mm, radius: 1.8mm, stroke: 0.5mm))
  place(dx: 3.9mm, dy: 3.9mm, rect(width: 55.2mm, height: 80.2mm, radius: 1.1mm, stroke: 0.16mm))
  place(dx: 5.5mm, dy: 5.5mm, circle(radius: 6.5mm, fill: rgb("#e3bd6c"), stroke: 0.3mm))
  place(dx: 5.5mm, dy: 9.5mm, box(width: 13mm, align(center, title(size: 13pt, card.money))))
  place(dx: 20mm, dy: 7mm, box(width: 38mm, title(size: 11pt, card.title)))
  for stroke in card.strokes { drawn(stroke) }
  place(dx: 3mm, dy: 57mm, rect(width: 57mm, height: 6mm, fill: rgb("#8b281e")))
  let band = title(size: 10pt, fill: white, card.band)
  place(dx: 3mm, dy: 58.4mm, box(width: 57mm, align(center, band)))
  place(dx: 5.5mm, dy: 65mm, box(width: 52mm, align(center, card.text)))
  place(dx: 5mm, dy: 82mm, text(size: 4.5pt, card.id))
})
#let back = box(width: 63mm, height: 88mm, clip: true, {
  for stroke in told.lattice { drawn(stroke) }
  place(dx: 13mm, dy: 19mm, ellipse(width: 37mm, height: 50mm, fill: rgb("#fbf6e9"), stroke: 0.3mm))
  place(dx: 0mm, dy: 42mm, box(width: 63mm, align(center, title(size: 12pt, told.name))))
})
#let (left, top) = ((wide - 189mm) / 2, (high - 264mm) / 2)
#let marks = {
  for column in range(4) {
    for y in (top - 5mm, high - top + 1mm) {
      place(dx: left + column * 63mm, dy: y, line(angle: 90deg, length: 4mm, stroke: 0.1mm))
    }
  }
  for row in range(4) {
    for x in (left - 5mm, wide - left + 1mm) {
      place(dx: x, dy: top + row * 88mm, line(length: 4mm, stroke: 0.1mm))
    }
  }
}
#let fronts = told.cards.map(front)
#let sheet(faces) = page({
  for (n, face) in faces.enumerate() {
    place(dx: left + calc.rem(n, 3) * 63mm, dy: top + calc.quo(n, 3) * 88mm, face)
  }
  marks
})
#let order = range(told.copies).map(_ => fronts).join()
#for part in order.chunks(9) {
  sheet(part)
  if told.backs { sheet(part.map(_ => back)) }
}
"""


class Typst:
    """Makes the PDF with typst; one compiler keeps what it has laid out."""

    def __init__(self, folder: Path) -> None:
        import typst

        source = folder / "cards.typ"
        source.write_text(_TYPST, encoding="utf-8")
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONT_FOLDER)])
        self._compiler = typst.Compiler(str(source), font_paths=fonts)

    def pdf(self, deck: Deck, paper: str, copies: int = 1, backs: bool = True) -> bytes:
        """As ReportLab.pdf."""
        width, height = PAPERS[paper]
        cards = []
        for number, card in enumerate(deck.cards):
            title, band, money, text = said(card)
            shown = {"title": title, "band": band, "money": money, "text": text, "id": card.id}
            cards.append({**shown, "strokes": strokes(number)})
        told = {"width": width, "height": height, "name": deck.name, "cards": cards}
        told |= {"copies": copies, "backs": backs, "lattice": lattice()}
        made = self._compiler.compile(
            format="pdf", sys_inputs={"told": json.dumps(told)}, pdf_tags=False
        )
        assert isinstance(made, bytes)
        return made


class Peer(Protocol):
    """What both have in common."""

    def pdf(self, deck: Deck, paper: str, copies: int = 1, backs: bool = True) -> bytes:
        """Sheets of the whole deck so many times, backs behind the fronts."""


PEERS: dict[str, Callable[[Path], Peer]] = {"reportlab": ReportLab, "typst": Typst}
