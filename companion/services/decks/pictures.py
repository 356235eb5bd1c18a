"""Pictures of cards: laid out for the print worker, and taken away when nobody shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.core.decks.model import Deck
from companion.services.answers import NotRecorded
from companion.services.decks.answers import pictures_of
from companion.services.decks.ports import DeckStore
from companion.services.ports import StorageTrouble
from companion.services.refusals import by_the_store


class PictureFolder(Protocol):
    """Where the print worker reads pictures, by content: printing/cards/picture_folder.py."""

    def names(self) -> frozenset[str]:
        """sha256 of every picture that lies there."""

    def put(self, sha256: str, data: bytes) -> StorageTrouble | None:
        """Lay a picture there, whole or not at all."""

    def remove(self, sha256: str) -> None:
        """Take it away; one that is gone already is gone."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The store keeps the pictures; the folder holds copies of those that were printed."""

    store: DeckStore
    folder: PictureFolder

    def lay_out(self, deck: Deck) -> NotRecorded | None:
        """Every picture of this deck lies in the folder; one that is lost is passed over."""
        there = self.folder.names()
        for each in pictures_of(deck):
            if each in there:
                continue
            data = self.store.picture(each)
            if isinstance(data, bytes):
                data = self.folder.put(each, data)
            if isinstance(data, StorageTrouble):
                return by_the_store(data)
        return None

    def sweep(self) -> None:
        """Take away the copies of pictures that the store no longer keeps."""
        gone = self.store.missing_pictures(sorted(self.folder.names()))
        for each in () if isinstance(gone, StorageTrouble) else gone:
            self.folder.remove(each)
