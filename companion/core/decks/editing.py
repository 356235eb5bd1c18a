"""Edits of a deck's cards and settings: a deck in, the changed deck out, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.decks.model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    MILLION,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
)
from companion.core.decks.reading import read_deck
from companion.core.decks.slugs import new_slug
from companion.core.decks.type_marks import STARTER_MARKS
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_

HAND = 5
"""Cards in a hand by the rulebook; a blank deck begins with it."""
Edited = Deck | Refused

NO_CARD = N_("That card is not in the deck any more.")
NO_TYPE = N_("The type {type} is not in the deck any more.")
_NO_NAME = N_("Card {card} needs a name. Please type one.")
_NO_DECK_NAME = N_("The deck needs a name. Please type one.")
_FULL = N_("A deck has room for {limit} different cards. Remove one first.")
_COPIES = N_("Card {card} has 1 to {limit} copies. Remove it or stop there.")
_NO_WHOLE = N_("Card {card}: its money is no whole figure there. Change it first.")


def blank(name: str) -> Deck:
    """A deck without cards, with the types and the hand of the rulebook."""
    return Deck(
        id="blank",
        name=name,
        item_types=tuple(STARTER_MARKS),
        currency="$",
        money_unit=MILLION,
        hand_size=HAND,
        hand_limit=HAND,
        cards=(),
    )


# --- cards ---


def add_item(deck: Deck, item_type: str, money: int) -> Edited:
    """One more item of this type and value: a copy of the plain card of that cell, else that card.

    A plain card is called like its type and has nothing of its own; two taps make one.
    """
    if item_type not in deck.item_types:
        return refused("no_such_type", NO_TYPE, type=item_type)
    plain = next((c for c in deck.cards if _is_plain(c, item_type, money)), None)
    if plain is not None:
        return add_copies(deck, plain.id, 1)
    return add_card(deck, ItemCard("", item_type, 1, item_type, money))


def add_card(deck: Deck, card: Card) -> Edited:
    """This card as a new one after the others of its group; it gets an id of its own."""
    if len(deck.cards) >= CARDS_LIMIT:
        return refused("deck_full", _FULL, limit=CARDS_LIMIT)
    fresh = replace(card, id=_free_id(deck, card))
    place = max(
        (n for n, each in enumerate(deck.cards, 1) if group_of(each) == group_of(fresh)),
        default=len(deck.cards),
    )
    return _with_cards(deck, (*deck.cards[:place], fresh, *deck.cards[place:]))


def put_card(deck: Deck, card: Card) -> Edited:
    """This card in the place of the one with its id."""
    if not card.name.strip():
        was = find_card(deck, card.id)
        return refused("no_name", _NO_NAME, card=was.name if was else card.id)
    return _changed(deck, card.id, lambda _: card)


def add_copies(deck: Deck, card_id: str, by: int) -> Edited:
    """So many copies more, or less when negative; at least one stays."""
    card = find_card(deck, card_id)
    if card is None:
        return refused("no_such_card", NO_CARD)
    if not 1 <= card.count + by <= COPIES_LIMIT:
        return refused("copies", _COPIES, card=card.name, limit=COPIES_LIMIT)
    return put_card(deck, replace(card, count=card.count + by))


def duplicate(deck: Deck, card_id: str) -> Edited:
    """A second card like this one, right after it."""
    card = find_card(deck, card_id)
    if card is None:
        return refused("no_such_card", NO_CARD)
    if len(deck.cards) >= CARDS_LIMIT:
        return refused("deck_full", _FULL, limit=CARDS_LIMIT)
    place = deck.cards.index(card) + 1
    twin = replace(card, id=_free_id(deck, card))
    return _with_cards(deck, (*deck.cards[:place], twin, *deck.cards[place:]))


def remove(deck: Deck, card_id: str) -> Edited:
    """The deck without this card."""
    if find_card(deck, card_id) is None:
        return refused("no_such_card", NO_CARD)
    return _with_cards(deck, tuple(card for card in deck.cards if card.id != card_id))


def move(deck: Deck, card_id: str, by: int) -> Edited:
    """The card so many places up (by −1) or down (by 1) within its group; it stops at the end."""
    card = find_card(deck, card_id)
    if card is None:
        return refused("no_such_card", NO_CARD)
    group = [each for each in deck.cards if group_of(each) == group_of(card)]
    places = [place for place, each in enumerate(deck.cards) if group_of(each) == group_of(card)]
    at = group.index(card)
    to = max(0, min(at + by, len(group) - 1))
    group.insert(to, group.pop(at))
    ordered = dict(zip(places, group, strict=True))
    cards = tuple(ordered.get(place, each) for place, each in enumerate(deck.cards))
    return _with_cards(deck, cards)


def find_card(deck: Deck, card_id: str) -> Card | None:
    """The card with this id."""
    return next((card for card in deck.cards if card.id == card_id), None)


def group_of(card: Card) -> str:
    """Where the card stands in lists: under its item type, or under its kind."""
    return f"item {card.item_type}" if isinstance(card, ItemCard) else card.kind


# --- the deck itself ---


def change_deck(
    deck: Deck,
    name: str,
    note: str | None,
    currency: str,
    money_unit: int,
    hand_size: int,
    hand_limit: int,
) -> Edited:
    """The deck's own settings. With another money unit the figures on the cards stay.

    "$3 Million" becomes "$3 Thousand": refused as `no_whole_money` where a card's figure would be
    no whole number of dollars.
    """
    if not name.strip():
        return refused("no_name", _NO_DECK_NAME)
    changed = replace(
        deck,
        name=name,
        note=note,
        currency=currency,
        hand_size=hand_size,
        hand_limit=hand_limit,
    )
    if money_unit == deck.money_unit or money_unit < 1:
        return checked(replace(changed, money_unit=money_unit))
    cards: list[Card] = []
    for card in deck.cards:
        other = scaled(card, deck.money_unit, money_unit)
        if other is None:
            return refused_at(card, "no_whole_money", _NO_WHOLE)
        cards.append(other)
    return checked(replace(changed, money_unit=money_unit, cards=tuple(cards)))


def checked(deck: Deck) -> Edited:
    """The deck when it is one by the rules of deck files, else what is wrong with it."""
    return read_deck(deck.to_json())


def scaled(card: Card, old: int, new: int) -> Card | None:
    """The card with the same figure in another unit; None when that is no whole amount."""
    if isinstance(card, InsiderCard):
        return card
    money = card.money if isinstance(card, ItemCard) else card.bonus
    if money * new % old:
        return None
    amount = money * new // old
    if isinstance(card, ItemCard):
        return replace(card, money=amount)
    return replace(card, bonus=amount)


def in_unit(card: Card, old: int, new: int) -> Card:
    """The card with the same figure in another unit; as it is where that is no whole amount."""
    return card if old == new else scaled(card, old, new) or card


# --- inside ---


def refused(code: str, text: str, **params: object) -> Refused:
    """A refusal that names what is in the way and what to do."""
    return Refused(code, Phrase(text, params))


def refused_at(card: Card, code: str, text: str, **params: object) -> Refused:
    """A refusal that is mended at this card: `fields["card"]` is its id."""
    return Refused(code, Phrase(text, {"card": card.name, **params}), fields={"card": card.id})


def _with_cards(deck: Deck, cards: tuple[Card, ...]) -> Edited:
    return checked(replace(deck, cards=cards))


def _changed(deck: Deck, card_id: str, change: Callable[[Card], Card]) -> Edited:
    if find_card(deck, card_id) is None:
        return refused("no_such_card", NO_CARD)
    return _with_cards(
        deck, tuple(change(card) if card.id == card_id else card for card in deck.cards)
    )


def _is_plain(card: Card, item_type: str, money: int) -> bool:
    return (
        isinstance(card, ItemCard)
        and (card.name, card.item_type, card.money) == (item_type, item_type, money)
        and not card.flavour
        and card.picture is None
    )


def _free_id(deck: Deck, card: Card) -> str:
    return new_slug(card.name, {each.id for each in deck.cards}, card.kind)
