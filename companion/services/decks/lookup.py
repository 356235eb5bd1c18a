"""Looks decks up by id: those that come with Backroom, and those that people made here."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from companion.core.decks.editing import blank
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json
from companion.services.answers import NotRecorded
from companion.services.decks.answers import OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.decks.pictures import Pictures
from companion.services.refusals import not_recorded

DATA = Path(__file__).resolve().parents[2] / "data"
STARTER = "starter"
BLANK = "blank"
"""What a new deck may begin from beside a deck's id."""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """The decks that come with Backroom. What it gives out is shared and never to be changed."""

    by_id: dict[str, Json]
    read: dict[str, Deck] = field(default_factory=dict)
    """The same decks, read."""

    def find(self, deck_id: str) -> Json | None:
        """The deck's JSON (backroom-deck/1), None when it does not come with Backroom."""
        return self.by_id.get(deck_id)


def built_in(folder: Path = DATA) -> BuiltIn:
    """The decks that come with Backroom."""
    text = (folder / "starter_deck.json").read_text(encoding="utf-8")
    starter = cast(Json, json.loads(text))
    read = read_deck(starter)
    return BuiltIn({STARTER: starter}, {STARTER: read} if isinstance(read, Deck) else {})


@dataclass(frozen=True, slots=True)
class Decks:
    """Looks decks up by id, wherever they come from."""

    built_in: BuiltIn = field(default_factory=built_in)
    maker: DeckMaker | None = None
    """None where no decks can be made."""
    pictures: Pictures | None = None
    """None where cards have no pictures."""

    def find(self, deck_id: str) -> Json | NotRecorded:
        """The deck's JSON (backroom-deck/1) as it stands now; else why not.

        404 `unknown_deck` when nobody here has it, 503 when the store is in trouble.
        """
        known = self.built_in.find(deck_id)
        if known is not None:
            return known
        opened = self.open(deck_id)
        return opened if isinstance(opened, NotRecorded) else opened.deck.to_json()

    def deck(self, deck_id: str) -> Deck | NotRecorded:
        """The deck as it stands now, read; else why not, as `find` says."""
        known = self.built_in.read.get(deck_id)
        if known is not None:
            return known
        opened = self.open(deck_id)
        return opened if isinstance(opened, NotRecorded) else opened.deck

    def for_print(self, deck_id: str) -> Json | NotRecorded:
        """The deck's JSON, once its pictures lie where the print worker may read them."""
        known = self.built_in.find(deck_id)
        if known is not None:
            return known
        opened = self.open(deck_id)
        if isinstance(opened, NotRecorded):
            return opened
        trouble = self.pictures.lay_out(opened.deck) if self.pictures is not None else None
        return trouble or opened.deck.to_json()

    def open(self, deck_id: str) -> OpenDeck | NotRecorded:
        """A deck that was made here, as it stands now, with its history."""
        if self.maker is None:
            return not_recorded("unknown_deck", 404)
        return self.maker.open(deck_id)

    def source(self, asked: str) -> Deck | NotRecorded:
        """What a new deck begins from: `starter`, `blank`, or a deck's id."""
        if asked == BLANK:
            return blank("")
        return self.deck(asked)
