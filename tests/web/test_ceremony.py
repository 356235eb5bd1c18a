"""Who starts is drawn before all eyes: the streamed list of players lights up, in each game."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.core.games import GAMES
from tests.web.table_stand import Phone


def seated(phone: Phone) -> tuple[list[str], list[bool]]:
    """The motion of the list of players as the stream sends it; who of them stays lit."""
    answer = phone.client.get(phone.home + "?since=0", headers={"HX-Request": "true"})
    found = re.search(r'<ol class="([^"]*)" id="seated">(.*?)</ol>', answer.text, re.DOTALL)
    assert found is not None
    rows = re.findall(r'<li id="seat-\d+" class="([^"]*)"', found.group(2))
    return found.group(1).split()[1:], ["drawn" in row.split() for row in rows]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_phones_see_the_names_light_up_when_the_first_player_is_drawn(
    app: Flask, game: str
) -> None:
    ana = Phone(app, game=game).start("Ana", None)
    ben = Phone(app, ana.code, game).sit("Ben")
    watcher = Phone(app, ana.code, game)
    assert seated(ana) == ([], [False, False])
    ana.log("first_player_chosen", player="Ben")
    first = [seated(phone) for phone in (ana, ben, watcher)]
    ana.log("first_player_chosen", player="Ana")
    second = seated(watcher)
    assert {motion for motions, _ in (*first, second) for motion in motions} == {
        "draw-odd",
        "draw-even",
    }
    assert first == [first[0]] * 3
    assert first[0][1] == [False, True]
    assert second[1] == [True, False]
    ana.log("player_joined", player="Cleo")
    assert seated(watcher) == ([], [False, False, False])
