"""No other site can make a browser change anything, and our own plain forms always work."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.web.guards import UNSAFE_METHODS, is_ours
from companion.web.rights import RIGHTS
from tests.security.phones import LAN, ORIGIN, Browser

OURS = frozenset({ORIGIN})
UNSAFE = sorted(key for key in RIGHTS if key.split(" ")[0] in UNSAFE_METHODS)
SITES = (None, "same-origin", "none", "same-site", "cross-site")
ORIGINS = (None, ORIGIN, "null", "http://evil.example", f"http://{LAN}", f"https://{LAN}:8000")


def expected(site: str | None, origin: str | None, cookie: bool) -> bool:
    """The rule in words: Sec-Fetch-Site decides; else Origin; else only without a cookie."""
    if site is not None:
        return site in ("same-origin", "none")
    if origin is not None:
        return origin == ORIGIN
    return not cookie


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("cookie", [True, False])
def test_who_is_ours(site: str | None, origin: str | None, cookie: bool) -> None:
    headers = {"Sec-Fetch-Site": site, "Origin": origin}
    sent = {name: value for name, value in headers.items() if value is not None}
    assert is_ours(sent, OURS, cookie) is expected(site, origin, cookie)


FOREIGN: dict[str, dict[str, str]] = {
    "other origin": {"Origin": "http://evil.example"},
    "null origin": {"Origin": "null"},
    "cross-site": {"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN},
    "same-site": {"Sec-Fetch-Site": "same-site"},
    "no header": {},
}


@pytest.mark.parametrize("route", UNSAFE)
def test_every_unsafe_route_refuses_what_another_site_sends(
    route: str, tables_of: Callable[[], tuple[str, dict[str, Browser]]]
) -> None:
    code, phones = tables_of()
    method, rule = route.split(" ", 1)
    path = rule.replace("<code>", code).replace("<path:player>", "Ben")
    for place in ("<knock>", "<secret>", "<key>"):
        path = path.replace(place, "x")
    answers = {}
    for kind, headers in FOREIGN.items():
        sent = {"Accept": "application/json", **headers}
        answer = phones["host"].open(method, path, data={}, headers=sent)
        answers[kind] = (answer.status_code, answer.json["refused"]["code"])  # type: ignore[index]
    assert answers == dict.fromkeys(FOREIGN, (403, "other_site"))


def test_a_refused_request_changed_nothing(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    phones["host"].open(
        "POST", f"/tables/{code}/forget", data={}, headers={"Origin": "http://evil.example"}
    )
    assert phones["host"].get(f"/tables/{code}").status_code == 200


def test_a_program_with_a_token_needs_no_origin(browser: Callable[[], Browser]) -> None:
    started = browser().json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"})
    assert started.json is not None
    headers = {
        "Authorization": f"Bearer {started.json['seat_token']}",
        "Accept": "application/json",
    }
    event = {"event": "player_joined", "player": "Ben"}
    answer = browser().open(
        "POST", f"/tables/{started.json['code']}/events", json=event, headers=headers
    )
    assert answer.status_code == 200


def test_what_a_proxy_asked_for_opens_nothing_to_other_sites(
    browser: Callable[[], Browser],
) -> None:
    phone = browser()
    phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"})
    headers = {"Authorization": "Basic YTpi", "Origin": "http://evil.example"}
    answer = phone.open("POST", "/language", data={"language": "en"}, headers=headers)
    assert (answer.status_code, answer.headers["Backroom-Answer"]) == (403, "other_site")


def test_a_program_without_cookies_needs_no_origin(browser: Callable[[], Browser]) -> None:
    body = {"game": "black_market_warehouse", "player": "Ana"}
    answer = browser().open("POST", "/tables", json=body, headers={"Accept": "application/json"})
    assert answer.status_code == 201


def rows(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "backroom.sqlite3") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def test_no_get_changes_the_database(
    product: Backroom,
    tmp_path: Path,
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    for phone in phones.values():
        phone.get(f"/tables/{code}")  # a phone's first visit with its token is noted once
    before = rows(tmp_path)
    gets = sorted(key[4:] for key in RIGHTS if key.startswith("GET ") and "/stream" not in key)
    for rule in gets:
        path = rule.replace("<code>", code)
        for place in ("<path:path>", "<name>", "<key>", "<secret>", "<deck>"):
            path = path.replace(place, "starter")
        for phone in phones.values():
            assert phone.get(path).status_code < 500, path
    assert rows(tmp_path) == before
