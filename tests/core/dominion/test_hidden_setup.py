"""Rule 3.8: while the list is hidden, mats and tokens tell of no card that nobody has seen."""

from __future__ import annotations

from companion.core.games.dominion_black_market.view_making import view
from tests.core.dominion.builders import GAME, At, seated

KINGDOM = ["Black Market", "Cellar", "Gardens", "Laboratory", "Market"]
KINGDOM += ["Militia", "Mine", "Moat", "Smithy", "Bishop"]


def _hidden(*cards: str) -> At:
    at = seated().logs("kingdom_chosen", kingdom=KINGDOM)
    return at.logs("deck_drawn", policy="random_n", cards=list(cards), hidden=True)


def test_no_mat_tells_of_a_card_that_nobody_has_seen() -> None:
    at = _hidden("Embargo", "Goons", "Island", "Chapel")
    seen = view(at.state, ("Ana",))

    assert [(line.what, line.causes) for line in seen.setup] == [("VP tokens", ("Bishop",))]
    assert [(line["what"], line["causes"]) for line in seen.public["setup"]] == [
        ("VP tokens", ["Bishop"])
    ]


def test_a_card_that_was_revealed_tells_of_its_mat() -> None:
    at = _hidden("Embargo", "Goons", "Island", "Chapel").logs(
        "deck_agreed",
        order_held_by="app",
        order=["Goons", "Chapel", "Island", "Embargo"],
        anyway=True,
    )
    seen = view(at.logs("market_played", player="Ana").state, ())

    told = [("Island mat", ("Island",)), ("VP tokens", ("Bishop", "Goons"))]
    assert [(line.what, line.causes) for line in seen.setup] == told


def test_the_game_says_whether_its_list_is_hidden() -> None:
    assert GAME.hides_list(_hidden("Chapel").state)
    assert not GAME.hides_list(seated().kingdom().drawn("Chapel").state)


def test_an_open_list_tells_all() -> None:
    at = seated().logs("kingdom_chosen", kingdom=KINGDOM)
    at = at.logs("deck_drawn", policy="agreed_list", cards=["Embargo"])
    seen = view(at.state, ())

    assert [line.causes for line in seen.setup] == [("Embargo",), ("Bishop",)]
