"""The deck maker: decks made, changed, undone and deleted by whoever holds their edit link."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import replace

from companion.core.decks.changes import change_in_words
from companion.core.decks.model import PICTURE, Deck
from companion.core.outcome import Phrase
from companion.services.answers import NotRecorded
from companion.services.decks.answers import (
    Clash,
    NewDeck,
    OpenDeck,
    pictures_of,
    shown_pictures,
)
from companion.services.decks.ports import (
    DeckChange,
    DeckRow,
    DeckStore,
    NoRoom,
    PictureRow,
    RevisionRow,
    StoredDeck,
)
from companion.services.decks.revisions import Revisions
from companion.services.instants import written
from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.pace import Pace, Tries
from companion.services.ports import Clock, Conflict, Randomness, StorageTrouble
from companion.services.refusals import by_the_store, not_recorded
from companion.services.tables.chain import canonical, is_whole, sha256
from companion.services.tables.repeats import Repeats

ID_LETTERS = 10
ID_TRIES = 8
HOUR_SECONDS = 3600.0


class DeckMaker:
    """All decks made on this Backroom. Never throws for bad input; answers NotRecorded."""

    def __init__(
        self, store: DeckStore, clock: Clock, randomness: Randomness, limits: Limits | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._randomness = randomness
        self._limits = limits or Limits()
        self._new = Tries(self._limits.new_decks_per_hour, HOUR_SECONDS)
        self._saves = Pace(self._limits.events_per_second, self._limits.events_burst)
        self._revisions = Revisions()
        self._repeats: Repeats[NewDeck] = Repeats(clock, self._limits.repeat_seconds)
        self._forms: Repeats[bool] = Repeats(clock, self._limits.repeat_seconds)

    # --- making and finding -----------------------------------------------------------------

    def create(
        self, deck: Deck, address: str | None = None, id: str | None = None
    ) -> NewDeck | NotRecorded:
        """A new deck of this content under an id of its own; the same `id` again is the same deck.

        Refused as `too_many_decks` (503) over the server's cap, `too_many_new_decks` (429) over
        the address's. Pictures that are not kept here are left out and counted.
        """
        again = self._repeats.find("", id)
        if again is not None:
            return again
        who, now = network_of(address), self._clock.monotonic()
        wait = self._new.wait_seconds(who, now)
        if wait is not None:
            most = self._limits.new_decks_per_hour
            return not_recorded("too_many_new_decks", 429, None, wait, count=most)
        known = self._without_lost_pictures(deck)
        if isinstance(known, NotRecorded):
            return known
        kept, lost = known
        made = self._begin(kept)
        if isinstance(made, NotRecorded):
            return made
        self._new.add(who, now)
        made = replace(made, lost_pictures=lost)
        self._repeats.keep("", id, made)
        return made

    def _begin(self, deck: Deck) -> NewDeck | NotRecorded:
        secret, at = self._randomness.token(), self._now()
        for _ in range(ID_TRIES):
            deck_id = self._randomness.code(ID_LETTERS).lower()
            body = canonical(replace(deck, id=deck_id).to_json())
            row = DeckRow(deck_id, sha256(secret), at, at, version=1, stands_at=1)
            revision = _revision(1, body, at)
            written_ = self._store.write_deck(
                DeckChange(
                    row,
                    None,
                    revision,
                    body,
                    uses=pictures_of(deck),
                    decks_limit=self._limits.decks,
                )
            )
            if isinstance(written_, Conflict):
                continue
            if isinstance(written_, NoRoom | StorageTrouble):
                return self._not_written(written_)
            return NewDeck(deck_id, secret, revision.sha256)
        return by_the_store(StorageTrouble("io", "no free deck id"))

    def open(self, deck_id: str) -> OpenDeck | NotRecorded:
        """The deck as it stands; 404 `unknown_deck` when there is none."""
        stored = self._store.read_deck(deck_id)
        if stored is None:
            return not_recorded("unknown_deck", 404)
        return by_the_store(stored) if isinstance(stored, StorageTrouble) else self._opened(stored)

    def editable(self, deck_id: str, secret: str) -> OpenDeck | NotRecorded:
        """The deck for who holds its edit link; a wrong secret is answered like no deck."""
        opened = self.open(deck_id)
        if isinstance(opened, NotRecorded):
            return opened
        if hmac.compare_digest(sha256(secret).encode(), opened.row.secret_sha256.encode()):
            return opened
        return not_recorded("unknown_deck", 404)

    def at_revision(self, opened: OpenDeck, revision: str) -> Deck | NotRecorded | None:
        """The deck as it was at a revision of its history; None when it is not in it."""
        if revision == opened.revision:
            return opened.deck
        if revision not in {each.sha256 for each in opened.revisions}:
            return None
        body = self._store.read_body(revision)
        if isinstance(body, StorageTrouble):
            return by_the_store(body)
        return None if body is None else self._revisions.read(body, revision)

    def last_change(self, opened: OpenDeck) -> Phrase | None:
        """What undo would take back, in words; None at the beginning of the history."""
        if opened.before is None:
            return None
        before = self.at_revision(opened, opened.before.sha256)
        return change_in_words(before, opened.deck) if isinstance(before, Deck) else None

    # --- changing ---------------------------------------------------------------------------

    def save(
        self, opened: OpenDeck, deck: Deck, base: str, pictures: Sequence[PictureRow] = ()
    ) -> OpenDeck | Clash | NotRecorded:
        """Make `deck` the next revision, when `base` is still the one that it stands at.

        The deck keeps its id. What it is already is answered as saved. Refused as
        `pictures_full` (503) over the server's room for pictures, `too_fast` (429).
        """
        deck = replace(deck, id=opened.row.deck_id)
        if deck == opened.deck:
            return opened
        if base != opened.revision:
            began = self.at_revision(opened, base)
            return Clash(deck, opened, began if isinstance(began, Deck) else None)
        wait = self._saves.wait_seconds(opened.row.deck_id, 1, self._clock.monotonic())
        if wait is not None:
            return not_recorded("too_fast", 429, None, wait)
        fresh = tuple(each for each in pictures if PICTURE + each.sha256 in shown_pictures(deck))
        body, at = canonical(deck.to_json()), self._now()
        number = opened.row.stands_at + 1
        revision = _revision(number, body, at)
        standing = [each for each in opened.revisions if each.number < number]
        change = DeckChange(
            replace(opened.row, changed_at=at, version=opened.row.version + 1, stands_at=number),
            opened.row.version,
            revision,
            body,
            gone_before=self._oldest(standing, revision),
            pictures=fresh,
            uses=pictures_of(deck),
            pictures_bytes_limit=self._limits.pictures_bytes,
        )
        return self._write(opened, change, deck)

    def was_saved(self, opened: OpenDeck, form: str | None) -> bool:
        """True when this form was saved a moment ago: a double tap is one change."""
        return self._forms.find(opened.row.deck_id, form) is not None

    def note_saved(self, opened: OpenDeck, form: str | None) -> None:
        """Remember for a moment that this form was saved."""
        self._forms.keep(opened.row.deck_id, form, True)

    def undo(self, opened: OpenDeck, base: str) -> OpenDeck | NotRecorded:
        """Back to the revision before; refused as `deck_moved_on` when it moved on from `base`."""
        return self._step(opened, base, opened.before, not_recorded("nothing_to_undo", 422))

    def redo(self, opened: OpenDeck, base: str) -> OpenDeck | NotRecorded:
        """On to the revision after, where something was undone."""
        return self._step(opened, base, opened.after, not_recorded("nothing_to_redo", 422))

    def delete(self, opened: OpenDeck) -> NotRecorded | None:
        """Delete the deck and its history. Tables keep the revision they started with."""
        deleted = self._store.delete_deck(opened.row.deck_id)
        return by_the_store(deleted) if isinstance(deleted, StorageTrouble) else None

    def picture(self, sha256: str) -> bytes | NotRecorded:
        """A picture as it was stored; 404 `unknown_picture`."""
        found = self._store.picture(sha256)
        if isinstance(found, StorageTrouble):
            return by_the_store(found)
        if found is not None and not _is_picture(found, sha256):
            return by_the_store(StorageTrouble("corrupt", f"picture {sha256[:8]}"))
        return not_recorded("unknown_picture", 404) if found is None else found

    def tidy(self) -> None:
        """Forget who was counted, once a second from the server."""
        self._new.tidy(self._clock.monotonic())
        self._saves.tidy(self._clock.monotonic())
        self._repeats.tidy()
        self._forms.tidy()

    # --- inside -----------------------------------------------------------------------------

    def _step(
        self, opened: OpenDeck, base: str, to: RevisionRow | None, nothing: NotRecorded
    ) -> OpenDeck | NotRecorded:
        if base != opened.revision:
            return not_recorded("deck_moved_on", 409)
        if to is None:
            return nothing
        deck = self.at_revision(opened, to.sha256)
        if not isinstance(deck, Deck):
            return deck or nothing
        row = replace(
            opened.row,
            changed_at=self._now(),
            version=opened.row.version + 1,
            stands_at=to.number,
        )
        moved = self._write(opened, DeckChange(row, opened.row.version), deck)
        return not_recorded("deck_moved_on", 409) if isinstance(moved, Clash) else moved

    def _write(
        self, opened: OpenDeck, change: DeckChange, deck: Deck
    ) -> OpenDeck | Clash | NotRecorded:
        done = self._store.write_deck(change)
        if isinstance(done, NoRoom | StorageTrouble):
            return self._not_written(done)
        now = self.open(opened.row.deck_id)
        if isinstance(done, Conflict) and isinstance(now, OpenDeck):
            return Clash(deck, now, opened.deck)
        return now

    def _not_written(self, outcome: NoRoom | StorageTrouble) -> NotRecorded:
        if isinstance(outcome, StorageTrouble):
            return by_the_store(outcome)
        if outcome.of == "decks":
            return not_recorded("too_many_decks", 503, count=self._limits.decks)
        return not_recorded("pictures_full", 503)

    def _oldest(self, standing: Sequence[RevisionRow], newest: RevisionRow) -> int:
        """The number from which the history is kept: the newest revisions, within both caps."""
        first, room = newest.number, self._limits.deck_history_bytes - newest.size
        for each in reversed(standing):
            room -= each.size
            if room < 0 or newest.number - each.number >= self._limits.deck_revisions:
                break
            first = each.number
        return first

    def _without_lost_pictures(self, deck: Deck) -> tuple[Deck, int] | NotRecorded:
        missing = self._store.missing_pictures(pictures_of(deck))
        if isinstance(missing, StorageTrouble):
            return by_the_store(missing)
        gone = {PICTURE + each for each in missing}
        lost = sum(card.picture in gone for card in deck.cards)
        cards = tuple(
            replace(card, picture=None) if card.picture in gone else card for card in deck.cards
        )
        return replace(deck, cards=cards), lost

    def _opened(self, stored: StoredDeck) -> OpenDeck | NotRecorded:
        stands_at = stored.row.stands_at
        now = next((each for each in stored.revisions if each.number == stands_at), None)
        if now is None or not all(map(is_whole, (stored.row, *stored.revisions))):
            return by_the_store(StorageTrouble("corrupt", f"deck {stored.row.deck_id}"))
        deck = self._revisions.read(stored.body, now.sha256)
        return OpenDeck(deck, stored.row, stored.revisions) if isinstance(deck, Deck) else deck

    def _now(self) -> str:
        return written(self._clock.now())


def _is_picture(found: object, sha256: str) -> bool:
    return isinstance(found, bytes) and hashlib.sha256(found).hexdigest() == sha256


def _revision(number: int, body: str, at: str) -> RevisionRow:
    return RevisionRow(number, sha256(body), at, len(body.encode()))
