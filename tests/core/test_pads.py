"""Score pads as their games fill them: the lines a table needs, and those of any table."""

from __future__ import annotations

from typing import Any

from companion.core.games import GAMES
from companion.core.games.pad import Pad, PadRoom
from companion.core.outcome import Money, Phrase
from tests.core.builders import changed, lobby, said, starter
from tests.core.dominion.builders import seated

ROOM = PadRoom(players=3, easy=8, most=12)
WAREHOUSE, DOMINION = "black_market_warehouse", "dominion_black_market"


def pad(game: str, state: Any = None, room: PadRoom = ROOM) -> Pad:
    made = GAMES[game].pad(state, room)
    assert made is not None
    return made


def labels(made: Pad) -> list[str]:
    return [each.label if isinstance(each.label, str) else said(each.label) for each in made.lines]


def tie_values(made: Pad) -> list[object]:
    return [each.label.params["money"] for each in made.sums if each.kinds == ("tie",)]


def test_a_warehouse_pad_has_a_line_for_every_warehouse_one_player_can_complete() -> None:
    assert labels(pad(WAREHOUSE)) == [str(number) for number in range(1, 9)]
    assert len(pad(WAREHOUSE, room=PadRoom(players=2, easy=4, most=30)).lines) == 9
    assert len(pad(WAREHOUSE, room=PadRoom(players=2, easy=4, most=5)).lines) == 5
    assert len(pad(WAREHOUSE, room=PadRoom(players=10, easy=1, most=5)).lines) == 2


def test_a_warehouse_pad_speaks_of_money_as_the_deck_does() -> None:
    thousands = changed(starter(), money_unit=1_000)
    for card in thousands["cards"]:
        if card["kind"] == "item":
            card["money"] //= 1_000
    usual, own = pad(WAREHOUSE, lobby("Ana").state), pad(WAREHOUSE, lobby(deck=thousands).state)

    assert usual.caption.text.startswith("Money in millions.")
    assert own.caption.params == {"unit": Money(1_000)}
    assert tie_values(own) == [Money(5_000)]


def test_a_warehouse_pad_counts_five_million_items_where_the_deck_has_them() -> None:
    printed_otherwise = changed(starter(), money_unit=1_000)

    own = pad(WAREHOUSE, lobby(deck=printed_otherwise).state)

    assert tie_values(own) == [Money(5_000_000)]


def test_a_dominion_pad_for_any_table_has_the_usual_cards_and_room_for_others() -> None:
    made = pad(DOMINION)

    assert [(label, line.worth) for label, line in zip(labels(made), made.lines, strict=True)] == [
        ("Colony", "10"),
        ("Province", "6"),
        ("Duchy", "3"),
        ("Estate", "1"),
        ("Curse", "−1"),
        ("VP tokens", ""),
        ("Other 1", ""),
        ("Other 2", ""),
        ("Other 3", ""),
        ("Other 4", ""),
    ]


def test_a_dominion_pad_of_a_table_has_what_can_score_there_the_dear_ones_first() -> None:
    table = seated().kingdom("Gardens", colony=True, landscapes=["Wall", "Arena"])
    at = table.drawn("Tunnel", "Mine", "Duke").by_cards()

    assert [(line.label, line.worth) for line in pad(DOMINION, at.state).lines] == [
        ("Colony", "10"),
        ("Province", "6"),
        ("Duchy", "3"),
        ("Tunnel", "2"),
        ("Estate", "1"),
        ("Gardens", ""),
        ("Duke", ""),
        ("Curse", "−1"),
        ("Wall", ""),
        (Phrase("VP tokens"), ""),
        (Phrase("Other {n}", {"n": 1}), ""),
        (Phrase("Other {n}", {"n": 2}), ""),
    ]


def test_a_dominion_pad_that_is_full_has_no_line_for_others() -> None:
    at = seated().kingdom("Gardens")

    made = pad(DOMINION, at.state, PadRoom(players=2, easy=4, most=5))

    assert labels(made) == ["Province", "Duchy", "Estate", "Gardens", "Curse"]


def test_a_pad_does_not_tell_what_lies_in_a_deck_whose_list_is_hidden() -> None:
    drawn = (
        seated()
        .kingdom()
        .logs("deck_drawn", policy="random_n", cards=["Gardens", "Mine"], hidden=True)
    )
    open_list = seated().kingdom().drawn("Gardens", "Mine")

    assert "Gardens" in labels(pad(DOMINION, open_list.state))
    assert "Gardens" not in labels(pad(DOMINION, drawn.state))
