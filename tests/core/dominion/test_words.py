"""Every event, consequence and code in plain words."""

from __future__ import annotations

import string
from typing import Any

import pytest

from companion.core.games.dominion_black_market import phrases, setup_phrases, words
from companion.core.games.dominion_black_market.events import FIELDS
from companion.core.games.dominion_black_market.refusals import ASK_ORDER, ask
from companion.core.outcome import Consequence, Json
from tests.core.dominion.builders import FIFTEEN, GAME, At, market, real_market, said, seated

TOLD: list[tuple[Json, str]] = [
    ({"event": "player_joined", "player": "Ana"}, "Ana sat down"),
    ({"event": "player_left", "player": "Ana"}, "Ana left the table"),
    ({"event": "seats_arranged", "order": ["Ben", "Ana"]}, "Seats: Ben and Ana"),
    ({"event": "first_player_chosen", "player": "Ana"}, "Ana begins"),
    ({"event": "turn_ended", "player": "Ana"}, "Ana's turn ended"),
    (
        {"event": "turn_ended", "player": "Ana", "again": True},
        "Ana's turn ended, an extra turn follows",
    ),
    ({"event": "game_called"}, "The game is over"),
    ({"event": "shelf_set", "sets": ["base_2e", "allies"]}, "The shelf holds 2 boxes"),
    ({"event": "kingdom_chosen", "kingdom": ["Moat", "Mine"]}, "The Kingdom: Moat and Mine"),
    ({"event": "extra_chosen", "pile": "bane", "card": "Moat"}, "Bane: Moat"),
    (
        {"event": "deck_drawn", "policy": "random_n", "cards": ["Moat"]},
        "A deck of one card was drawn up",
    ),
    (
        {"event": "deck_card_added", "player": "Ana", "card": "Moat"},
        "Ana added Moat to the deck",
    ),
    (
        {"event": "deck_card_struck", "player": "Ana", "card": "Moat"},
        "Ana struck Moat from the deck",
    ),
    ({"event": "deck_accepted", "player": "Ana"}, "Ana said yes to the deck"),
    (
        {"event": "deck_agreed", "order_held_by": "app", "order": ["Moat"]},
        "The deck is agreed; our phones hold it",
    ),
    (
        {"event": "deck_agreed", "order_held_by": "cards"},
        "The deck is agreed; the real cards hold it",
    ),
    (
        {"event": "setup_step_done", "step": "supply_pile:Ruins", "player": "Ana"},
        "Ana ticked Ruins",
    ),
    ({"event": "market_played", "player": "Ana"}, "Ana played Black Market"),
    ({"event": "cards_revealed", "cards": ["Moat", "Mine"]}, "Moat and Mine lie open"),
    (
        {"event": "treasures_played", "treasures": {"Gold": 2}, "coins": 1, "player": "Ana"},
        "Ana played 2 × Gold and $1",
    ),
    (
        {"event": "treasures_played", "potions": 1, "buys": 2, "forbidden": ["Mine"]},
        "Played: one Potion, 2 more Buys and not to be bought: Mine",
    ),
    ({"event": "treasures_played", "treasures": {"Gold": 0}}, "No Treasure was played"),
    ({"event": "card_bought", "player": "Ana", "card": "Moat"}, "Ana bought Moat"),
    (
        {"event": "card_bought", "player": "Ana", "card": "Moat", "price": 1},
        "Ana bought Moat for $1",
    ),
    ({"event": "nothing_bought", "player": "Ana"}, "Ana bought nothing"),
    (
        {"event": "rest_bottomed", "order": ["Moat", "Mine"], "shown": True, "player": "Ana"},
        "Ana put under the deck, in this order: Moat and Mine",
    ),
    ({"event": "rest_bottomed", "player": "Ana"}, "Ana put the rest under the deck"),
    (
        {"event": "deck_reshuffled", "why": "all_seen"},
        "The deck was reshuffled, as all cards were seen",
    ),
    ({"event": "deck_reshuffled", "why": "dropped"}, "The deck was shuffled anew"),
    (
        {"event": "deck_corrected", "why": "x", "added": ["Moat"], "removed": ["Mine"]},
        "The deck was corrected: Moat in, Mine out",
    ),
    (
        {"event": "deck_corrected", "why": "x", "added": ["Moat"]},
        "The deck was corrected: Moat in",
    ),
    (
        {"event": "deck_corrected", "why": "x", "removed": ["Mine"]},
        "The deck was corrected: Mine out",
    ),
    ({"event": "deck_corrected", "why": "x"}, "The deck was corrected"),
    ({"event": "pile_counted", "player": "Ana", "cards": {}}, "Ana's cards were counted"),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_in_words(event: Json, sentence: str) -> None:
    assert said(GAME.describe(seated().state, event, None)) == sentence


def test_every_event_has_words() -> None:
    assert {event["event"] for event, _ in TOLD} == set(FIELDS)


def test_a_purchase_is_told_with_the_price_that_stands() -> None:
    at = market("Masterpiece", "Mine", "Witch").plays(coins=6).buys("Masterpiece", overpay=3)
    event = at.table.entries[-1].event

    told = said(GAME.describe(at.state, event, None))
    assert told == "Ana bought Masterpiece for $3 and overpaid $3"


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("deck_needed", {}, "Black Market is in the game, so a deck is needed."),
        (
            "extra_dropped",
            {"extra": "bane", "card": "Moat"},
            "Moat is not needed as Bane and was put back.",
        ),
        ("cards_revealed", {"cards": ["Moat", "Mine"]}, "Moat and Mine lie open."),
        ("debt_taken", {"player": "Ana", "debt": 8}, "Ana takes 8 debt."),
    ],
)
def test_a_consequence_in_words(name: str, fields: Json, sentence: str) -> None:
    assert said(GAME.describe_consequence(Consequence(name, fields))) == sentence


def test_an_unknown_consequence_has_no_words() -> None:
    assert GAME.describe_consequence(Consequence("nothing_of_ours")) is None


def test_every_consequence_that_can_follow_has_a_sentence() -> None:
    """Consequences, by name, as they can follow."""
    assert set(phrases.CONSEQUENCES) == {
        "deck_needed", "deck_card_struck", "extra_dropped", "fewer_than_asked", "cards_revealed",
        "deck_empty", "debt_taken", "footpad_draws", "rest_bottomed", "all_seen", "order_lost",
        "game_over",
    }  # fmt: skip


def test_asks_are_told_in_the_order_of_the_table_of_messages() -> None:
    assert ASK_ORDER == (
        "not_your_turn", "market_open", "no_overpay", "mission_blocks_buying",
        "debt_blocks_buying", "one_buy_per_play", "forbidden_this_turn", "copper_in_play",
        "cannot_afford", "treasures_after_buying", "not_on_top", "not_all_seen", "kingdom_size",
        "extra_missing", "no_black_market", "not_all_accepted", "below_recommended_size",
    )  # fmt: skip


def every_text() -> dict[str, str]:
    """All message ids of the game, by where they are used."""
    found = {**phrases.SENTENCES, **{f"{code}:one": t for code, t in phrases.ASKS_OF_ONE.items()}}
    found |= {**phrases.CONSEQUENCES, **phrases.EXTRA_NAMES}
    found |= {f"{kind}:{what}": text for (kind, what), text in setup_phrases.BY_WHAT.items()}
    return found | setup_phrases.BY_KIND | words.SIMPLE


def test_sentences_are_short() -> None:
    for text in every_text().values():
        for sentence in text.rstrip(".?").replace("? ", ". ").split(". "):
            assert len(sentence.split()) <= 14, sentence


def test_places_are_filled_in_asks_and_refusals() -> None:
    """Messages as people read them."""
    at = market("Golem", "Peddler", "Grand Market").plays(coins=3)
    answers = {
        "cannot_afford": at.says("card_bought", player="Ana", card="Golem"),
        "not_in_deck": at.says("card_bought", player="Ana", card="Pawn"),
        "unknown_card": at.says("card_bought", player="Ana", card="Gollem"),
    }

    assert said(answers["cannot_afford"].asks[0].phrase) == (
        "Golem costs $4P; Ana has $5. Is there a reduction?"
    )
    assert said(answers["not_in_deck"].phrase) == "Pawn is not in this deck."
    assert said(answers["unknown_card"].phrase) == ("No card is called Gollem. Did you mean Golem?")


@pytest.mark.parametrize(
    ("at", "event", "sentence"),
    [
        (
            seated().kingdom().drawn("Young Witch"),
            {"event": "extra_chosen", "pile": "bane", "card": "Feast"},
            "Feast costs $4; Bane needs $2 or $3.",
        ),
        (
            seated().kingdom(),
            {"event": "extra_chosen", "pile": "riverboat", "card": "Wharf"},
            "Riverboat needs an Action that is no Duration.",
        ),
        (
            seated().kingdom().drawn("Sir Martin"),
            {"event": "deck_card_added", "player": "Ana", "card": "Dame Anna"},
            "Sir Martin already stands for Knights.",
        ),
        (
            seated().kingdom().logs("shelf_set", sets=["base_2e"]),
            {"event": "deck_card_added", "player": "Ana", "card": "Feast"},
            "Feast is in another edition of Base.",
        ),
        (
            seated().kingdom().drawn("Chapel"),
            {"event": "deck_card_added", "player": "Ana", "card": "Moat"},
            "Moat is in the Supply.",
        ),
        (
            real_market(),
            {"event": "market_played", "player": "Ana", "coins": -1},
            "That must be a whole number from 0 to 999.",
        ),
        (
            seated(),
            {"event": "deck_card_added", "player": "Ana", "card": "§§§§"},
            "No card is called §§§§.",
        ),
    ],
)
def test_a_refusal_in_words(at: At, event: Json, sentence: str) -> None:
    name = event.pop("event")

    assert said(at.says(name, **event).phrase) == sentence


def test_what_is_missing_at_agreement_is_named() -> None:
    at = seated().kingdom("Young Witch").drawn(*FIFTEEN[:14])
    answer = at.says("deck_agreed", order_held_by="cards")

    assert [said(each.phrase) for each in answer.asks] == [
        "Young Witch needs: Bane. Choose or draw it.",
        "Ana and Ben have not said yes.",
        "14 cards; 15 or more are recommended.",
    ]


@pytest.mark.parametrize(
    ("code", "places", "one", "several"),
    [
        (
            "not_all_accepted",
            {"list": ("Ana", "Ben")},
            "Ana has not said yes.",
            "Ana and Ben have not said yes.",
        ),
        (
            "not_all_seen",
            {"n": 2},
            "One card has not been seen yet.",
            "2 cards have not been seen yet.",
        ),
        (
            "kingdom_size",
            {"n": 9},
            "That is one Kingdom pile, not 10.",
            "That is 9 Kingdom piles, not 10.",
        ),
        (
            "below_recommended_size",
            {"n": 14},
            "One card; 15 or more are recommended.",
            "14 cards; 15 or more are recommended.",
        ),
    ],
)
def test_what_is_counted_is_said_of_one_and_of_several(
    code: str, places: dict[str, Any], one: str, several: str
) -> None:
    single = {each: 1 if each == "n" else value[:1] for each, value in places.items()}
    assert said(ask(code, **single).phrase) == one
    assert said(ask(code, **places).phrase) == several


def test_no_sentence_has_a_place_that_nobody_fills() -> None:
    known = {
        "active", "added", "card", "cards", "cause", "cost", "costs", "count", "debt", "extra",
        "F", "list", "money", "n", "name", "nearest", "other", "pile", "player", "price",
        "removed", "set", "size", "type", "value", "what", "why",
    }  # fmt: skip
    used = {
        field
        for text in every_text().values()
        for _, field, _, _ in string.Formatter().parse(text)
        if field
    }

    assert used <= known
