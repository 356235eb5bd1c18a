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
from companion.services.decks.lookup import built_in
from tests.web.table_stand import JSON, Phone

FOLDER = Path(__file__).parent.parent / "transcripts"
STATUS = {"ask": 409, "refuse": 422}


def _cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        for case in file["cases"]:
            game = case.get("game", file["game"])
            prologue = file.get("prologues", {}).get(case.get("prologue", "none"), [])
            yield pytest.param(game, case, prologue, id=f"{path.stem}-{case['id']}")


@pytest.mark.parametrize(("game", "case", "prologue"), list(_cases()))
def test_transcript_over_http(
    app: Flask, game: str, case: dict[str, Any], prologue: list[dict[str, Any]]
) -> None:
    options = case["setup"].get("options", {})
    host = Phone(app, game=game).start(None, _deck(case, prologue), **options)
    table = TableOfCase(host)
    for event in prologue:
        table.recorded(event)
    table.begin()
    checkpoints = {each["after"]: each["expect"] for each in case.get("checkpoints", ())}
    wanted = case.get("expect_error", {})
    for number, event in enumerate(case["events"], start=1):
        if wanted.get("on_event") == number:
            table.questioned(event, wanted)
        else:
            table.recorded(event)
        if number in checkpoints:
            assert not table.unlike(case["id"], checkpoints[number])
    assert not table.unlike(case["id"], case.get("expect", {}))


DRAWN_BY_THE_SERVER = {
    "deck_drawn": "cards",
    "deck_agreed": "order",
    "deck_reshuffled": "order",
    "deck_corrected": "order",
}
"""The core refuses these without what chance decides; over HTTP the server draws it."""


class TableOfCase:
    """The table of one case: a host without a seat, and a phone for each player that taps."""

    def __init__(self, host: Phone) -> None:
        self.host = host
        self._phones: dict[str, Phone] = {}
        self._seqs: list[int] = []
        """What the case's own events became in the log."""

    def begin(self) -> None:
        """The case's own events come now."""
        self._seqs.clear()

    def recorded(self, event: dict[str, Any]) -> None:
        phone, sent = self._sent(event)
        answer = phone.send(sent)
        assert answer.status_code == 200, (event, answer.json)
        assert answer.json["view"] == phone.view()
        self._seqs.append(answer.json["recorded"]["seq"])

    def questioned(self, event: dict[str, Any], wanted: dict[str, Any]) -> None:
        phone, sent = self._sent(event)
        before = phone.client.get(phone.home, headers=JSON).json
        answer = phone.send(sent)
        drawn = DRAWN_BY_THE_SERVER.get(event["event"])
        if wanted["code"] == "malformed" and drawn and drawn not in event:
            assert answer.status_code == 200, answer.json
            assert drawn in answer.json["recorded"]["event"]
            return
        if wanted["code"] == "malformed":
            assert answer.status_code == 400
            assert answer.json["refused"]["code"] == "malformed"
        else:
            assert answer.status_code == STATUS[wanted["level"]], (event, answer.json)
            assert wanted["code"] in _codes(answer.json)
            assert answer.json["version"] == before["version"]
        assert phone.client.get(phone.home, headers=JSON).json == before
        self._seqs.append(0)

    def unlike(self, case: str, expected: dict[str, Any]) -> list[Any]:
        """What the host sees otherwise; what one seat alone sees is asked from its own phone."""
        shared = copy.deepcopy(expected)
        found: list[Any] = []
        for player, wanted in shared.get("players", {}).items():
            if "odds" in wanted:
                own = {"players": {player: {"odds": wanted.pop("odds")}}}
                found += differences(case, own, self._phone_of(player).view())
        shared["players"] = {name: own for name, own in shared.get("players", {}).items() if own}
        if not shared["players"]:
            del shared["players"]
        return found + list(differences(case, shared, self.host.view()))

    def _sent(self, event: dict[str, Any]) -> tuple[Phone, dict[str, Any]]:
        """The phone that taps (`by`), and the event with the log's number for the case's own."""
        sent = {name: value for name, value in event.items() if name != "by"}
        phone = self._phone_of(event["by"]) if "by" in event else self.host
        number = event.get("number")
        if event["event"] in ("taken_back", "put_back") and isinstance(number, int):
            known = 0 < number <= len(self._seqs)
            sent["number"] = self._seqs[number - 1] if known else number + 10_000
        return phone, sent

    def _phone_of(self, player: str) -> Phone:
        if player not in self._phones:
            phone = Phone(self.host.client.application, self.host.code)
            asked = phone.client.post(f"{phone.home}/knocks", json={"player": player}, headers=JSON)
            if asked.status_code == 202:
                let_in = f"{phone.home}/knocks/{asked.json['knock']}"
                answer = self.host.client.post(let_in, json={"let_in": True}, headers=JSON)
                assert answer.status_code == 200, answer.json
            else:
                phone.sit(player)
            self._phones[player] = phone
        return self._phones[player]


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
