"""The table of rights, route by route and standing by standing; what it does not name is denied."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.backroom import Backroom
from companion.web.rights import RIGHTS, Right, right_of
from tests.security.phones import Browser

STANDINGS = ("nobody", "spectator", "seat", "other seat", "host", "other host")
MAY: dict[Right, frozenset[str]] = {
    Right.PUBLIC: frozenset(STANDINGS),
    Right.MAKER: frozenset(STANDINGS),
    Right.SPECTATOR: frozenset(STANDINGS) - {"nobody"},
    Right.SEAT: frozenset({"seat", "other seat", "host"}),
    Right.HOST: frozenset({"host"}),
}
"""At home, where everybody may start tables. "nobody" does not know the code."""

OTHERS_FIRST = ("nobody", "spectator", "other seat", "other host", "seat", "host")
"""The phones that should be turned away come first: they leave the table as it was."""

Make = Callable[[], tuple[str, dict[str, Browser]]]


def routes(app: Flask) -> list[str]:
    """`METHOD rule` of everything that the app answers."""
    return sorted(
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


def test_every_route_has_a_right_and_every_right_a_route(product: Backroom) -> None:
    assert routes(product.app) == sorted(RIGHTS)


def test_a_route_without_a_right_is_denied(
    product: Backroom, browser: Callable[[], Browser]
) -> None:
    product.app.add_url_rule("/forgotten", view_func=lambda: "secret")
    answer = browser().get("/forgotten")
    assert (answer.status_code, "secret" in answer.text) == (404, False)


def test_head_and_options_need_the_right_of_get() -> None:
    assert right_of("HEAD", "/tables/<code>") is Right.SPECTATOR
    assert right_of("DELETE", "/tables/<code>/log") is None


def address(rule: str, code: str) -> str:
    filled = (
        rule.replace("<code>", code).replace("<name:player>", "Ben").replace("<int:number>", "2")
    )
    return re.sub(r"<(\w+:)?\w+>", "x", filled)


def was_denied(answer: object) -> bool:
    """Turned away by the table of rights, not by what the route itself thought of the request."""
    body = answer.get_json(silent=True)  # type: ignore[attr-defined]
    code = (body or {}).get("refused", {}).get("code") if isinstance(body, dict) else None
    return code in ("no_table", "host_only", "not_allowed")


FOR_TABLES = sorted(key for key in RIGHTS if "/tables/<code>" in key and "/stream" not in key)


@pytest.mark.parametrize("route", FOR_TABLES)
def test_rights_matrix(route: str, tables_of: Make) -> None:
    code, phones = tables_of()
    method, rule = route.split(" ", 1)
    denied = {}
    for standing in OTHERS_FIRST:
        asked = "BBBBBB" if standing == "nobody" else code
        body = None if method == "GET" else {}
        answer = phones[standing].json(method, address(rule, asked), body)
        assert answer.status_code < 500, (standing, answer.text)
        denied[standing] = was_denied(answer)
    expected = {standing: standing not in MAY[RIGHTS[route]] for standing in STANDINGS}
    if route in OWN_SEAT_ONLY:
        expected |= OWN_SEAT_ONLY[route]
    assert denied == expected


OWN_SEAT_ONLY: dict[str, dict[str, bool]] = {
    # Ben's seat: his own phone, and for signing out also the host (the service decides).
    "POST /tables/<code>/seats/<name:player>/handover": {"other seat": True, "host": True},
    "POST /tables/<code>/seats/<name:player>/phone": {"other seat": True},
    "DELETE /tables/<code>/seats/<name:player>/phone": {"other seat": True},
    "POST /tables/<code>/seat/<int:number>/handover": {"other seat": True, "host": True},
    "POST /tables/<code>/seat/<int:number>/phone": {"other seat": True},
    "DELETE /tables/<code>/seat/<int:number>/phone": {"other seat": True},
    "POST /tables/<code>/host": {},
}
"""Where the service narrows the right further: {route: {standing: denied}}."""


def test_a_spectator_and_a_wrong_code_get_the_same_answer_to_an_event(tables_of: Make) -> None:
    code, phones = tables_of()
    event = {"event": "game_called"}
    watching = phones["spectator"].json("POST", f"/tables/{code}/events", event)
    guessing = phones["nobody"].json("POST", "/tables/BBBBBB/events", event)
    assert (watching.status_code, watching.json) == (guessing.status_code, guessing.json)
    assert watching.status_code == 404


def test_the_host_of_another_table_is_nobody_here(tables_of: Make) -> None:
    code, phones = tables_of()
    answer = phones["other host"].json("DELETE", f"/tables/{code}")
    assert answer.status_code == 404
    assert phones["host"].get(f"/tables/{code}").status_code == 200


def test_a_token_in_the_header_counts_and_the_cookie_is_ignored(
    browser: Callable[[], Browser],
) -> None:
    host, program = browser(), browser()
    started = host.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert started is not None
    code, token = started["code"], started["seat_token"]
    seated = program.json("GET", f"/tables/{code}/seats", Authorization=f"Bearer {token}")
    ignored = host.json("GET", f"/tables/{code}/seats", Authorization="Bearer wrong")
    assert [each["yours"] for each in seated.json["seats"]] == [True]  # type: ignore[index]
    assert [each["yours"] for each in ignored.json["seats"]] == [False]  # type: ignore[index]
