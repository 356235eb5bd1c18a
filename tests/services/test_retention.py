"""Forgetting: at once when the host says so, after thirty days by itself."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from companion.services.answers import Done, NotRecorded, Pruned
from companion.services.instants import written
from companion.services.ports import Kept, StorageTrouble
from companion.services.tables.live_table import Caller
from companion.storage.schema import DATA_FILE
from tests.services.desk import Desk, code_of


def codes(desk: Desk) -> set[str]:
    kept = desk.store.kept()
    assert isinstance(kept, Kept)
    return {each.code for each in kept.tables}


def test_forgotten_table_is_gone_everywhere(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    other = desk.a_table("Cleo")

    done = at.tables.retention.forget(at.code, at.caller("Ana"))

    assert done == Done(4)
    assert code_of(at.tables.doors.find(at.code)) == "no_table"
    assert desk.broadcaster.closed == [at.code]
    assert desk.forgotten == [at.code]
    assert codes(desk) == {other.code}


def test_nothing_of_a_forgotten_table_is_left_in_the_files(desk: Desk) -> None:
    at = desk.a_table("Ana", "Zwölfender")
    at.tables.hosts.change_settings(at.code, at.caller("Ana"), name="Rumpelstilzchen")
    other = desk.a_table("Cleo")
    needles = [name.encode() for name in ("Zwölfender", "Rumpelstilzchen", at.code)]

    def found() -> list[bytes]:
        stored = b"".join(path.read_bytes() for path in desk.folder.iterdir())
        return [needle for needle in needles if needle in stored]

    assert found() == needles
    at.tables.retention.forget(at.code, at.caller("Ana"))

    assert found() == []
    assert (desk.folder / "backroom.sqlite3-wal").stat().st_size == 0
    assert other.names() == ("Cleo",)


def test_only_the_host_forgets(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")

    by_guest = at.tables.retention.forget(at.code, at.caller("Ben"))
    by_nobody = at.tables.retention.forget(at.code, Caller(None))

    assert (code_of(by_guest), code_of(by_nobody)) == ("host_only", "no_table")
    assert at.names() == ("Ana", "Ben")


def test_table_that_could_not_be_forgotten_is_still_there(desk: Desk) -> None:
    at = desk.a_table("Ana")
    desk.store.forget = lambda *args: StorageTrouble("locked")  # type: ignore[attr-defined]

    answer = at.tables.retention.forget(at.code, at.caller("Ana"))

    assert isinstance(answer, NotRecorded)
    assert (answer.status, code_of(answer)) == (503, "storage_trouble")
    assert at.names() == ("Ana",)


def test_prune_forgets_what_rested_for_thirty_days(desk: Desk) -> None:
    old = desk.a_table("Ana")
    desk.clock.pass_seconds(24 * 3600)
    young = desk.a_table("Ben")
    desk.clock.pass_seconds(29 * 24 * 3600 + 60)

    pruned = desk.tables.retention.prune()

    assert pruned == Pruned((old.code,))
    assert codes(desk) == {young.code}
    assert desk.forgotten == [old.code]
    assert desk.tables.retention.prune() == Pruned(())


def test_table_that_was_played_lately_is_kept(desk: Desk) -> None:
    at = desk.a_table("Ana")
    desk.clock.pass_seconds(29 * 24 * 3600)
    at.records("Ana", "player_joined", player="Ben")
    desk.clock.pass_seconds(29 * 24 * 3600)

    assert desk.tables.retention.prune() == Pruned(())


def test_prune_refuses_when_the_clock_runs_backwards(desk: Desk) -> None:
    at = desk.a_table("Ana")
    for years_back in (1, 56):
        desk.clock.set_wall(datetime(2026 - years_back, 5, 4, tzinfo=UTC))
        assert code_of(desk.tables.retention.prune()) == "clock_backwards"
    assert codes(desk) == {at.code}


@pytest.mark.parametrize("ahead_days", [300, 3000, 7000 * 365])
def test_table_from_a_wrong_clock_holds_up_nobody_elses_forgetting(
    desk: Desk, ahead_days: int
) -> None:
    old, ahead = desk.a_table("Ana"), desk.a_table("Ben")
    desk.clock.pass_seconds(31 * 24 * 3600)
    later = written(desk.clock.now() + timedelta(days=ahead_days))
    with sqlite3.connect(desk.folder / DATA_FILE) as file:
        file.execute("UPDATE tables SET last_event_at=? WHERE code=?", (later, ahead.code))
    file.close()
    desk.restart()

    assert desk.tables.retention.prune() == Pruned((old.code,))
    assert codes(desk) == {ahead.code}
    desk.clock.pass_seconds(31 * 24 * 3600)
    again = desk.tables.retention.prune()
    assert again == Pruned((ahead.code,)) or (ahead_days, code_of(again)) == (
        300,
        "clock_backwards",
    )


def test_clock_set_back_is_noticed_when_every_table_is_gone(desk: Desk) -> None:
    at = desk.a_table("Ana")
    at.tables.retention.forget(at.code, at.caller("Ana"))
    desk.restart()
    desk.clock.set_wall(datetime(2026, 1, 1, tzinfo=UTC))

    assert code_of(desk.tables.retention.prune()) == "clock_backwards"


def test_clock_jumps_change_neither_order_nor_seats_nor_timers(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    start = desk.clock.instant
    jumps = (
        start - timedelta(days=365),
        start + timedelta(days=365),
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 59, 59, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 0, tzinfo=UTC),
    )
    offer = at.tables.seats.offer_handover(at.code, at.caller("Ben"), "Ben")
    assert not isinstance(offer, NotRecorded)
    for count, instant in enumerate(jumps):
        desk.clock.set_wall(instant)
        at.records("Ana", "hand_corrected", player="Ana", count=count)
        assert not at.tables.hosts.is_away(at.code)
        assert not isinstance(at.tables.seats.see_handover(at.code, offer.secret), NotRecorded)

    desk.restart()

    counts = [entry.event.get("count") for entry in at.live.table.entries]
    assert counts[-5:] == [0, 1, 2, 3, 4]
    assert at.view().players[0].hand == 4
    assert at.caller("Ben").names == ("Ben",)


def test_prune_refuses_when_somebody_set_the_clock_since_the_start(desk: Desk) -> None:
    at = desk.a_table("Ana")
    desk.clock.set_wall(desk.clock.instant + timedelta(days=365))

    assert code_of(desk.tables.retention.prune()) == "clock_jumped"
    desk.clock.pass_seconds(23 * 3600)
    assert code_of(desk.tables.retention.prune()) == "clock_jumped"
    assert codes(desk) == {at.code}
    desk.clock.pass_seconds(3600)
    assert desk.tables.retention.prune() == Pruned((at.code,))


def test_clock_that_was_set_right_again_has_cost_nothing(desk: Desk) -> None:
    at, right = desk.a_table("Ana"), desk.clock.instant
    desk.clock.set_wall(right + timedelta(days=365))
    assert code_of(desk.tables.retention.prune()) == "clock_jumped"
    desk.clock.set_wall(right)
    desk.clock.pass_seconds(2 * 24 * 3600)
    assert code_of(desk.tables.retention.prune()) == "clock_jumped"
    desk.clock.pass_seconds(24 * 3600)

    assert desk.tables.retention.prune() == Pruned(())
    assert codes(desk) == {at.code}


def test_table_played_without_a_clock_is_kept_its_days_from_the_first_right_clock(
    desk: Desk,
) -> None:
    right = desk.clock.instant
    desk.clock.set_wall(datetime(1970, 1, 1, 0, 3, tzinfo=UTC))
    desk.restart()
    at = desk.a_running_table("Ana", "Ben")
    desk.clock.set_wall(right)
    desk.restart()

    first = desk.tables.retention.prune()
    desk.clock.pass_seconds(29 * 24 * 3600)
    second = desk.tables.retention.prune()
    desk.clock.pass_seconds(2 * 24 * 3600)

    assert (first, second) == (Pruned(()), Pruned(()))
    assert desk.tables.retention.prune() == Pruned((at.code,))


def test_table_with_open_phones_is_never_pruned(desk: Desk) -> None:
    at = desk.a_table("Ana")
    desk.clock.pass_seconds(31 * 24 * 3600)
    desk.broadcaster.streams[at.code] = 1

    assert desk.tables.retention.prune() == Pruned(())
    desk.broadcaster.streams[at.code] = 0
    assert desk.tables.retention.prune() == Pruned((at.code,))
