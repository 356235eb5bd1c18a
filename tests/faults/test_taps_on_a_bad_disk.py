"""Taps while any call to the disk may fail: each is recorded or told as 503, none is half."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from companion.services.answers import Answered, Created, NotRecorded
from companion.services.phrases import TROUBLES
from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.disk import FAILURES, FULL, watched_disk
from tests.services.desk import GAME, STARTER, Desk, without_table


def played_on_a_bad_disk(folder: Path, seed: int, taps: int) -> Counter[str]:
    """One call in so many fails; every tap is sent until it is recorded, then once more."""
    chance, told = random.Random(seed), Counter[str]()

    def fails(kind: str, path: str) -> int | None:
        if chance.random() > 0.03:
            return None
        return FULL if kind == "write" and chance.random() < 0.5 else FAILURES[kind]

    with watched_disk() as disk:
        desk = Desk(folder)
        at = desk.a_running_table("Ana", "Ben")
        disk.fails = fails
        for number in range(taps):
            player = ("Ana", "Ben")[number % 2]
            body = {"event": "hand_corrected", "player": player, "count": number % 6}
            body["id"] = f"tap-{number}"
            before = at.version
            while not isinstance(answer := at.send(player, body), Answered):
                assert isinstance(answer, NotRecorded)
                assert (answer.status, answer.refused.code) == (503, "storage_trouble")
                assert answer.refused.phrase.text in TROUBLES.values()
                assert at.version == before, "a tap that was refused is shown"
                told[str(answer.refused.fields["trouble"])] += 1
            assert answer.version == before + 1
            again = at.send(player, body)
            assert isinstance(again, Answered)
            assert without_table(again) == without_table(answer)
        _other_doors(desk)
        disk.fails = None
        desk.restart()
        ids = [entry.id for entry in at.live.table.entries[4:]]
        desk.close()
    assert ids == [f"tap-{number}" for number in range(taps)]
    assert check(folder / DATA_FILE) == ()
    return told


def _other_doors(desk: Desk) -> None:
    """A new table, a look-up of an unknown one and forgetting: an answer, never an exception."""
    for number in range(10):
        made = desk.tables.new_tables.create(GAME, STARTER, {}, "Cleo", f"new-{number}")
        assert isinstance(made, Created | NotRecorded)
        assert not isinstance(made, NotRecorded) or made.status == 503
        desk.tables.doors.find("ZZZZZZ")
        desk.tables.retention.prune()
        if isinstance(made, Created):
            caller = desk.tables.doors.caller(made.code, made.seat_token)
            desk.tables.retention.forget(made.code, caller)


def test_every_tap_on_a_bad_disk_is_recorded_or_told(tmp_path: Path) -> None:
    told = played_on_a_bad_disk(tmp_path, seed=20261130, taps=60)

    assert set(told) >= {"io", "disk_full"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_every_tap_of_long_evenings_on_a_bad_disk_is_recorded_or_told(
    seed: int, tmp_path: Path
) -> None:
    told = played_on_a_bad_disk(tmp_path, seed, taps=400)

    assert set(told) >= {"io", "disk_full"}
