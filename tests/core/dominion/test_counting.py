"""The tally asks only for what can exist in this game, and gives a reason for each place."""

from __future__ import annotations

import pytest
from dominion_setup import load_card_database
from dominion_setup.models import CardPurpose

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.outcome import Refused
from tests.core.dominion.builders import GAME, At, market, said, seated

HORSE_EVENTS = ("Bargain", "Demand", "Ride", "Stampede")


def asked(at: At) -> dict[str, int | None]:
    """Card → points of one copy, of everything that the form asks for."""
    return {row.card: row.each for row in at.view().count_form.rows}


def test_a_plain_game_asks_for_four_cards() -> None:
    """Rule 10.2: all cards are one's own, but only few of them matter."""
    form = seated().kingdom().view().count_form

    assert asked(seated().kingdom()) == {"Curse": -1, "Duchy": 3, "Estate": 1, "Province": 6}
    assert (form.asks_size, form.asks_tokens, form.asks_favors, form.asks_tavern) == (
        False, False, False, False,
    )  # fmt: skip
    assert form.empty_pile_choices == ()


def test_cards_of_the_deck_are_asked_for_once_they_are_bought() -> None:
    at = market("Gardens", "Tunnel", "Mine").plays(coins=9)
    bought = at.buys("Tunnel")

    assert "Tunnel" not in asked(at)
    assert asked(bought)["Tunnel"] == 2
    row = next(each for each in bought.view().count_form.rows if each.card == "Tunnel")
    assert row.from_deck is True


def test_formulas_bring_what_they_count() -> None:
    rows = asked(seated().kingdom("Gardens", "Feodum", "Vineyard"))

    assert (rows["Gardens"], rows["Feodum"], rows["Silver"]) == (None, None, 0)
    assert {"Village", "Smithy", "Black Market"} <= set(rows)
    assert "Gold" not in rows
    assert seated().kingdom("Gardens").view().count_form.asks_size is True


def test_landmarks_bring_what_they_look_at() -> None:
    assert {"Silver", "Gold"} <= set(asked(seated().kingdom(landscapes=["Bandit Fort"])))
    assert "Copper" in asked(seated().kingdom(landscapes=["Fountain"]))
    assert {"Village", "Copper", "Moat"} <= set(asked(seated().kingdom(landscapes=["Museum"])))
    assert seated().kingdom(landscapes=["Wall"]).view().count_form.asks_size is True
    tower = seated().kingdom(landscapes=["Tower"]).view().count_form
    assert "Village" in tower.empty_pile_choices


def test_names_that_count_bring_every_card_there_can_be() -> None:
    at = seated().kingdom("Fairgrounds", "Knights", "Marauder", "Page", "Joust", shelters=True)
    rows = set(asked(at))

    assert {"Sir Martin", "Ruined Library", "Hovel", "Spoils", "Champion", "Coronet"} <= rows
    assert "Knights" not in rows
    assert "Ruins" not in rows


@pytest.mark.parametrize("landscape", sorted(catalogue().landscapes))
def test_what_a_landscape_lays_out_is_counted(landscape: str) -> None:
    """Horses and Loot can be owned at the end, whether cards or landscapes bring them."""
    horses, loot = {"Horse"}, set(catalogue().different["Loot"])

    rows = set(asked(seated().kingdom(landscapes=[landscape, "Museum"])))

    assert rows & (horses | loot) == (horses if landscape in HORSE_EVENTS else loot)


def test_states_heirlooms_and_rewards_that_score() -> None:
    at = seated().kingdom("Skulk", "Shepherd", "Joust")
    rows = asked(at)

    assert (rows["Miserable"], rows["Twice Miserable"], rows["Pasture"]) == (-2, -4, None)
    assert rows["Demesne"] is None
    assert "Gold" in rows


def test_two_dollar_cards_with_plateau_shepherds() -> None:
    at = seated().kingdom("Bauble", ally="Plateau Shepherds")

    assert {"Moat", "Bauble"} <= set(asked(at))
    assert at.view().count_form.asks_favors is True


def test_tokens_are_asked_for_where_something_pays_them() -> None:
    """Rules 10.6 and 10.7."""
    form = seated().kingdom("Bishop", landscapes=["Triumph", "Arena"]).view().count_form

    assert (form.asks_tokens, form.token_sources) == (True, ("Arena", "Bishop", "Triumph"))


def test_distant_lands_and_turns() -> None:
    at = seated().kingdom("Distant Lands")
    tracked = at.logs("first_player_chosen", player="Ana")

    assert at.view().count_form.asks_tavern is True
    assert (at.view().count_form.asks_turns, tracked.view().count_form.asks_turns) == (True, False)


def over(*counts: tuple[str, dict[str, int], int | None]) -> At:
    """A game that was called, with these counts."""
    at = seated(*[name for name, _, _ in counts]).logs("game_called")
    for name, cards, turns in counts:
        told = {} if turns is None else {"turns": turns}
        at = at.logs("pile_counted", player=name, cards=cards, **told)
    return at


def test_points_decide_with_a_reason() -> None:
    at = over(("Ana", {"Province": 2}, 9), ("Ben", {"Duchy": 1}, 9))
    tally = GAME.tally(at.state)

    assert at.view().winners == tally.winners == ("Ana",)
    assert said(tally.reason) == "Ana wins with 12 points."
    assert [(each.name, each.rank, said(each.reason)) for each in tally.standings] == [
        ("Ana", 1, "12 points."),
        ("Ben", 2, "3 points."),
    ]


def test_turns_decide_with_a_reason() -> None:
    """Rule 10.9."""
    tally = GAME.tally(over(("Ana", {"Province": 2}, 9), ("Ben", {"Province": 2}, 8)).state)

    assert (tally.winners, tally.decided_by) == (("Ben",), "turns")
    assert said(tally.reason) == "Ben and Ana are level with 12 points. Fewer turns wins: Ben."
    assert said(tally.standings[0].reason) == "12 points in 8 turns. Fewer turns go first."


def test_a_shared_win_with_a_reason() -> None:
    tally = GAME.tally(over(("Ana", {"Province": 2}, 9), ("Ben", {"Province": 2}, None)).state)

    assert said(tally.reason) == "Ana and Ben share the win with 12 points."
    assert said(tally.standings[0].reason) == "12 points, level with Ben."


def test_who_left_and_who_is_not_counted_come_last() -> None:
    at = market().logs("player_joined", player="Cleo").logs("player_left", player="Ben")
    at = at.logs("game_called").logs("pile_counted", player="Cleo", cards={"Estate": 1})
    tally = GAME.tally(at.state)

    assert [(each.name, each.rank, said(each.reason)) for each in tally.standings] == [
        ("Cleo", 1, "one point."),
        ("Ana", None, "Not counted yet."),
        ("Ben", None, "Left early."),
    ]
    assert (tally.winners, tally.reason) == (None, None)


def test_of_all_names_a_count_takes_single_cards_and_states_and_no_others() -> None:
    """Rules 2 and 10.2, for every name there is: the stock says what is one card."""
    answers = {}
    at = seated()
    for card in catalogue().cards.values():
        answer = at.says("pile_counted", player="Ana", cards={card.name: 1})
        answers[card.name] = answer.code if isinstance(answer, Refused) else None

    stock = {each.name: each for each in load_card_database().cards}
    split = {each.name for each in stock.values() if each.name.partition("/")[1]}
    knights = {"Augurs", "Castles", "Clashes", "Forts", "Knights", "Odysseys", "Townsfolk"}
    different = split | knights | {"Wizards", "Ruins", "Shelters", "Loot"}
    nobodys = {
        name
        for name, each in stock.items()
        if each.purpose is CardPurpose.LANDSCAPE
        or {"Boon", "Hex", "Artifact"} & {str(kind) for kind in each.types}
    }

    assert {name for name, code in answers.items() if code == "name_one_card"} == different
    assert {name for name, code in answers.items() if code == "unknown_card"} == nobodys
    assert set(answers.values()) == {None, "name_one_card", "unknown_card"}


def test_what_is_no_card_is_not_advised_instead_of_itself() -> None:
    at = seated().kingdom(landscapes=["Arena"])

    for name in ("Arena", "boons"):
        answer = at.says("pile_counted", player="Ana", cards={name: 1})

        assert isinstance(answer, Refused)
        assert said(answer.phrase) == f"No card is called {name}."
