"""What happened between two revisions of a deck, in words."""

from __future__ import annotations

from dataclasses import replace

from companion.core.decks.editing import in_unit
from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_


def changes_in_words(before: Deck, after: Deck) -> tuple[Phrase, ...]:
    """Every change, one sentence each: the deck first, then its types, then card by card."""
    return (
        *_of_the_deck(before, after),
        *_of_the_types(before, after),
        *_of_the_cards(before, after),
    )


def change_in_words(before: Deck, after: Deck) -> Phrase | None:
    """The change as one sentence for the dock; None when nothing changed."""
    told = changes_in_words(before, after)
    if not told:
        return None
    types = [each for each in told if each.text in (_TYPE_NEW, _TYPE_GONE, _TYPE_RENAMED)]
    if len(types) == 1:
        # Renaming a type changes cards as well; the type is what somebody did.
        return types[0]
    if len(told) == 1:
        return told[0]
    facts = _facts(before, after)
    if len(facts) == len(told):
        # A dock has room for three short lines: what was changed, not from what to what.
        return Phrase(N_("Changed: {list}"), {"list": tuple(map(Phrase, facts))})
    first = {"first": told[0], "second": told[1]}
    if len(told) == 2:
        return Phrase(N_("{first} · {second}"), first)
    return Phrase(N_("{first} · {second} · and {num} more"), {**first, "num": len(told) - 2})


_TYPE_NEW = N_("Type {type} added")
_TYPE_GONE = N_("Type {type} removed")
_TYPE_RENAMED = N_("Type {old} is now {type}")


def _of_the_deck(before: Deck, after: Deck) -> list[Phrase]:
    told = []
    if before.name != after.name:
        told.append(Phrase(N_("The deck is now called {name}"), {"name": after.name}))
    if before.currency != after.currency:
        told.append(Phrase(N_("Money is now in {currency}"), {"currency": after.currency}))
    if before.money_unit != after.money_unit:
        unit = {"money": Money(after.money_unit)}
        told.append(Phrase(N_("A 1 on a card is now {money}"), unit))
    if before.hand_size != after.hand_size:
        hands = {"num": after.hand_size, "old": before.hand_size}
        told.append(Phrase(N_("Cards dealt: {num} now, {old} before"), hands))
    if before.hand_limit != after.hand_limit:
        hands = {"num": after.hand_limit, "old": before.hand_limit}
        told.append(Phrase(N_("Most cards in a hand: {num} now, {old} before"), hands))
    if before.note != after.note:
        told.append(Phrase(N_("Another remark for players") if after.note else N_("No remark now")))
    return told


_FACTS = {
    "name": N_("name"),
    "currency": N_("currency"),
    "money_unit": N_("figures on cards"),
    "hand_size": N_("cards dealt"),
    "hand_limit": N_("hand limit"),
    "note": N_("remark"),
}


def _facts(before: Deck, after: Deck) -> list[str]:
    """The deck's own facts that are others now, in words."""
    return [word for fact, word in _FACTS.items() if getattr(before, fact) != getattr(after, fact)]


def _of_the_types(before: Deck, after: Deck) -> list[Phrase]:
    gone = [each for each in before.item_types if each not in after.item_types]
    new = [each for each in after.item_types if each not in before.item_types]
    if len(gone) == len(new) == 1 and len(before.item_types) == len(after.item_types):
        return [Phrase(_TYPE_RENAMED, {"old": gone[0], "type": new[0]})]
    told = [Phrase(_TYPE_GONE, {"type": each}) for each in gone]
    told += [Phrase(_TYPE_NEW, {"type": each}) for each in new]
    both = [each for each in after.item_types if each in before.item_types]
    told += [
        Phrase(N_("Type {type} has a new mark"), {"type": each})
        for each in both
        if before.mark_of(each) != after.mark_of(each)
    ]
    if not told and before.item_types != after.item_types:
        told.append(Phrase(N_("Types put in another order")))
    return told


def _of_the_cards(before: Deck, after: Deck) -> list[Phrase]:
    # With another unit the figures stay what they are: that is one change, told with the deck.
    old = {card.id: in_unit(card, before.money_unit, after.money_unit) for card in before.cards}
    new = {card.id: card for card in after.cards}
    told = [Phrase(N_("{card} removed"), {"card": c.name}) for c in before.cards if c.id not in new]
    for card in after.cards:
        was = old.get(card.id)
        if was is None:
            told.append(_added(card))
        elif was != card:
            told.append(_changed(was, card))
    kept = [[c.id for c in deck.cards if c.id in old and c.id in new] for deck in (before, after)]
    if kept[0] != kept[1]:
        told.append(Phrase(N_("Cards put in another order")))
    return told


def _added(card: Card) -> Phrase:
    if isinstance(card, ItemCard):
        params = {"card": card.name, "money": Money(card.money)}
        return Phrase(N_("{card} added, {money}"), params)
    return Phrase(N_("{card} added"), {"card": card.name})


def _changed(was: Card, card: Card) -> Phrase:
    """One card's change: the one fact that is another, or that the card changed."""
    if was.kind == card.kind and replace(was, name=card.name) == card:
        return Phrase(N_("{old} is now called {card}"), {"old": was.name, "card": card.name})
    if was.kind == card.kind and replace(was, count=card.count) == card:
        return Phrase(
            N_("Copies of {card}: {num} now, {old} before"),
            {"card": card.name, "old": was.count, "num": card.count},
        )
    if was.kind == card.kind and replace(was, picture=card.picture) == card:
        text = N_("{card} has a new picture") if card.picture else N_("{card} lost its picture")
        return Phrase(text, {"card": card.name})
    return _fact(was, card) or Phrase(N_("{card} changed"), {"card": card.name})


def _fact(was: Card, card: Card) -> Phrase | None:
    if isinstance(was, ItemCard) and isinstance(card, ItemCard):
        if replace(was, money=card.money) == card:
            amounts = {"old": Money(was.money), "money": Money(card.money)}
            return Phrase(N_("{card}: {old} before, {money} now"), {"card": card.name, **amounts})
        if replace(was, item_type=card.item_type) == card:
            return Phrase(
                N_("{card} is of type {type} now"), {"card": card.name, "type": card.item_type}
            )
    if isinstance(was, WarehouseCard) and isinstance(card, WarehouseCard):
        if replace(was, bonus=card.bonus) == card:
            amounts = {"old": Money(was.bonus), "money": Money(card.bonus)}
            text = N_("{card}: bonus {old} before, {money} now")
            return Phrase(text, {"card": card.name, **amounts})
        if replace(was, requires=card.requires) == card:
            return Phrase(N_("{card} asks for other types"), {"card": card.name})
    insiders = isinstance(was, InsiderCard) and isinstance(card, InsiderCard)
    if insiders and _without_effect(was) == _without_effect(card):
        return Phrase(N_("{card}: the table plays it differently"), {"card": card.name})
    if was.kind == card.kind and replace(was, flavour=card.flavour) == card:
        return Phrase(N_("{card} has another line in italics"), {"card": card.name})
    return None


def _without_effect(card: Card) -> Card:
    return replace(card, effect=None) if isinstance(card, InsiderCard) else card
