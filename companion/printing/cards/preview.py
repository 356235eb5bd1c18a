"""Cards as they will be printed, for a page: fronts as SVG, and how their texts fit."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.core.decks.model import Card, Deck
from companion.printing.cache import Cache
from companion.printing.cards.faces import draw_front, front_key
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.look import DESIGN_HEIGHT_MM, DESIGN_WIDTH_MM, HOUSE, Canvas
from companion.printing.drawing.svg import SvgWriter
from companion.printing.texts.fit_report import ReportLine, report
from companion.services.long_work import Aside, at_once

PICTURES_BYTES = 20_000_000
FACES_BYTES = 16_000_000
"""Of drawn faces, about a thousand; those with large pictures in them are fewer."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """The front of a card."""

    svg: str
    """The elements inside its `<svg>`, in millimetres of the card; every text in it is escaped."""
    lines: tuple[ReportLine, ...]
    """What the fit report says about it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card whose front is asked for."""

    card: Card
    """A card of the deck, or another version of one."""
    prefix: str = "face"
    """Keeps the ids of several faces on one page apart."""


_Key = tuple[str, int, str]
"""Hash of everything that shows, the card's place in the deck, the prefix."""


class CardPreviews:
    """Draws fronts with no worker to wait for, and keeps them by content.

    Measured: a front takes 2 to 5 ms, so they are drawn aside and only the caller waits.
    """

    WIDTH_MM, HEIGHT_MM = DESIGN_WIDTH_MM, DESIGN_HEIGHT_MM

    def __init__(
        self,
        pictures_folder: Path | None = None,
        aside: Aside = at_once,
        faces_bytes: int = FACES_BYTES,
    ) -> None:
        """Without a folder cards are drawn without their pictures.

        `aside` runs one piece of work after another, wherever that is.
        """
        self._pictures = PictureFiles(pictures_folder, Cache(None, PICTURES_BYTES))
        self._aside = aside
        self._most_bytes = faces_bytes
        self._kept: OrderedDict[_Key, CardFace] = OrderedDict()
        self._held_bytes = 0

    @property
    def held_bytes(self) -> int:
        """What the kept faces take, roughly."""
        return self._held_bytes

    def faces(self, deck: Deck, wanted: Sequence[Wanted]) -> list[CardFace]:
        """The fronts as the house style prints them at the size it was designed for."""
        canvas = Canvas(DESIGN_WIDTH_MM, DESIGN_HEIGHT_MM, 0.0, HOUSE)
        places = {card.id: number for number, card in enumerate(deck.cards)}
        keys = [
            (front_key(deck, each.card, canvas, self._pictures), places[each.card.id], each.prefix)
            for each in wanted
        ]
        found = {key: face for key in keys if (face := self._known(key)) is not None}
        missing = {k: each.card for k, each in zip(keys, wanted, strict=True) if k not in found}
        if missing:
            found |= self._aside(lambda: self._made(deck, canvas, missing))
        return [found[key] for key in keys]

    def _known(self, key: _Key) -> CardFace | None:
        face = self._kept.get(key)
        if face is not None:
            with suppress(KeyError):  # let go just now, by the thread that draws
                self._kept.move_to_end(key)
        return face

    def _made(self, deck: Deck, canvas: Canvas, missing: dict[_Key, Card]) -> dict[_Key, CardFace]:
        """Those that nobody who was before us has made; the only place that keeps any."""
        made = {}
        for key, card in missing.items():
            made[key] = self._kept.get(key) or self._keep(key, self._drawn(deck, canvas, card, key))
        return made

    def _keep(self, key: _Key, face: CardFace) -> CardFace:
        self._kept[key] = face
        self._held_bytes += _size(face)
        while self._held_bytes > self._most_bytes:
            _, gone = self._kept.popitem(last=False)
            self._held_bytes -= _size(gone)
        return face

    def _drawn(self, deck: Deck, canvas: Canvas, card: Card, key: _Key) -> CardFace:
        _, place, prefix = key
        cards = (*deck.cards[:place], card, *deck.cards[place + 1 :])
        drawing, notes = draw_front(deck, card, canvas, self._pictures)
        svg = SvgWriter(prefix, self._pictures).drawing(drawing)
        said = [notes if number == place else () for number in range(len(cards))]
        return CardFace(svg, report(replace(deck, cards=cards), said).lines)


def _size(face: CardFace) -> int:
    return len(face.svg) + 200 * len(face.lines)
