"""Headers as no browser sends them: whatever they say, every route answers below 500."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.security.phones import GAME, HTML, Browser

NO_ADDRESSES = ("http://[", "//[x", "http://a:99999999/", "[::1", "\u00ff", "", "http://a\\b", "%")
NO_NUMBERS = ("nan", "1e999", "-1", "9" * 5_000, "\u00b2")
ODD = (
    *(("Referer", text) for text in NO_ADDRESSES),
    *(("Origin", text) for text in NO_ADDRESSES),
    *(("HX-Current-URL", text) for text in NO_ADDRESSES),
    *(("Accept-Language", f"de;q={text}") for text in NO_NUMBERS),
    *(("Accept", f"text/html;q={text}") for text in NO_NUMBERS),
    *(("Last-Event-ID", text) for text in NO_NUMBERS),
    *(("Range", f"bytes={text}-{text}") for text in NO_NUMBERS),
    *(("Cookie", f"language={text}; signals={text}") for text in NO_NUMBERS),
    ("If-None-Match", '"'),
    ("If-Modified-Since", "yesterday"),
    ("Content-Type", "application/json; charset=nothing"),
    ("Content-Type", "multipart/form-data"),
)
PLACES = ("", "/events", "/seats", "/rematch", "/piles/1/photo")
PATHS = ("/", "/tables", "/demos", "/language", "/decks/import", "/nowhere", "/static/x.css")


@pytest.mark.parametrize(
    ("method", "paths", "places"),
    [("GET", ("/", "/nowhere"), ("/piles/1/photo",)), ("POST", PATHS, PLACES)],
)
def test_no_header_breaks_us(
    method: str,
    paths: tuple[str, ...],
    places: tuple[str, ...],
    browser: Callable[[], Browser],
) -> None:
    phone = browser()
    made = phone.json("POST", "/tables", {"game": GAME, "player": "Ana"}).json
    assert made is not None
    broken = [
        (path, name, text[:40])
        for path in (*paths, *(f"/tables/{made['code']}{place}" for place in places))
        for name, text in ODD
        if phone.open(method, path, headers={**HTML, name: text}, data={"x": "1"}).status_code
        in (500, 501, 502)
    ]

    assert broken == []


def test_where_no_address_is_told_the_switch_leads_to_the_start_page(
    browser: Callable[[], Browser],
) -> None:
    phone = browser()
    for text in NO_ADDRESSES:
        page = phone.post("/demos", data={"game": "none"}, headers={**HTML, "Referer": text})

        assert page.status_code == 404
        assert 'name="then" value="/"' in page.text
