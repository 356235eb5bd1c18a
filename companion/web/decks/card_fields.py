"""The form of one card: its fields as the card that they make."""

from __future__ import annotations

from dataclasses import replace

from companion.core.decks import effects
from companion.core.decks.model import (
    COPIES_LIMIT,
    SLOTS_LIMIT,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.web.decks import form_fields

NEEDS = "needs."
"""Fields with this prefix say how often a Warehouse card asks for the type that follows."""

_NO_SLOTS = N_("Card {card} asks for no type. Choose 1 to {limit}.")


def card_of_fields(deck: Deck, card: Card, fields: Json) -> Card | Refused:
    """The card as the form has it now, not yet checked against the rules of decks."""
    count = form_fields.whole(fields, "count", card.count, COPIES_LIMIT)
    if isinstance(count, Refused):
        return count
    name = form_fields.line(fields, "name", card.name)
    flavour = form_fields.lines(fields, "flavour", card.flavour or "") or None
    if isinstance(card, ItemCard):
        money = form_fields.amount(fields, "money", card.money, deck)
        if isinstance(money, Refused):
            return money
        item_type = form_fields.text(fields, "item_type") or card.item_type
        return replace(
            card, name=name, count=count, flavour=flavour, item_type=item_type, money=money
        )
    if isinstance(card, WarehouseCard):
        bonus = form_fields.amount(fields, "bonus", card.bonus, deck)
        requires = _requires(deck, card, fields)
        if isinstance(bonus, Refused):
            return bonus
        if isinstance(requires, Refused):
            return requires
        return replace(
            card, name=name, count=count, flavour=flavour, bonus=bonus, requires=requires
        )
    return replace(
        card,
        name=name,
        count=count,
        flavour=flavour,
        effect_text=form_fields.lines(fields, "effect_text", card.effect_text),
        effect=_effect(card, fields),
    )


def _requires(deck: Deck, card: WarehouseCard, fields: Json) -> tuple[str, ...] | Refused:
    """The types asked for, in the deck's order; as they stood when nothing else is asked for."""
    wanted: list[str] = []
    for place, name in enumerate(deck.item_types):
        count = form_fields.whole(
            fields, f"{NEEDS}{place}", card.requires.count(name), SLOTS_LIMIT, name
        )
        if isinstance(count, Refused):
            return count
        wanted += [name] * count
    if not 1 <= len(wanted) <= SLOTS_LIMIT:
        return form_fields.refused("no_slots", _NO_SLOTS, card=card.name, limit=SLOTS_LIMIT)
    return card.requires if sorted(wanted) == sorted(card.requires) else tuple(wanted)


def _effect(card: InsiderCard, fields: Json) -> Json | None:
    """The effect that was picked; the card's own one as it is when the form says the same."""
    if "effect" not in fields:
        return card.effect
    draws = form_fields.text(fields, "draws")
    asked = effects.Picked(
        form_fields.text(fields, "effect"), int(draws) if draws in map(str, effects.DRAWS) else 0
    )
    now = effects.picked(card.effect)
    if asked.id == effects.OWN or asked == now:
        return card.effect
    return effects.made(asked)
