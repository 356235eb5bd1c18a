"""The tally: money, ties, ranks 1 1 3, and a reason for every place."""

from __future__ import annotations

import pytest

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.tally import Tally
from tests.core.builders import GAME, MILLION, At, lobby, quick, said


def piles(still_tied: str = "shared", **counts: dict[int, int]) -> At:
    """A table of scores with these piles: {name: {millions: how many}}."""
    at = lobby(*counts, track="scores", still_tied=still_tied)
    for name, pile in counts.items():
        items = {str(millions * MILLION): count for millions, count in pile.items()}
        at = at.logs("pile_counted", player=name, items=items, bonuses=[])
    return at


def of(at: At) -> Tally:
    told = GAMES[GAME].tally(at.state)
    assert isinstance(told, Tally)
    return told


def reasons(at: At) -> list[str]:
    return [said(standing.reason) for standing in of(at).standings]


def result(at: At) -> str:
    return said(of(at).reason)


def test_the_most_money_wins() -> None:
    at = piles(Ana={5: 1}, Ben={4: 2})
    assert (of(at).winners, of(at).decided_by) == (("Ben",), "money")
    assert result(at) == "Ben wins with $8 Million, $3 Million ahead of Ana."
    assert reasons(at) == ["Ben has the most money: $8 Million.", "Ana has $5 Million."]


def test_five_million_items_break_a_tie() -> None:
    at = piles(Ana={5: 2, 4: 2, 3: 1, 2: 1}, Ben={5: 1, 4: 4, 2: 1})
    assert (of(at).winners, of(at).decided_by) == (("Ana",), "five_millions")
    assert result(at) == "Both have $23 Million. Ana wins with two $5 Million items to one."
    assert reasons(at)[1] == (
        "Both have $23 Million. Ana wins with two $5 Million items to one."
    ).replace("wins", "is ahead")


def test_one_five_million_item_to_none() -> None:
    at = piles(Ana={5: 1}, Ben={4: 1, 1: 1})
    assert result(at) == "Both have $5 Million. Ana wins with one $5 Million item to none."


def test_a_five_million_bonus_is_no_item() -> None:
    at = lobby("Ana", "Ben", track="scores")
    at = at.logs("pile_counted", player="Ana", items={}, bonuses=[5 * MILLION])
    at = at.logs("pile_counted", player="Ben", items={"5000000": 1}, bonuses=[])
    assert (of(at).winners, of(at).decided_by) == (("Ben",), "five_millions")


def test_still_tied_is_shared_and_ranks_are_1_1_3() -> None:
    at = piles(Ana={5: 1}, Ben={3: 1}, Cleo={5: 1})
    assert of(at).ranking == (("Ana", 1), ("Cleo", 1), ("Ben", 3))
    assert (of(at).winners, of(at).decided_by) == (("Ana", "Cleo"), "shared")
    assert result(at) == "Ana and Cleo share the win."
    assert (
        reasons(at)[0]
        == "Ana and Cleo share this place with $5 Million and one $5 Million item each."
    )


def test_the_third_tied_player_falls_behind_two_who_share() -> None:
    at = piles(Ana={5: 2}, Ben={5: 1, 4: 1, 1: 1}, Cleo={5: 2})
    assert of(at).ranking == (("Ana", 1), ("Cleo", 1), ("Ben", 3))
    assert of(at).decided_by == "shared"
    assert reasons(at) == [
        "Ana and Cleo share this place with $10 Million and two $5 Million items each.",
        "Ana and Cleo share this place with $10 Million and two $5 Million items each.",
        "All three have $10 Million. Cleo is ahead with two $5 Million items to one.",
    ]


def test_a_winner_of_three_who_tie() -> None:
    at = piles(Ana={5: 2, 2: 1}, Ben={4: 3}, Cleo={5: 1, 4: 1, 3: 1})
    assert result(at) == "All three have $12 Million. Ana wins with two $5 Million items to one."
    assert reasons(at)[1:] == [
        "All three have $12 Million. Ana is ahead with two $5 Million items to one.",
        "All three have $12 Million. Cleo is ahead with one $5 Million item to none.",
    ]
    one = piles(Ana={5: 1}, Ben={4: 1, 1: 1}, Cleo={3: 1, 2: 1})
    assert result(one) == "All three have $5 Million. Ana wins with one $5 Million item to none."


def test_players_without_fives_share_a_place() -> None:
    at = piles(Ana={4: 1}, Ben={4: 1}, Cleo={5: 1})
    assert reasons(at)[1] == "Ana and Ben share this place with $4 Million each."


@pytest.mark.parametrize(
    ("ana", "ben", "words"),
    [
        ({4: 1, 2: 1}, {3: 2}, "one $4 Million item to none"),
        ({3: 2, 1: 1}, {3: 1, 2: 2}, "two $3 Million items to one"),
        ({2: 2, 7: 1}, {2: 1, 1: 2, 7: 1}, "two $2 Million items to one"),
    ],
)
def test_lower_values_settle_what_is_left(
    ana: dict[int, int], ben: dict[int, int], words: str
) -> None:
    at = piles("lower_values", Ana=ana, Ben=ben)
    assert (of(at).winners, of(at).decided_by) == (("Ana",), "lower_values")
    assert result(at).endswith(f"Ana wins with {words}.")
    assert of(piles(Ana=ana, Ben=ben)).decided_by == "shared"


def test_equal_in_every_value_is_shared() -> None:
    at = piles("lower_values", Ana={4: 1, 7: 1}, Ben={4: 1, 7: 1})
    assert of(at).decided_by == "shared"


def test_a_lower_place_is_ahead_of_the_next() -> None:
    at = piles(Ana={7: 2}, Ben={5: 1}, Cleo={4: 1, 1: 1})
    assert (
        reasons(at)[1:]
        == [
            "Both have $5 Million. Ben is ahead with one $5 Million item to none.",
        ]
        * 2
    )


def test_large_numbers_are_figures() -> None:
    at = piles(Ana={5: 12}, Ben={5: 11, 4: 1, 1: 1})
    assert result(at) == "Both have $60 Million. Ana wins with 12 $5 Million items to 11."


def test_nothing_is_decided_before_the_end() -> None:
    at = quick("Ana", "Ben").adds("Ana")
    assert (of(at).winners, of(at).decided_by, of(at).reason) == (None, None, None)
    assert of(at).ranking == (("Ana", 1), ("Ben", 2))
    assert of(lobby("Ana")).ranking == ()


def test_who_left_early_is_listed_without_a_rank() -> None:
    at = quick("Ana", "Ben", "Cleo").adds("Ana").logs("player_left", player="Ana")
    last = of(at).standings[-1]
    assert (last.name, last.rank, last.left) == ("Ana", None, True)
    assert said(last.reason) == "Ana left early, with $3 Million."


def test_an_uncounted_pile_has_no_rank_at_a_table_of_scores() -> None:
    at = lobby("Ana", "Ben", track="scores")
    at = at.logs("pile_counted", player="Ben", items={"1000000": 1}, bonuses=[])
    assert said(of(at).standings[-1].reason) == "Ana's pile is not counted yet."
    called = at.logs("game_called")
    assert result(called) == "Ben wins with $1 Million."
    nobody = lobby("Ana", "Ben", track="scores").logs("game_called")
    assert result(nobody) == "No pile was counted."


def test_a_pile_counted_by_hand_is_marked() -> None:
    at = quick("Ana", "Ben").logs("pile_counted", player="Ben", items={}, bonuses=[])
    assert {s.name: s.counted for s in of(at).standings} == {"Ana": False, "Ben": True}


def test_hand_and_uncompleted_warehouse_do_not_count() -> None:
    at = quick("Ana", "Ben").needs("Ana", "Weapon", "Animal").adds("Ana", millions=5)
    assert (at.of("Ana")["total"], at.of("Ana")["fives"]) == (0, 0)


def test_the_rulebooks_twelve_million() -> None:
    at = quick("Ana", "Ben").needs("Ana", "Top Secret", "Animal", "Weapon")
    for item_type, millions in (("Top Secret", 3), ("Weapon", 3), ("Animal", 4)):
        at = at.adds("Ana", item_type, millions, anyway=True)
    mine = at.of("Ana")
    assert (mine["items_money"], mine["bonus_money"], mine["total"]) == (
        10 * MILLION, 2 * MILLION, 12 * MILLION,
    )  # fmt: skip
