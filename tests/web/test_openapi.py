"""openapi.yaml describes exactly our routes, and what they answer is what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.printing.formats import PAPERS, POSTER_ONLY
from companion.printing.pages.table_options import POSTER_PAPERS
from companion.web.rights import RIGHTS
from tests.docs.answers import unlike_the_spec, wrong
from tests.docs.api import SPEC, operations, resolved, spelled
from tests.security.phones import GAME, Browser
from tests.web.doors import running


def references(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if "$ref" in part else []
        return own + [each for value in part.values() for each in references(value)]
    return [each for value in part for each in references(value)] if isinstance(part, list) else []


def test_every_operation_says_what_it_is_for_and_answers() -> None:
    bare = [
        route
        for route, told in operations().items()
        if not told.get("summary") or not told.get("tags") or not told["responses"]
    ]
    assert bare == []


def test_every_parameter_of_a_path_is_described() -> None:
    for path, item in SPEC["paths"].items():
        named = {resolved(each)["name"] for each in item.get("parameters", [])}
        assert named == set(re.findall(r"\{(\w+)\}", path)), path


def test_every_reference_leads_somewhere() -> None:
    named = list(references(SPEC))

    assert named != []
    assert [each for each in named if not resolved({"$ref": each})] == []


def test_the_example_of_a_game_is_one_that_we_have() -> None:
    assert set(SPEC["components"]["schemas"]["GameKey"]["examples"]) <= set(GAMES)


def test_the_checker_sees_what_is_missing_or_wrong() -> None:
    schema = SPEC["components"]["schemas"]["Joined"]
    assert wrong({"player": 1, "version": 2}, schema) == [
        "answer has no seat_token",
        "answer.player is 1, not ['string']",
    ]


def test_a_table_from_start_to_end_answers_as_described(browser: Callable[[], Browser]) -> None:
    code, ana, _ = running(browser)
    guest, home = browser(), f"/tables/{code}"
    body = {"game": GAME, "player": "Olga"}
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000}
    answers = [
        ("POST /tables", browser().json("POST", "/tables", body)),
        ("POST /tables", browser().json("POST", "/tables", {"game": "chess"})),
        ("GET /tables/{code}", ana.json("GET", home)),
        ("GET /tables/{code}", ana.json("GET", "/tables/BBBBBB")),
        ("POST /tables/{code}/events", ana.json("POST", f"{home}/events", item)),
        ("POST /tables/{code}/events", ana.json("POST", f"{home}/events", {"event": "game_dealt"})),
        ("POST /tables/{code}/events", ana.json("POST", f"{home}/events", [])),
        ("POST /tables/{code}/events", ana.json("POST", f"{home}/events", {"events": [item]})),
        ("GET /tables/{code}/seats", ana.json("GET", f"{home}/seats")),
        ("POST /tables/{code}/seats", guest.json("POST", f"{home}/seats", {"player": "Cleo"})),
        ("POST /tables/{code}/knocks", guest.json("POST", f"{home}/knocks", {"player": "Cleo"})),
        ("GET /tables/{code}/seats", ana.json("GET", f"{home}/seats")),
        ("POST /tables/{code}/host", ana.json("POST", f"{home}/host", {"player": "Nobody"})),
        ("GET /tables/{code}/export", ana.json("GET", f"{home}/export")),
        (
            "POST /tables/{code}/seats/{player}/handover",
            ana.json("POST", f"{home}/seats/Ana/handover"),
        ),
        ("GET /tables/{code}/log", ana.json("GET", f"{home}/log")),
        ("GET /tables/{code}/result", ana.json("GET", f"{home}/result")),
        ("DELETE /tables/{code}", ana.json("DELETE", home)),
    ]
    assert [line for route, answer in answers for line in unlike_the_spec(route, answer)] == []


@pytest.mark.parametrize("route", sorted(spelled(key) for key in RIGHTS if key.startswith("POST ")))
def test_an_empty_body_gets_a_described_answer(route: str, browser: Callable[[], Browser]) -> None:
    code, ana, _ = running(browser)
    path = route.removeprefix("POST ").replace("{code}", code).replace("{player}", "Ana")
    answer = ana.json("POST", re.sub(r"\{\w+\}", "x", path), {})
    assert unlike_the_spec(route, answer) == []


def test_every_paper_that_can_be_ordered_is_described() -> None:
    sheet, poster = (
        SPEC["components"]["schemas"][name]["properties"] for name in ("Sheet", "Poster")
    )
    described = f"{', '.join(PAPERS)}; a poster also {', '.join(POSTER_ONLY)}"
    assert sheet["paper"]["description"] == described
    assert poster["paper"]["enum"] == list(POSTER_PAPERS)
