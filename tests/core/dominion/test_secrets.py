"""What a refusal or an ask must not tell: orders, hidden lists, bottom orders (rules 3.8, 8.2)."""

from __future__ import annotations

import pytest

from companion.core.log import Recorded
from companion.core.outcome import Asks, Json, Refused
from companion.core.table import read_submission, record
from tests.core.dominion.builders import AT, FIFTEEN, At, market, real_market, said, seated

OTHER_WAY = tuple(reversed(FIFTEEN))


def batch(at: At, *events: Json) -> Recorded | Asks | Refused:
    """What the table answers to these events together, whatever is asked."""
    read = read_submission({"events": list(events), "anyway": True})
    assert not isinstance(read, Refused)
    return record(at.table, read, "Ben", AT)


def refusal(answer: Recorded | Asks | Refused) -> tuple[str, int | None]:
    """Code and event of a refusal."""
    assert isinstance(answer, Refused), answer
    return answer.code, answer.on


def hidden(*cards: str, held_by: str | None = None, order: tuple[str, ...] = ()) -> At:
    """A table whose list is hidden; still preparing without `held_by`."""
    at = seated().kingdom().drawn(*(cards or FIFTEEN), hidden=True)
    if held_by is None:
        return at
    if held_by == "cards":
        return at.by_cards()
    return at.by_app(*(order or cards or FIFTEEN))


# ---- the order that our phones hold ----


def reshuffled_and_played() -> At:
    """Event 7 laid another order; event 8 revealed its first three cards."""
    at = market()
    assert at.table.version == 6
    at = at.logs("deck_reshuffled", why="dropped", order=list(OTHER_WAY))
    return at.plays()


@pytest.mark.parametrize("card", ["Laboratory", "Thief", "Witch"])
def test_an_order_that_cards_came_up_from_stays_whatever_the_other_would_show(card: str) -> None:
    at = reshuffled_and_played()
    probe = {"event": "card_bought", "player": "Ben", "card": card, "price": 0}
    answer = batch(at, {"event": "taken_back", "number": 7}, probe)

    assert refusal(answer) == ("others_build_on_it", 0)
    assert isinstance(answer, Refused)
    assert answer.fields == {"events": [8]}


@pytest.mark.parametrize("card", ["Thief", "Spy"])
def test_what_else_would_not_replay_on_another_order_is_not_told(card: str) -> None:
    at = reshuffled_and_played().buys(card, price=0)
    answer = at.says("taken_back", number=7)

    assert isinstance(answer, Refused)
    assert (answer.code, answer.fields) == ("others_build_on_it", {"events": [8]})


def test_a_card_taken_out_of_the_deck_before_a_reveal_stays_out() -> None:
    at = market().logs("deck_corrected", why="lost", removed=["Thief"]).plays()

    assert refusal(at.says("taken_back", number=7)) == ("others_build_on_it", None)


def test_an_extra_that_took_a_card_out_of_the_deck_before_a_reveal_stays() -> None:
    at = market("Young Witch", *FIFTEEN).logs("extra_chosen", pile="bane", card="Cellar").plays()

    assert refusal(at.says("taken_back", number=7)) == ("others_build_on_it", None)


def test_an_extra_that_took_nothing_out_can_be_taken_back_after_a_reveal() -> None:
    at = market("Young Witch", *FIFTEEN).logs("extra_chosen", pile="bane", card="Hamlet").plays()

    assert isinstance(at.says("taken_back", number=7), Recorded)


def test_nothing_but_take_backs_follows_a_strike_in_one_batch() -> None:
    at = market().logs("deck_reshuffled", why="dropped", order=list(OTHER_WAY)).plays()
    strike: Json = {"event": "taken_back"}

    assert refusal(batch(at, strike, {"event": "nonsense"})) == ("malformed", 0)
    assert refusal(batch(at, strike, strike, {"event": "put_back"})) == ("malformed", 1)
    assert isinstance(batch(at, strike, strike), Recorded)
    struck = at.logs("taken_back")
    back: Json = {"event": "put_back"}
    assert refusal(batch(struck, back, {"event": "turn_ended", "player": "Ana"})) == (
        "malformed",
        0,
    )
    assert isinstance(batch(struck, back), Recorded)


def test_a_strike_may_be_followed_where_there_is_nothing_secret() -> None:
    at = real_market()
    again = {"event": "first_player_chosen", "player": "Ben"}

    assert isinstance(batch(at, {"event": "taken_back"}, again), Recorded)


# ---- a list that nobody sees ----


@pytest.mark.parametrize("card", ["Witch", "Village Green"])
def test_a_hidden_list_gives_way_to_what_is_said_of_it(card: str) -> None:
    """The same answer for a card that is in it and one that is not; the log shows who asked."""
    at = hidden()

    assert isinstance(at.says("deck_card_struck", player="Ben", card=card), Recorded)
    assert isinstance(at.says("deck_card_added", player="Ben", card=card), Recorded)
    played = hidden(held_by="app")
    assert isinstance(played.says("deck_corrected", why="x", removed=[card]), Recorded)
    order = [*(name for name in FIFTEEN if name != card), card]
    added = played.says("deck_corrected", why="x", added=[card], order=order)
    assert isinstance(added, Recorded)
    answer = played.plays().says("card_bought", player="Ana", card=card)
    if card != "Laboratory":
        assert refusal(answer) == ("not_revealed", None)


@pytest.mark.parametrize("card", ["Witch", "Village Green"])
def test_an_unknown_name_is_refused_for_its_spelling_alone(card: str) -> None:
    at = hidden(held_by="app")

    answer = at.says("deck_corrected", why="x", removed=[card, "No Such Card"])
    assert refusal(answer) == ("unknown_card", None)


def test_a_hidden_list_holds_one_card_of_each_name_and_pile() -> None:
    at = hidden("Witch", "Dame Anna").logs("deck_card_added", player="Ben", card="witch")
    assert sorted(at.state.deck.cards) == ["Dame Anna", "Witch"]
    at = at.logs("deck_card_added", player="Ben", card="Sir Martin")
    assert sorted(at.state.deck.cards) == ["Sir Martin", "Witch"]
    at = at.logs("deck_card_struck", player="Ben", card="Chapel")
    assert sorted(at.state.deck.cards) == ["Sir Martin", "Witch"]


def test_what_everybody_knows_of_a_hidden_list_is_still_refused() -> None:
    at = hidden("Dame Anna", "Witch", "Chapel", "Mine", "Feast", held_by="app").plays()
    at = at.buys("Chapel", price=0).puts_down("Dame Anna", "Witch")

    def removing(card: str) -> str:
        return refusal(at.says("deck_corrected", why="x", removed=[card]))[0]

    assert removing("Village") == "not_in_deck"  # it lies in the Supply
    assert removing("Copper") == "not_in_deck"
    assert removing("Sir Martin") == "not_in_deck"  # Dame Anna was seen
    assert removing("Chapel") == "already_bought"
    answer = at.says("deck_corrected", why="x", added=["Witch"], order=["Mine", "Feast", "Witch"])
    assert refusal(answer) == ("duplicate_name", None)


def test_real_cards_that_come_up_take_the_place_of_unseen_ones() -> None:
    at = hidden("Dame Anna", "Witch", "Mine", "Spy", held_by="cards").plays()
    at = at.reveals("Sir Martin", "Witch", "Village Green")

    assert at.state.deck.revealed == ("Sir Martin", "Witch", "Village Green")
    assert sorted(at.state.deck.cards) == ["Sir Martin", "Spy", "Village Green", "Witch"]
    assert at.state.deck.front == ("Spy",)


def test_more_unseen_cards_than_are_left_cannot_come_up() -> None:
    at = hidden("Dame Anna", "Witch", "Mine", "Spy", held_by="cards").plays()
    twice = at.says("cards_revealed", cards=["Sir Martin", "Dame Anna", "Spy"])
    assert refusal(twice) == ("not_in_deck", None)
    at = at.reveals("Dame Anna", "Witch", "Mine").passes().puts_down("Dame Anna", "Witch", "Mine")
    answer = at.plays().says("cards_revealed", cards=["Spy", "Feast", "Dame Anna"])
    assert refusal(answer) == ("not_in_deck", None)


def test_nothing_follows_a_change_of_a_hidden_list_in_one_batch() -> None:
    at = hidden(*FIFTEEN)
    struck = {"event": "deck_card_struck", "player": "Ben", "card": "Witch"}
    agreed = {"event": "deck_agreed", "order_held_by": "cards"}

    assert refusal(batch(at, struck, agreed)) == ("malformed", 0)
    assert isinstance(batch(at, struck), Recorded)


def test_an_order_that_does_not_fit_names_no_card_of_a_hidden_list() -> None:
    answer = hidden().says("deck_agreed", order_held_by="app", order=["Witch"])
    assert isinstance(answer, Refused)
    assert (answer.code, said(answer.phrase)) == (
        "order_incomplete",
        "Name each card of the hidden list once.",
    )


def test_only_steps_that_phones_show_can_be_ticked() -> None:
    at = hidden("Embargo", "Chapel")

    def ticks(at: At) -> Recorded | Asks | Refused:
        return at.says("setup_step_done", step="material:Embargo tokens", player="Ana")

    assert refusal(ticks(at)) == ("no_such_step", None)
    at = at.logs("deck_agreed", order_held_by="app", order=["Embargo", "Chapel"]).plays()
    assert isinstance(ticks(at), Recorded)


def test_backs_tell_no_card_of_a_hidden_list() -> None:
    at = hidden("Witch", "Mine")
    for card in ("Witch", "Chapel"):
        answer = at.says("deck_agreed", order_held_by="cards", backs={card: 1})
        assert refusal(answer) == ("not_in_deck", None)


def test_no_view_of_a_hidden_list_offers_its_treasures_or_names_its_causes() -> None:
    at = seated().kingdom("Underling").drawn("Harem", "Broker", "Witch", hidden=True)
    view = at.view("Ana")

    assert "Harem" not in [each.name for each in view.treasures]
    assert [each.causes for each in view.extras] == [("Underling",)]
    asked = at.says("deck_agreed", order_held_by="cards")
    assert isinstance(asked, Asks)
    assert "Broker" not in " ".join(said(each.phrase) for each in asked.asks)


# ---- a bottom order that one player knows ----


@pytest.mark.parametrize("order", [("Chapel", "Mine", "Witch"), ("Witch", "Mine", "Chapel")])
def test_a_bottom_order_that_one_player_told_is_never_asked_about(order: tuple[str, ...]) -> None:
    at = real_market("Chapel", "Mine", "Witch", "Feast").plays()
    at = at.reveals("Chapel", "Mine", "Witch").passes().puts_down(*order).plays()

    answer = at.says("cards_revealed", by="Ben", cards=["Feast", "Witch", "Mine"])
    assert isinstance(answer, Recorded)


def test_a_told_order_that_real_cards_contradict_is_nobodys() -> None:
    at = real_market("Chapel", "Mine", "Witch", "Feast", "Spy").plays()
    at = at.reveals("Chapel", "Mine", "Witch").passes().puts_down("Chapel", "Mine", "Witch")
    at = at.plays().reveals("Feast", "Spy", "Witch")
    assert [(block.cards, block.known) for block in at.state.deck.tail] == [
        (("Chapel", "Mine"), False)
    ]
