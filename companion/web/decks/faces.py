"""The real faces of cards inside our pages: our own drawing, with the people's texts escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.core.decks.model import Card, Deck
from companion.core.outcome import Phrase
from companion.printing.cards.preview import CardFace, CardPreviews, Wanted
from companion.web.parts import parts


@dataclass(frozen=True, slots=True)
class ShownFace:
    """The front of a card, ready for a template."""

    id: str
    """The card's id in its deck."""
    name: str
    svg: Markup
    """What stands inside the `<svg>`. Every text in it was escaped when it was drawn."""
    width_mm: float
    height_mm: float
    serious: tuple[tuple[Phrase, Phrase], ...]
    """What a reader of the card would miss, and what to do."""
    remarks: tuple[tuple[Phrase, Phrase], ...]
    """What is only less pretty."""


def card_face(deck: Deck, card: Card) -> ShownFace:
    """The front of a card of this deck, or of another version of it."""
    return _shown(deck, [Wanted(card)])[0]


def card_faces(deck: Deck, begin: int, end: int) -> list[ShownFace]:
    """The fronts of the deck's cards from one place up to another, for one page."""
    numbered = enumerate(deck.cards[begin:end], start=begin)
    return _shown(deck, [Wanted(card, f"f{number}") for number, card in numbered])


def _shown(deck: Deck, wanted: Sequence[Wanted]) -> list[ShownFace]:
    pictures = parts().decks.pictures
    if pictures is not None and any(each.card.picture is not None for each in wanted):
        # A picture that cannot be laid out just now leaves its window empty in the preview.
        pictures.lay_out(deck)
    faces = parts().previews.faces(deck, wanted)
    return [_for_page(each.card, face) for each, face in zip(wanted, faces, strict=True)]


def _for_page(card: Card, face: CardFace) -> ShownFace:
    lines = [(line.serious, (line.what, line.remedy)) for line in face.lines]
    return ShownFace(
        id=card.id,
        name=card.name,
        svg=Markup(face.svg),
        width_mm=CardPreviews.WIDTH_MM,
        height_mm=CardPreviews.HEIGHT_MM,
        serious=tuple(said for serious, said in lines if serious),
        remarks=tuple(said for serious, said in lines if not serious),
    )
