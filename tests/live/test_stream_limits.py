"""How many streams a seat, an address and the process may have; the others ask instead."""

from __future__ import annotations

from dataclasses import replace

from companion.services.tables.live_table import Caller
from tests.live.phones import QUICK, Phone, Stand


def test_third_stream_of_a_seat_tells_the_oldest_to_ask_instead() -> None:
    stand = Stand()
    first, second, third = stand.phone(), stand.phone(), stand.phone()
    for phone in (second, third):
        assert phone.read()["event"] == "table"

    assert first.read()["event"] == "poll"
    assert stand.broadcaster.open_streams("BBBBBB") == 2


def _refusal(answer: object) -> tuple[int, str, int | None]:
    assert not isinstance(answer, Phone)
    return (answer.status, answer.refused.code, answer.retry_after_seconds)  # type: ignore[attr-defined]


def test_address_with_too_many_streams_asks_instead() -> None:
    stand = Stand(replace(QUICK, streams_per_address=2))
    phones = [stand.phone(Caller(f"p{n}", (n,), (f"P{n}",))) for n in (1, 2)]

    refused = stand.subscribe(Caller("p3", (3,), ("P3",)))
    other = stand.subscribe(Caller("p3", (3,), ("P3",)), address="10.0.0.2")
    phones[0].stream.close()
    again = stand.subscribe(Caller("p4", (4,), ("P4",)))

    assert _refusal(refused) == (503, "too_many_streams", 30)
    assert [hasattr(each, "woken") for each in (other, again)] == [True, True]


def test_process_with_too_many_streams_asks_instead() -> None:
    stand = Stand(replace(QUICK, streams=1))
    stand.subscribe()

    refused = stand.subscribe(Caller("p2", (2,), ("Ben",)), address="10.0.0.2")

    assert _refusal(refused) == (503, "too_many_streams", 30)


def test_thirteenth_spectator_asks_instead_and_seats_do_not() -> None:
    stand = Stand()
    for number in range(12):
        stand.phone(Caller(None), address=f"10.0.0.{number}")

    refused = stand.subscribe(Caller(None), address="10.0.0.99")
    seated = stand.subscribe(Caller("p1", (1,), ("Ana",)), address="10.0.0.99")

    assert _refusal(refused) == (503, "too_many_spectators", 30)
    assert hasattr(seated, "woken")


def test_nobody_subscribes_while_backroom_stops() -> None:
    stand = Stand()
    stand.broadcaster.bye()

    assert _refusal(stand.subscribe()) == (503, "too_many_streams", 30)
