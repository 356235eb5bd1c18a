"""Taps that are doubled, late and out of order: the state is that of each tap counted once.

Some share a `group` across taps and players, some have no id, some take back what they added
themselves: a repeat is answered as the tap was, from memory or from the log.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.outcome import Json
from companion.core.table import snapshot
from companion.services.answers import Answered
from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.services.desk import ROOMY, AtTable, Desk, without_table

PLAYERS = ("Ana", "Ben", "Cleo")
LIMITS = replace(ROOMY, taken_backs_a_minute=100_000, snapshot_every=5)
MILLION = 1_000_000
MOST_TAPS = 10
PLAYED = 15
"""Events in the log when the evening begins."""


@dataclass(frozen=True)
class Tap:
    """One tap of one phone; sent again it is the very same body."""

    player: str
    body: Json


@dataclass(frozen=True)
class Evening:
    """Taps, and the order in which they arrive: each one to five times, in any order.

    A tap without an id arrives once: nobody can tell it from another one.
    """

    taps: tuple[Tap, ...]
    arrivals: tuple[int, ...]
    restarts: frozenset[int]
    """Before these arrivals Backroom is started anew: answers come from the log, not memory."""


def _event(draw: st.DrawFn, player: str) -> Json:
    money = MILLION * draw(st.integers(1, 5))
    counted = {"event": "hand_corrected", "player": player, "count": draw(st.integers(0, 6))}
    item = {"event": "item_added", "player": player, "item_type": "Weapon", "money": money}
    ended = {"event": "turn_ended", "player": draw(st.sampled_from(PLAYERS))}
    put_back = {"event": "put_back", "number": draw(st.integers(PLAYED, PLAYED + MOST_TAPS))}
    left = {"event": "player_left", "player": player}
    back = {"event": "taken_back"}
    event: Json = draw(
        st.sampled_from((counted, counted, item, item, ended, back, back, put_back, left))
    )
    label = draw(st.sampled_from((None, "a", "b")))
    return event if label is None else {**event, "group": label}


def _body(draw: st.DrawFn, number: int, player: str) -> Json:
    events = [_event(draw, player) for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3))))]
    body: Json = {"events": events} if draw(st.booleans()) or len(events) > 1 else events[0]
    id: Json = {"id": f"{player}-{number}"} if draw(st.integers(0, 4)) else {}
    return {**body, **id, "anyway": draw(st.sampled_from((True, True, False)))}


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=MOST_TAPS))
    taps = tuple(Tap(player, _body(draw, n, player)) for n, player in enumerate(players))
    most = [5 if "id" in tap.body else 1 for tap in taps]
    sent = [n for n in range(len(taps)) for _ in range(draw(st.integers(1, most[n])))]
    arrivals = tuple(draw(st.permutations(sent)))
    restarts = draw(st.frozensets(st.integers(1, len(arrivals)), max_size=2))
    return Evening(taps, arrivals, restarts)


def a_table(desk: Desk) -> AtTable:
    """A game that went on long enough: no Undo of this evening reaches the seats."""
    at = desk.a_running_table(*PLAYERS)
    for count in range(MOST_TAPS):
        at.records("Ana", "hand_corrected", player="Ana", count=count % 6)
    assert at.version == PLAYED
    return at


def counted_once(evening: Evening, folder: Path) -> tuple[Json, int]:
    """The state when nothing that is recorded ever arrives again."""
    desk = Desk(folder, LIMITS)
    at, recorded = a_table(desk), set[int]()
    for number in evening.arrivals:
        tap = evening.taps[number]
        if number not in recorded and isinstance(at.send(tap.player, tap.body), Answered):
            recorded.add(number)
    state = snapshot(at.live.table), at.version
    desk.close()
    return state


def as_it_arrives(evening: Evening, folder: Path) -> tuple[Json, int]:
    desk = Desk(folder, LIMITS)
    at = a_table(desk)
    answers: dict[int, Answered] = {}
    for place, number in enumerate(evening.arrivals):
        if place in evening.restarts:
            desk.restart()
        tap = evening.taps[number]
        answer = at.send(tap.player, tap.body)
        if number in answers:
            assert isinstance(answer, Answered), (tap, answer)
            assert without_table(answer) == without_table(answers[number])
        elif isinstance(answer, Answered):
            answers[number] = answer
    state = snapshot(at.live.table), at.version
    ids = [entry.id for entry in at.live.table.entries if entry.id is not None]
    assert len(ids) == len(set(ids))
    desk.close()
    assert check(folder / DATA_FILE) == ()
    return state


def same(evening: Evening) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        assert as_it_arrives(evening, Path(one)) == counted_once(evening, Path(two))


quick = settings(suppress_health_check=list(HealthCheck))


@given(evenings())
@settings(quick, max_examples=12)
def test_doubled_late_and_reordered_taps_count_once(evening: Evening) -> None:
    same(evening)


@pytest.mark.soak
@given(evenings())
@settings(quick, max_examples=600)
def test_doubled_late_and_reordered_taps_count_once_over_and_over(evening: Evening) -> None:
    same(evening)
