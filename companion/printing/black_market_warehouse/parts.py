"""Pieces that every face of the game shares: title, medallion, type band, texts, footer."""

from __future__ import annotations

from companion.core.decks.markup import COIN, parse
from companion.core.decks.model import Deck
from companion.printing.black_market_warehouse.money import LONGEST_SIGN
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import READABLE_LABEL_PT, READABLE_PT, Work, lettered
from companion.printing.drawing.sketch import circle, line, rectangle
from companion.printing.texts.fit import Box, SignPlace, Wish, fit, fit_marked


def header_bottom(work: Work, higher_mm: float = 0.0) -> float:
    """Where the double brass rule lies, or so much higher; below what stays free at the corner."""
    canvas = work.canvas
    return max(canvas.inset + 16.6 * canvas.scale - higher_mm, canvas.corner_bottom)


def double_rule(work: Work, y: float) -> None:
    """The accountant's double rule, in brass."""
    canvas, s = work.canvas, work.canvas.scale
    work.sketch.stroke(line(canvas.left, y, canvas.right, y), palette.BRASS, 0.42 * s)
    work.sketch.stroke(
        line(canvas.left, y + 0.75 * s, canvas.right, y + 0.75 * s), palette.BRASS, 0.16 * s
    )


def write(work: Work, where: str, text: str, box: Box, wish: Wish) -> float:
    """Fit a text of the deck into its box and keep what there is to report; gives its bottom."""
    fitted = fit(where, text, box, wish)
    work.sketch.texts.extend(fitted.lines)
    work.notes.extend(fitted.notes)
    return fitted.bottom_mm


def write_marked(work: Work, deck: Deck, where: str, text: str, box: Box, wish: Wish) -> float:
    """The same for a text that may hold markup: its icons are drawn within the lines."""
    fitted = fit_marked(where, parse(text, deck.item_types, deck.currency), box, wish)
    work.sketch.texts.extend(fitted.lines)
    work.notes.extend(fitted.notes)
    for place in fitted.signs:
        text_sign(work, deck, place)
    return fitted.bottom_mm


def text_sign(work: Work, deck: Deck, place: SignPlace) -> None:
    """A coin or an item type's icon, as high as the letters beside it."""
    sketch, solid, size = work.sketch, work.canvas.look.solid, place.size_mm
    middle = place.x_mm + size / 2, place.y_mm + size / 2
    if place.sign == COIN:
        sketch.outlined(
            circle(*middle, size * 0.47),
            palette.BRASS_LIGHT if solid else palette.WHITE,
            palette.INK,
            size * 0.08,
        )
        inner = size * 0.7
        if len(deck.currency) <= LONGEST_SIGN:
            down = middle[1] + size * 0.24
            lettered(
                sketch, deck.currency, "figure", size * 1.85, middle[0], down, inner, palette.INK
            )
        return
    sign = palette.sign_of(deck.mark_of(place.sign))
    square = rectangle(place.x_mm, place.y_mm, size, size, size * 0.16)
    if solid:
        sketch.fill(square, sign.colour)
    else:
        sketch.stroke(square, sign.colour, size * 0.06)
    drawn = size * 0.78
    corner = (size - drawn) / 2
    ink = palette.WHITE if solid else sign.colour
    path = icon(sign.icon, place.x_mm + corner, place.y_mm + corner, drawn)
    sketch.stroke(path, ink, drawn * 0.09)


def title(work: Work, name: str, left_mm: float, bottom_mm: float, align: str = "left") -> None:
    """The card's name, in the header, above the rule at `bottom_mm`."""
    canvas, s = work.canvas, work.canvas.scale
    top = canvas.inset + 1.4 * s
    box = Box(left_mm, top, canvas.title_right - left_mm, bottom_mm - top - 0.6 * s)
    largest = 14.5 if align == "left" else 15.0
    wish = Wish(
        "title",
        largest * s,
        max(4.5, 6.5 * s),
        good_pt=max(7.5 * s, READABLE_PT),
        leading=1.14,
        most_lines=4,
        align=align,
        colour=palette.INK,
    )
    write(work, "name", name, box, wish)


BAND_HEIGHT = 7.4


def band(work: Work, y: float, word: str, where: str, sign: palette.Sign, ink: str) -> None:
    """The type band: colour, icon and word, from frame to frame. `ink` is the lettering's."""
    canvas, s, sketch = work.canvas, work.canvas.scale, work.sketch
    left, width = canvas.inset, canvas.width_mm - 2 * canvas.inset
    height = BAND_HEIGHT * s
    path = rectangle(left, y, width, height)
    if canvas.look.solid:
        sketch.fill(path, sign.colour)
        for edge in (y + 0.75 * s, y + height - 0.75 * s):
            sketch.stroke(line(left, edge, left + width, edge), ink, 0.14 * s)
    else:
        sketch.stroke(path, sign.colour, 0.4 * s)
        ink = sign.colour
    size = 5.0 * s
    for x in (left + 2.4 * s, left + width - 2.4 * s - size):
        sketch.stroke(icon(sign.icon, x, y + (height - size) / 2, size), ink, 0.44 * s)
    box = Box(left + 8.6 * s, y, width - 17.2 * s, height)
    wish = Wish(
        "stencil",
        14.5 * s,
        5.5 * s,
        good_pt=max(7 * s, READABLE_LABEL_PT),
        leading=1.0,
        most_lines=1,
        align="center",
        colour=ink,
        spacing_em=0.05,
    )
    write(work, where, word.upper(), box, wish)


def tab(work: Work, y: float, sign: palette.Sign) -> None:
    """The type's icon at the left edge, below the coin: it shows in a hand held as a fan."""
    canvas, s, sketch = work.canvas, work.canvas.scale, work.sketch
    size = 7.2 * s
    path = rectangle(canvas.left, y, size, size, 0.0)
    if canvas.look.solid:
        sketch.fill(path, sign.colour)
    else:
        sketch.outlined(path, palette.WHITE, sign.colour, 0.3 * s)
    ink = palette.WHITE if canvas.look.solid else sign.colour
    drawn = 5.2 * s
    inset = (size - drawn) / 2
    sketch.stroke(icon(sign.icon, canvas.left + inset, y + inset, drawn), ink, 0.46 * s)


def footer_top(work: Work) -> float:
    """Where the deck line begins."""
    return work.canvas.height_mm - work.canvas.inset - 4.3 * work.canvas.scale


LONGEST_ID = 40


def footer(work: Work, deck: Deck, card_id: str) -> None:
    """The deck line: which deck this card belongs to, and the card's own id."""
    canvas, s = work.canvas, work.canvas.scale
    y = footer_top(work)
    name_width = canvas.text_width * 0.56
    work.sketch.stroke(
        line(canvas.left, y + 0.2 * s, canvas.right, y + 0.2 * s), palette.LINE, 0.14 * s
    )
    size = max(4.2, 5.2 * s)
    room = 2.9 * s
    wish = Wish("label", size, min(3.6, size), leading=1.0, most_lines=1, colour=palette.SECOND_INK)
    box = Box(canvas.left, y + 0.5 * s, name_width, room)
    write(work, "deck_name", deck.name, box, wish)
    lettered(
        work.sketch,
        card_id if len(card_id) <= LONGEST_ID else card_id[: LONGEST_ID - 1] + "…",
        "label",
        size,
        canvas.right,
        y + 2.5 * s,
        canvas.text_width - name_width - 1.5 * s,
        palette.SECOND_INK,
        align="right",
    )


def flavour(work: Work, deck: Deck, text: str | None, top: float, bottom: float) -> None:
    """The line in italics, in the middle of what room there is."""
    if not text:
        return
    canvas, s = work.canvas, work.canvas.scale
    box = Box(canvas.left + 1.4 * s, top, canvas.text_width - 2.8 * s, bottom - top)
    wish = Wish(
        "flavour",
        10.0 * s,
        max(4.0, 5.0 * s),
        good_pt=max(6.0 * s, READABLE_LABEL_PT),
        leading=1.24,
        align="center",
        colour=palette.SECOND_INK,
    )
    write_marked(work, deck, "flavour", text, box, wish)
