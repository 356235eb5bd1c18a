"""Two Backrooms on one store: what one writes the other knows, and never decides on less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.log import Submission
from companion.core.outcome import Json
from companion.core.table import read_submission
from companion.services.answers import (
    Answered,
    Asked,
    Done,
    Handover,
    HostNeeded,
    Joined,
    Knock,
    Knocked,
    KnockNeeded,
    NotRecorded,
)
from companion.services.ports import StorageTrouble
from companion.services.tables.passing import PassingInMemory
from companion.services.tables.presence import BEAT_SECONDS
from companion.services.tables.tables import Tables
from tests.services.desk import (
    ROOMY,
    AtTable,
    BreakableStore,
    CountingRandomness,
    Desk,
    HandClock,
    ListeningBroadcaster,
    code_of,
)


class SharedStore(BreakableStore):
    """The very same store, said to be used by others too; counts what is read."""

    shared = True

    def __init__(self, store: Any) -> None:
        super().__init__(store)
        self.whole_reads: list[str] = []

    def read_table(self, code: str) -> Any:
        self.whole_reads.append(code)
        return self.store.read_table(code)


class SharedPassing(PassingInMemory):
    """One memory for both, as a database is; tells what each has not asked about yet."""

    shared = True

    def __init__(self, clock: HandClock) -> None:
        super().__init__(clock)
        self.added: list[str] = []

    def add(self, code: str, kind: str, key: str, body: str, seconds: float) -> Any:
        added = super().add(code, kind, key, body, seconds)
        if added is True:
            self.added.append(code)
        return added

    def news(self, codes: Any) -> tuple[str, ...]:
        fresh, self.added = tuple(self.added), []
        return tuple(code for code in fresh if code in codes)


@dataclass
class Process:
    """One of the two: its own memory, broadcaster and secrets."""

    tables: Tables
    broadcaster: ListeningBroadcaster
    store: SharedStore
    forgotten: list[str]


@dataclass
class Pair:
    """A table that both processes serve; `at` looks at it through the first."""

    desk: Desk
    at: AtTable
    one: Process
    two: Process

    def tap(self, process: Process, player: str, /, id: str, **body: Any) -> Any:
        read = read_submission({"id": id, **body})
        assert isinstance(read, Submission)
        caller = process.tables.doors.caller(self.at.code, self.at.tokens[player])
        return process.tables.recording.record(self.at.code, caller, read)

    def version(self, process: Process) -> int:
        found = process.tables.doors.find(self.at.code)
        assert not isinstance(found, NotRecorded)
        return found.version

    def caller(self, process: Process, player: str) -> Any:
        return process.tables.doors.caller(self.at.code, self.at.tokens[player])


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Ana (host), Ben, Cleo and Dan play; both processes have the table in memory."""
    desk = Desk(tmp_path)
    passing = SharedPassing(desk.clock)
    processes = []
    for _ in range(2):
        randomness, broadcaster = CountingRandomness(), ListeningBroadcaster()
        randomness.token = lambda: f"secret-{desk.new_id()}"  # type: ignore[method-assign]
        store = SharedStore(desk.store.store)
        forgotten: list[str] = []
        tables = Tables(
            store,
            desk.clock,
            randomness,
            broadcaster,
            ROOMY,
            forgotten=(forgotten.append,),
            passing=passing,
        )
        processes.append(Process(tables, broadcaster, store, forgotten))
    desk.tables = processes[0].tables
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dan")
    pair = Pair(desk, at, *processes)
    pair.version(pair.two)
    for process in processes:
        process.store.whole_reads.clear()
        process.broadcaster.woken.clear()
        process.broadcaster.streams[at.code] = 1
    yield pair
    desk.close()


def _hand(player: str, count: int) -> Json:
    return {"event": "hand_corrected", "player": player, "count": count}


# --- taps ---


def test_tap_on_old_memory_is_decided_again_on_the_present_state(pair: Pair) -> None:
    first = pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))
    second = pair.tap(pair.two, "Ben", id="b-1", **_hand("Ben", 2))

    assert isinstance(first, Answered)
    assert isinstance(second, Answered)
    assert second.version == first.version + 1
    assert pair.two.store.whole_reads == []


def test_tap_sent_again_to_the_other_process_gets_the_same_answer(pair: Pair) -> None:
    first = pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))

    again = pair.tap(pair.two, "Ana", id="a-1", **_hand("Ana", 3))

    assert isinstance(first, Answered)
    assert isinstance(again, Answered)
    assert (again.recorded, again.version, again.again) == (first.recorded, first.version, True)
    assert pair.version(pair.one) == first.version


def test_id_of_another_tap_is_known_at_the_other_process(pair: Pair) -> None:
    pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))

    other = pair.tap(pair.two, "Ana", id="a-1", **_hand("Ana", 4))

    assert code_of(other) == "id_used"


def test_nothing_is_asked_on_a_state_that_is_over(pair: Pair) -> None:
    pair.tap(pair.one, "Ana", id="a-1", event="turn_ended", player="Ana")

    played = pair.tap(pair.two, "Ben", id="b-1", event="turn_ended", player="Ben")

    # On the old state it would be Ana's turn, and Ben would be asked.
    assert isinstance(played, Answered)


def test_nothing_is_refused_on_a_state_that_is_over(pair: Pair) -> None:
    tables, code = pair.one.tables, pair.at.code
    tables.hosts.change_settings(code, pair.caller(pair.one, "Ana"), who_logs="own")
    pair.two.tables.moved(code, None)
    refused = pair.tap(pair.two, "Ben", id="b-1", **_hand("Cleo", 3))
    tables.hosts.change_settings(code, pair.caller(pair.one, "Ana"), who_logs="anyone")

    allowed = pair.tap(pair.two, "Ben", id="b-2", **_hand("Cleo", 3))

    assert code_of(refused) == "own_seats_only"
    assert isinstance(allowed, Answered)


def test_settings_of_one_are_not_undone_by_a_tap_at_the_other(pair: Pair) -> None:
    pair.one.tables.hosts.change_settings(
        pair.at.code, pair.caller(pair.one, "Ana"), name="Late night"
    )

    pair.tap(pair.two, "Ben", id="b-1", **_hand("Ben", 2))

    pair.one.tables.moved(pair.at.code, None)
    assert pair.at.live.name == "Late night"


def test_present_state_cannot_be_told_while_the_store_is_away(pair: Pair) -> None:
    def away(codes: Any) -> StorageTrouble:
        return StorageTrouble("away")

    pair.two.store.editions = away  # type: ignore[attr-defined]

    answer = pair.tap(pair.two, "Ben", id="b-1", event="turn_ended", player="Ben")

    assert isinstance(answer, NotRecorded)
    assert (answer.status, answer.refused.code) == (503, "storage_trouble")


# --- pings and the sweep ---


def test_ping_brings_the_news_and_wakes_the_phones(pair: Pair) -> None:
    recorded = pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))
    edition = pair.at.live.row.edition

    pair.two.tables.moved(pair.at.code, edition)

    assert pair.two.broadcaster.woken == [pair.at.code]
    assert pair.version(pair.two) == recorded.version
    assert pair.two.store.whole_reads == []


def test_ping_of_what_is_known_already_wakes_nobody(pair: Pair) -> None:
    pair.two.tables.moved(pair.at.code, pair.at.live.row.edition)
    pair.two.tables.moved(pair.at.code, pair.at.live.row.edition - 1)

    assert pair.two.broadcaster.woken == []


def test_sweep_heals_pings_that_got_lost(pair: Pair) -> None:
    recorded = pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))

    pair.two.tables.sweep()

    assert pair.two.broadcaster.woken != []
    assert pair.version(pair.two) == recorded.version


def test_sweep_without_news_wakes_nobody(pair: Pair) -> None:
    pair.two.tables.sweep()
    pair.one.tables.sweep()

    assert (pair.one.broadcaster.woken, pair.two.broadcaster.woken) == ([], [])


def test_sweep_leaves_out_tables_that_nobody_looks_at(pair: Pair) -> None:
    asked: list[list[str]] = []
    real = pair.two.store.store.editions
    pair.two.store.editions = lambda codes: asked.append(list(codes)) or real(codes)  # type: ignore[attr-defined]
    pair.two.broadcaster.streams.clear()

    pair.two.tables.sweep()
    pair.desk.clock.pass_seconds(31)
    pair.two.tables.sweep()

    assert asked == [[pair.at.code]]


def test_table_forgotten_by_one_is_gone_at_the_other(pair: Pair) -> None:
    pair.one.tables.retention.forget(pair.at.code, pair.caller(pair.one, "Ana"))

    pair.two.tables.sweep()

    found = pair.two.tables.doors.find(pair.at.code)
    assert pair.two.broadcaster.closed == [pair.at.code]
    assert pair.two.forgotten == [pair.at.code]
    assert isinstance(found, NotRecorded)
    assert found.status == 404


def test_table_that_is_said_to_be_gone_goes_with_all_that_hangs_on_it(pair: Pair) -> None:
    pair.one.tables.retention.forget(pair.at.code, pair.caller(pair.one, "Ana"))

    pair.two.tables.gone(pair.at.code)

    assert pair.two.broadcaster.closed == [pair.at.code]
    assert pair.two.forgotten == [pair.at.code]


def test_damaged_news_are_never_shown(pair: Pair) -> None:
    pair.tap(pair.one, "Ana", id="a-1", **_hand("Ana", 3))
    real = pair.two.store.store.read_news
    cold = pair.two.store.store.read_table

    def damaged(stored: Any) -> Any:
        last = stored.events[-1]
        return replace(
            stored, events=(*stored.events[:-1], replace(last, body=last.body.replace("3", "5")))
        )

    pair.two.store.read_news = lambda code, seq: damaged(real(code, seq))  # type: ignore[attr-defined]
    pair.two.store.read_table = lambda code: damaged(cold(code))  # type: ignore[method-assign]
    pair.two.tables.moved(pair.at.code, None)

    found = pair.two.tables.doors.find(pair.at.code)

    assert isinstance(found, NotRecorded)
    assert found.refused.fields["trouble"] == "corrupt"


# --- phones ---


def test_phone_that_sat_down_at_one_is_known_at_the_other(pair: Pair) -> None:
    at = pair.desk.a_table("Eve")
    pair.two.tables.doors.find(at.code)
    joined = pair.one.tables.seats.join(at.code, None, "Fay", "join-1")
    assert isinstance(joined, Joined)

    caller = pair.two.tables.doors.caller(at.code, joined.seat_token)

    assert caller.names == ("Fay",)


def test_knock_at_one_is_answered_at_the_other(pair: Pair) -> None:
    code = pair.at.code
    needed = pair.one.tables.seats.join(code, None, "Eve", "join-1")
    knocked = pair.one.tables.knocks.knock(code, None, "Eve", "knock-1")
    assert isinstance(needed, KnockNeeded)
    assert isinstance(knocked, Knocked)

    pair.two.tables.sweep()
    (seen,) = pair.two.tables.knocks.open_knocks(code, pair.caller(pair.two, "Ben"))
    answered = pair.two.tables.knocks.let_in(code, pair.caller(pair.two, "Ben"), seen.id, yes=True)

    assert pair.two.broadcaster.woken[0] == code
    assert isinstance(answered, Knock)
    assert answered.state == "let_in"
    mine = pair.one.tables.knocks.my_knock(code, knocked.seat_token)
    assert mine is not None
    assert mine.state == "let_in"
    assert pair.one.tables.doors.caller(code, knocked.seat_token).names == ("Eve",)


def test_two_yes_at_two_processes_count_together(pair: Pair) -> None:
    code = pair.at.code
    pair.desk.clock.pass_seconds(61)  # Dan's phone was not here for a minute
    knocked = pair.one.tables.knocks.knock(code, None, "Dan", "knock-1")
    assert isinstance(knocked, Knocked)

    first = pair.one.tables.knocks.let_in(
        code, pair.caller(pair.one, "Ben"), knocked.knock.id, yes=True
    )
    second = pair.two.tables.knocks.let_in(
        code, pair.caller(pair.two, "Cleo"), knocked.knock.id, yes=True
    )

    assert isinstance(first, Knock)
    assert (first.state, first.yes) == ("waiting", 1)
    assert isinstance(second, Knock)
    assert second.state == "let_in"


def test_knock_turned_away_at_one_is_over_at_the_other(pair: Pair) -> None:
    code = pair.at.code
    knocked = pair.one.tables.knocks.knock(code, None, "Eve", "knock-1")
    assert isinstance(knocked, Knocked)

    away = pair.two.tables.knocks.let_in(
        code, pair.caller(pair.two, "Ben"), knocked.knock.id, yes=False
    )

    assert isinstance(away, Knock)
    assert away.state == "turned_away"
    assert pair.one.tables.knocks.open_knocks(code, pair.caller(pair.one, "Ana")) == ()


def test_handover_link_of_one_is_good_at_the_other_and_only_once(pair: Pair) -> None:
    code = pair.at.code
    offer = pair.one.tables.seats.offer_handover(code, pair.caller(pair.one, "Ben"), "Ben")
    assert isinstance(offer, Handover)

    taken = pair.two.tables.seats.take_handover(code, offer.secret, None, "take-1")
    again = pair.one.tables.seats.take_handover(code, offer.secret, None, "take-2")

    assert isinstance(taken, Joined)
    assert pair.one.tables.doors.caller(code, taken.seat_token).names == ("Ben",)
    assert code_of(again) == "no_such_handover"


def test_host_with_a_stream_at_one_is_not_away_at_the_other(pair: Pair) -> None:
    code = pair.at.code
    host = pair.at.live.row.host_phone_id
    pair.one.tables.presence.stream_opened(code, host)
    for _ in range(40):
        pair.desk.clock.pass_seconds(BEAT_SECONDS)
        pair.one.tables.sweep()
        pair.two.tables.sweep()

    here = pair.two.tables.hosts.is_away(code)
    pair.one.tables.presence.stream_closed(code, host)
    pair.desk.clock.pass_seconds(601)

    assert here is False
    assert pair.two.tables.hosts.is_away(code) is True


def test_host_is_needed_by_two_phones_at_two_processes(pair: Pair) -> None:
    code = pair.at.code
    pair.desk.clock.pass_seconds(601)

    first = pair.one.tables.hosts.need(code, pair.caller(pair.one, "Ben"))
    second = pair.two.tables.hosts.need(code, pair.caller(pair.two, "Cleo"))

    assert isinstance(first, HostNeeded)
    assert (first.taps, first.host) == (1, None)
    assert isinstance(second, HostNeeded)
    assert second.host == "Ben"
    pair.one.tables.sweep()
    assert pair.caller(pair.one, "Ben").host


def test_signed_out_at_one_is_signed_out_at_the_other(pair: Pair) -> None:
    code = pair.at.code
    done = pair.one.tables.seats.sign_out(code, pair.caller(pair.one, "Ana"), "Ben")
    assert isinstance(done, Done)

    tapped = pair.tap(pair.two, "Ben", id="b-1", **_hand("Ben", 2))

    assert code_of(tapped) == "no_table"
    assert not isinstance(tapped, Asked)
