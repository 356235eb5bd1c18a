"""The sentence of every code of Black Market Warehouse, and the few words they are filled with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.outcome import Ask, Money, Phrase, Refused
from companion.core.phrases import N_
from companion.core.phrases import SENTENCES as SHARED

ASKS: Mapping[str, str] = {
    "not_your_turn": N_("It is {active}'s turn, not {name}'s."),
    "item_already_added": N_("{name} has already added an item this turn. One per turn."),
    "insider_already_played": N_("{name} has already played an Insider this turn. One per turn."),
    "insider_after_fill": N_(
        "Insiders come before Drop and Fill, and {name} has already added an item."
    ),
    "fill_blocked": N_("{name} skips Drop and Fill this turn."),
    "warehouse_protected": N_("{name}'s warehouse is protected until {name}'s next turn."),
    "hand_empty": N_("By our count {name} has no cards left."),
    "hand_too_small": N_("By our count {name} holds {h} cards, fewer than {n}."),
    "discard_empty": N_("By our count the discard pile is empty."),
    "no_copy_left": N_("All {k} copies of {card} are already on the table."),
    "warehouse_card_in_use": N_("{card} is already with {name}."),
    "too_many_items": N_("Together that is {n} items; the Market deck has only {m} cards."),
    "counts_differ": N_("{name} counted {a}, you {b}."),
}
"""What the rules question, in the order in which several are asked."""

REFUSALS: Mapping[str, str] = {
    "insider_in_warehouse": N_("{card} is an Insider. Only Market items go into a warehouse."),
    "warehouse_in_warehouse": N_("{card} is a Warehouse card, not a Market item."),
    "not_an_insider": N_("{card} is not an Insider."),
    "not_a_warehouse": N_("{card} is not a Warehouse card."),
    "card_mismatch": N_("{card} is {type}, {money}. Please pick that, or another card."),
    "unknown_card": N_("This deck has no card by that name."),
    "unknown_type": N_("This table does not use the item type {type}."),
    "bad_money": N_("Money is a whole number of dollars from $0 to $999 Million."),
    "bad_count": N_("That count must be a whole number, zero or more."),
    "no_warehouse": N_("{name} has no Warehouse card in play."),
    "no_item_types": N_("Pick at least one item type for this Warehouse card."),
    "too_few_slots": N_(
        "{m} items lie there, this card asks for {n}. "
        "Take back the last {more}, describe it, add them again."
    ),
    "warehouse_full": N_("There is no room for that in {name}'s warehouse."),
    "no_such_item": N_("That item is not there any more."),
    "item_unknown": N_("Please pick the type and money of the item that goes there."),
    "same_place": N_("The item would stay where it is."),
    "opponent_only": N_("{card} works on an opponent's warehouse."),
    "completed_is_safe": N_("Completed warehouses are safe."),
    "not_same_count": N_("Both warehouses must hold the same number of items."),
    "bad_step": N_(
        "The app does not know this effect. Log the Insider alone and correct the table."
    ),
    "bad_name": N_("A name has 1 to 24 letters."),
    "name_taken": N_("There is already a {name} here. Add a letter?"),
    "table_full": N_("There are only {total} Warehouse cards, so {total} players."),
    "too_few_players": N_("Two players are needed."),
    "no_first_player": N_("Who draws first?"),
    "not_enough_market_cards": N_("{n} players need {cards} cards; the Market deck has {m}."),
    "seats_mismatch": N_("Please name every player once."),
    "already_dealt": N_("The cards are already dealt."),
    "not_dealt": N_("Deal first."),
    "game_over": N_("The game is over. Take back the last event to go on."),
    "no_warehouse_left": N_("No Warehouse card is left for a newcomer."),
    "last_round_running": N_("The last round is on; join the next game."),
    "unknown_player": N_("Nobody called {name} sits here."),
    "player_left": N_("{name} has left the table."),
    "turns_not_tracked": N_("This table does not track turns."),
    "too_many_bonuses": N_("{n} bonuses from {total} Warehouse cards cannot be."),
    "bad_options": N_("This table cannot be set up like that."),
    "bad_deck": N_("This deck cannot be played."),
}

SENTENCES: Mapping[str, str] = {**ASKS, **REFUSALS}

VARIANTS: Mapping[str, str] = {
    "bad_count_discard": N_("That count must be a whole number, one or more."),
    "hand_holds_one": N_("By our count {name} holds one card, fewer than {n}."),
    "no_copy_left_of_one": N_("The only copy of {card} is already on the table."),
    "opponent_player": N_("{card} works on an opponent."),
    "scores_only": N_("This table counts piles only."),
}
"""Other wordings of a code, where its own sentence would read wrong."""

TOLERATED = frozenset(
    [
        "hand_empty",
        "hand_too_small",
        "discard_empty",
        "no_copy_left",
        "too_many_items",
        "warehouse_card_in_use",
    ]
)
"""Asks that rest on counts alone: a wrong count never blocks, least of all a replay."""

_ORDER = {code: place for place, code in enumerate(ASKS)}


def refused(sentence: str, code: str | None = None, /, **params: Any) -> Refused:
    """A refusal with the sentence of this name; `code` where a variant words another code."""
    text = REFUSALS.get(sentence) or VARIANTS.get(sentence) or ASKS.get(sentence)
    return Refused(code or sentence, Phrase(text or SHARED[sentence], params))


def ask(sentence: str, code: str | None = None, /, **params: Any) -> Ask:
    """An ask with the sentence of this name; `code` where a variant words another code."""
    return Ask(code or sentence, Phrase(ASKS.get(sentence) or VARIANTS[sentence], params))


def in_order(asks: Iterable[Ask]) -> tuple[Ask, ...]:
    """The asks in the order of the table of messages."""
    return tuple(sorted(asks, key=lambda each: _ORDER[each.code]))


TYPE_WORDS = {
    "Weapon": N_("Weapon"),
    "Commodity": N_("Commodity"),
    "Animal": N_("Animal"),
    "Artifact": N_("Artifact"),
    "Top Secret": N_("Top Secret"),
}
"""Item types that the rulebook names."""


def type_words(item_type: str) -> Phrase:
    """An item type in words: in every language those of the rulebook, a deck's own as typed."""
    if item_type in TYPE_WORDS:
        return Phrase(TYPE_WORDS[item_type])
    return Phrase("{type}", {"type": item_type})


def face(item_type: str, money: int, card: str | None = None) -> Phrase:
    """An item in words; `card` is its printed name."""
    params = {"type": type_words(item_type), "money": Money(money)}
    if card is None:
        return Phrase(N_("{type}, {money}"), params)
    return Phrase(N_("{card}, {type}, {money}"), {"card": card, **params})


COUNT_WORDS = (
    N_("none"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)


def count_word(count: int) -> Phrase | int:
    """A small number as a word, a large one as a figure."""
    return Phrase(COUNT_WORDS[count]) if count < len(COUNT_WORDS) else count
