"""The deck maker: who may change a deck, what two people at once get, caps, deletion, trouble."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.decks.editing import blank
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash, NewDeck, OpenDeck
from companion.services.decks.lookup import Decks
from companion.services.decks.maker import DeckMaker
from companion.services.decks.ports import DeckChange, NoRoom, StoredDeck
from companion.services.limits import Limits
from companion.services.ports import Conflict, StorageTrouble, Written
from companion.services.tables.chain import canonical, sha256
from companion.storage.check import Finding, check
from companion.storage.decks import SqliteDecks
from tests.services.deck_bench import HERE, PICTURE, Bench, code_of, with_item, with_picture
from tests.services.desk import CountingRandomness

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
    opened, secret = bench.made()
    dump = bench.store._writer.alone(lambda connection: list(connection.iterdump()))

    assert isinstance(dump, list)
    assert [line for line in dump if opened.row.deck_id in line] != []
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


def damaged(bench: Bench, statement: str) -> tuple[object, ...]:
    """What the check of the data file finds after this statement."""
    bench.store._writer.alone(lambda connection: connection.execute(statement))
    findings = check(bench.store.path)
    assert isinstance(findings, tuple)
    return findings


# --- damage ---


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
