"""Whether two changes of one deck, made from the same revision, touch different things."""

from __future__ import annotations

from companion.core.decks.model import Card, Deck


def touch_different_things(began: Deck, mine: Deck, theirs: Deck) -> bool:
    """True when `mine` can be made on top of `theirs` and takes nothing of it away.

    Both began from `began`. Cards that one of them added are nobody else's. Item types and the
    unit of money are on all cards: whoever changes those changes every card.
    """
    if _facts(began, mine) & _facts(began, theirs):
        return False
    if _on_all_cards(began, mine) or _on_all_cards(began, theirs):
        return began.cards in (mine.cards, theirs.cards)
    if _changed_cards(began, mine) & _changed_cards(began, theirs):
        return False
    return not (_is_reordered(began, mine) and _is_reordered(began, theirs))


def _facts(began: Deck, deck: Deck) -> set[str]:
    """The deck's own facts that are others than they were."""
    facts = ("name", "note", "currency", "money_unit", "hand_size", "hand_limit")
    found = {fact for fact in facts if getattr(began, fact) != getattr(deck, fact)}
    types = (began.item_types, began.type_marks) != (deck.item_types, deck.type_marks)
    return found | {"types"} if types else found


def _on_all_cards(began: Deck, deck: Deck) -> bool:
    return (began.item_types, began.money_unit) != (deck.item_types, deck.money_unit)


def _changed_cards(began: Deck, deck: Deck) -> set[str]:
    """Ids of the cards of `began` that are others by now, or gone."""
    now: dict[str, Card] = {card.id: card for card in deck.cards}
    return {card.id for card in began.cards if now.get(card.id) != card}


def _is_reordered(began: Deck, deck: Deck) -> bool:
    before, now = ([card.id for card in each.cards] for each in (began, deck))
    kept = set(before) & set(now)
    return [each for each in before if each in kept] != [each for each in now if each in kept]
