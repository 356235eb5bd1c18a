"""Pictures of cards: kept with the save that shows them, shared by copies, swept in the end."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.decks.editing import blank
from companion.services.decks.answers import NewDeck
from companion.services.decks.pictures import Pictures
from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from tests.services.deck_bench import HERE, PICTURE, Bench, code_of, with_item, with_picture


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
