"""Who sits at the table: leaving, coming back, the order of seats and their numbers."""

from __future__ import annotations

from companion.core.outcome import Asks
from tests.core.dominion.builders import (
    GAME,
    code,
    market,
    seated,
)


def test_the_first_player_leaves_while_preparing() -> None:
    at = seated().kingdom().logs("first_player_chosen", player="Ana")
    left = at.logs("player_left", player="Ana")

    assert (left.state.tracked, left.state.active) == (False, None)


def test_seats_are_arranged_until_the_first_turn_has_begun() -> None:
    at = market()
    assert at.logs("seats_arranged", order=["Ben", "Ana"]).shown["active"] == "Ana"
    assert code(at.plays().says("seats_arranged", order=["Ben", "Ana"])) == "already_started"


def test_everybody_leaves_and_somebody_comes_back() -> None:
    at = market().logs("player_left", player="Ana").logs("player_left", player="Ben")
    back = at.logs("player_joined", player="Ana")

    assert at.shown["active"] is None
    assert code(at.says("turn_ended", player="Ana")) == "player_left"
    assert back.shown["active"] == "Ana"


def test_a_seat_that_its_owner_did_not_take_back_asks() -> None:
    at = seated().logs("player_joined", by="Cleo", player="Cleo")

    assert code(at.says("taken_back", by="Ana")) == "big_take_back"
    assert not isinstance(at.says("taken_back", by="Cleo"), Asks)


def test_everybody_who_sat_here_is_known() -> None:
    at = market().logs("player_left", player="Ben")

    assert GAME.players_of(at.state) == ("Ana", "Ben")
    assert (GAME.is_over(at.state), GAME.is_over(at.logs("game_called").state)) == (False, True)


def test_seat_numbers_are_given_once() -> None:
    at = seated("Ana", "Ben").logs("player_left", player="Ben").logs("player_joined", player="Cleo")

    assert [(player.name, player.number) for player in at.state.players] == [
        ("Ana", 1),
        ("Cleo", 3),
    ]
