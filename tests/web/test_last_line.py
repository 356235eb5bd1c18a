"""The line of the last event: what weighs most comes first, because the end may be cut off."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.table_stand import Phone

MOST = 10
"""With ten players the first completed warehouse ends the game."""


def ten_who_play(app: Flask, **options: str) -> Phone:
    """A table of ten, dealt, whose first player has one item less than the card asks for."""
    ana = Phone(app).start("P1", **options)
    for number in range(2, MOST + 1):
        ana.log("player_joined", player=f"P{number}")
    ana.log("first_player_chosen", player="P1")
    ana.log("game_dealt")
    card = next(each for each in ana.view()["warehouse_cards"] if len(each["requires"]) == 3)
    ana.log("warehouse_described", player="P1", card=card["id"])
    for item_type in card["requires"][:-1]:
        ana.log("item_added", player="P1", item_type=item_type, money=1_000_000, anyway=True)
    return ana


def line_of(page: str) -> str:
    """The sentence of the last event on the page, without tags."""
    [found] = re.findall(r'data-said="\d+"[^>]*>(.*?)</(?:span|p)>\s*</', page, re.S)
    return " ".join(re.sub("<[^>]+>", "", found).split())


@pytest.mark.parametrize("end", ["at_once", "finish_round"])
@pytest.mark.parametrize("place", ["", "/screen"])
def test_the_weightiest_of_what_followed_is_said_first(app: Flask, end: str, place: str) -> None:
    ana = ten_who_play(app, game_end=end)
    last = ana.view()["players"]["P1"]["requires"][-1]
    ana.form(event="item_added", player="P1", item_type=last, money="1000000", anyway="true")
    said = line_of(ana.get(place))
    first = "The game is over" if end == "at_once" else "The last round"
    assert re.search(rf"added [^.]*\. {first}", said), said
    assert said.index(first) < said.index("completed")
