"""What follows by itself, as sentences: for the history, and briefly for a narrow line."""

from __future__ import annotations

from typing import Any

from companion.core.outcome import Consequence, Money, Phrase
from companion.core.phrases import N_


def describe_consequence(consequence: Consequence) -> Phrase | None:
    """What followed, as a sentence; None where there is nothing worth reading."""
    fields = dict(consequence.fields)
    match consequence.name:
        case "warehouse_completed":
            return _completed(fields)
        case "warehouse_drawn":
            if fields["left"] == 1:
                return Phrase(N_("{player} draws a Warehouse card. One is left."), fields)
            return Phrase(N_("{player} draws a Warehouse card. {left} are left."), fields)
        case "card_drawn" if fields.get("begins_turn"):
            return Phrase(N_("It is {player}'s turn."), fields)
        case "no_card_to_draw":
            return Phrase(N_("No card is left for {player} to draw."), fields)
        case "discarded_to_limit":
            if fields["count"] == 1:
                return Phrase(N_("{player} discards one card, down to {limit}."), fields)
            return Phrase(N_("{player} discards {count} cards, down to {limit}."), fields)
        case "market_deck_reshuffled":
            return Phrase(N_("The discard pile becomes the new Market deck."))
        case "last_round":
            return Phrase(N_("The last round is on."))
        case "game_over":
            return Phrase(_OVER[fields["reason"]])
    return None


_OVER = {
    "last_warehouse": N_("The game is over: no Warehouse card is left."),
    "called": N_("The game is over: the table called it."),
    "too_few_players": N_("The game is over: only one player is left."),
}


_COMPLETED = {
    # (the card is known, the match is exact)
    (True, True): N_("{player} completed {card}. Exact match: {items} + {bonus} bonus = {total}."),
    (True, False): N_("{player} completed {card}. No match: {items}."),
    (False, True): N_(
        "{player} completed a warehouse. Exact match: {items} + {bonus} bonus = {total}."
    ),
    (False, False): N_("{player} completed a warehouse. No match: {items}."),
}


_COMPLETED_BRIEFLY = {
    (True, True): N_("{player} completed {card}: exact match, {total}."),
    (True, False): N_("{player} completed {card}: no match, {total}."),
    (False, True): N_("{player} completed a warehouse: exact match, {total}."),
    (False, False): N_("{player} completed a warehouse: no match, {total}."),
}


def describe_briefly(consequence: Consequence) -> Phrase | None:
    """As describe_consequence, but a completed warehouse without its sum, for a narrow line."""
    if consequence.name != "warehouse_completed":
        return describe_consequence(consequence)
    return _completed(dict(consequence.fields), _COMPLETED_BRIEFLY)


def _completed(
    fields: dict[str, Any], sentences: dict[tuple[bool, bool], str] = _COMPLETED
) -> Phrase:
    items, bonus = fields["items_money"], fields["bonus"]
    said = {
        "player": fields["player"],
        "card": fields["name"],
        "items": Money(items),
        "bonus": Money(bonus),
        "total": Money(items + bonus),
    }
    return Phrase(sentences[fields["name"] is not None, fields["exact"]], said)
