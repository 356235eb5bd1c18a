"""Every transcript once more, through the one endpoint that takes every event."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.transcripts import differences
from companion.services.decks import built_in
from tests.web.table_stand import JSON, Phone, an_app

FOLDER = Path(__file__).parent.parent / "transcripts"
STATUS = {"ask": 409, "refuse": 422}


def _cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        for case in file["cases"]:
            if case.get("game", file["game"]) == "black_market_warehouse":
                prologue = file.get("prologues", {}).get(case.get("prologue", "none"), [])
                yield pytest.param(case, prologue, id=f"{path.stem}-{case['id']}")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with an_app(tmp_path_factory.mktemp("transcripts")) as running:
        yield running


@pytest.mark.parametrize(("case", "prologue"), list(_cases()))
def test_transcript_over_http(
    app: Flask, case: dict[str, Any], prologue: list[dict[str, Any]]
) -> None:
    phone = Phone(app).start(None, _deck(case, prologue), **case["setup"].get("options", {}))
    for event in prologue:
        _recorded(phone, event)
    offset = phone.version()
    checkpoints = {each["after"]: each["expect"] for each in case.get("checkpoints", ())}
    wanted = case.get("expect_error", {})
    for number, event in enumerate(case["events"], start=1):
        sent = _numbered(event, offset)
        if wanted.get("on_event") == number:
            _questioned(phone, sent, wanted)
        else:
            _recorded(phone, sent)
        if number in checkpoints:
            assert not list(differences(case["id"], checkpoints[number], phone.view()))
    assert not list(differences(case["id"], case.get("expect", {}), phone.view()))


def _numbered(event: dict[str, Any], offset: int) -> dict[str, Any]:
    """`taken_back.number` counts the case's own events."""
    if event["event"] in ("taken_back", "put_back") and isinstance(event.get("number"), int):
        return {**event, "number": event["number"] + offset}
    return event


def _recorded(phone: Phone, event: dict[str, Any]) -> None:
    answer = phone.send(event)
    assert answer.status_code == 200, (event, answer.json)
    assert answer.json["view"] == phone.view()


def _questioned(phone: Phone, event: dict[str, Any], wanted: dict[str, Any]) -> None:
    before = phone.client.get(phone.home, headers=JSON).json
    answer = phone.send(event)
    if wanted["code"] == "malformed":
        assert answer.status_code == 400
        assert answer.json["refused"]["code"] == "malformed"
    else:
        assert answer.status_code == STATUS[wanted["level"]], (event, answer.json)
        assert wanted["code"] in _codes(answer.json)
        assert answer.json["version"] == before["version"]
    assert phone.client.get(phone.home, headers=JSON).json == before


def _codes(body: dict[str, Any]) -> list[str]:
    return body["asks"] if "asks" in body else [body["refused"]["code"]]


def _deck(case: dict[str, Any], prologue: list[dict[str, Any]]) -> Any:
    """The deck of the case; a total that it overrides is a deck of that size."""
    setup = case["setup"]
    totals = {key: setup[key] for key in ("warehouse_total", "market_total") if key in setup}
    if not totals:
        return setup.get("deck", "none")
    starter = built_in().find(setup["deck"])
    assert starter is not None
    named = {card for event in (*prologue, *case["events"]) for card in _cards_in(event)}
    deck = copy.deepcopy(starter)
    warehouses = [card for card in deck["cards"] if card["kind"] == "warehouse"]
    market = [card for card in deck["cards"] if card["kind"] != "warehouse"]
    if "warehouse_total" in totals:
        warehouses = _cut(warehouses, named, totals["warehouse_total"])
    if "market_total" in totals:
        market = _cut(market, named, totals["market_total"])
    deck["id"] = "cut-deck"
    deck["cards"] = market + warehouses
    return deck


def _cards_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from [each] if key == "card" and isinstance(each, str) else _cards_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _cards_in(each)


def _cut(cards: list[Any], named: set[str], total: int) -> list[Any]:
    """So many cards of them, those that the case names first, in the deck's order."""
    kept: dict[str, int] = {}
    for card in sorted(cards, key=lambda each: each["id"] not in named):
        count = min(card["count"], total - sum(kept.values()))
        if count > 0:
            kept[card["id"]] = count
    more = total - sum(kept.values())
    chosen = [{**card, "count": kept[card["id"]]} for card in cards if card["id"] in kept]
    if more > 0:
        chosen[-1]["count"] += more
    return chosen
