"""One tap of the form: the item, the end of the turn, and the turn that nobody ended."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.catalogue_view import grid
from companion.core.games.contract import FormTap
from companion.core.outcome import Json
from companion.core.table import game_of
from tests.core.builders import At, dealt, lobby, starter


def item(player: str, money: int = 3_000_000, item_type: str = "Weapon") -> Json:
    return {"event": "item_added", "player": player, "item_type": item_type, "money": money}


def ended(player: str) -> Json:
    return {"event": "turn_ended", "player": player}


def group(at: At, event: Json, **more: Any) -> tuple[Json, ...]:
    seen = more.pop("seen", at.table.version)
    tap = FormTap(at.table.version, at.table.standing, shown=seen >= at.table.version, **more)
    return GAMES[at.table.game_key].grouped(at.state, event, tap)


def test_adding_an_item_ends_the_turn() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("Ana")) == (item("Ana"), ended("Ana"))


def test_phone_that_ends_by_hand_adds_the_item_alone() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("Ana"), ends_by_hand=True) == (item("Ana"),)


def test_extra_item_leaves_the_turn_open_and_the_last_one_ends_it() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    extra = [{"do": "extra_fill", "count": 1}]
    at = at.logs("insider_played", player="Ana", steps=extra)

    first = group(at, item("Ana"))
    at = at.logs("item_added", player="Ana", item_type="Weapon", money=1_000_000)
    second = group(at, item("Ana"))

    assert first == (item("Ana"),)
    assert second == (item("Ana"), ended("Ana"))


def test_item_off_turn_ends_nobodys_turn() -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())

    assert group(at, item("Cleo")) == (item("Cleo"),)


def test_second_item_of_a_turn_that_asks_still_ends_it() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("item_added", player="Ana", item_type="Weapon", money=1_000_000)

    assert group(at, item("Ana")) == (item("Ana"), ended("Ana"))


def test_item_that_ends_the_game_ends_no_turn() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("warehouse_described", player="Ana", requires=["Weapon"], bonus=2_000_000)
    at = at.logs("table_corrected", warehouse_deck=0)

    assert group(at, item("Ana")) == (item("Ana"),)


def test_item_that_cannot_be_stays_alone_so_that_its_own_refusal_is_heard() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("Ana", money=-1)) == (item("Ana", money=-1),)


def test_idle_players_turn_ends_with_the_next_players_first_tap() -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))
    assert group(at, item("Ben"), ends_by_hand=True) == (ended("Ana"), item("Ben"))


def test_next_players_insider_ends_the_idle_turn_and_leaves_the_own_open() -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    insider = {"event": "insider_played", "player": "Ben", "steps": []}

    assert group(at, insider) == (ended("Ana"), insider)


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("insider_played", {"steps": []}),
        ("cards_discarded", {"count": 1}),
        ("item_added", {"item_type": "Weapon", "money": 1_000_000}),
        ("warehouse_described", {"requires": ["Weapon", "Animal"], "bonus": 1_000_000}),
    ],
)
def test_player_who_logged_something_ends_their_own_turn(event: str, fields: Json) -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    at = at.logs(event, player="Ana", **fields)

    assert group(at, item("Ben")) == (item("Ben"),)


def test_what_was_taken_back_was_not_logged() -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    at = at.logs("insider_played", player="Ana", steps=[])
    at = at.logs("taken_back", number=at.table.version)

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))


def test_what_was_logged_in_an_earlier_turn_does_not_count() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("item_added", player="Ana", item_type="Weapon", money=1_000_000)
    at = at.logs("turn_ended", player="Ana")
    at = at.logs("turn_ended", player="Ben")

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))


def test_leavers_are_skipped_when_the_next_player_is_looked_for() -> None:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    at = at.logs("player_left", player="Ben")

    assert group(at, item("Cleo")) == (ended("Ana"), item("Cleo"), ended("Cleo"))


def test_turn_end_of_a_stale_phone_never_skips_the_active_player() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, ended("Ben")) == (ended("Ben"),)


def test_phone_that_had_not_seen_whose_turn_it_is_skips_nobody() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("Ben"), seen=3) == (item("Ben"),)
    assert group(at, item("Ben"), seen=4)[0] == ended("Ana")


def test_tap_right_after_the_last_event_skips_nobody() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("Ben"), settled=False) == (item("Ben"),)


def test_lobby_and_tables_without_turns_get_the_item_alone() -> None:
    waiting = lobby("Ana", "Ben", deck=starter())
    without_turns = dealt("Ana", "Ben", track="warehouses", deck=starter())

    assert group(waiting, item("Ana")) == (item("Ana"),)
    assert group(without_turns, item("Ana")) == (item("Ana"),)


def test_names_are_told_apart_without_case() -> None:
    at = dealt("Ana", "Ben", deck=starter())

    assert group(at, item("ben"))[0] == ended("Ana")


def test_item_that_only_one_card_of_the_deck_can_be_is_named_by_the_tap() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    row = next(row for row in grid(at.state) if any(cell.card for cell in row.cells))
    cell = next(cell for cell in row.cells if cell.card)

    first, *_ = group(at, item("Ana", money=cell.money, item_type=row.item_type))

    assert first == item("Ana", money=cell.money, item_type=row.item_type) | {"card": cell.card}


def test_item_that_is_named_or_in_no_cell_stays_as_it_was_tapped() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    named = {"event": "item_added", "player": "Ana", "card": "panda"}

    assert group(at, named)[0] == named
    assert group(at, item("Ana", item_type="Sauce"))[0] == item("Ana", item_type="Sauce")


def test_a_turn_begins_with_the_deal_the_turn_before_or_a_correction_of_whose_it_is() -> None:
    lobbied = lobby("Ana", "Ben", deck=starter()).logs("first_player_chosen", player="Ana")
    at = lobbied.logs("game_dealt")
    turned = at.logs("insider_played", player="Ana", steps=[]).ends("Ana")
    corrected = turned.logs("cards_discarded", player="Ben", count=1)
    corrected = corrected.logs("table_corrected", active="Ana")

    began = [game_of(each.table).turn_began(each.table.standing) for each in (lobbied, at, turned)]

    assert began == [0, at.table.version, turned.table.version]
    assert game_of(corrected.table).turn_began(corrected.table.standing) == corrected.table.version


@pytest.mark.parametrize("player", [None, 7, "Zoe"])
def test_who_sits_at_no_seat_ends_nobodys_turn(player: object) -> None:
    at = dealt("Ana", "Ben", deck=starter())
    tap = {**item("Ana"), "player": player}

    assert group(at, tap) == (tap,)


def test_who_ended_the_turn_before_by_a_tap_ends_no_second_one() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("item_added", player="Ana", item_type="Weapon", money=1_000_000).ends("Ana")

    assert group(at, item("Ana")) == (item("Ana"),)
