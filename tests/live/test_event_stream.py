"""One phone's stream: the whole state on connect, one message a version, packed once for all."""

from __future__ import annotations

import zlib

import pytest

from companion.live.event_stream import accepts_gzip, headers_of_stream
from companion.live.messages import GZIP_HEADER, next_message, packed, table_message
from companion.services.tables.live_table import Caller
from tests.live.phones import Stand, parsed

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
    with_gzip = dict(headers_of_stream(gzip=True))
    plain = dict(headers_of_stream(gzip=False))

    assert with_gzip == {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        "Vary": "Accept-Encoding",
        "Content-Encoding": "gzip",
    }
    assert "Content-Encoding" not in plain


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
