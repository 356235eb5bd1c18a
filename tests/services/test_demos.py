"""Demo tables: played by the rules, each for one visitor, in memory only, gone after an hour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.games import GAMES
from companion.core.table import snapshot
from companion.services.answers import Created, Done, Pruned
from companion.services.codes import is_demo
from companion.services.demos.demos import LEFT_SECONDS, STEP_SECONDS
from companion.services.demos.scripts import SCRIPTS, opened, played_on
from companion.services.demos.steps import PLAYERS, VISITOR
from companion.services.limits import Limits
from companion.services.ports import Kept, StorageTrouble
from companion.services.tables.live_table import LiveTable
from companion.services.tables.tables import Tables
from tests.services.desk import ROOMY, AtTable, Desk, code_of

WAREHOUSE, MARKET = "black_market_warehouse", "dominion_black_market"
GAME_KEYS = (WAREHOUSE, MARKET)
AT = "2026-05-04T19:30:00.000Z"


def a_demo(desk: Desk, game: str = WAREHOUSE, address: str | None = None) -> AtTable:
    made = desk.tables.demos.open(game, desk.new_id(), address)
    assert isinstance(made, Created), made
    return AtTable(desk, made.code, {VISITOR: made.seat_token})


def the_visitor_plays(at: AtTable) -> None:
    """The tap that the demo of the warehouses waits for: it ends the visitor's turn."""
    item = {"item_type": "Weapon", "money": 5_000_000}
    at.records(VISITOR, "item_added", from_form=True, player=VISITOR, **item)


def a_page_is_open(at: AtTable) -> None:
    """The visitor's phone holds a stream."""
    at.tables.presence.stream_opened(at.code, at.caller(VISITOR).phone_id)


def seconds_pass(desk: Desk, seconds: int) -> None:
    """As on the server: once a second the tables do what they do by themselves."""
    for _second in range(seconds):
        desk.clock.pass_seconds(1)
        desk.tables.tick()


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- the script ---


def test_both_games_that_came_first_have_a_demo_and_only_games_have_one() -> None:
    assert set(GAME_KEYS) <= set(SCRIPTS) <= set(GAMES)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_the_visitor_finds_a_running_game_and_has_the_turn(desk: Desk, game: str) -> None:
    at = a_demo(desk, game)

    view = at.view()

    assert at.names() == PLAYERS
    assert (view.status, view.active) == ("playing", VISITOR)
    assert at.caller(VISITOR).names == (VISITOR,)
    assert [seat.has_phone for seat in at.live.seats] == [True, False, False]


@pytest.mark.parametrize("game", GAME_KEYS)
def test_nothing_of_the_opening_was_questioned_by_the_rules(game: str) -> None:
    assert [entry for entry in opened(game, lambda _ago: AT).entries if entry.anyway] == []


@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_demo_goes_on_alike(game: str) -> None:
    def after_thirty_steps() -> object:
        table = opened(game, lambda _ago: AT).table
        for _step in range(30):
            gone_on = played_on(table, frozenset(PLAYERS), AT)
            table = gone_on[1].table if gone_on else table
        return snapshot(table)

    assert after_thirty_steps() == after_thirty_steps()


def test_the_warehouses_are_played_to_the_end_by_the_rules() -> None:
    table = opened(WAREHOUSE, lambda _ago: AT).table
    for _step in range(60):
        gone_on = played_on(table, frozenset(PLAYERS), AT)
        if gone_on is None:
            break
        table = gone_on[1].table

    view = GAMES[WAREHOUSE].view(table.state, ())
    assert (view.status, view.reason) == ("over", "last_warehouse")
    assert [entry for entry in table.entries if entry.anyway] == []


def test_one_tap_of_the_visitor_completes_the_first_warehouse(desk: Desk) -> None:
    at = a_demo(desk)

    the_visitor_plays(at)

    done = at.view().player(VISITOR)
    assert (done.completed, done.exact) == (1, 1)
    assert at.view().active == "Ben"


def test_a_market_play_is_bought_from_and_put_away_before_the_turn_ends(desk: Desk) -> None:
    at = a_demo(desk, MARKET)
    for _turn in range(3):
        while at.view().active != VISITOR:
            assert isinstance(at.tables.demos.play_on(at.code), Done)
        at.records(VISITOR, "turn_ended", player=VISITOR)

    began = max(place for place, name in enumerate(at.events()) if name == "market_played")
    assert at.events()[began : began + 5] == [
        "market_played",
        "treasures_played",
        "card_bought",
        "rest_bottomed",
        "turn_ended",
    ]


def test_the_others_count_their_cards_when_the_game_is_called(desk: Desk) -> None:
    at = a_demo(desk, MARKET)
    at.records(VISITOR, "game_called", anyway=True)

    for _player in range(3):
        at.tables.demos.play_on(at.code)

    counted = [player.name for player in at.view().players if player.points is not None]
    assert counted == ["Ben", "Cleo"]


# --- who plays when ---


def test_the_others_play_by_themselves_while_a_page_is_open(desk: Desk) -> None:
    at = a_demo(desk)
    a_page_is_open(at)
    the_visitor_plays(at)
    before = at.version

    seconds_pass(desk, int(STEP_SECONDS) - 1)
    assert at.version == before
    seconds_pass(desk, 1)
    assert at.version > before
    seconds_pass(desk, 10 * int(STEP_SECONDS))

    assert at.view().active == VISITOR


def test_they_wait_while_nobody_looks(desk: Desk) -> None:
    at = a_demo(desk)
    the_visitor_plays(at)
    before = at.version
    desk.clock.pass_seconds(60)

    seconds_pass(desk, 30)

    assert at.version == before


def test_they_play_when_asked_to(desk: Desk) -> None:
    at = a_demo(desk)
    the_visitor_plays(at)
    before = at.version

    answer = at.tables.demos.play_on(at.code)

    assert answer == Done(at.version)
    assert at.version > before


def test_they_never_play_for_the_visitor(desk: Desk) -> None:
    at = a_demo(desk)
    before = at.version

    assert at.tables.demos.play_on(at.code) == Done(before)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_whatever_the_visitor_takes_back_the_others_never_break(desk: Desk, game: str) -> None:
    at = a_demo(desk, game)
    for number in range(at.version, 0, -1):
        at.tap(VISITOR, "taken_back", number=number, anyway=True)
        desk.clock.pass_seconds(60)

        assert isinstance(at.tables.demos.play_on(at.code), Done)


def test_others_play_at_no_other_table(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert code_of(at.tables.demos.play_on(at.code)) == "no_demo"


# --- never joined, never counted, never on the disk ---


@pytest.mark.parametrize("game", GAME_KEYS)
def test_nobody_joins_a_demo(desk: Desk, game: str) -> None:
    at = a_demo(desk, game)
    caller, token = at.caller(VISITOR), at.tokens[VISITOR]
    answers = (
        at.tables.seats.join(at.code, None, "Dan", desk.new_id()),
        at.tables.seats.join(at.code, None, "Ben", desk.new_id()),
        at.tables.knocks.knock(at.code, None, "Dan", desk.new_id()),
        at.tables.seats.offer_handover(at.code, caller, VISITOR),
        at.tables.transfers.rematch(at.code, caller, token),
    )

    assert [code_of(answer) for answer in answers] == ["demo_table"] * len(answers)
    assert at.names() == PLAYERS


def test_code_of_a_demo_is_of_a_length_of_its_own(desk: Desk) -> None:
    assert [is_demo(a_demo(desk).code), is_demo(desk.a_table("Ana").code)] == [True, False]


def test_nothing_of_a_demo_is_ever_in_the_files(desk: Desk) -> None:
    before = files_of(desk.folder)
    at = a_demo(desk)
    the_visitor_plays(at)
    at.tables.demos.play_on(at.code)

    assert files_of(desk.folder) == before
    assert desk.store.written == []


def test_a_demo_is_none_of_the_evenings(desk: Desk) -> None:
    a_demo(desk)

    kept = desk.store.kept()

    assert isinstance(kept, Kept)
    assert kept.tables == ()
    assert desk.tables.retention.prune() == Pruned(())


def test_demos_take_no_room_from_tables(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, live_tables=1))
    at = a_demo(desk)
    a_page_is_open(at)
    the_visitor_plays(at)

    assert desk.a_table("Ana").names() == ("Ana",)


@pytest.mark.parametrize("trouble", ["disk_full", "read_only", "io", "corrupt"])
def test_a_disk_in_trouble_is_no_trouble_of_a_demo(desk: Desk, trouble: str) -> None:
    desk.store.trouble = StorageTrouble(trouble)

    at = a_demo(desk)
    the_visitor_plays(at)

    assert isinstance(at.tables.demos.play_on(at.code), Done)


def test_after_a_restart_a_demo_is_gone_and_tables_are_not(desk: Desk) -> None:
    at, table = a_demo(desk), desk.a_table("Ana")

    desk.restart()

    assert code_of(desk.tables.doors.find(at.code)) == "no_table"
    assert isinstance(desk.tables.doors.find(table.code), LiveTable)


# --- caps ---


def test_two_visitors_have_a_demo_each(desk: Desk) -> None:
    ours, theirs = a_demo(desk), a_demo(desk)
    the_visitor_plays(ours)

    assert ours.code != theirs.code
    assert theirs.view().active == VISITOR
    assert ours.tables.doors.caller(ours.code, theirs.tokens[VISITOR]).may_log is False


def test_a_double_tap_opens_one_demo(desk: Desk) -> None:
    first, again = (desk.tables.demos.open(WAREHOUSE, "tap-of-mine", None) for _tap in range(2))

    assert first == again


def test_a_demo_is_forgotten_an_hour_after_the_last_tap(desk: Desk) -> None:
    at = a_demo(desk)
    desk.clock.pass_seconds(3_000)
    the_visitor_plays(at)
    desk.clock.pass_seconds(3_599)
    desk.tables.tick()
    assert isinstance(desk.tables.doors.find(at.code), LiveTable)

    desk.clock.pass_seconds(1)
    desk.tables.tick()

    assert code_of(desk.tables.doors.find(at.code)) == "no_table"
    assert desk.forgotten == [at.code]
    assert desk.broadcaster.closed == [at.code]


def test_a_phone_that_comes_back_to_a_past_demo_is_told_so_and_is_no_guesser(desk: Desk) -> None:
    at, table = a_demo(desk), desk.a_table("Ana")
    desk.restart()

    answers = [desk.tables.doors.look_up(at.code, "192.168.1.9") for _look in range(30)]

    assert {code_of(answer) for answer in answers} == {"demo_over"}
    assert isinstance(desk.tables.doors.look_up(table.code, "192.168.1.9"), LiveTable)


def test_room_comes_back_when_demos_are_forgotten(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, demo_tables=1))
    a_demo(desk)
    assert code_of(desk.tables.demos.open(WAREHOUSE, desk.new_id(), None)) == "too_many_tables"

    desk.clock.pass_seconds(3_600)
    desk.tables.tick()

    assert a_demo(desk).names() == PLAYERS


def test_one_phone_that_opens_them_all_shuts_nobody_out(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, demo_tables=3))
    left = [a_demo(desk) for _demo in range(3)]
    desk.clock.pass_seconds(int(LEFT_SECONDS) - 1)
    assert code_of(desk.tables.demos.open(WAREHOUSE, desk.new_id(), None)) == "too_many_tables"

    desk.clock.pass_seconds(1)
    visitors = [a_demo(desk) for _visitor in range(3)]

    assert [visitor.names() for visitor in visitors] == [PLAYERS] * 3
    assert {code_of(desk.tables.doors.look_up(each.code, None)) for each in left} == {"demo_over"}


def test_what_makes_room_is_what_was_left_longest_and_never_what_somebody_looks_at(
    desks: Callable[[Limits], Desk],
) -> None:
    desk = desks(replace(ROOMY, demo_tables=4))
    looked_at, tapped_at, longest, later = (a_demo(desk) for _demo in range(4))
    a_page_is_open(looked_at)
    desk.clock.pass_seconds(5)
    later.records(VISITOR, "turn_ended", player=VISITOR)
    desk.clock.pass_seconds(int(LEFT_SECONDS))
    tapped_at.records(VISITOR, "turn_ended", player=VISITOR)

    for gone in (longest, later):
        a_demo(desk)
        assert code_of(desk.tables.doors.look_up(gone.code, None)) == "demo_over"

    assert code_of(desk.tables.demos.open(WAREHOUSE, desk.new_id(), None)) == "too_many_tables"
    for here in (looked_at, tapped_at):
        assert isinstance(desk.tables.doors.look_up(here.code, None), LiveTable)


def test_a_double_tap_where_none_is_free_takes_nobodys(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, demo_tables=1))
    id = desk.new_id()
    first = desk.tables.demos.open(WAREHOUSE, id, None)
    desk.clock.pass_seconds(int(LEFT_SECONDS))

    assert desk.tables.demos.open(WAREHOUSE, id, None) == first


def test_one_address_opens_only_so_many(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, new_tables_public=2))
    for _demo in range(2):
        a_demo(desk, address="93.184.216.1")

    third = desk.tables.demos.open(WAREHOUSE, desk.new_id(), "93.184.216.1")

    assert code_of(third) == "too_many_new_tables"


def test_none_are_offered_where_the_host_wants_none(desks: Callable[[Limits], Desk]) -> None:
    desk = desks(replace(ROOMY, demo_tables=0))

    assert desk.tables.demos.offered is False
    assert code_of(desk.tables.demos.open(WAREHOUSE, desk.new_id(), None)) == "no_demo"


def test_none_are_offered_where_several_processes_serve_the_tables(desk: Desk) -> None:
    desk.store.shared = True  # type: ignore[attr-defined]
    shared = Tables(desk.store, desk.clock, desk.randomness, desk.broadcaster, ROOMY)

    assert shared.demos.offered is False
    assert code_of(shared.demos.open(WAREHOUSE, desk.new_id(), None)) == "no_demo"


def test_a_game_without_a_script_has_no_demo(desk: Desk) -> None:
    assert code_of(desk.tables.demos.open("chess", desk.new_id(), None)) == "no_demo"
