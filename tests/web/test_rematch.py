"""A rematch of Dominion takes shelf and Kingdom along with one tap, or leaves the Kingdom open."""

from __future__ import annotations

import re

from flask import Flask

from companion.core.games.dominion_black_market.catalogue import catalogue
from tests.web.dominion_stand import KINGDOM, a_market
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import JSON, Phone

OURS = {"Sec-Fetch-Site": "same-origin"}


def a_finished_market(app: Flask) -> dict[str, Phone]:
    phones = a_market(app, "cards")
    phones["Ana"].log("game_called", anyway=True)
    for name in phones:
        counted = {"Province": 4 if name == "Ana" else 2}
        phones[name].log("pile_counted", player=name, cards=counted, turns=9)
    return phones


def buttons(phone: Phone) -> list[str]:
    page = phone.client.get(f"{phone.home}/result").text
    form = re.search(r'action="[^"]*/rematch">(.*?)</form>', page, re.S)
    assert form is not None
    found = re.findall(r"<button([^>]*)>(.*?)</button>", form[1], re.S)
    return [
        f"{attributes.split('>')[0]}|{re.sub('<[^>]+>', '', words).strip()}"
        for attributes, words in found
    ]


def at_the_rematch(phone: Phone, **fields: str) -> Phone:
    """The same browser at the new table, by the form."""
    moved = phone.client.post(f"{phone.home}/rematch", data={"id": "tap", **fields}, headers=OURS)
    assert moved.status_code == 303, moved.text
    there = Phone(phone.client.application, moved.headers["Location"].rpartition("/")[2])
    there.client = phone.client
    return there


def test_the_first_button_keeps_the_kingdom(app: Flask) -> None:
    ana = a_finished_market(app)["Ana"]

    assert [each.rpartition("|")[2] for each in buttons(ana)] == [
        "Rematch, same seats and Kingdom",
        "Same seats, another Kingdom",
    ]
    assert 'name="same" value="yes"' in buttons(ana)[0]


def test_one_tap_lays_the_same_kingdom_before_the_same_players(app: Flask) -> None:
    ana = a_finished_market(app)["Ana"]

    view = at_the_rematch(ana, same="yes").view()

    assert view["status"] == "preparing"
    assert sorted(view["kingdom"]) == sorted(KINGDOM)
    assert list(view["players"]) == ["Ana", "Ben"]


def test_another_kingdom_leaves_it_open(app: Flask) -> None:
    ana = a_finished_market(app)["Ana"]

    view = at_the_rematch(ana).view()

    assert (view["kingdom"], list(view["players"])) == ([], ["Ana", "Ben"])


def test_the_shelf_comes_along_either_way(app: Flask) -> None:
    ana = Phone(app, game="dominion_black_market").start("Ana", deck="none")
    Phone(app, ana.code).sit("Ben")
    word = next(iter(catalogue().boxes))
    ana.log("shelf_set", sets=[word], promos=["Black Market"], without=[])

    there = at_the_rematch(ana)

    log = there.client.get(f"{there.home}/log", headers=JSON).json
    assert log is not None
    shelves = [each["event"] for each in log["events"] if each["event"]["event"] == "shelf_set"]
    assert [shelf["sets"] for shelf in shelves] == [[word]]


def test_a_struck_kingdom_is_not_taken_along(app: Flask) -> None:
    host = Phone(app, game="dominion_black_market").start("Ana", deck="none")
    Phone(app, host.code).sit("Ben")
    host.log("kingdom_chosen", kingdom=list(KINGDOM))
    host.log("kingdom_chosen", kingdom=[*KINGDOM[:9], "Cellar"])
    host.log("taken_back", number=host.version())

    view = at_the_rematch(host, same="yes").view()

    assert "Cellar" not in view["kingdom"]
    assert sorted(view["kingdom"]) == sorted(KINGDOM)


def test_the_other_phones_come_to_the_table_that_the_first_one_chose(app: Flask) -> None:
    phones = a_finished_market(app)

    first = at_the_rematch(phones["Ben"], same="yes")
    second = at_the_rematch(phones["Ana"])

    assert second.code == first.code
    assert sorted(second.view()["kingdom"]) == sorted(KINGDOM)


def test_warehouses_have_one_button(app: Flask) -> None:
    host = Phone(app).start("Ana", track="scores")
    Phone(app, host.code).sit("Ben")
    for name in ("Ana", "Ben"):
        host.log("pile_counted", player=name, items={"5000000": 2}, bonuses=[])

    assert host.game == WAREHOUSE
    assert [each.rpartition("|")[2] for each in buttons(host)] == ["Rematch, same seats"]
