"""Whatever goes wrong is a designed page or `refused` as JSON, and never a stack trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.backroom import Backroom
from companion.web.rights import RIGHTS
from tests.security.phones import HTML, JSON, ORIGIN, Browser


def refused(answer: object) -> str:
    return str(answer.json["refused"]["code"])  # type: ignore[attr-defined]


def test_an_unknown_address_is_a_page_with_a_next_step(browser: Callable[[], Browser]) -> None:
    answer = browser().get("/nowhere")
    assert answer.status_code == 404
    assert "Nothing lies here" in answer.text
    assert 'href="/"' in answer.text


def test_an_unknown_address_is_refused_to_programs(browser: Callable[[], Browser]) -> None:
    answer = browser().json("GET", "/nowhere")
    assert (answer.status_code, refused(answer)) == (404, "not_found")


def test_a_wrong_method_names_the_right_ones(browser: Callable[[], Browser]) -> None:
    answer = browser().json("PUT", "/tables")
    assert (answer.status_code, refused(answer)) == (405, "wrong_method")
    assert "POST" in answer.headers["Allow"]


def test_a_body_over_the_cap_is_refused_with_a_sentence(browser: Callable[[], Browser]) -> None:
    answer = browser().post("/language", data={"language": "x" * 70_000})
    assert answer.status_code == 413
    assert "smaller" in answer.text


def test_a_body_of_unknown_length_is_capped_too(product: Backroom) -> None:
    environ = EnvironBuilder(
        "/language", base_url=ORIGIN, method="POST", headers=JSON
    ).get_environ()
    environ |= {
        "wsgi.input": BytesIO(b"language=" + b"x" * 70_000),
        "wsgi.input_terminated": True,
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "HTTP_TRANSFER_ENCODING": "chunked",
    }
    _, status, _ = run_wsgi_app(product.app, environ)
    assert status == "413 REQUEST ENTITY TOO LARGE"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "application/json"}, b"{"),
        ({"Content-Type": "application/json"}, b'{"player": "\\ud800"}'),
        ({"Content-Type": "application/json"}, b'{"player": {"a": 1}}'),
        ({"Content-Type": "application/x-www-form-urlencoded"}, b"\xff\xfe=%ff"),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x\r\nbroken"),
        ({"Content-Type": "text/plain"}, b"hello"),
        ({}, b""),
    ],
)
def test_a_malformed_body_is_refused_and_never_breaks(
    headers: dict[str, str], body: bytes, browser: Callable[[], Browser]
) -> None:
    phone = browser()
    code = phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert code is not None
    for path in ("/tables", f"/tables/{code['code']}/seats", f"/tables/{code['code']}/events",
                 f"/tables/{code['code']}/knocks", f"/tables/{code['code']}/order",
                 f"/tables/{code['code']}/settings", f"/tables/{code['code']}/host"):  # fmt: skip
        answer = phone.open("POST", path, data=body, headers={**JSON, **headers})
        assert answer.status_code < 500, path


def test_our_own_fault_shows_no_trace(product: Backroom, browser: Callable[[], Browser]) -> None:
    from companion.web import rights

    def broken() -> str:
        raise RuntimeError("secret detail")

    product.app.add_url_rule("/decks/<deck>/broken", view_func=broken)
    allowed = {**rights.RIGHTS, "GET /decks/<deck>/broken": rights.Right.PUBLIC}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rights, "RIGHTS", allowed)
        page = browser().get("/decks/x/broken")
        told = browser().json("GET", "/decks/x/broken")
    assert (page.status_code, "Something broke here" in page.text) == (500, True)
    assert "secret detail" not in page.text
    assert "Traceback" not in page.text
    assert refused(told) == "broken"


def test_the_script_gets_a_note_for_its_place(browser: Callable[[], Browser]) -> None:
    answer = browser().post("/tables/BBBBBB/draw", headers={**HTML, "HX-Request": "true"})
    assert answer.status_code == 404
    assert answer.text.strip().startswith('<div id="answers">')
    assert answer.headers["Backroom-Answer"] == "no_table"


def only_for_taps(app: Flask, code: str) -> list[str]:
    """An address for every route below a table that no GET reaches."""
    taps = {route.split(" ", 1)[1] for route in RIGHTS if not route.startswith("GET ")}
    places = sorted(
        re.sub(r"<(\w+:)?\w+>", "1", rule.replace("<code>", code))
        for rule in taps
        if rule.startswith("/tables/<code>/")
    )
    reached = app.url_map.bind("localhost")
    return [place for place in places if not reached.test(place, "GET")]


def test_a_browser_that_opens_an_address_for_taps_finds_its_table(
    product: Backroom, browser: Callable[[], Browser]
) -> None:
    phone = browser()
    code = phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert code is not None
    table = f"/tables/{code['code']}"
    places = only_for_taps(product.app, code["code"])
    assert f"{table}/events" in places
    assert len(places) > 10
    for place in places:
        answer = phone.get(place)
        assert (answer.status_code, answer.headers["Location"]) == (303, table), place
        told = phone.json("GET", place)
        assert (told.status_code, refused(told)) == (405, "wrong_method"), place
        assert "POST" in told.headers["Allow"] or "DELETE" in told.headers["Allow"], place


def test_an_address_for_taps_elsewhere_stays_a_page_of_its_own(
    browser: Callable[[], Browser],
) -> None:
    assert browser().get("/language").status_code == 405
    assert browser().post("/tables/BBBBBB/screen").status_code == 405


@pytest.mark.parametrize("number", ["9" * 5_000, "٣", "1" * 10, "-1", "1_0"])
def test_a_number_that_is_none_breaks_nothing(number: str, browser: Callable[[], Browser]) -> None:
    phone = browser()
    code = phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert code is not None
    table = f"/tables/{code['code']}"
    event = '{"event": "player_joined", "player": "Ben"}'
    answers = [
        phone.get(f"{table}/log", query_string={"before": number, "back_to": number}),
        phone.get(table, query_string={"seat": number, "slot": number, "of": number}),
        phone.post(f"{table}/rewind", data={"to": number, "id": "a"}),
        phone.post(f"{table}/events", data={"event": event, "seen": number, "id": "b"}),
        phone.post(f"{table}/events", data={"event": event, "seat": number, "id": "c"}),
    ]
    assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
