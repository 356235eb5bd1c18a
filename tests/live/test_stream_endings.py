"""How a stream ends, who frees its place, and how often a resting one is heard."""

from __future__ import annotations

import threading

import pytest

from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from companion.services.refusals import by_the_store
from companion.services.tables.live_table import Caller
from tests.live.phones import Stand

# --- endings ---


def test_shutdown_says_bye_and_the_stream_ends() -> None:
    stand = Stand()
    phones = [stand.phone(), stand.phone(Caller(None))]
    for phone in phones:
        phone.read()

    stand.broadcaster.bye()

    assert [phone.read()["event"] for phone in phones] == ["bye", "bye"]
    for phone in phones:
        with pytest.raises(StopIteration):
            next(phone.stream)
    assert stand.broadcaster.open_streams("BBBBBB") == 0


def test_closed_table_ends_its_streams_for_good() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()

    stand.broadcaster.close_table("BBBBBB")

    assert phone.read()["event"] == "gone"


def test_table_that_is_gone_when_the_stream_starts_ends_it_at_once() -> None:
    stand = Stand()
    phone = stand.phone()
    stand.forget()

    assert phone.read()["event"] == "gone"
    with pytest.raises(StopIteration):
        next(phone.stream)


def test_disk_trouble_keeps_open_streams_and_turns_new_ones_back() -> None:
    stand = Stand()
    phone = stand.phone()
    first = phone.read()
    stand.gone = by_the_store(StorageTrouble("locked"))
    stand.broadcaster.wake("BBBBBB")

    again = phone.read()
    newcomer = stand.phone(language="de").read()

    assert again == first
    assert newcomer["event"] == "bye"


def test_stream_that_was_never_read_is_closed_all_the_same() -> None:
    stand = Stand()
    phone = stand.phone()

    phone.stream.close()
    phone.stream.close()

    assert stand.broadcaster.open_streams("BBBBBB") == 0
    assert (stand.here, stand.left) == ([("BBBBBB", "phone-1")], [("BBBBBB", "phone-1")])


def test_waiting_stream_wakes_for_news_and_for_its_end() -> None:
    stand = Stand(Limits())
    phone = stand.phone()
    phone.read()
    got: list[str] = []
    reading = threading.Event()

    def read() -> None:
        for _ in range(2):
            reading.set()
            got.append(phone.read()["event"])

    thread = threading.Thread(target=read)
    thread.start()
    assert reading.wait(5)
    reading.clear()
    stand.change()
    assert reading.wait(5)
    stand.broadcaster.bye()
    thread.join(5)

    assert got == ["table", "bye"]


def test_phone_that_hangs_up_frees_its_place_and_wakes_who_waits_for_it() -> None:
    stand = Stand(Limits())
    phone = stand.phone()
    phone.read()
    ended = threading.Thread(target=lambda: [next(phone.stream), ended_with.append(1)])
    ended_with: list[int] = []
    ended.start()

    phone.stream.hang_up()
    phone.stream.hang_up()

    ended.join(5)
    assert ended_with == [1]
    assert stand.broadcaster.open_streams("BBBBBB") == 0
    assert stand.left == [("BBBBBB", "phone-1")]
    with pytest.raises(StopIteration):
        next(phone.stream)


# --- heartbeats ---


def test_beat_slows_down_at_a_table_that_rests() -> None:
    stand = Stand(Limits())
    broadcaster = stand.broadcaster
    subscription = stand.subscribe()
    assert not isinstance(subscription, type(stand.gone))
    seconds = []
    for wait in (0, 129, 2, 0, 200):
        stand.clock.pass_seconds(wait)
        if wait == 0 and seconds:
            stand.change()
        seconds.append(broadcaster.beat_seconds(subscription))  # type: ignore[arg-type]

    assert seconds == [4.0, 4.0, 15.0, 4.0, 15.0]


def test_phone_that_just_came_hears_quick_beats_at_first() -> None:
    stand = Stand(Limits())
    old = stand.subscribe()
    stand.clock.pass_seconds(1000)
    new = stand.subscribe(Caller("phone-2", (2,), ("Ben",)))

    beats = [stand.broadcaster.beat_seconds(each) for each in (old, new)]  # type: ignore[arg-type]

    assert beats == [15.0, 4.0]
