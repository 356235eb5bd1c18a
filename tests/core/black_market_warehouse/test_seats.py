"""Seats: joining, arranging, dealing; coming late, leaving, and coming back."""

from __future__ import annotations

import pytest

from companion.core.log import new_table
from companion.core.outcome import Refused
from tests.core.builders import (
    GAME,
    At,
    code,
    dealt,
    lobby,
    quick,
    starter,
    words_of,
)


def names(at: At) -> list[str]:
    return [player.name for player in at.state.players]


def test_seats_are_numbered_and_recorded() -> None:
    at = lobby("Ana", "Ben")
    assert [player.number for player in at.state.players] == [1, 2]
    assert at.table.entries[-1].event == {"event": "player_joined", "player": "Ben", "seat": 2}


def test_a_seat_number_is_never_given_twice() -> None:
    at = lobby("Ana", "Ben").logs("player_left", player="Ben").logs("player_joined", player="Cleo")
    assert at.seat("Cleo").number == 3


def test_a_seat_number_stays_when_an_earlier_seat_is_struck() -> None:
    at = lobby("Ana", "Ben", "Cleo").logs("taken_back", number=1)
    assert [(p.name, p.number) for p in at.state.players] == [("Ben", 2), ("Cleo", 3)]


def test_a_seat_number_that_is_taken_gives_the_next() -> None:
    at = lobby("Ana").logs("player_joined", player="Ben", seat=1)
    assert at.seat("Ben").number == 2
    assert code(lobby().says("player_joined", player="Ana", seat="x")) == ("malformed",)


def test_a_newcomer_may_sit_after_somebody() -> None:
    at = lobby("Ana", "Ben").logs("player_joined", player="Cleo", after="ana")
    assert names(at) == ["Ana", "Cleo", "Ben"]
    assert at.table.entries[-1].event["after"] == "Ana"
    assert code(at.says("player_joined", player="Dev", after="Zoe")) == ("unknown_player",)


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "x" * 5000, "\u202e"])
def test_a_bad_name(name: str) -> None:
    assert code(lobby().says("player_joined", player=name)) == ("bad_name",)


@pytest.mark.parametrize("name", ["Ana", " aNA ", "Ａna", "Аna"])
def test_a_name_is_taken_whatever_its_case_or_alphabet(name: str) -> None:
    answer = lobby("Ana").says("player_joined", player=name)
    assert code(answer) == ("name_taken",)
    assert words_of(answer) == "There is already a Ana here. Add a letter?"


def test_names_in_events_are_found_whatever_their_case() -> None:
    at = lobby("Ana", "Ben").logs("first_player_chosen", player="ANA")
    assert at.table.entries[-1].event["player"] == "Ana"


def test_no_more_players_than_warehouse_cards() -> None:
    at = lobby(*[f"P{n}" for n in range(10)])
    answer = at.says("player_joined", player="One more")
    assert code(answer) == ("table_full",)
    assert words_of(answer) == "There are only 10 Warehouse cards, so 10 players."


def test_seats_are_arranged_by_naming_everybody_once() -> None:
    at = lobby("Ana", "Ben", "Cleo")
    assert names(at.logs("seats_arranged", order=["Cleo", "Ana", "ben"])) == ["Cleo", "Ana", "Ben"]
    for order in (["Ana"], ["Ana", "Ben", "Ben"], ["Ana", "Ben", "Zoe"], []):
        assert code(at.says("seats_arranged", order=order)) == ("seats_mismatch",)
    for order in (None, "Ana", [1, 2, 3]):
        assert code(at.says("seats_arranged", order=order)) == ("malformed",)


def test_the_deal_needs_two_players_a_first_one_and_the_cards() -> None:
    assert code(lobby("Ana").says("game_dealt")) == ("too_few_players",)
    assert code(lobby("Ana", "Ben").says("game_dealt")) == ("no_first_player",)
    few = lobby("Ana", "Ben", market_total=9).logs("first_player_chosen", player="Ana")
    answer = few.says("game_dealt")
    assert code(answer) == ("not_enough_market_cards",)
    assert words_of(answer) == "2 players need 10 cards; the Market deck has 9."


def test_after_the_deal_the_lobby_is_over() -> None:
    at = dealt("Ana", "Ben")
    assert code(at.says("game_dealt")) == ("already_dealt",)
    assert code(at.says("first_player_chosen", player="Ben")) == ("already_dealt",)
    assert code(at.says("seats_arranged", order=["Ben", "Ana"])) == ("already_dealt",)


def test_who_leaves_the_lobby_is_forgotten() -> None:
    at = lobby("Ana", "Ben").logs("first_player_chosen", player="Ben")
    at = at.logs("player_left", player="Ben")
    assert (names(at), at.state.first) == (["Ana"], None)
    assert at.logs("first_player_chosen", player="Ana").state.first == "Ana"


# --- late and early --------------------


def test_a_late_joiner_is_dealt_in_after_the_last_seat() -> None:
    at = dealt("Ana", "Ben").logs("player_joined", player="Cleo")
    assert at.of("Cleo")["hand"] == 5
    assert (at.shown["warehouse_deck"], at.shown["market_deck"]) == (7, 54)
    assert at.followed() == ["card_drawn", "warehouse_drawn"]
    assert at.ends("Ana", "Ben").shown["active"] == "Cleo"


def test_a_late_joiner_needs_a_warehouse_card() -> None:
    at = dealt("Ana", "Ben", warehouse_total=2)
    assert code(at.says("player_joined", player="Cleo")) == ("no_warehouse_left",)


def test_nobody_joins_in_the_last_round() -> None:
    at = quick("Ana", "Ben", "Cleo", warehouse_total=3, game_end="finish_round").adds("Ana")
    at = at.logs("player_left", player="Ben")
    assert at.shown["warehouse_deck"] == 1
    answer = at.says("player_joined", player="Dev")
    assert code(answer) == ("last_round_running",)


def test_a_leaver_gives_everything_back_and_keeps_the_pile() -> None:
    at = quick("Ana", "Ben", "Cleo").adds("Ana", millions=3).ends("Ana").adds("Ben", "Animal")
    at = at.needs("Ana", "Weapon", "Weapon").ends("Ben", "Cleo").adds("Ana")
    after = at.logs("player_left", player="Ana")
    mine = after.of("Ana")
    assert (mine["status"], mine["hand"], mine["has_warehouse"], mine["total"]) == (
        "left", 0, False, 5_000_000,
    )  # fmt: skip
    assert after.shown["warehouse_deck"] == at.shown["warehouse_deck"] + 1
    assert after.shown["discard"] == at.shown["discard"] + at.of("Ana")["hand"] + 1
    assert after.shown["active"] == "Ben"
    assert [name for name, _ in after.shown["ranking"]] == ["Ben", "Cleo"]


def test_who_comes_back_is_neither_blocked_nor_protected() -> None:
    at = dealt("Ana", "Ben", "Cleo").plays("Ana", {"do": "protect"}, anyway=True)
    at = at.plays("Ben", {"do": "block", "player": "Ana"}, anyway=True)
    assert at.of("Ana")["blocked"]
    left = at.logs("player_left", player="Ana")
    back = left.logs("player_joined", player="Ana")
    for mine in (left.of("Ana"), back.of("Ana")):
        assert (mine["blocked"], mine["protected"]) == (False, False)


def test_a_leaver_ranks_where_the_table_says_so() -> None:
    at = quick("Ana", "Ben", "Cleo", leavers_rank="yes").adds("Ana", millions=3)
    at = at.logs("player_left", player="Ana").logs("game_called")
    assert at.shown["winners"] == ["Ana"]


def test_one_player_alone_ends_the_game() -> None:
    at = dealt("Ana", "Ben").logs("player_left", player="Ana")
    assert (at.shown["status"], at.shown["reason"], at.shown["winners"]) == (
        "over", "too_few_players", ["Ben"],
    )  # fmt: skip


def test_nothing_is_logged_for_who_has_left() -> None:
    at = dealt("Ana", "Ben", "Cleo").logs("player_left", player="Ben")
    answer = at.says("item_added", player="Ben", item_type="Weapon", money=1)
    assert code(answer) == ("player_left",)
    assert words_of(answer) == "Ben has left the table."
    block = {"do": "block", "player": "Ben"}
    assert code(at.says("insider_played", player="Ana", steps=[block])) == ("player_left",)
    assert code(at.says("table_corrected", active="Ben")) == ("player_left",)
    assert code(at.says("table_corrected", active="Zoe")) == ("unknown_player",)
    assert code(at.says("table_corrected", player="Ben", items=[])) == ("player_left",)


def test_the_same_name_takes_the_old_seat_and_pile_back() -> None:
    at = quick("Ana", "Ben", "Cleo").adds("Ana", millions=3).ends("Ana")
    left = at.logs("player_left", player="Ana")
    back = left.logs("player_joined", player="ANA")
    assert names(back) == ["Ana", "Ben", "Cleo"]
    mine = back.of("Ana")
    assert (mine["status"], mine["hand"], mine["completed"], mine["has_warehouse"]) == (
        "playing", 5, 1, True,
    )  # fmt: skip
    assert back.seat("Ana").number == 1
    assert back.table.entries[-1].event["player"] == "Ana"


def test_a_look_alike_of_who_left_is_somebody_else() -> None:
    at = dealt("Ana", "Ben", "Cleo").logs("player_left", player="Ana")
    assert names(at.logs("player_joined", player="Аna")) == ["Ana", "Ben", "Cleo", "Аna"]


def test_the_pile_of_who_left_may_be_counted_and_corrected() -> None:
    at = quick("Ana", "Ben", "Cleo").adds("Ana").logs("player_left", player="Ana")
    fixed = at.logs(
        "item_corrected", player="Ana", warehouse=0, slot=0, item_type="Weapon", money=2_000_000
    )
    assert fixed.of("Ana")["items_money"] == 2_000_000
    counted = fixed.logs("pile_counted", player="Ana", items={"1": 1}, bonuses=[])
    assert counted.of("Ana")["total"] == 1


# --- setting up --------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"track": "gold"}, "The option track cannot be gold."),
        ({"track": ["turns"]}, "The option track cannot be ['turns']."),
        ({"speed": "fast"}, "There is no option called speed."),
        (["track"], "The options must be a list of names and values."),
        ({"warehouse_total": "ten"}, "That count must be a whole number, zero or more."),
        ({"market_total": -1}, "That count must be a whole number, zero or more."),
    ],
)
def test_options_that_are_none_are_refused_by_name(options: object, words: str) -> None:
    answer = new_table(GAME, options, None)  # type: ignore[arg-type]
    assert isinstance(answer, Refused)
    assert (answer.code, words_of(answer)) == ("bad_options", words)


def test_a_deck_that_cannot_be_played_is_refused() -> None:
    deck = starter()
    answer = new_table(GAME, {}, {**deck, "cards": deck["cards"][:5]})
    assert isinstance(answer, Refused)
    assert words_of(answer) == "This deck has too few Warehouse cards for two players."
    broken = new_table(GAME, {}, {"schema": "x"})
    assert isinstance(broken, Refused)
    assert broken.code == "bad_deck"
