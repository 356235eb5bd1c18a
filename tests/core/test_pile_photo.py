"""Photos of piles: which card a mark means, what the pile comes to, and every correction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.decks.mark_meaning import Foreign, PrintedDeck, marked_cards
from companion.core.decks.model import Card, Deck, ItemCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.decks.scan_marks import (
    card_facts,
    decode,
    encode,
    imprint,
    near_ids,
    nearest_ids,
    own_id,
)
from companion.core.games.black_market_warehouse.pile_photo import (
    NO_HOME,
    Lying,
    Proposal,
    added,
    moved,
    propose,
    removed,
    said,
)
from companion.core.outcome import Phrase
from tests.core.builders import MILLION, changed, starter


def deck_of(**changes: Any) -> Deck:
    deck = read_deck(changed(starter(), **changes))
    assert isinstance(deck, Deck)
    return deck


STARTER = deck_of()
FACES = {card.id: face for face, card in enumerate(STARTER.cards)}
NEAR_IDS = near_ids(imprint(STARTER))
WAREHOUSES = [card for card in STARTER.cards if isinstance(card, WarehouseCard)]


def mark(card_id: str, deck: Deck = STARTER, scan_id: str = "") -> str:
    of = imprint(deck)
    return encode(scan_id or own_id(of), [card.id for card in deck.cards].index(card_id), of)


def items_for(warehouse: WarehouseCard) -> list[ItemCard]:
    """Cards of the types that the warehouse lists, each a different one."""
    free = [card for card in STARTER.cards if isinstance(card, ItemCard)]
    found = []
    for item_type in warehouse.requires:
        card = next(each for each in free if each.item_type == item_type)
        free.remove(card)
        found.append(card)
    return found


def column(warehouse: WarehouseCard, items: list[ItemCard], x: float, first: int) -> list[Lying]:
    """A Warehouse card with its items below it."""
    cards = [warehouse.id, *(item.id for item in items)]
    return [Lying(first + row, mark(card), x, 0.05 * row) for row, card in enumerate(cards)]


def two_columns() -> tuple[Lying, ...]:
    left, right = WAREHOUSES[0], WAREHOUSES[1]
    one = column(left, items_for(left), 0.1, 1)
    used = set(items_for(left))
    other = [card for card in STARTER.cards if isinstance(card, ItemCard) and card not in used]
    two = column(right, other[: len(right.requires)], 0.6, 20)
    return (*one, *two)


def meant(
    marks: tuple[str, ...], deck: Deck, printed: dict[str, PrintedDeck]
) -> tuple[Card | Foreign | None, ...]:
    return marked_cards([decode(text) for text in marks], deck, printed)


def proposed(cards: tuple[Lying, ...], printed: dict[str, PrintedDeck] | None = None) -> Proposal:
    marks = tuple(card.mark for card in cards)
    return propose(cards, meant(marks, STARTER, printed or {}), STARTER)


def text(phrase: Phrase | None) -> str:
    assert phrase is not None
    return phrase.text.format(**phrase.params)


def printed_deck(deck: Deck) -> PrintedDeck:
    facts = tuple(card_facts(card) for card in deck.cards)
    return PrintedDeck(imprint(deck), deck.id, deck.name, facts)


# --- which card a mark means ---


def test_the_tables_own_deck_is_known_without_being_registered() -> None:
    marks = tuple(mark(card.id) for card in STARTER.cards)
    assert meant(marks, STARTER, {}) == STARTER.cards


def test_marks_printed_elsewhere_with_a_later_id_are_known_too() -> None:
    near = near_ids(imprint(STARTER))
    assert len(near) > 1
    for scan_id in near:
        assert meant((mark("panda", scan_id=scan_id),), STARTER, {}) == (
            STARTER.cards[FACES["panda"]],
        )


def test_another_decks_card_is_named_with_its_deck() -> None:
    other = deck_of(id="docks", name="Old Docks", cards=[*starter()["cards"][::-1]])
    scan_id = own_id(imprint(other))
    printed = {scan_id: printed_deck(other)}
    assert meant((mark("panda", other),), STARTER, printed) == (Foreign("Panda", "Old Docks"),)


def test_a_deck_that_is_kept_by_an_id_far_from_its_own_knows_its_cards() -> None:
    """So many decks wanted the ids near it that the house gave it one further away."""
    far = next(each for each in nearest_ids(imprint(STARTER)) if each not in NEAR_IDS)

    assert meant((mark("panda", scan_id=far),), STARTER, {far: printed_deck(STARTER)}) == (
        STARTER.cards[FACES["panda"]],
    )


def test_an_unknown_deck_and_a_face_that_no_card_has_are_nobody_knows() -> None:
    other = deck_of(cards=[*starter()["cards"][::-1]])
    of = imprint(STARTER)
    beyond = encode(own_id(of), len(STARTER.cards), of)
    assert meant((mark("panda", other), beyond, "nonsense"), STARTER, {}) == (None,) * 3


def test_a_card_printed_before_its_deck_was_changed_is_found_again() -> None:
    cards = starter()["cards"]
    before = deck_of(cards=cards[2:])
    dearer = [dict(card, money=5 * MILLION) if card["id"] == "panda" else card for card in cards]
    after = deck_of(cards=dearer)
    printed = {own_id(imprint(before)): printed_deck(before)}
    same, changed_card = mark(cards[5]["id"], before), mark("panda", before)
    assert meant((same, changed_card), after, printed) == (
        after.cards[5],
        Foreign("Panda", "Starter deck"),
    )
    elsewhere = replace(after, id="another")
    assert meant((same,), elsewhere, printed) == (Foreign(cards[5]["name"], "Starter deck"),)


def test_two_decks_that_want_one_id_are_told_apart_by_the_check() -> None:
    """The other deck holds our id here; our cards, printed elsewhere, say that they are ours."""
    other = deck_of(cards=[*starter()["cards"][::-1]])
    printed = {own_id(imprint(STARTER)): printed_deck(other)}
    marks = tuple(mark(card.id) for card in STARTER.cards)
    read = meant(marks, STARTER, printed)
    ours = sum(found == card for found, card in zip(read, STARTER.cards, strict=True))
    assert ours >= len(marks) - 8


# --- what the pile comes to ---


def test_items_go_to_the_nearest_warehouse_and_matches_count_their_bonus() -> None:
    cards = two_columns()
    pile = proposed(cards)
    left, right = pile.warehouses
    assert [item.lying.number for item in left.items] == [2, 3, 4][: len(left.items)]
    assert all(item.lying.number > 20 for item in right.items)
    assert left.exact
    assert WAREHOUSES[0].bonus in pile.bonuses
    money = sum(item.money for item in (*left.items, *right.items))
    assert pile.total == money + sum(pile.bonuses)
    assert pile.count == len(cards)


def test_confirming_says_what_counting_by_hand_would_say() -> None:
    warehouse = WAREHOUSES[0]
    items = items_for(warehouse)
    event = proposed(tuple(column(warehouse, items, 0.1, 1))).to_event("Dana")
    worth: dict[str, int] = {}
    for item in items:
        worth[str(item.money)] = worth.get(str(item.money), 0) + 1
    assert event == {
        "event": "pile_counted", "player": "Dana", "items": worth, "bonuses": [warehouse.bonus],
    }  # fmt: skip


def test_items_without_a_warehouse_count_all_the_same() -> None:
    pile = proposed((Lying(1, mark("panda"), 0.1, 0.1),))
    assert [item.name for item in pile.loose] == ["Panda"]
    assert pile.total == pile.loose[0].money


def test_too_many_and_too_few_items_are_said_on_the_warehouse() -> None:
    warehouse = WAREHOUSES[0]
    items = items_for(warehouse)
    few = proposed(tuple(column(warehouse, items[1:], 0.1, 1)))
    n, m = len(items) - 1, len(items)
    assert text(few.warehouses[0].problem) == f"{n} of {m} items. Is one missing?"
    more = [card for card in STARTER.cards if isinstance(card, ItemCard) and card not in items]
    many = proposed(tuple(column(warehouse, [*items, more[0]], 0.1, 1)))
    said_ = f"{m + 1} items, but this warehouse holds {m}. Move or remove one."
    assert text(many.warehouses[0].problem) == said_
    assert not few.warehouses[0].exact
    assert not many.warehouses[0].exact


def test_more_copies_than_the_deck_has_are_said_and_not_counted() -> None:
    once = next(c for c in STARTER.cards if isinstance(c, ItemCard) and c.count == 1)
    cards = tuple(Lying(n, mark(once.id), 0.1 * n, 0.1) for n in (1, 2, 3))
    pile = proposed(cards)
    assert [item.lying.number for item in pile.items] == [1]
    assert [card.lying.number for card in pile.uncounted] == [2, 3]
    problem = text(pile.uncounted[0].problem)
    assert problem == f"The deck has {once.name} only once. This one is not counted."


def test_unknown_marks_insiders_and_foreign_cards_are_said_and_not_counted() -> None:
    other = deck_of(id="docks", name="Old Docks", cards=[*starter()["cards"][::-1]])
    printed = {own_id(imprint(other)): printed_deck(other)}
    insider = next(card for card in STARTER.cards if card.kind == "insider")
    cards = (
        Lying(1, "ABCDEF", 0.1, 0.1),
        Lying(2, mark(insider.id), 0.2, 0.1),
        Lying(3, mark("panda", other), 0.3, 0.1),
    )
    pile = proposed(cards, printed)
    assert pile.items == ()
    assert pile.total == 0
    assert [text(card.problem) for card in pile.uncounted] == [
        "Nobody here knows this mark. It is not counted.",
        f"{insider.name} is an Insider. Insiders are not counted.",
        "Panda is of another deck: Old Docks. It is not counted.",
    ]


# --- corrections ---


def test_removed_moved_said_and_added_change_what_it_comes_to() -> None:
    cards = two_columns()
    assert 2 not in {card.number for card in removed(cards, 2)}
    there = proposed(moved(cards, 2, 20)).warehouses
    assert 2 in {item.lying.number for item in there[1].items}
    loose = proposed(moved(cards, 2, NO_HOME)).loose
    assert [item.lying.number for item in loose] == [2]
    other = proposed(said(cards, 2, "Animal", 5 * MILLION)).warehouses[0].items[0]
    assert (other.item_type, other.money) == ("Animal", 5 * MILLION)
    more = added(cards, "Weapon", 3 * MILLION, home=20)
    assert more[-1].number == max(card.number for card in cards) + 1
    assert more[-1].number in {i.lying.number for i in proposed(more).warehouses[1].items}


def test_a_card_can_be_said_to_be_a_warehouse() -> None:
    cards = said((Lying(1, "ABCDEF", 0.1, 0.1),), 1, "", 0, WAREHOUSES[2].id)
    assert [each.card.name for each in proposed(cards).warehouses] == [WAREHOUSES[2].name]


def test_an_item_whose_warehouse_was_removed_lies_without_one() -> None:
    cards = removed(moved(two_columns(), 2, 20), 20)
    assert 2 in {item.lying.number for item in proposed(cards).loose}


@pytest.mark.parametrize("cards", [(), (Lying(1, item_type="Animal", money=0),)])
def test_an_empty_pile_and_one_of_added_cards_come_to_their_sum(cards: tuple[Lying, ...]) -> None:
    assert proposed(cards).total == 0
    assert proposed(cards).count == len(cards)
