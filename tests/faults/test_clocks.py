"""The wall clock is set between any two moments of an evening: nothing but the shown time moves."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.core.table import snapshot
from companion.services.answers import Answered, Handover, NotRecorded
from companion.services.limits import Limits
from tests.services.desk import AtTable, Desk, code_of

START = datetime(2026, 5, 4, 19, 30, tzinfo=UTC)
STEPS = 40


def settings_of_the_clock(chance: random.Random) -> datetime:
    """A year back, a year on, no clock at all, either side of both changes of summer time."""
    return chance.choice(
        (
            START - timedelta(days=365),
            START + timedelta(days=365),
            datetime(1970, 1, 1, tzinfo=UTC),
            datetime(2026, 3, 29, 0, 59, 59, 999_000, tzinfo=UTC),
            datetime(2026, 3, 29, 1, 0, tzinfo=UTC),
            datetime(2026, 10, 25, 0, 59, 59, tzinfo=UTC),
            datetime(2026, 10, 25, 1, 0, tzinfo=UTC),
            datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC),
            datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
        )
    )


def evening(folder: Path, seed: int, set_clock: bool) -> list[object]:
    """What every phone was told, step by step; the same seed does the same things."""
    desk = Desk(folder, Limits())  # the real pace and the real timers
    chance, clocks = random.Random(seed), random.Random(seed + 1)
    told: list[object] = []
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    offers: list[Handover] = []
    for _ in range(STEPS):
        if set_clock:
            desk.clock.set_wall(settings_of_the_clock(clocks))
        desk.clock.pass_seconds(chance.choice((0.0, 0.0, 0.05, 1.0, 61.0, 119.0, 601.0)))
        told.append(_step(desk, at, chance, offers))
        desk.tables.tick()
    desk.restart()
    told.append(snapshot(at.live.table))
    told.append([(entry.seq, entry.event, entry.by) for entry in at.live.table.entries])
    told.append([(seat.number, seat.player, seat.phone_id) for seat in at.live.seats])
    desk.close()
    return told


def _step(desk: Desk, at: AtTable, chance: random.Random, offers: list[Handover]) -> object:
    player = chance.choice(("Ana", "Ben", "Cleo"))
    what = chance.choice(("tap", "tap", "storm", "back", "offer", "see", "knock", "host"))
    if what == "tap":
        return _said(at.tap(player, "hand_corrected", player=player, count=chance.randrange(6)))
    if what == "storm":  # twenty-two at once: the pace stops the last ones, until time goes by
        return [
            _said(at.tap(player, "hand_corrected", player=player, count=count % 6))
            for count in range(22)
        ]
    if what == "back":
        return _said(at.tap(player, "taken_back"))
    if what == "offer":
        offer = at.tables.seats.offer_handover(at.code, at.caller(player), player)
        if isinstance(offer, Handover):
            offers.append(offer)
        return type(offer).__name__
    if what == "see":
        seen = [at.tables.seats.see_handover(at.code, each.secret) for each in offers]
        return [type(each).__name__ for each in seen]
    if what == "knock":
        knocked = at.tables.knocks.knock(at.code, None, "Dan", desk.new_id(), "10.0.0.9")
        return code_of(knocked) if isinstance(knocked, NotRecorded) else "knocked"
    return at.tables.hosts.is_away(at.code)


def _said(answer: object) -> object:
    if isinstance(answer, Answered):
        return answer.version
    return code_of(answer), getattr(answer, "retry_after_seconds", None)


@pytest.mark.parametrize("seed", range(4))
def test_setting_the_clock_changes_no_order_no_seat_and_no_timer(seed: int, tmp_path: Path) -> None:
    (tmp_path / "steady").mkdir()
    (tmp_path / "set").mkdir()

    steady = evening(tmp_path / "steady", seed, set_clock=False)
    told = evening(tmp_path / "set", seed, set_clock=True)

    assert told == steady
    assert any("too_fast" in str(step) for step in steady)
