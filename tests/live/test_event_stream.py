"""One phone's stream: the whole state on connect, one message a version, packed once for all."""

from __future__ import annotations

import threading
import zlib
from dataclasses import replace

import pytest

from companion.live.event_stream import accepts_gzip
from companion.live.messages import GZIP_HEADER, next_message, packed, table_message
from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from companion.services.refusals import by_the_store
from companion.services.tables.live_table import Caller
from tests.live.phones import QUICK, Phone, Stand, parsed

LONG = "".join(
    f"<li data-seat='{n}'>Player {n} has {n * 7919 % 97} items</li>\n" for n in range(180)
)


def test_whole_fragment_comes_on_connect(tmp_path: object) -> None:
    stand = Stand()

    message = stand.phone().read()

    assert message == {"id": "1", "event": "table", "data": "en 1\nhello\n<b>table</b>"}


def test_every_version_comes_as_the_whole_state() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()

    got = []
    for text in ("one", "two", "three"):
        stand.change(text)
        got.append(phone.read()["data"])

    assert got == ["en 2\none", "en 3\ntwo", "en 4\nthree"]


def test_slow_phone_gets_the_newest_state_and_no_backlog() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()
    for text in ("one", "two", "three"):
        stand.change(text)

    assert phone.read()["data"] == "en 4\nthree"
    assert stand.rendered == [(1, "en"), (4, "en")]


def test_heartbeat_is_the_present_message_again() -> None:
    stand = Stand()
    phone = stand.phone()

    messages = [phone.read() for _ in range(3)]

    assert messages == [messages[0]] * 3
    assert stand.rendered == [(1, "en")]


@pytest.mark.parametrize("gzip", [True, False])
def test_stream_is_one_valid_whole_whatever_was_skipped(gzip: bool) -> None:
    stand = Stand()
    stand.text = LONG
    quick, slow = stand.phone(gzip=gzip), stand.phone(gzip=gzip)
    got: dict[int, list[str]] = {0: [quick.read()["data"]], 1: [slow.read()["data"]]}
    for number in range(30):
        stand.change(LONG.replace("7 items", f"{number} items"))
        got[0].append(quick.read()["data"])
        if number % 4 == 3:
            got[1].append(slow.read()["data"])
        if number % 7 == 0:
            got[0].append(quick.read()["data"])

    assert [parsed(phone.text) for phone in (quick, slow)] == [
        [{"id": data.split()[1], "event": "table", "data": data} for data in got[place]]
        for place in (0, 1)
    ]


def test_phones_share_one_rendering_and_the_same_bytes() -> None:
    stand = Stand()
    stand.text = LONG
    phones = [stand.phone(Caller(f"phone-{n}", (n,), (f"P{n}",))) for n in range(8)]
    for phone in phones:
        phone.read()
    stand.change(LONG.replace("Player 3 has 41", "Player 3 has 42"))

    blocks = {next(phone.stream) for phone in phones}

    assert len(blocks) == 1
    assert stand.rendered == [(1, "en"), (2, "en")]


def test_small_change_of_a_large_fragment_takes_few_bytes() -> None:
    stand = Stand()
    stand.text = LONG
    phone = stand.phone()
    phone.read()

    for number in range(20):
        stand.change(LONG.replace("Player 80 has", f"Player 80 now has {number} and"))
        phone.read()

    whole, *changes = phone.sizes
    assert len(LONG) > 8000
    # Unchanged text costs 2 bytes for each 258, so a fragment of 8.4 kB has its floor near 80.
    assert max(changes) <= 120
    assert whole > 1000


def test_fragment_larger_than_the_window_still_comes_whole() -> None:
    stand = Stand()
    stand.text = LONG * 8
    phone = stand.phone()
    phone.read()
    stand.change(LONG * 8 + "<p>more</p>")

    assert len(stand.text) > 65_000
    assert phone.read()["data"] == f"en 2\n{stand.text}"


@pytest.mark.parametrize(
    "text",
    [
        "\n\nevent: bye\ndata: forged",
        "\revent: gone\r\rdata: forged\r\n\r\nid: 99",
        ": comment\nretry: 1\n\n",
        "data: data: data",
        "\x00 \u2028 \u2029 \x85 \x0b",
        "",
    ],
)
def test_no_text_forges_a_message(text: str) -> None:
    messages = parsed(table_message(7, text))

    assert len(messages) == 1
    assert {key: messages[0][key] for key in ("id", "event")} == {"id": "7", "event": "table"}
    assert messages[0]["data"] == text.replace("\r\n", "\n").replace("\r", "\n")


def test_languages_are_rendered_apart() -> None:
    stand = Stand()
    english, german = stand.phone(language="en"), stand.phone(language="de")

    data = [phone.read()["data"].split()[0] for phone in (english, german, german)]

    assert data == ["en", "de", "de"]
    assert stand.rendered == [(1, "en"), (1, "de")]


def test_news_beside_the_log_come_under_the_same_version() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()
    stand.text = "Cleo knocks"
    stand.broadcaster.wake("BBBBBB")

    message = phone.read()

    assert (message["id"], message["data"]) == ("1", "en 1\nCleo knocks")


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


# --- packing ---


def test_blocks_end_on_a_byte_so_that_they_may_follow_each_other() -> None:
    first, second = b"<p>one</p>" * 50, b"<p>two</p>" + b"<p>one</p>" * 49
    stream = GZIP_HEADER + packed(first) + packed(second, first) + packed(second, second)

    inflated = zlib.decompressobj(31).decompress(stream)

    assert inflated == first + second + second


def test_message_without_a_predecessor_is_packed_whole() -> None:
    message = next_message(1, LONG, None)

    assert message.packed_after(None) == message.full == packed(message.text)
    assert message.packed_after(message.serial - 1) == message.full
    following = next_message(2, LONG + "x", message)
    assert following.packed_after(message.serial) == packed(following.text, message.text)
    assert following.packed_after(None) == following.full


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("GZIP", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("br, deflate", False),
        ("", False),
    ],
)
def test_gzip_is_sent_to_those_who_take_it(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_headers_keep_proxies_and_stores_away() -> None:
    stand = Stand()

    with_gzip = dict(stand.phone().stream.headers)
    plain = dict(stand.phone(gzip=False).stream.headers)

    assert with_gzip == {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        "Vary": "Accept-Encoding",
        "Content-Encoding": "gzip",
    }
    assert "Content-Encoding" not in plain


# --- limits ---


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


# --- fragments for pages and answers ---


def test_page_takes_the_streams_fragment_and_renders_nothing_again() -> None:
    stand = Stand()
    stand.phone().read()

    fragment = stand.broadcaster.fragment(stand.find("BBBBBB"), "en")

    assert fragment == "en 1\nhello\n<b>table</b>"
    assert stand.rendered == [(1, "en")]


def test_answer_to_a_tap_and_the_streams_it_woke_render_one_version_once() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()
    stand.change("news")

    fragment = stand.broadcaster.fragment(stand.find("BBBBBB"), "en")

    assert fragment == phone.read()["data"] == "en 2\nnews"
    assert stand.rendered == [(1, "en"), (2, "en")]


def test_page_of_another_version_is_rendered_for_itself() -> None:
    stand = Stand()
    stand.phone().read()
    stand.change("news")

    fragment = stand.broadcaster.fragment(stand.find("BBBBBB"), "en")

    assert fragment == "en 2\nnews"


def test_nothing_is_kept_of_tables_without_streams() -> None:
    stand = Stand()
    phone = stand.phone()
    phone.read()
    phone.stream.close()

    stand.broadcaster.wake("BBBBBB")

    assert stand.broadcaster._channels == {}
    assert stand.broadcaster._by_address == {}
