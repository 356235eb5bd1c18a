"""A deck maker on a temporary file, and decks to save in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.decks.editing import add_item, blank
from companion.core.decks.model import Deck, ItemCard
from companion.services.answers import NotRecorded
from companion.services.decks.answers import NewDeck, OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.decks.ports import PictureRow
from companion.services.tables.chain import sha256
from companion.storage.sqlite import SqliteStore
from tests.services.desk import HandClock

HERE = "192.168.1.77"
PICTURE = PictureRow(sha256("a picture"), b"a picture")


@dataclass
class Bench:
    """A deck maker on a temporary file, with a clock moved by hand."""

    maker: DeckMaker
    clock: HandClock
    store: SqliteStore

    def made(self, name: str = "Mine", address: str = HERE) -> tuple[OpenDeck, str]:
        """A new deck, opened, and its secret."""
        made = self.maker.create(blank(name), address)
        assert isinstance(made, NewDeck), made
        return self.opened(made.deck_id), made.secret

    def opened(self, deck_id: str) -> OpenDeck:
        opened = self.maker.open(deck_id)
        assert isinstance(opened, OpenDeck), opened
        return opened

    def saved(self, opened: OpenDeck, deck: Deck, *pictures: PictureRow) -> OpenDeck:
        saved = self.maker.save(opened, deck, opened.revision, pictures)
        assert isinstance(saved, OpenDeck), saved
        return saved


def with_item(deck: Deck, money: int) -> Deck:
    """The deck with one Weapon more."""
    edited = add_item(deck, "Weapon", money)
    assert isinstance(edited, Deck)
    return edited


def with_picture(deck: Deck, picture: PictureRow = PICTURE) -> Deck:
    """The deck with a card that shows this picture."""
    card = ItemCard("idol", "Idol", 1, "Artifact", 1, picture=f"asset:{picture.sha256}")
    return replace(deck, cards=(*deck.cards, card))


def code_of(answer: object) -> tuple[str, int]:
    """The code of a refusal and its status."""
    assert isinstance(answer, NotRecorded), answer
    return answer.refused.code, answer.status
