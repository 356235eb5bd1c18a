"""What the worker does for print services, screens and cutting machines. In the child only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL.Image import Image, new

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.printing.cards.faces import back_of
from companion.printing.drawing.sketch import Sketch
from companion.printing.exports.card_pictures import pictures_of_pages, png
from companion.printing.exports.cut_file import LINE_MM, cut_sheets, svg
from companion.printing.exports.one_up import file_names, plan_one_up
from companion.printing.exports.options import (
    BLEEDS_MM,
    FaceOptions,
    PictureOptions,
    ServiceOptions,
    TabletopOptions,
    read_cut_options,
    read_face_options,
)
from companion.printing.exports.pixels import Pixels
from companion.printing.exports.tabletop import (
    COLUMNS,
    ROWS,
    TabletopSheet,
    back_file,
    explained,
    listed,
    slot_corner,
    slot_dots_per_inch,
    tabletop_sheets,
)
from companion.printing.exports.zip_file import Bundle, BundleTooLarge
from companion.printing.formats import Size
from companion.printing.in_worker import Say, Unable, cache_of, sure
from companion.printing.own_words import words_in
from companion.printing.page_picture import page_preview
from companion.printing.sheets.deck_print import fit_report
from companion.printing.sheets.planning import Planned, plan
from companion.printing.sheets.tasks import pictures_of, print_picture, print_planned, print_whole

Json = dict[str, Any]

KINDS: dict[str, type[FaceOptions]] = {
    "service": ServiceOptions,
    "pictures": PictureOptions,
    "tabletop": TabletopOptions,
}
"""The options of each product that shows single faces."""
UNFINISHED = "unfinished"
"""Folder of files that are too large for a message."""
SMALLER = 4
"""How often a sheet of pictures is larger than its preview."""


def _read(task: Json) -> tuple[Deck, Any]:
    """Deck and options of whichever product it is."""
    deck, kind = read_deck(task["deck"]), str(task["kind"])
    given = task["options"]
    options = read_cut_options(given) if kind == "cut" else read_face_options(KINDS[kind], given)
    return sure(deck), sure(options)


def _faces(task: Json) -> Planned:
    """Every card of the print, once, whichever way it will be shown."""
    deck, options = _read(task)
    bleed = BLEEDS_MM[getattr(options, "bleed", "none")]
    return sure(plan_one_up(deck, options, bleed, "fronts", "once"))


def service(task: Json, say: Say) -> tuple[Json, bytes]:
    """One card to a page as PDF; after it the backs, where they have a file of their own."""
    deck, options = _read(task)
    bleed = BLEEDS_MM[options.bleed]
    planned = sure(plan_one_up(deck, options, bleed, options.order, options.copies))
    return print_whole(planned, task, say)


def export_report(task: Json, say: Say) -> tuple[Json, bytes]:
    """The fit report alone."""
    return {"report": fit_report(_faces(task), pictures_of(task)).to_json()}, b""


def export_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first card with its bleed as a PNG."""
    return print_picture(_faces(task).first_sheet, task, say, times=2)


def export_card_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """One card alone, as for card sheets; any card of the deck, whichever are chosen."""
    planned = _faces({**task, "options": {**task["options"], "cards": "all"}})
    alone = planned.card_alone(int(task["card"]) - 1, task["side"] == "back")
    return print_picture(alone, task, say, times=2)


class _Faces:
    """Pictures of backs and fronts, drawn when they are asked for: few are in memory at once."""

    def __init__(
        self, deck: Deck, options: FaceOptions, pixels: Pixels, task: Json, say: Say
    ) -> None:
        bleed = pixels.drawn_bleed_mm
        planned = sure(plan_one_up(deck, options, bleed, "fronts", "once"))
        backs = [sheet for sheet in planned.sheets if sheet.side == "backs"]
        fronts = [sheet for sheet in planned.sheets if sheet.side == "fronts"]
        one_file = replace(planned.options, backs="long")
        planned = replace(planned, options=one_file, sheets=(*backs, *fronts))
        printed = print_planned(planned, task, say)
        self.report = printed.report.to_json()
        self.numbers = planned.order
        self._stream = pictures_of_pages(printed.data, pixels)
        kinds = sorted({back_of(deck.cards[number]) for number in planned.order})
        self.backs = {which: next(self._stream) for which in kinds}
        self._next = iter(planned.order)
        self._at: tuple[int, Image] | None = None

    def front(self, number: int) -> Image:
        """Of the deck's card `number`: the last one asked for, or one that comes after it."""
        while self._at is None or self._at[0] != number:
            self._at = next(self._next), next(self._stream)
        return self._at[1]


def _bundle(task: Json) -> Bundle:
    return Bundle(Path(task.get("folder") or task["scratch"]) / UNFINISHED)


def pictures(task: Json, say: Say) -> tuple[Json, bytes]:
    """A ZIP of PNG files; too large for a message, so `path` says where it lies."""
    deck, options = _read(task)
    dots = float(options.dots_per_inch)
    pixels = Pixels(options.card_size, BLEEDS_MM[options.bleed], dots)
    faces = _Faces(deck, options, pixels, task, say)
    names = file_names(deck, faces.numbers, "front")
    backs = _back_files(deck, faces.numbers, options.backs)
    try:
        with _bundle(task) as bundle:
            for done, (number, name) in enumerate(zip(faces.numbers, names, strict=True), start=1):
                bundle.add(name, png(faces.front(number), dots))
                say(what="pictures", done=done, of=len(names))
            made = {which: png(picture, dots) for which, picture in faces.backs.items()}
            for name, which in backs:
                bundle.add(name, made[which])
            bundle.add("cards.txt", _card_list(deck, faces.numbers, names).encode())
    except BundleTooLarge:
        raise Unable("too_many_pictures") from None
    cache_of(task).prune()
    pages = len(names) + len(backs)
    return {"pages": pages, "report": faces.report, "path": str(bundle.path)}, b""


def _back_files(deck: Deck, numbers: Sequence[int], wanted: str) -> list[tuple[str, str]]:
    """Names of the backs' files, each with the back that it shows."""
    kinds = [back_of(deck.cards[number]) for number in numbers]
    if wanted == "each":
        return list(zip(file_names(deck, numbers, "back"), kinds, strict=True))
    return [] if wanted == "none" else [(f"back-{which}.png", which) for which in sorted({*kinds})]


def _card_list(deck: Deck, numbers: Sequence[int], names: Sequence[str]) -> str:
    lines = (
        f"{deck.cards[number].count} × {name}  {deck.cards[number].name}"
        for number, name in zip(numbers, names, strict=True)
    )
    return "\n".join([deck.name, "", *lines, ""])


def tabletop(task: Json, say: Say) -> tuple[Json, bytes]:
    """A ZIP of sheets, backs and what lies where; `path` says where it lies."""
    deck, options = _read(task)
    sheets = tabletop_sheets(deck, options)
    dots = slot_dots_per_inch(options.card_size)
    faces = _Faces(deck, options, Pixels(options.card_size, 0.0, dots), task, say)
    try:
        with _bundle(task) as bundle:
            for done, sheet in enumerate(sheets, start=1):
                bundle.add(sheet.face, png(_pasted(sheet, faces), dots))
                say(what="pictures", done=done, of=len(sheets))
            for which, picture in faces.backs.items():
                bundle.add(back_file(which), png(picture, dots))
            list_ = json.dumps(listed(deck, sheets, options.copies), indent=1, ensure_ascii=False)
            bundle.add("cards.json", list_.encode())
            bundle.add(
                "read-me.txt", explained(deck, sheets, options.copies, words_in(task)).encode()
            )
    except BundleTooLarge:
        raise Unable("too_many_pictures") from None
    cache_of(task).prune()
    pages = len(sheets) + len(faces.backs)
    return {"pages": pages, "report": faces.report, "path": str(bundle.path)}, b""


def _pasted(sheet: TabletopSheet, faces: _Faces) -> Image:
    back = faces.backs[sheet.which]
    width, height = back.size
    picture = new("RGB", (COLUMNS * width, ROWS * height), "#ffffff")
    for slot, number in enumerate(sheet.cards):
        picture.paste(faces.front(number), slot_corner(slot, back.size))
    picture.paste(back, slot_corner(COLUMNS * ROWS - 1, back.size))
    return picture


def tabletop_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet, small: of the same faces as the sheets, so that they are set only once."""
    deck, options = _read(task)
    dots = slot_dots_per_inch(options.card_size)
    faces = _Faces(deck, options, Pixels(options.card_size, 0.0, dots), task, say)
    picture = _pasted(tabletop_sheets(deck, options)[0], faces).reduce(SMALLER)
    return {}, png(picture.quantize(256), dots / SMALLER)


def cut(task: Json, say: Say) -> tuple[Json, bytes]:
    """One SVG for each way in which sheets are filled."""
    deck, options = _read(task)
    sheets = cut_sheets(sure(plan(deck, options.sheets)), options.corner_radius_mm)
    files = [svg(sheet).encode() for sheet in sheets]
    return {"pages": len(files), "sizes": [len(file) for file in files]}, b"".join(files)


def cut_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The cuts of the first sheet as a PNG, bold enough to be seen."""
    from companion.printing.drawing.pdf_file import sketched_pages

    deck, options = _read(task)
    sheet = cut_sheets(sure(plan(deck, options.sheets)), options.corner_radius_mm)[0]
    sketch = Sketch()
    for path in sheet.cuts:
        sketch.stroke(path, "#c00000", 4 * LINE_MM)
    for path in sheet.folds:
        sketch.stroke(path, "#0000c0", 4 * LINE_MM, (2.0, 1.4))
    page = Size(sheet.width_mm, sheet.height_mm)
    data = sketched_pages([(page, sketch)], cache_of(task), "Cuts")
    return page_preview(task, data)
