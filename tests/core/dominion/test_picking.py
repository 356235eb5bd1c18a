"""What people can pick from fits the moment."""

from __future__ import annotations

from companion.core.games.dominion_black_market import picking
from companion.core.games.dominion_black_market.view import CardView
from tests.core.dominion.builders import At, real_market, seated


def names(cards: tuple[CardView, ...]) -> list[str]:
    """Their names."""
    return [card.name for card in cards]


def test_piles_and_landscapes_of_the_shelf() -> None:
    at = seated().logs("shelf_set", sets=["alchemy", "empires"], without=["Tax"])

    assert len(picking.kingdom_choices(at.state)) == 12 + 24
    offered = names(picking.landscape_choices(at.state))
    assert {"Keep", "Ritual"} <= set(offered)
    assert "Tax" not in offered
    assert not {"Island Folk", "Growth"} & set(names(picking.landscape_choices(seated().state)))


def test_cards_that_may_enter_the_deck_now() -> None:
    at = seated().logs("shelf_set", sets=["dark_ages"]).kingdom().drawn("Sir Martin", "Rats")
    offered = names(picking.deck_choices(at.state))

    assert len(offered) == 35 - 2
    assert not {"Knights", "Dame Anna", "Rats", "Sir Martin"} & set(offered)
    before = seated().logs("shelf_set", sets=["dark_ages"]).kingdom()
    assert {"Dame Anna", "Sir Martin"} <= set(names(picking.deck_choices(before.state)))


def revealing(shown: bool = True) -> At:
    """Four real cards, three of them at the bottom in a told order; one was not seen."""
    at = real_market("Chapel", "Mine", "Witch", "Moneylender").plays()
    at = at.reveals("Chapel", "Mine", "Witch").passes()
    return at.puts_down("Witch", "Chapel", "Mine", shown=shown).plays()


def test_only_remaining_cards_are_offered_the_likely_ones_first() -> None:
    """Rule 8.3."""
    at = revealing()

    assert names(picking.reveal_choices(at.state)) == ["Chapel", "Moneylender", "Witch", "Mine"]
    bought = at.reveals("Moneylender", "Witch", "Chapel").buys("Witch", price=0)
    assert "Witch" not in names(picking.reveal_choices(bought.state))
    assert names(picking.reveal_choices(bought.state)) == ["Mine"]


def test_an_order_that_one_player_told_does_not_sort_what_all_phones_offer() -> None:
    """Rule 8.2: the other players know the cards, not their order."""
    at = revealing(shown=False)

    assert names(picking.reveal_choices(at.state)) == ["Chapel", "Mine", "Moneylender", "Witch"]
