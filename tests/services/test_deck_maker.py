"""The deck maker: who may change a deck, what two people at once get, undo, caps, deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.core.decks.editing import add_item, blank
from companion.core.decks.model import Deck, ItemCard
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash, NewDeck, OpenDeck
from companion.services.decks.by_id import Decks
from companion.services.decks.maker import DeckMaker
from companion.services.decks.pictures import Pictures
from companion.services.decks.ports import DeckChange, NoRoom, PictureRow, StoredDeck
from companion.services.limits import Limits
from companion.services.ports import Conflict, StorageTrouble, Written
from companion.services.tables.chain import canonical, sha256
from companion.storage.check import Finding, check
from companion.storage.decks import SqliteDecks
from companion.storage.sqlite import SqliteStore, open_store
from tests.services.desk import CountingRandomness, HandClock

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


@pytest.fixture
def benches(tmp_path: Path) -> Iterator[Callable[[Limits], Bench]]:
    """Makes deck makers with limits of the test's own."""
    stores: list[SqliteStore] = []

    def make(limits: Limits) -> Bench:
        folder = tmp_path / f"data-{len(stores)}"
        folder.mkdir()
        store = open_store(folder)
        assert isinstance(store, SqliteStore)
        stores.append(store)
        clock = HandClock()
        return Bench(DeckMaker(store.decks(), clock, CountingRandomness(), limits), clock, store)

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def bench(benches: Callable[[Limits], Bench]) -> Bench:
    return benches(Limits(events_burst=1_000, new_decks_per_hour=100))


def with_item(deck: Deck, money: int) -> Deck:
    edited = add_item(deck, "Weapon", money)
    assert isinstance(edited, Deck)
    return edited


def with_picture(deck: Deck, picture: PictureRow = PICTURE) -> Deck:
    card = ItemCard("idol", "Idol", 1, "Artifact", 1, picture=f"asset:{picture.sha256}")
    return replace(deck, cards=(*deck.cards, card))


def code_of(answer: object) -> tuple[str, int]:
    assert isinstance(answer, NotRecorded), answer
    return answer.refused.code, answer.status


# --- making and finding ---


def test_new_deck_has_an_id_of_its_own_in_address_and_file(bench: Bench) -> None:
    made = bench.maker.create(blank("Mine"), HERE)

    assert isinstance(made, NewDeck)
    opened = bench.opened(made.deck_id)
    assert opened.deck == replace(blank("Mine"), id=made.deck_id)
    assert opened.revision == made.revision == sha256(canonical(opened.deck.to_json()))


def test_same_form_twice_makes_one_deck(bench: Bench) -> None:
    first = bench.maker.create(blank("Mine"), HERE, "form")
    again = bench.maker.create(blank("Mine"), HERE, "form")
    other = bench.maker.create(blank("Mine"), HERE, "other form")

    assert first == again
    assert first != other


def test_only_the_right_secret_opens_a_deck_to_be_changed(bench: Bench) -> None:
    opened, secret = bench.made()

    assert bench.maker.editable(opened.row.deck_id, secret) == opened
    wrong = bench.maker.editable(opened.row.deck_id, f"{secret}x")
    nothing = bench.maker.editable("nodeck", secret)
    assert code_of(wrong) == code_of(nothing) == ("unknown_deck", 404)
    assert wrong == nothing


def test_the_secret_itself_is_never_stored(bench: Bench) -> None:
    _, secret = bench.made()
    dump = bench.store._writer.alone(lambda connection: list(connection.iterdump()))

    assert isinstance(dump, list)
    assert [line for line in dump if secret in line] == []


def test_decks_finds_what_comes_along_and_what_was_made(bench: Bench) -> None:
    opened, _ = bench.made()
    decks = Decks(maker=bench.maker)
    starter, mine = decks.find("starter"), decks.find(opened.row.deck_id)

    assert isinstance(starter, dict)
    assert starter["name"] == "Starter deck"
    assert mine == opened.deck.to_json()
    assert code_of(decks.find("nodeck")) == ("unknown_deck", 404)


# --- saving ---


def test_save_on_the_revision_it_began_from_is_taken(bench: Bench) -> None:
    opened, _ = bench.made()
    saved = bench.saved(opened, with_item(opened.deck, 1))

    assert bench.opened(opened.row.deck_id) == saved
    assert [card.name for card in saved.deck.cards] == ["Weapon"]
    assert len(saved.revisions) == 2


def test_save_on_an_older_revision_shows_both_and_changes_nothing(bench: Bench) -> None:
    opened, _ = bench.made()
    theirs = bench.saved(opened, with_item(opened.deck, 1))
    mine = with_item(opened.deck, 2)

    clash = bench.maker.save(bench.opened(opened.row.deck_id), mine, opened.revision)

    assert clash == Clash(mine, theirs, opened.deck)
    assert bench.opened(opened.row.deck_id) == theirs


def test_two_saves_in_the_same_moment_clash_too(bench: Bench) -> None:
    opened, _ = bench.made()
    bench.saved(opened, with_item(opened.deck, 1))

    clash = bench.maker.save(opened, with_item(opened.deck, 2), opened.revision)

    assert isinstance(clash, Clash)
    assert clash.theirs == bench.opened(opened.row.deck_id)


def test_what_stands_there_already_is_saved(bench: Bench) -> None:
    opened, _ = bench.made()
    changed = with_item(opened.deck, 1)
    saved = bench.saved(opened, changed)

    assert bench.maker.save(saved, changed, opened.revision) == saved


def test_saved_deck_keeps_its_id_whatever_the_file_says(bench: Bench) -> None:
    opened, _ = bench.made()
    saved = bench.saved(opened, replace(with_item(opened.deck, 1), id="starter"))

    assert saved.deck.id == opened.row.deck_id


# --- undo ---


def test_undo_and_redo_walk_the_whole_history(bench: Bench) -> None:
    opened, _ = bench.made()
    steps = [opened]
    for money in (1, 2, 3):
        steps.append(bench.saved(steps[-1], with_item(steps[-1].deck, money)))
    walked = [steps[-1]]
    for step in (bench.maker.undo,) * 3 + (bench.maker.redo,) * 3:
        moved = step(walked[-1], walked[-1].revision)
        assert isinstance(moved, OpenDeck)
        walked.append(moved)

    decks = [each.deck for each in steps]
    assert [each.deck for each in walked] == [*reversed(decks), *decks[1:]]
    assert code_of(bench.maker.redo(walked[-1], walked[-1].revision)) == ("nothing_to_redo", 422)


def test_undo_at_the_beginning_says_so(bench: Bench) -> None:
    opened, _ = bench.made()

    assert code_of(bench.maker.undo(opened, opened.revision)) == ("nothing_to_undo", 422)


def test_undo_never_takes_back_what_the_undoer_has_not_seen(bench: Bench) -> None:
    opened, _ = bench.made()
    seen = bench.saved(opened, with_item(opened.deck, 1))
    now = bench.saved(seen, with_item(seen.deck, 2))

    assert code_of(bench.maker.undo(now, seen.revision)) == ("deck_moved_on", 409)
    assert bench.opened(opened.row.deck_id) == now


def test_save_after_an_undo_leaves_nothing_to_redo(bench: Bench) -> None:
    opened, _ = bench.made()
    saved = bench.saved(opened, with_item(opened.deck, 1))
    undone = bench.maker.undo(saved, saved.revision)
    assert isinstance(undone, OpenDeck)

    other = bench.saved(undone, with_item(undone.deck, 2))

    assert other.after is None
    assert len(other.revisions) == 2


def test_history_is_capped_by_steps(benches: Callable[[Limits], Bench]) -> None:
    bench = benches(Limits(deck_revisions=3, events_burst=100))
    opened, _ = bench.made()
    for money in range(1, 6):
        opened = bench.saved(opened, with_item(opened.deck, money))

    assert [each.number for each in opened.revisions] == [4, 5, 6]


def test_history_is_capped_by_bytes_and_keeps_the_newest(
    benches: Callable[[Limits], Bench],
) -> None:
    bench = benches(Limits(deck_history_bytes=900, events_burst=100))
    opened, _ = bench.made()
    for money in range(1, 6):
        opened = bench.saved(opened, with_item(opened.deck, money))

    assert sum(each.size for each in opened.revisions) <= 900
    assert opened.revisions[-1].number == opened.row.stands_at == 6


# --- caps ---


def test_deck_over_the_servers_cap_is_refused_with_a_sentence(
    benches: Callable[[Limits], Bench],
) -> None:
    bench = benches(Limits(decks=2))
    for name in ("one", "two"):
        bench.made(name)

    answer = bench.maker.create(blank("three"), HERE)

    assert code_of(answer) == ("too_many_decks", 503)
    assert isinstance(answer, NotRecorded)
    assert answer.refused.phrase.params == {"count": 2}


def test_new_decks_an_hour_are_counted_for_each_network(
    benches: Callable[[Limits], Bench],
) -> None:
    bench = benches(Limits(new_decks_per_hour=2))
    for name in ("one", "two"):
        bench.made(name, "2001:db8::1")

    same_network = bench.maker.create(blank("three"), "2001:db8::ffff")
    other_network = bench.maker.create(blank("four"), "2001:db8:0:1::1")
    bench.clock.pass_seconds(3601)
    later = bench.maker.create(blank("five"), "2001:db8::1")

    assert code_of(same_network) == ("too_many_new_decks", 429)
    assert isinstance(same_network, NotRecorded)
    assert same_network.retry_after_seconds == 3600
    assert isinstance(other_network, NewDeck)
    assert isinstance(later, NewDeck)


def test_saves_too_fast_wait_a_moment(benches: Callable[[Limits], Bench]) -> None:
    bench = benches(Limits(events_per_second=1.0, events_burst=2))
    opened, _ = bench.made()
    for money in (1, 2):
        opened = bench.saved(opened, with_item(opened.deck, money))

    assert code_of(bench.maker.save(opened, with_item(opened.deck, 3), opened.revision)) == (
        "too_fast",
        429,
    )


# --- pictures ---


def test_picture_is_kept_with_the_save_that_shows_it(bench: Bench) -> None:
    opened, _ = bench.made()
    bench.saved(opened, with_picture(opened.deck), PICTURE)

    assert bench.maker.picture(PICTURE.sha256) == PICTURE.data


def test_picture_that_no_card_shows_is_not_kept(bench: Bench) -> None:
    opened, _ = bench.made()
    bench.saved(opened, with_item(opened.deck, 1), PICTURE)

    assert code_of(bench.maker.picture(PICTURE.sha256)) == ("unknown_picture", 404)


def test_picture_over_the_servers_room_is_refused_with_a_sentence(
    benches: Callable[[Limits], Bench],
) -> None:
    bench = benches(Limits(pictures_bytes=4))
    opened, _ = bench.made()

    answer = bench.maker.save(opened, with_picture(opened.deck), opened.revision, (PICTURE,))

    assert code_of(answer) == ("pictures_full", 503)
    assert bench.opened(opened.row.deck_id) == opened


def test_deck_from_elsewhere_loses_the_pictures_that_are_not_here(bench: Bench) -> None:
    made = bench.maker.create(with_picture(blank("Mine")), HERE)

    assert isinstance(made, NewDeck)
    assert made.lost_pictures == 1
    assert [card.picture for card in bench.opened(made.deck_id).deck.cards] == [None]


def test_copy_of_a_deck_shares_its_pictures(bench: Bench) -> None:
    opened, _ = bench.made()
    first = bench.saved(opened, with_picture(opened.deck), PICTURE)
    copy = bench.maker.create(first.deck, HERE)
    bench.maker.delete(first)

    assert isinstance(copy, NewDeck)
    assert copy.lost_pictures == 0
    assert bench.maker.picture(PICTURE.sha256) == PICTURE.data
    bench.maker.delete(bench.opened(copy.deck_id))
    assert code_of(bench.maker.picture(PICTURE.sha256)) == ("unknown_picture", 404)


class Folder:
    """A picture folder in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def names(self) -> frozenset[str]:
        return frozenset(self.files)

    def put(self, sha256: str, data: bytes) -> StorageTrouble | None:
        self.files[sha256] = data
        return None

    def remove(self, sha256: str) -> None:
        self.files.pop(sha256, None)


def test_pictures_are_laid_out_for_print_and_swept_once_nobody_shows_them(bench: Bench) -> None:
    opened, _ = bench.made()
    saved = bench.saved(opened, with_picture(opened.deck), PICTURE)
    folder = Folder()
    pictures = Pictures(bench.store.decks(), folder)

    assert pictures.lay_out(saved.deck) is None
    pictures.sweep()
    laid_out = dict(folder.files)
    bench.maker.delete(saved)
    pictures.sweep()

    assert laid_out == {PICTURE.sha256: PICTURE.data}
    assert folder.files == {}


# --- deletion and trouble ---


def test_deleted_deck_is_gone_for_everybody(bench: Bench) -> None:
    opened, secret = bench.made()

    assert bench.maker.delete(opened) is None
    assert code_of(bench.maker.editable(opened.row.deck_id, secret)) == ("unknown_deck", 404)
    answer = bench.maker.save(opened, with_item(opened.deck, 1), opened.revision)
    assert code_of(answer) == ("unknown_deck", 404)


class Broken(SqliteDecks):
    """A store whose disk is full."""

    TROUBLE = StorageTrouble("disk_full")

    def __init__(self, real: SqliteDecks) -> None:
        self.real, self.broken = real, False

    def read_deck(self, deck_id: str) -> StoredDeck | StorageTrouble | None:
        return self.real.read_deck(deck_id)

    def missing_pictures(self, wanted: object) -> tuple[str, ...] | StorageTrouble:
        return ()

    def write_deck(self, change: DeckChange) -> Written | Conflict | NoRoom | StorageTrouble:
        return self.TROUBLE if self.broken else self.real.write_deck(change)


def test_disk_in_trouble_is_told_and_nothing_is_lost(bench: Bench) -> None:
    store = Broken(bench.store.decks())
    maker = DeckMaker(store, bench.clock, CountingRandomness())
    made = maker.create(blank("Mine"), HERE)
    assert isinstance(made, NewDeck)
    opened = maker.open(made.deck_id)
    assert isinstance(opened, OpenDeck)
    store.broken = True

    assert code_of(maker.create(blank("Other"), HERE)) == ("storage_trouble", 503)
    answer = maker.save(opened, with_item(opened.deck, 1), opened.revision)
    assert code_of(answer) == ("storage_trouble", 503)
    assert maker.open(made.deck_id) == opened


# --- damage ---


def damaged(bench: Bench, statement: str) -> tuple[object, ...]:
    """What the check of the data file finds after this statement."""
    bench.store._writer.alone(lambda connection: connection.execute(statement))
    findings = check(bench.store.path)
    assert isinstance(findings, tuple)
    return findings


def test_damaged_deck_is_never_shown_as_sound_and_the_check_names_it(bench: Bench) -> None:
    opened, _ = bench.made()
    sound = check(bench.store.path)

    findings = damaged(bench, "UPDATE decks SET body = replace(body, 'Mine', 'Else')")

    assert sound == ()
    assert findings == (Finding("deck", f"revision {opened.revision[:8]}"),)
    assert code_of(bench.maker.open(opened.row.deck_id)) == ("storage_trouble", 503)


def test_damaged_picture_is_never_shown_and_the_check_names_it(bench: Bench) -> None:
    opened, _ = bench.made()
    bench.saved(opened, with_picture(opened.deck), PICTURE)

    findings = damaged(bench, "UPDATE pictures SET data = x'00'")

    assert findings == (Finding("picture", PICTURE.sha256[:8]),)
    assert code_of(bench.maker.picture(PICTURE.sha256)) == ("storage_trouble", 503)


def test_deck_without_its_revision_is_trouble_and_no_crash(bench: Bench) -> None:
    opened, _ = bench.made()
    bench.store._writer.alone(lambda connection: connection.execute("DELETE FROM revisions"))

    assert code_of(bench.maker.open(opened.row.deck_id)) == ("storage_trouble", 503)
