"""Events and consequences in plain words, and what they keep to themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.consequence_words import describe_briefly
from companion.core.games.contract import Decided
from companion.core.outcome import Consequence, Json, Phrase
from companion.core.table import describe_entry
from tests.core.builders import (
    GAME,
    MILLION,
    At,
    dealt,
    hand,
    lobby,
    move,
    quick,
    said,
    starter,
    warehouse,
)

RULES = GAMES[GAME]
FACE = {"item_type": "Weapon", "money": MILLION}
DISCARD = {"zone": "discard"}


def last(at: At, viewer: tuple[str, ...] | None = None) -> str:
    return said(describe_entry(at.table, at.table.entries[-1], viewer))


def told(
    at: At, describe: Callable[[Consequence], Phrase | None] = RULES.describe_consequence
) -> list[str]:
    """What followed from the last event, in words."""
    phrases = [describe(each) for each in at.table.entries[-1].consequences]
    return [said(phrase) for phrase in phrases if phrase is not None]


def a_table() -> At:
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    at = at.logs("item_added", player="Ben", card="panda", anyway=True)
    return at.adds("Ben", "Artifact", 3, anyway=True)


def test_the_lobby_in_words() -> None:
    at = lobby("Ana", "Ben")
    assert last(at) == "Ben sat down"
    assert last(at.logs("seats_arranged", order=["Ben", "Ana"])) == "The seats are now Ben and Ana"
    at = at.logs("first_player_chosen", player="Ana")
    assert last(at) == "Ana draws first"
    assert last(at.logs("player_left", player="Ben")) == "Ben left the table"
    at = at.logs("game_dealt")
    assert last(at) == "The cards are dealt"
    assert told(at) == ["It is Ana's turn."]


def test_items_in_words() -> None:
    at = a_table()
    assert last(at) == "Ben added Artifact, $3 Million"
    at = at.logs("item_added", player="Ana", card="us-noc-list")
    assert last(at) == "Ana added US NOC List, Top Secret, $3 Million"
    at = at.logs("item_corrected", player="Ana", slot=0, **FACE)
    assert last(at) == "Ana's US NOC List, Top Secret, $3 Million is really Weapon, $1 Million"


def test_warehouses_in_words() -> None:
    at = a_table()
    assert last(at.needs("Ana", "Weapon", "Animal")) == (
        "Ana has a warehouse for Weapon and Animal, bonus $2 Million"
    )
    at = at.logs("warehouse_described", player="Ana", card="petting-zoo-annex")
    assert last(at) == "Ana has Petting Zoo Annex"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (move(warehouse("Ben"), {"zone": "warehouse", "player": "Cleo"}),
         "Panda, Animal, $4 Million from Ben to Cleo"),
        (move(warehouse("Ben"), DISCARD), "Panda, Animal, $4 Million of Ben to the discard pile"),
        (move(hand("Ana", **FACE), warehouse("Ben")),
         "Weapon, $1 Million from the hand to Ben's warehouse"),
        (move({**DISCARD, **FACE}, warehouse("Ben")),
         "Weapon, $1 Million from the discard pile to Ben's warehouse"),
        (move(hand("Ben"), hand("Ana")), "a card from Ben's hand to Ana's hand"),
        (move(hand("Ben"), DISCARD), "a card from Ben's hand to the discard pile"),
        (move(DISCARD, hand("Ana")), "a card from the discard pile to Ana's hand"),
        ({"do": "swap_warehouses", "a": "Ana", "b": "Ben"}, "Ana and Ben swap warehouses"),
        ({"do": "draw", "count": 1}, "one card drawn"),
        ({"do": "draw", "count": 3}, "3 cards drawn"),
        ({"do": "extra_fill", "count": 1}, "one more item this turn"),
        ({"do": "extra_fill", "count": 2}, "2 more items this turn"),
        ({"do": "block", "player": "Ben"}, "Ben skips the next Drop and Fill"),
        ({"do": "protect"}, "Ana's warehouse is protected"),
        ({"do": "return_warehouse"}, "a new Warehouse card, the items go to the hand"),
        ({"do": "look"}, "a look at the cards"),
    ],
)  # fmt: skip
def test_steps_in_words(step: Json, words: str) -> None:
    at = a_table().plays("Ana", step, anyway=True)
    assert last(at) == f"Ana played an Insider: {words}"


def test_a_swap_of_items_in_words() -> None:
    at = a_table().adds("Ana").plays(
        "Ana", {"do": "swap_items", "a": warehouse("Ana"), "b": warehouse("Ben")},
        card="shell-game-artist", anyway=True,
    )  # fmt: skip
    assert last(at) == (
        "Ana played Shell Game Artist: Weapon, $1 Million of Ana for "
        "Panda, Animal, $4 Million of Ben"
    )


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (warehouse("Ben"), hand("Ana", **FACE),
         "took an item from Ben's warehouse and "
         "Weapon, $1 Million from the hand to Ben's warehouse"),
        (hand("Ana", **FACE), warehouse("Ben"),
         "Weapon, $1 Million from the hand to Ben's warehouse and "
         "took an item from Ben's warehouse"),
        (warehouse("Ben"), {**DISCARD, **FACE},
         "Panda, Animal, $4 Million of Ben to the discard pile and "
         "Weapon, $1 Million from the discard pile to Ben's warehouse"),
        (hand("Ana"), hand("Ben"),
         "a card from Ana's hand to Ben's hand and a card from Ben's hand to Ana's hand"),
        (hand("Ana"), DISCARD,
         "a card from Ana's hand to the discard pile and "
         "a card from the discard pile to Ana's hand"),
    ],
)  # fmt: skip
def test_a_swap_with_a_hand_or_the_discard_pile_in_words(a: Json, b: Json, words: str) -> None:
    at = a_table().plays("Ana", {"do": "swap_items", "a": a, "b": b}, anyway=True)
    assert last(at) == f"Ana played an Insider: {words}"


def test_what_is_swapped_into_a_hand_is_named_to_its_holder_only() -> None:
    swap = {"do": "swap_items", "a": warehouse("Ben"), "b": hand("Ana", **FACE)}
    at = a_table().plays("Ana", swap)
    assert "Panda" not in last(at)
    assert "Panda" not in last(at, ("Ben",))
    assert "Panda, Animal, $4 Million from Ben's warehouse to Ana's hand" in last(at, ("Ana",))


def test_what_is_swapped_into_a_hand_is_masked_and_still_decided_again() -> None:
    at = a_table()
    for a, b in ((warehouse("Ben"), hand("Ana", **FACE)), (hand("Ana", **FACE), warehouse("Ben"))):
        after = at.plays("Ana", {"do": "swap_items", "a": a, "b": b})
        masked = RULES.masked(after.table.entries[-1].event)
        again = RULES.decide(at.state, masked, after.table.version)
        assert "panda" not in str(masked)
        assert isinstance(again, Decided)
        assert again.state == after.state


def test_insiders_without_steps_in_words() -> None:
    assert last(a_table().plays("Ana")) == "Ana played an Insider"
    assert last(a_table().plays("Ana", card="cat-burglar")) == "Ana played Cat Burglar"


def test_a_theft_names_the_item_to_its_taker_only() -> None:
    at = a_table().plays("Ana", move(warehouse("Ben"), hand("Ana")), card="cat-burglar")
    hidden = "Ana played Cat Burglar: took an item from Ben's warehouse"
    shown = "Ana played Cat Burglar: Panda, Animal, $4 Million from Ben's warehouse to Ana's hand"
    for viewer in (None, (), ("Ben",), ("Ben", "Cleo")):
        assert last(at, viewer) == hidden
    assert last(at, ("Ana",)) == shown
    assert last(at, ("Ben", "Ana")) == shown
    over = at.logs("game_called")
    assert said(describe_entry(over.table, over.table.entries[-2], None)) == shown


def test_a_card_that_goes_to_anothers_hand_is_known_there() -> None:
    at = a_table().plays("Ana", move(warehouse("Ben"), hand("Cleo")))
    assert last(at, ("Ana",)) == (
        "Ana played an Insider: an item from Ben's warehouse to Cleo's hand"
    )
    assert "Panda" in last(at, ("Cleo",))


def test_a_masked_theft_keeps_its_place_only() -> None:
    at = a_table().plays("Ana", {"do": "draw", "count": 1}, move(warehouse("Ben"), hand("Ana")))
    event = at.table.entries[-1].event
    masked = RULES.masked(event)
    assert masked["steps"] == [
        {"do": "draw", "count": 1},
        move({"zone": "warehouse", "player": "Ben", "slot": 0}, hand("Ana")),
    ]
    assert event["steps"][1]["from"]["card"] == "panda"
    other = at.table.entries[5].event
    assert RULES.masked(other) is other


def test_turns_hands_and_piles_in_words() -> None:
    at = a_table()
    assert last(at.logs("cards_discarded", player="Ana", count=1)) == "Ana discarded one card"
    assert last(at.logs("cards_discarded", player="Ana", count=3)) == "Ana discarded 3 cards"
    assert last(at.logs("hand_corrected", player="Ana", count=1)) == "Ana holds one card"
    assert last(at.logs("hand_corrected", player="Ana", count=4)) == "Ana holds 4 cards"
    assert last(at.ends("Ana")) == "Ana's turn ended"
    assert last(at.logs("game_called")) == "The table called the game"
    pile = {"player": "Ana", "items": {"5000000": 2}, "bonuses": [2 * MILLION]}
    for by, words in (
        ("Ana", "Ana's pile was counted: $12 Million"),
        (None, "Ana's pile was counted: $12 Million"),
        ("Ben", "Ben counted Ana's pile: $12 Million"),
    ):
        assert last(at.logs("pile_counted", by, **pile)) == words


def test_corrections_of_the_table_in_words() -> None:
    at = a_table()
    assert last(at.logs("table_corrected", player="Ben", items=[])) == (
        "The table was corrected: Ben's warehouse is empty"
    )
    assert last(at.logs("table_corrected", player="Ben", discard=3)) == (
        "The table was corrected: 3 in the discard pile"
    )
    both = at.logs(
        "table_corrected", player="Ben", items=[FACE, {"card": "panda"}], active="Cleo",
        warehouse_deck=3, market_deck=9, discard=2,
    )  # fmt: skip
    assert last(both) == (
        "The table was corrected: Ben has Weapon, $1 Million and Panda, Animal, $4 Million, "
        "it is Cleo's turn, 3 in the Warehouse deck, 9 in the Market deck and "
        "2 in the discard pile"
    )


def test_what_was_only_read_can_be_said_too() -> None:
    """Struck lines of an imported file were never decided, but stand in the history."""
    state = a_table().state
    for event, words in (
        (
            {"event": "item_corrected", "player": "Ana", "card": "panda"},
            "Ana's item is really Panda",
        ),
        ({"event": "item_added", "player": "Ana", "card": "gone"}, "Ana added a Market item"),
    ):
        assert said(RULES.describe(state, event, None)) == words
    for source in ({"zone": "pile"}, {"zone": "pile", "player": "Ben"}, {"zone": "discard"}):
        for target in ({"zone": "pile"}, hand("Ana"), {"zone": "warehouse", "player": "Ben"}):
            steps = [move(source, target)]
            read = RULES.read({"event": "insider_played", "player": "Ana", "steps": steps})
            assert isinstance(read, dict)
            assert said(RULES.describe(state, read, None)).startswith("Ana played an Insider: ")


# --- consequences --------------------


def test_completions_in_a_few_words_keep_the_card_and_the_money() -> None:
    at = quick("Ana", "Ben", deck=starter(), warehouse_total=4)
    assert told(at.adds("Ana", millions=3), describe_briefly)[0] == (
        "Ana completed a warehouse: exact match, $5 Million."
    )
    at = at.adds("Ana", "Animal", 3)
    assert told(at, describe_briefly) == [
        "Ana completed a warehouse: no match, $3 Million.",
        "Ana draws a Warehouse card. One is left.",
    ]
    at = at.logs("warehouse_described", player="Ana", card="petting-zoo-annex")
    for item_type in ("Animal", "Commodity", "Animal"):
        at = at.adds("Ana", item_type, 1, anyway=True)
    assert told(at, describe_briefly)[0] == (
        "Ana completed Petting Zoo Annex: exact match, $6 Million."
    )


def test_completions_in_words() -> None:
    at = quick("Ana", "Ben", deck=starter(), warehouse_total=4)
    assert told(at.adds("Ana", millions=3)) == [
        "Ana completed a warehouse. Exact match: $3 Million + $2 Million bonus = $5 Million.",
        "Ana draws a Warehouse card. One is left.",
    ]
    assert told(at.adds("Ana", "Animal", 3))[0] == (
        "Ana completed a warehouse. No match: $3 Million."
    )
    at = at.logs("warehouse_described", player="Ana", card="petting-zoo-annex")
    for item_type in ("Animal", "Commodity", "Animal"):
        at = at.adds("Ana", item_type, 1, anyway=True)
    assert told(at)[0] == (
        "Ana completed Petting Zoo Annex. Exact match: $3 Million + $3 Million bonus = $6 Million."
    )
    at = at.logs("warehouse_described", player="Ana", card="legit-exports-warehouse")
    for item_type in ("Animal", "Commodity", "Animal"):
        at = at.adds("Ana", item_type, 1, anyway=True)
    assert told(at) == [
        "Ana completed Legit Exports Warehouse. No match: $3 Million.",
        "Ana draws a Warehouse card. 0 are left.",
    ]


def test_cards_and_turns_in_words() -> None:
    at = dealt("Ana", "Ben").ends("Ana")
    assert told(at) == ["Ana discards one card, down to 5.", "It is Ben's turn."]
    at = dealt("Ana", "Ben", market_total=14).plays("Ana", {"do": "draw", "count": 3})
    assert told(at) == []
    at = at.ends("Ana")
    assert told(at) == [
        "Ana discards 3 cards, down to 5.",
        "The discard pile becomes the new Market deck.",
        "It is Ben's turn.",
    ]
    assert told(dealt("Ana", "Ben", market_total=10)) == ["No card is left for Ana to draw."]


@pytest.mark.parametrize(
    ("event", "options", "words"),
    [
        ("item_added", {}, "The game is over: no Warehouse card is left."),
        ("item_added", {"game_end": "finish_round"}, "The last round is on."),
        ("game_called", {}, "The game is over: the table called it."),
        ("player_left", {}, "The game is over: only one player is left."),
    ],
)
def test_the_end_in_words(event: str, options: dict[str, Any], words: str) -> None:
    at = quick("Ana", "Ben", warehouse_total=2, **options)
    assert told(at.logs(event, player="Ana", **FACE))[-1] == words


def test_an_unknown_consequence_says_nothing() -> None:
    assert RULES.describe_consequence(Consequence("rest_bottomed")) is None


def test_a_consequence_goes_out_as_json() -> None:
    at = quick("Ana", "Ben").adds("Ana", millions=3)
    first = at.table.entries[-1].consequences[0].to_json()
    assert first == {
        "consequence": "warehouse_completed", "player": "Ana", "card": None, "name": None,
        "exact": True, "items_money": 3 * MILLION, "bonus": 2 * MILLION, "money": 5 * MILLION,
    }  # fmt: skip


def test_a_missed_match_earns_its_items_only() -> None:
    at = quick("Ana", "Ben").adds("Ana", "Animal", 3)
    fields = at.table.entries[-1].consequences[0].fields
    assert (fields["exact"], fields["bonus"], fields["money"]) == (False, 0, 3 * MILLION)


def test_no_sentence_is_longer_than_it_must_be() -> None:
    for code, text in RULES.sentences.items():
        for sentence in text.split(". "):
            assert len(sentence.split()) <= 15, (code, sentence)


def test_phrases_name_their_places_in_small_letters() -> None:
    for text in RULES.sentences.values():
        assert "{" not in text or all(
            part.split("}")[0].replace("_", "").islower() for part in text.split("{")[1:]
        )
    assert isinstance(RULES.name, Phrase)


def test_a_type_of_the_decks_own_is_said_as_it_was_typed() -> None:
    deck = starter()
    deck["item_types"] = [*deck["item_types"], "Hot Sauce"]
    at = dealt("Ana", "Ben", deck=deck).adds("Ana", "Hot Sauce", 3)

    assert last(at) == "Ana added Hot Sauce, $3 Million"
