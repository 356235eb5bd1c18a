"""Turns the cards of a deck into finished faces: drawn, set, and kept by content."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.core.decks.markup import COIN, parse
from companion.core.decks.model import Card, Deck, ItemCard, WarehouseCard
from companion.printing.black_market_warehouse import backs, fronts
from companion.printing.cache import Cache
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.look import Canvas, Work
from companion.printing.drawing.pdf import OperatorWriter
from companion.printing.drawing.sketch import Drawing, Picture, Sketch, TextLine
from companion.printing.engine_hash import engine_hash
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.text_layer import TextLayer

Typeset = Callable[[Sequence[Sequence[TextLine]], float, float], list[TextLayer]]
"""companion.printing.texts.typesetting.typeset: given by the worker, which alone may import it."""
Progress = Callable[[int, int], None]
"""Called with the number of faces done and of all faces."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card, ready to be put on sheets any number of times."""

    key: str
    """Hash of everything that shows on it."""
    content: bytes
    """PDF operators in millimetres from the top left of the trim, deflated."""
    glyphs: dict[str, dict[int, str]]
    notes: tuple[FitNote, ...] = ()
    pictures: tuple[Picture, ...] = ()
    """The supplied pictures that it shows."""


def front_key(deck: Deck, card: Card, canvas: Canvas, pictures: PictureFiles) -> str:
    """Equal for cards that print the same; copies and a structured effect do not count."""
    shown: dict[str, Any] = asdict(card)
    del shown["count"]
    shown.pop("effect", None)
    marks = [[name, deck.mark_of(name).to_json()] for name in _types_shown(deck, card)]
    picture = pictures.size(card.picture) if card.picture else None
    about = [deck.id, deck.name, marks, deck.currency, deck.money_unit, shown, card.kind, picture]
    return _hash([*about, canvas.corner_mm] if canvas.corner_mm else about, canvas)


def _types_shown(deck: Deck, card: Card) -> list[str]:
    """The types whose icon stands on the card, in its fields or within its texts."""
    found = set(getattr(card, "requires", ()))
    if isinstance(card, ItemCard):
        found.add(card.item_type)
    for text in (card.flavour, getattr(card, "effect_text", None)):
        if text and "{" in text:  # most have no sign at all, and this is done for every print
            found.update(piece.sign for piece in parse(text, deck.item_types))
    return sorted(found - {"", COIN})


def back_key(which: str, canvas: Canvas) -> str:
    """The key of one of the two backs."""
    return _hash(["back", which], canvas)


def _hash(shown: list[Any], canvas: Canvas) -> str:
    size = [
        canvas.width_mm,
        canvas.height_mm,
        canvas.bleed_mm,
        canvas.look.style,
        canvas.safe_zone_mm,
    ]
    text = json.dumps([engine_hash(), size, shown], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def back_of(card: Card) -> str:
    """Which back a card has: its deck's, so that the back tells nothing more."""
    return "warehouse" if isinstance(card, WarehouseCard) else "market"


def draw_front(
    deck: Deck, card: Card, canvas: Canvas, pictures: PictureFiles
) -> tuple[Drawing, tuple[FitNote, ...]]:
    """The front as a drawing, with what there is to report about its texts and its picture."""
    work = Work(canvas, Sketch(), [], pictures)
    fronts.draw(work, deck, card)
    return work.sketch.finished(canvas.width_mm, canvas.height_mm), tuple(work.notes)


def draw_back(which: str, canvas: Canvas) -> Drawing:
    """A back as a drawing."""
    sketch = Sketch()
    backs.draw(canvas, sketch, which)
    return sketch.finished(canvas.width_mm, canvas.height_mm)


def front_faces(
    deck: Deck,
    canvas: Canvas,
    pictures: PictureFiles,
    cache: Cache,
    typeset: Typeset,
    run: int,
    progress: Progress,
) -> list[Face]:
    """The front of every card of the deck, in its order, each made once and then kept."""
    keys = [front_key(deck, card, canvas, pictures) for card in deck.cards]
    faces = {key: face for key in keys if (face := _kept(cache, key)) is not None}
    missing: dict[str, Card] = {}
    for key, card in zip(keys, deck.cards, strict=True):
        if key not in faces:
            missing.setdefault(key, card)
    waiting = list(missing.items())
    done = len(faces)
    progress(done, done + len(waiting))
    for start in range(0, len(waiting), run):
        part = waiting[start : start + run]
        drawn = [draw_front(deck, card, canvas, pictures) for _, card in part]
        layers = typeset([drawing.texts for drawing, _ in drawn], canvas.width_mm, canvas.height_mm)
        for (key, _), (drawing, notes), layer in zip(part, drawn, layers, strict=True):
            faces[key] = finished_face(key, drawing, layer, notes)
            cache.write("faces", key, _to_bytes(faces[key]))
        progress(done + start + len(part), done + len(waiting))
    return [faces[key] for key in keys]


def back_face(which: str, canvas: Canvas, cache: Cache) -> Face:
    """One of the two backs. It carries no text of the deck, so nothing is to be set."""
    key = back_key(which, canvas)
    kept = _kept(cache, key)
    if kept is not None:
        return kept
    face = finished_face(key, draw_back(which, canvas), TextLayer(), ())
    cache.write("faces", key, _to_bytes(face))
    return face


def finished_face(key: str, drawing: Drawing, layer: TextLayer, notes: tuple[FitNote, ...]) -> Face:
    """The face of a drawing with its text layer, ready for sheets."""
    writer = OperatorWriter()
    writer.shapes(drawing.shapes)
    writer.lettering(drawing.lettering)
    writer.text_layer(layer)
    content = zlib.compress(writer.content(), 9)
    said = (*notes, *_overflows(drawing, layer))
    return Face(key, content, writer.glyphs, said, tuple(writer.pictures.values()))


def _overflows(drawing: Drawing, layer: TextLayer) -> tuple[FitNote, ...]:
    """Lines that came out wider than they were measured: none may pass unsaid."""
    wide: dict[int, float] = {}
    for run in layer.runs:
        wide[run.line] = wide.get(run.line, 0.0) + run.width_mm
    return tuple(
        FitNote("does_not_fit", "line", drawing.texts[number].size_pt)
        for number, width_mm in wide.items()
        if width_mm > drawing.texts[number].width_mm + 0.05
    )


def _to_bytes(face: Face) -> bytes:
    head = {
        "glyphs": {
            font: {str(i): text for i, text in g.items()} for font, g in face.glyphs.items()
        },
        "notes": [asdict(note) for note in face.notes],
        "pictures": [asdict(picture) for picture in face.pictures],
    }
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + face.content


def _kept(cache: Cache, key: str) -> Face | None:
    data = cache.read("faces", key)
    if data is None:
        return None
    head, _, content = data.partition(b"\n")
    try:
        found = json.loads(head)
        zlib.decompress(content)
        glyphs = {
            font: {int(index): text for index, text in texts.items()}
            for font, texts in found["glyphs"].items()
        }
        notes = tuple(
            FitNote(**{**note, "characters": tuple(note["characters"])}) for note in found["notes"]
        )
        pictures = tuple(Picture(**picture) for picture in found["pictures"])
    except (ValueError, KeyError, TypeError, zlib.error):
        return None
    return Face(key, content, glyphs, notes, pictures)
