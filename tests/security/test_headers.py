"""Every answer carries the headers of the trust rules, whatever it is and however it failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.settings import Settings
from tests.security.phones import HTML, Browser, build_at

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PAGES = ["/", "/decks", "/decks/starter", "/doctor", "/tables/new", "/nowhere", "/tables/BBBBBB",
         "/static/nothing.css", "/j/AAAA"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_every_answer_is_dressed(path: str, accept: str, browser: Callable[[], Browser]) -> None:
    headers = browser().get(path, headers={"Accept": accept}).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    for ours in ("screen-wake-lock", "fullscreen", "autoplay", "clipboard-write"):
        assert f"{ours}=(self)" in headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in headers
    assert "Server" not in headers


def test_table_pages_are_not_stored_and_hashed_files_are_kept(
    browser: Callable[[], Browser], product: Backroom
) -> None:
    phone = browser()
    made = phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert made is not None
    page = phone.get(f"/tables/{made['code']}")
    sheet = phone.get(product.parts.assets.url("table.css"))
    assert page.headers["Cache-Control"] == "no-store"
    assert sheet.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_https_adds_what_only_https_may_promise(tmp_path: Path) -> None:
    settings = replace(
        Settings(), public_url="https://cards.example", host_key="a long enough word"
    )
    made = build_at(tmp_path, settings)
    client = made.app.test_client()
    headers = client.get("/", base_url="https://cards.example", headers=HTML).headers
    made.close()
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_seat_cookie_is_for_one_table_and_no_script(browser: Callable[[], Browser]) -> None:
    made = browser().json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"})
    assert made.json is not None
    cookies = made.headers.getlist("Set-Cookie")
    seat = next(each for each in cookies if each.startswith("seat="))
    mine = next(each for each in cookies if each.startswith("tables="))
    assert f"Path=/tables/{made.json['code']}" in seat
    assert all("HttpOnly" in each and "SameSite=Lax" in each for each in (seat, mine))
    assert made.json["seat_token"] not in mine


def test_pages_go_out_zipped_to_those_who_take_it(browser: Callable[[], Browser]) -> None:
    plain = browser().get("/decks/starter")
    zipped = browser().get("/decks/starter", headers={**HTML, "Accept-Encoding": "gzip"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert len(zipped.data) * 3 < len(plain.data)
