"""A deck's history: undo, redo, and how much of it is kept."""

from __future__ import annotations

from collections.abc import Callable

from companion.services.decks.answers import OpenDeck
from companion.services.limits import Limits
from tests.services.deck_bench import Bench, code_of, with_item


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
