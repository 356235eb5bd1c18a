"""What all phones share holds nothing private, and each phone gets what is its own."""

from __future__ import annotations

import re
import zlib
from html.parser import HTMLParser

import pytest
from flask import Flask
from werkzeug.test import Client

from companion.web.tables import fragments
from tests.web.table_stand import HTML, JSON, Phone, a_duel

PLACES = ("", "?tab=table", "?tab=more", "/log", "/screen", "/result", "/mine", "?since=1")


def _stolen(app: Flask) -> tuple[Phone, Phone]:
    """Ben took the Pocket Volcano from Ana's warehouse; its name was never said before."""
    ana, ben = a_duel(app)
    ana.log("item_added", player="Ana", item_type="Weapon", money=5_000_000)
    ana.log("turn_ended", player="Ana")
    ben.log(
        "insider_played",
        player="Ben",
        card="cat-burglar",
        steps=[
            {
                "do": "move",
                "from": {"zone": "warehouse", "player": "Ana", "slot": 0},
                "to": {"zone": "hand", "player": "Ben"},
            }
        ],
    )
    assert ana.version() == 7
    return ana, ben


def _fragment(app: Flask, phone: Phone) -> str:
    live = app.extensions["backroom"].tables.doors.find(phone.code)
    return fragments.renderer(app)(live, "en")


def test_the_shared_part_has_no_id_of_a_tap(app: Flask) -> None:
    ana, _ = a_duel(app)
    shared = _fragment(app, ana)
    assert 'name="id"' not in shared
    assert 'name="player"' not in shared


class _Roots(HTMLParser):
    """The ids of the elements at the top of a fragment."""

    def __init__(self) -> None:
        super().__init__()
        self.roots: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth == 0:
            self.roots.append(str(dict(attrs).get("id")))
        if tag not in ("br", "input", "col"):
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<use/>` neither opens nor closes anything."""

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1


def test_every_root_of_the_shared_part_has_an_id(app: Flask) -> None:
    ana, _ = a_duel(app)
    reader = _Roots()
    reader.feed(_fragment(app, ana))
    assert reader.roots == ["top", "live", "which", "door", "dock"]


def test_the_shared_part_is_the_same_for_every_phone(app: Flask) -> None:
    ana, ben = a_duel(app)
    texts = set()
    for phone in (ana, ben, Phone(app, ana.code)):
        answer = phone.client.get(f"{phone.home}?since=0", headers=HTML).get_data(as_text=True)
        texts.add(answer.split('<div id="mine"')[0])
    assert len(texts) == 1


def test_a_stolen_card_is_known_to_its_taker_alone(app: Flask) -> None:
    ana, ben = _stolen(app)
    assert "Back in Ben’s hand" in ben.get()
    assert "$5M" in ben.get("/mine")
    stranger = Phone(app, ana.code)
    for phone in (ana, stranger):
        for place in PLACES:
            answer = phone.client.get(phone.home + place, headers=HTML).get_data(as_text=True)
            assert "Back in Ben’s hand" not in answer, place
    for phone in (ana, stranger):
        told = phone.client.get(phone.home, headers=JSON).get_data(as_text=True)
        assert '"own_chips":[]' in told.replace(" ", "")
        assert not re.search(r'"own_chips":\s*\[\{', told)


def test_the_log_does_not_say_what_went_to_a_hand(app: Flask) -> None:
    ana, ben = _stolen(app)
    for phone in (ana, ben):
        line = phone.get("/log").split('id="event-7"')[1].split("</li>")[0]
        assert "Ben played Cat Burglar: took an item from Ana’s warehouse" in line
        assert "Weapon" not in line
        told = phone.client.get(f"{phone.home}/log", headers=JSON).json["events"][6]
        assert "Weapon" not in str(told)


def test_the_last_event_does_not_say_it_either(app: Flask) -> None:
    ana, _ = _stolen(app)
    dock = _fragment(app, ana).split('id="dock"')[1]
    assert "took an item from Ana’s warehouse" in dock
    assert "Weapon" not in dock


def test_nothing_new_is_204_and_news_are_the_roots(app: Flask) -> None:
    ana, _ = a_duel(app)
    version = ana.version()
    for headers in (HTML, JSON):
        same = ana.client.get(f"{ana.home}?since={version}", headers=headers)
        assert same.status_code == 204
    assert 'id="live"' in ana.get(f"?since={version - 1}")
    told = ana.client.get(f"{ana.home}?since={version - 1}", headers=JSON)
    assert told.json["version"] == version
    screen = ana.client.get(f"{ana.home}/screen?since={version}", headers=HTML)
    assert screen.status_code == 204


def test_the_lobby_is_what_streams_before_the_deal(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    assert 'data-page="lobby"' in _fragment(app, ana)
    assert 'data-page="lobby"' in ana.get("?since=0")


def _first_message(app: Flask, address: str, headers: dict[str, str]) -> tuple[bytes, str]:
    answer = Client(app).get(address, headers=headers, buffered=False)
    assert answer.status_code == 200
    stream = iter(answer.response)
    first = next(stream)
    answer.close()
    return first, answer.headers["Content-Type"]


def test_the_stream_begins_with_the_whole_shared_part(app: Flask) -> None:
    ana, _ = a_duel(app)
    first, media_type = _first_message(app, f"{ana.home}/stream", HTML)
    assert media_type.startswith("text/event-stream")
    lines = first.decode().split("\n")
    assert lines[0] == f"id: {ana.version()}"
    assert lines[1] == "event: table"
    shared = "\n".join(line.removeprefix("data: ") for line in lines[2:] if line)
    assert shared.strip() == _fragment(app, ana).strip()


def test_the_stream_may_be_packed(app: Flask) -> None:
    ana, _ = a_duel(app)
    first, _ = _first_message(app, f"{ana.home}/stream", {**HTML, "Accept-Encoding": "gzip"})
    unpacked = zlib.decompressobj(31).decompress(first)
    assert unpacked.startswith(f"id: {ana.version()}\n".encode())


def test_the_big_screen_streams_its_own_part(app: Flask) -> None:
    ana, _ = a_duel(app)
    first, _ = _first_message(app, f"{ana.home}/stream?of=screen", HTML)
    assert b'data-page="screen"' in first
    assert b"<button" not in first


def test_the_stream_speaks_the_phones_language_setting(app: Flask) -> None:
    ana, _ = a_duel(app)
    german = {**HTML, "Accept-Language": "de"}
    first, _ = _first_message(app, f"{ana.home}/stream", german)
    assert b'id="live"' in first


def test_pages_of_a_table_are_not_stored(app: Flask) -> None:
    ana, _ = a_duel(app)
    for place in PLACES:
        answer = ana.client.get(ana.home + place, headers=HTML)
        assert "no-store" in answer.headers["Cache-Control"], place


def test_an_odd_address_is_still_the_table(app: Flask) -> None:
    ana, _ = a_duel(app)
    for place in (
        "?tab=nope",
        "?seat=99",
        "?seat=-1",
        "?sheet=nope",
        "?sheet=item&of=Zed&at=x&slot=9",
        "?sheet=item&of=Ben&at=in_play&slot=0",
        "?sheet=item&of=Ben&at=99&slot=0",
        "?sheet=insider&effect=nope",
        "?sheet=insider&effect=cat-burglar&pick=item:99&pick=x&pick=y",
        "?sheet=describe&type=Nope&type=Weapon",
        "?sheet=search&q=%00",
        "?sheet=rule&about=%F0%9F%98%80",
        "?since=x",
        "/log?before=x&player=Nobody",
        "/log?back_to=99999999999999999999",
    ):
        assert ana.client.get(ana.home + place, headers=HTML).status_code == 200, place


@pytest.mark.parametrize("options", [{}, {"track": "scores"}, {"track": "warehouses"}])
@pytest.mark.parametrize("player", ["Ana", None])
def test_every_page_opens_before_anything_happened(
    app: Flask, options: dict[str, str], player: str | None
) -> None:
    phone = Phone(app).start(player, "none", **options)
    for place in (*PLACES, "?tab=mine", "?sheet=insider", "?sheet=count", "?sheet=right"):
        for headers in (HTML, JSON):
            answer = phone.client.get(phone.home + place, headers=headers)
            assert answer.status_code in (200, 204), (place, headers)


def test_after_the_end_nothing_asks_for_a_card(app: Flask) -> None:
    ana, _ = a_duel(app)
    ana.log("game_called")
    page = ana.get()
    assert "Which one did" not in page
    assert "it does not count" in page
