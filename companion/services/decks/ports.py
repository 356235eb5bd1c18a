"""What the deck maker needs from a store: decks, the history of each, and pictures by content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.services.ports import Conflict, StorageTrouble, Written


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck's own facts. The edit secret itself is never stored."""

    deck_id: str
    """The id in its address and in its file; a slug that is never used again."""
    secret_sha256: str
    """sha256 (hex) of the secret in the edit link."""
    created_at: str
    changed_at: str
    """UTC instants, ISO 8601; for display only."""
    version: int
    """Rises by one with every change, undo and redo included."""
    stands_at: int
    """Number of the revision that the deck stands at; later ones can be redone."""


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One step in a deck's history. The body lies once under its hash, tables share it."""

    number: int
    """Rising from 1 within a deck; a save after an undo replaces the numbers after it."""
    sha256: str
    """sha256 (hex) of the body; this is the deck's revision (see printing.sheets.planning)."""
    at: str
    size: int
    """Bytes of the body in UTF-8."""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A picture, as the worker made it."""

    sha256: str
    """sha256 (hex) of `data`."""
    data: bytes


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck as it stands, with the list of its revisions, as read in one transaction."""

    row: DeckRow
    body: str
    """Canonical JSON of the revision it stands at."""
    revisions: tuple[RevisionRow, ...]
    """Rising by number; the one with `row.stands_at` is among them."""


@dataclass(frozen=True, slots=True)
class DeckChange:
    """Everything that one change of a deck makes durable: all in one transaction, or nothing."""

    row: DeckRow
    """The deck's row after the change; its secret and birth are those of its first change."""
    expected_version: int | None
    """The version this was decided on; None makes a new deck."""
    revision: RevisionRow | None = None
    """A new revision. Every revision with its number or a later one goes first.

    None moves `stands_at` only (undo, redo).
    """
    body: str | None = None
    """Canonical JSON of the new revision."""
    gone_before: int = 0
    """Revisions with smaller numbers are dropped: the history has a cap."""
    pictures: tuple[PictureRow, ...] = ()
    """Pictures that are new; one that is there already is left as it is."""
    uses: tuple[str, ...] = ()
    """sha256 of every picture that the new revision shows; one that is not there is passed over."""
    decks_limit: int = 0
    """With a new deck: how many decks there may be afterwards."""
    pictures_bytes_limit: int = 0
    """With pictures: how many bytes all pictures together may have afterwards."""


@dataclass(frozen=True, slots=True)
class NoRoom:
    """A cap would be passed; nothing was done."""

    of: str
    """decks or pictures."""


class DeckStore(Protocol):
    """Keeps decks beside the tables (`store.decks()`), written by the same one writer.

    Every method may block its own greenlet or thread, never the loop. A body or a picture that
    nothing shows any more goes with the change that let go of it: a body is held by revisions and
    by tables, a picture by the bodies that show it. Forgetting tables drops only what no deck's
    history holds, and deleting a deck only what no table plays with.
    """

    def read_deck(self, deck_id: str) -> StoredDeck | StorageTrouble | None:
        """The deck as it stands; None when there is none."""

    def read_body(self, sha256: str) -> str | StorageTrouble | None:
        """The body of a revision, of any deck or table; None when it is gone."""

    def write_deck(self, change: DeckChange) -> Written | Conflict | NoRoom | StorageTrouble:
        """One transaction with full sync; returns only when it is durable.

        Conflict when the version is not the expected one, or a new deck's id is taken. The caps
        are counted inside the transaction, so that two writers cannot pass them together.
        """

    def delete_deck(self, deck_id: str) -> Written | StorageTrouble:
        """Delete the deck with its history; also Written when it was gone already."""

    def picture(self, sha256: str) -> bytes | StorageTrouble | None:
        """The picture's bytes; None when it is not kept."""

    def missing_pictures(self, wanted: Sequence[str]) -> tuple[str, ...] | StorageTrouble:
        """Those of the wanted pictures that are not kept, in the order asked for."""
