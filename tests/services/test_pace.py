"""How often something may happen."""

from __future__ import annotations

from companion.services.pace import Pace, Tries


def test_pace_lets_a_burst_through_and_then_keeps_its_speed() -> None:
    pace = Pace(per_second=2.0, burst=3)

    burst = [pace.wait_seconds("seat", 1, now=10.0) for _ in range(4)]
    later = [pace.wait_seconds("seat", 1, now=at) for at in (10.5, 10.6, 11.0)]

    assert burst == [None, None, None, 1]
    assert later == [None, 1, None]


def test_pace_lets_a_long_batch_through_once_and_pays_it_off() -> None:
    pace = Pace(per_second=10.0, burst=20)

    batch = pace.wait_seconds("seat", 50, now=0.0)
    after = [pace.wait_seconds("seat", 1, now=at) for at in (0.0, 3.0, 3.2)]

    assert batch is None
    assert after == [4, 1, None]


def test_pace_counts_each_key_alone_and_forgets_the_rested() -> None:
    pace = Pace(per_second=1.0, burst=1)
    pace.wait_seconds("one", 1, now=0.0)

    assert pace.wait_seconds("two", 1, now=0.0) is None
    pace.tidy(now=0.5)
    assert pace.wait_seconds("one", 1, now=0.5) == 1
    pace.tidy(now=9.0)
    assert pace._left == {}


def test_tries_count_within_a_sliding_while() -> None:
    tries = Tries(count=2, seconds=60.0)
    tries.add("x", 0.0)
    tries.add("x", 30.0)

    assert tries.wait_seconds("x", 30.0) == 30
    assert tries.wait_seconds("x", 61.0) is None
    assert tries.wait_seconds("x", 61.0, count=2) == 29
    assert tries.wait_seconds("other", 30.0) is None
    assert tries.wait_seconds("other", 30.0, count=3) == 60
    assert tries.any_recent("x", 89.0)
    tries.tidy(91.0)
    assert tries._at == {}
