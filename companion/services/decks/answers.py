"""What the deck maker answers: a new deck, an open one with its history, or two that clash."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.decks.model import PICTURE, Deck
from companion.services.decks.ports import DeckRow, RevisionRow


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck that was just made. The secret is shown this once."""

    deck_id: str
    secret: str
    revision: str
    lost_pictures: int = 0
    """Cards whose picture this server does not have; they stand without one."""


@dataclass(frozen=True, slots=True)
class OpenDeck:
    """A deck as it stands, with its history."""

    deck: Deck
    row: DeckRow
    revisions: tuple[RevisionRow, ...]

    @property
    def revision(self) -> str:
        """sha256 of the deck as it stands; a save names the one it began from."""
        return self._at(self.row.stands_at).sha256

    @property
    def before(self) -> RevisionRow | None:
        """What undo leads to; None at the beginning."""
        return next((r for r in self.revisions if r.number == self.row.stands_at - 1), None)

    @property
    def after(self) -> RevisionRow | None:
        """What redo leads to; None at the end."""
        return next((r for r in self.revisions if r.number == self.row.stands_at + 1), None)

    def _at(self, number: int) -> RevisionRow:
        return next(r for r in self.revisions if r.number == number)


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody else saved meanwhile: both are shown, and nothing was done."""

    mine: Deck
    theirs: OpenDeck
    base: Deck | None
    """What mine began from; None when it is no longer in the history."""


def pictures_of(deck: Deck) -> tuple[str, ...]:
    """sha256 of every picture that the deck shows, each once, in the order of its cards."""
    return tuple(each.removeprefix(PICTURE) for each in shown_pictures(deck))


def shown_pictures(deck: Deck) -> tuple[str, ...]:
    """The same as cards name them, with the word before the sha256."""
    return tuple(dict.fromkeys(card.picture for card in deck.cards if card.picture is not None))
