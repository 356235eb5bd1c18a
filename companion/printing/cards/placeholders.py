"""Placeholders for the Black Market deck: they say which real card to fetch, never its text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.printing.cache import Cache
from companion.printing.cards.face_words import MARKET
from companion.printing.cards.faces import Typeset, finished_face
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing import palette
from companion.printing.drawing.look import LOOKS, Canvas, Work, frame, lettered
from companion.printing.drawing.sketch import Drawing, Shape, Sketch, circle, line, rectangle
from companion.printing.formats import PrintOptions, read_options
from companion.printing.own_words import words_in
from companion.printing.sheets.grid import Grid, divide
from companion.printing.sheets.imposition import Sheet, impose
from companion.printing.sheets.sheet_marks import SheetLine
from companion.printing.sheets.sheet_pdf import Copy, make_sheets
from companion.printing.sheets.verify import problems_of
from companion.printing.texts.fit import Box, Wish, fit
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.fonts import SHAPED
from companion.printing.texts.text_layer import TextLayer

SWAP = N_("Swap for the real card in its box")
OPTIONS = ("paper", "card", "marks", "style", "turn", "gutter_mm", "margin_mm", "bleed_mm")
"""What of a deck's options placeholders have: their backs stay white, so that all are alike."""
DOMINION_CARD = "59x91"
"""The size of the real cards, and of their sleeves."""


@dataclass(frozen=True, slots=True)
class PlannedPlaceholders:
    """The cards on their sheets."""

    options: PrintOptions
    grid: Grid
    sheets: tuple[Sheet, ...]
    revision: str
    """Hash of what the cards say."""


def placeholder_options(given: Json) -> PrintOptions | Refused:
    """The options of a form or a command line. Refused as `bad_option`."""
    chosen = {name: given.get(name) for name in OPTIONS}
    return read_options({**chosen, "card": chosen["card"] or DOMINION_CARD})


def plan_placeholders(task: Json) -> PlannedPlaceholders | Refused:
    """Where each card will lie. `task`: `cards`, `options`, `title`, `swap`.

    Refused as `bad_option` or `card_too_big`.
    """
    options = read_options(task["options"])
    if isinstance(options, Refused):
        return options
    grid = divide(options)
    if isinstance(grid, Refused):
        return grid
    shown = json.dumps([task["cards"], task["swap"]], sort_keys=True)
    revision = hashlib.sha256(shown.encode()).hexdigest()
    return PlannedPlaceholders(
        options, grid, impose(len(task["cards"]), grid, options.backs), revision[:8]
    )


def canvas_of(planned: PlannedPlaceholders) -> Canvas:
    """What the cards are drawn on."""
    card, options = planned.grid.card, planned.options
    look = LOOKS[options.style]
    return Canvas(card.width_mm, card.height_mm, planned.grid.bleed_mm, look, options.safe_zone_mm)


def placeholder_report(task: Json, planned: PlannedPlaceholders) -> Json:
    """How the texts fit, as the deck's fit report has it."""
    lines, canvas = [], canvas_of(planned)
    for card in task["cards"]:
        notes = draw_placeholder(card, task["swap"], canvas)[1]
        if any(note.code in ("does_not_fit", "word_broken") for note in notes):
            what = {"text": _TOO_SMALL, "params": {"card": card["name"]}}
            lines.append({"what": what, "remedy": {"text": _LARGER}, "serious": True})
    count = len(task["cards"])
    return {"cards": count, "fitting": count - len(lines), "lines": lines}


_TOO_SMALL = N_("{card}: its texts do not fit on a card of this size.")
_LARGER = N_("Take a larger card.")


def draw_placeholder(card: Json, swap: str, canvas: Canvas) -> tuple[Drawing, list[FitNote]]:
    """One card: `name`, `cost`, `types`, `set` and `pile` (what it stands for, or "")."""
    work = Work(canvas, Sketch(), [], PictureFiles(None, Cache(None)))
    frame(work)
    s, middle, inset = canvas.scale, canvas.width_mm / 2, canvas.inset
    room = canvas.height_mm - 2 * inset
    _head(work, card["cost"])
    bottom = inset + room * 0.56
    name = Box(canvas.left, inset + 16 * s, canvas.text_width, bottom - inset - 24 * s)
    _text(work, "name", card["name"], name, Wish("title", 19 * s, 6, align="center"))
    types = Box(canvas.left, bottom - 7.5 * s, canvas.text_width, 7.5 * s)
    plain = Wish("label", 9 * s, 4.5, align="center", colour=palette.SECOND_INK)
    _text(work, "type", card["types"], types, plain)
    below = inset + room - bottom
    rule = line(middle - 9 * s, bottom + 1 * s, middle + 9 * s, bottom + 1 * s)
    work.sketch.stroke(rule, palette.BRASS, 0.4 * s)
    note_height = 4.5 * s if card["pile"] else 0.0
    box = Box(
        canvas.left + s, bottom + 4 * s, canvas.text_width - 2 * s, below - 8.6 * s - note_height
    )
    edge = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm, 1.6 * s)
    dash = (1.6 * s, 1.1 * s)
    work.sketch.shapes.append(Shape(edge, stroke=palette.BRASS, width_mm=0.45 * s, dash_mm=dash))
    inner = replace(box, x_mm=box.x_mm + 2 * s, width_mm=box.width_mm - 4 * s)
    half = replace(inner, height_mm=box.height_mm * 0.54)
    wish = Wish("strong", 9.5 * s, 5, align="center")
    _text(work, "swap", swap, half, wish)
    lower = replace(inner, y_mm=box.y_mm + box.height_mm * 0.5, height_mm=box.height_mm * 0.44)
    _text(work, "set", card["set"], lower, Wish("title", 13 * s, 5, align="center"))
    if card["pile"]:
        under = Box(canvas.left, box.y_mm + box.height_mm, canvas.text_width, 5 * s)
        _text(work, "pile", card["pile"], under, replace(plain, largest_pt=7 * s))
    return work.sketch.finished(canvas.width_mm, canvas.height_mm), work.notes


def _head(work: Work, cost: str) -> None:
    """The coin with the cost, and which deck it belongs to."""
    canvas, sketch = work.canvas, work.sketch
    s, y = canvas.scale, canvas.inset + 8.6 * canvas.scale
    x = canvas.left + 5.8 * s
    fill = palette.BRASS_LIGHT if canvas.look.solid else palette.WHITE
    sketch.outlined(circle(x, y, 5.8 * s), fill, palette.INK, 0.45 * s)
    sketch.stroke(circle(x, y, 4.9 * s), palette.BRASS, 0.2 * s)
    lettered(sketch, cost or "–", "figure", 13 * s, x, y + 1.7 * s, 8.6 * s, palette.INK)
    left = x + 8 * s
    width = canvas.right - left
    words = MARKET.upper()
    lettered(sketch, words, "stencil", 11 * s, left, y + 1.4 * s, width, palette.INK, "left")


def _text(work: Work, where: str, text: str, box: Box, wish: Wish) -> None:
    fitted = fit(where, text, box, wish)
    work.notes.extend(fitted.notes)
    for each in fitted.lines:
        (work.sketch.texts if each.font in SHAPED else work.sketch.lettering).append(each)


def print_placeholders(
    task: Json,
    planned: PlannedPlaceholders,
    cache: Cache,
    typeset: Typeset,
    progress: Callable[[int, int], None],
) -> bytes:
    """The PDF of the sheets. Raises RuntimeError when the file is not what was planned."""
    options, grid, canvas = planned.options, planned.grid, canvas_of(planned)
    copies: dict[int, Copy] = {}
    for number in sorted({p.card for sheet in planned.sheets for p in sheet.placements}):
        card: dict[str, Any] = task["cards"][number]
        drawing, said = draw_placeholder(card, task["swap"], canvas)
        layer = TextLayer()
        if drawing.texts:
            (layer,) = typeset([drawing.texts], canvas.width_mm, canvas.height_mm)
        face = finished_face(f"placeholder {number}", drawing, layer, tuple(said))
        copies[number] = Copy(face, None)
    line_ = SheetLine(task["title"], planned.revision, planned.sheets[-1].number, words_in(task))
    pictures = PictureFiles(None, cache)
    data = make_sheets(copies, planned.sheets, grid, options, line_, cache, progress, pictures)
    problems = problems_of(data, planned.sheets, grid, options)
    if problems:
        raise RuntimeError("; ".join(problems))
    return data
