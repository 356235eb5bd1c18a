"""Opening a table from the disk: snapshots, damage, room in memory, and other processes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.outcome import Phrase, Refused
from companion.services.answers import Answered, Created, NotRecorded
from companion.services.limits import Limits
from companion.services.ports import Change, Conflict, StorageTrouble, StoredTable, Written
from companion.services.tables.chain import event_hash, first_hash
from companion.services.tables.live_table import LiveTable
from companion.services.tables.open_table import OpenTable, open_stored
from tests.services.desk import ROOMY, AtTable, Desk, code_of

Desks = Callable[[Limits], Desk]


def a_long_game(desk: Desk, rounds: int = 20, take_backs: bool = True) -> AtTable:
    """Two events a round, an item and the turn's end; every fifth is taken back and put back."""
    at = desk.a_running_table("Ana", "Ben")
    for turn in range(rounds):
        player = ("Ana", "Ben")[turn % 2]
        item = {"event": "item_added", "player": player, "item_type": "Weapon", "money": 1_000_000}
        end = {"event": "turn_ended", "player": player}
        body = {"events": [item, end], "id": desk.new_id(), "anyway": True}
        assert isinstance(at.send(player, body), Answered)
        if take_backs and turn % 5 == 4:
            desk.clock.pass_seconds(60)
            at.records(player, "taken_back", number=at.version)
            at.records(player, "put_back", number=at.version - 1)
    return at


def in_memory(*tables: AtTable) -> set[str]:
    return {at.code for at in tables if at.tables._open.holds(at.code)}


def change(desk: Desk, statement: str, *values: object) -> None:
    """Damage the file behind Backroom's back, while it is stopped."""
    desk.close()
    with sqlite3.connect(desk.folder / "backroom.sqlite3") as file:
        file.execute("DROP TRIGGER events_stand")
        file.execute(statement, values)
    file.close()
    desk.start()


def found(at: AtTable) -> LiveTable | NotRecorded:
    return at.tables.doors.find(at.code)


def test_cold_open_gives_the_table_back_as_it_was(desk: Desk) -> None:
    at = a_long_game(desk)
    warm = at.live

    desk.restart()

    assert at.live == warm


def test_cold_open_starts_from_the_snapshot(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    at = a_long_game(desk, rounds=30, take_backs=False)
    warm = at.live
    decided: list[int] = []
    game = warm.game()
    real = type(game).decide

    def counting(self: object, state: Any, event: Any, seq: int) -> Any:
        decided.append(seq)
        return real(self, state, event, seq)  # type: ignore[arg-type]

    desk.restart()
    monkeypatch.setattr(type(game), "decide", counting)
    cold = at.live

    assert cold == warm
    assert decided != []
    assert min(decided) > (warm.version // 50) * 50


def test_snapshot_is_written_each_fifty_events(desk: Desk) -> None:
    at = a_long_game(desk, rounds=50)

    taken = [w.snapshot.seq for w in desk.store.written if w.snapshot is not None]

    assert len(taken) == at.version // 50
    assert all(0 <= seq - 50 * place < 2 for place, seq in enumerate(taken, start=1))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET body = replace(body, '1000000', '2000000')",
        "UPDATE snapshots SET seq = seq - 1",
        "UPDATE snapshots SET chain_hash = 'x'",
        "UPDATE snapshots SET hash = 'x'",
        "DELETE FROM snapshots",
    ],
)
def test_damaged_snapshot_is_left_aside_and_the_log_tells_the_truth(
    desk: Desk, statement: str
) -> None:
    # Without taking back, which folds all anew and would hide what a snapshot brought in.
    at = a_long_game(desk, rounds=30, take_backs=False)
    warm = at.live

    change(desk, statement)

    assert at.live == warm


@pytest.mark.parametrize(
    ("statement", "first"),
    [
        ("UPDATE events SET body = replace(body, '1000000', '5000000') WHERE seq = 11", 11),
        ("UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 7", 7),
        ("UPDATE events SET seat = 2 WHERE seq = 5", 5),
        ("UPDATE events SET id = 'other' WHERE seq = 5", 5),
        ("UPDATE events SET hash = 'x' WHERE seq = 9", 9),
        ("DELETE FROM events WHERE seq = 6", 6),
        ("DELETE FROM events WHERE seq > 20", 21),
        ("UPDATE tables SET head_seq = head_seq - 1", 44),
        ("UPDATE tables SET head_hash = 'x'", 44),
        ('UPDATE tables SET options = \'{"track":"scores"}\'', 1),
        ("UPDATE tables SET created_at = '2020-01-01T00:00:00.000Z'", 1),
        ("UPDATE decks SET body = replace(body, 'Panda', 'Koala')", 0),
    ],
)
def test_damage_is_found_and_never_shown_as_a_tally(desk: Desk, statement: str, first: int) -> None:
    at = a_long_game(desk, rounds=16)
    before = at.version
    assert before == 42

    change(desk, statement)
    answer = found(at)

    assert isinstance(answer, NotRecorded)
    assert (answer.status, code_of(answer)) == (503, "storage_trouble")
    expected = {44: {42, 43}}.get(first, {first})
    assert answer.refused.fields["trouble"] == "corrupt"
    assert answer.refused.fields["event"] in expected


def test_damage_of_one_table_leaves_the_others_alone(desk: Desk) -> None:
    at, other = a_long_game(desk), desk.a_table("Cleo", "Dan")

    change(desk, "UPDATE events SET body = '{}' WHERE table_code = ? AND seq = 3", at.code)

    assert isinstance(found(at), NotRecorded)
    assert other.names() == ("Cleo", "Dan")


def test_event_of_a_newer_schema_is_told_apart_from_damage(desk: Desk) -> None:
    at = desk.a_table("Ana")
    stored = desk.store.read_table(at.code)
    assert isinstance(stored, StoredTable)
    line = stored.events[0]
    body = line.body.replace('"schema":1', '"schema":2')
    hash = event_hash(first_hash(stored.row), at.code, 1, line.at, line.seat, line.id, body)
    newer = replace(
        stored,
        row=replace(stored.row, head_hash=hash),
        events=(replace(line, body=body, hash=hash),),
    )

    answer = open_stored(newer)

    assert not isinstance(answer, OpenTable)
    assert answer.code == "newer_schema"


def test_log_that_its_own_rules_refuse_is_told_as_damage(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = a_long_game(desk, rounds=4)
    desk.restart()
    game = type(GAMES["black_market_warehouse"])

    def refuses(self: object, state: object, event: object, seq: int) -> Refused:
        return Refused("other_rules", Phrase("The rules changed."))

    monkeypatch.setattr(game, "decide", refuses)
    answer = found(at)

    assert isinstance(answer, NotRecorded)
    assert answer.refused.fields["trouble"] == "corrupt"


def test_memory_holds_the_tables_used_last_and_opens_the_others_again(desks: Desks) -> None:
    desk = desks(replace(ROOMY, opened_tables=2))
    first, second, third = (desk.a_table(name) for name in ("Ana", "Ben", "Cleo"))
    tables = (first, second, third)

    assert in_memory(*tables) == {second.code, third.code}
    first.records("Ana", "player_joined", player="Zoe")
    assert in_memory(*tables) == {third.code, first.code}
    assert second.names() == ("Ben",)


def test_table_with_open_streams_stays_in_memory(desks: Desks) -> None:
    desk = desks(replace(ROOMY, opened_tables=1))
    first = desk.a_table("Ana")
    desk.broadcaster.streams[first.code] = 1
    second = desk.a_table("Ben")
    third = desk.a_table("Cleo")

    assert in_memory(first, second, third) == {first.code, third.code}
    assert second.names() == ("Ben",)


# --- other processes on the same file ---


@pytest.fixture
def two_desks(tmp_path: Path) -> Any:
    """Two Backrooms on one data file, as two processes would be."""
    both = Desk(tmp_path), Desk(tmp_path)
    both[1].randomness._numbers = iter(range(10_000, 20_000))
    both[1]._taps = iter(range(10_000, 20_000))
    yield both
    for desk in both:
        desk.close()


def test_stale_memory_decides_again_on_what_is_stored(two_desks: tuple[Desk, Desk]) -> None:
    one, other = two_desks
    at = one.a_running_table("Ana", "Ben")
    there = AtTable(other, at.code, at.tokens)
    assert there.version == 4
    at.records("Ana", "turn_ended", player="Ana")

    refused = there.tap("Ben", "turn_ended", player="Ana")
    recorded = there.records("Ben", "turn_ended", player="Ben")

    assert code_of(refused) == "not_your_turn"
    assert recorded.version == 6
    there.records("Ana", "turn_ended", player="Ana")
    assert at.records("Ana", "hand_corrected", player="Ana", count=3).version == 8


def test_tap_that_another_process_recorded_counts_once(two_desks: tuple[Desk, Desk]) -> None:
    one, other = two_desks
    at = one.a_running_table("Ana", "Ben")
    there = AtTable(other, at.code, at.tokens)
    assert there.version == 4
    first = at.records("Ana", "turn_ended", id="once", player="Ana")

    again = there.records("Ana", "turn_ended", id="once", player="Ana")

    assert again.again
    assert again.recorded == first.recorded
    assert there.version == 5


def test_new_table_never_takes_the_code_of_another_process(
    two_desks: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two_desks
    for desk in two_desks:
        codes = iter(["BBBBBB", "CCCCCC"])
        monkeypatch.setattr(desk.randomness, "code", lambda length, codes=codes: next(codes))

    first = one.tables.new_tables.create("black_market_warehouse", None, {}, "Ana", None)
    second = other.tables.new_tables.create("black_market_warehouse", None, {}, "Ben", None)

    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert (first.code, second.code) == ("BBBBBB", "CCCCCC")


def test_tap_goes_through_although_another_process_was_first_several_times(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    write, clashes = desk.store.write, [Conflict()] * 6

    def first_clash(change: Change) -> Written | Conflict | StorageTrouble:
        return clashes.pop() if clashes else write(change)

    desk.store.write = first_clash  # type: ignore[method-assign]

    at.records("Ana", "hand_corrected", player="Ana", count=3)

    assert (clashes, at.view().players[0].hand) == ([], 3)
