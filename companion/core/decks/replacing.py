"""The cards of a deck replaced by those of a sheet, without losing what the sheet cannot say."""

from __future__ import annotations

from dataclasses import replace

from companion.core.decks.model import Card, Deck, InsiderCard


def with_cards_of(deck: Deck, sheet: Deck, about_deck: bool) -> Deck:
    """`deck` with the cards, types and money of `sheet`; its id and name stay.

    A sheet that says nothing about its deck (`about_deck` false) also leaves note, hand sizes and
    the marks of types that stay; and a card keeps its picture, and the steps of an effect whose
    words are the same, when one of its id and kind stood there before.
    """
    if about_deck:
        return replace(sheet, id=deck.id, name=deck.name)
    before = {(card.kind, card.id): card for card in deck.cards}
    return replace(
        deck,
        item_types=sheet.item_types,
        type_marks={
            name: mark for name, mark in deck.type_marks.items() if name in sheet.item_types
        },
        currency=sheet.currency,
        money_unit=sheet.money_unit,
        cards=tuple(_kept(card, before.get((card.kind, card.id))) for card in sheet.cards),
    )


def _kept(card: Card, before: Card | None) -> Card:
    if before is None:
        return card
    kept = replace(card, picture=card.picture or before.picture)
    if isinstance(kept, InsiderCard) and isinstance(before, InsiderCard):
        same_words = kept.effect is None and kept.effect_text == before.effect_text
        return replace(kept, effect=before.effect) if same_words else kept
    return kept
