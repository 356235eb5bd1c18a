"""What a game answers that hides nothing, draws nothing and says nothing of its own."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.contract import FormTap
from companion.core.games.pad import PadRoom
from companion.core.games.plain import PlainGame

EVENT = {"event": "coin_put_in", "player": "Ana"}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player."""

    name: str


@dataclass(frozen=True, slots=True)
class Pot:
    """All that this game remembers."""

    players: tuple[Seat, ...] = (Seat("Ana"), Seat("Ben"))
    status: str = "playing"


class PotGame(PlainGame):
    """A game that answers nothing by itself."""

    state_class = Pot


GAME, POT = PotGame(), Pot()


def test_events_are_what_they_are() -> None:
    tap = FormTap(0, lambda: iter(()))

    assert GAME.resolved(POT, EVENT) == EVENT
    assert GAME.drawn(POT, EVENT, lambda cards: cards, "") == EVENT
    assert not GAME.draws
    assert GAME.masked(EVENT) == EVENT
    assert GAME.grouped(POT, EVENT, tap) == (EVENT,)
    assert GAME.turn_began(lambda: iter(())) == 0


def test_nothing_is_secret_and_nothing_stays_behind() -> None:
    assert GAME.passed_over(POT, EVENT) is POT
    assert not GAME.hides_list(POT)
    assert not GAME.keeps_secrets(POT)
    assert not GAME.uncovers(POT, EVENT)
    assert not GAME.builds_on(EVENT, (), EVENT)
    assert GAME.tolerated() == frozenset()
    assert GAME.pad(POT, PadRoom(2, 5, 9)) is None


def test_players_and_the_end_are_read_from_the_state() -> None:
    assert GAME.players_of(POT) == ("Ana", "Ben")
    assert [GAME.is_over(each) for each in (POT, Pot(status="over"))] == [False, True]


def test_a_state_comes_back_from_json_unless_another_schema_wrote_it() -> None:
    written = GAME.state_to_json(POT)

    assert GAME.state_from_json(written, None) == POT
    assert GAME.state_from_json({**written, "schema": 2}, None) is None
    assert GAME.state_from_json("nonsense", None) is None


def test_only_a_seat_that_is_ones_own_is_taken_back_without_a_question() -> None:
    joined = {"event": "player_joined", "player": "Ana"}

    asked = [
        GAME.big_take_back(joined, by, logged_by)
        for by, logged_by in (("Ana", "Ana"), (None, None), ("Ben", "Ana"), (None, "Ana"))
    ]

    assert [each and each.params for each in asked] == [
        None,
        None,
        {"name": "Ana"},
        {"name": "Ana"},
    ]
    assert GAME.big_take_back(EVENT, "Ben", "Ana") is None
