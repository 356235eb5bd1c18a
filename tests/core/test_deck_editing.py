"""Edits of a deck: each does what its button says, and what it leaves is a deck again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.decks import editing as edits
from companion.core.decks import type_editing as types
from companion.core.decks.changes import change_in_words, changes_in_words
from companion.core.decks.effects import EFFECTS, OWN, Picked, made, picked
from companion.core.decks.model import (
    CARDS_LIMIT,
    TYPES_LIMIT,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.decks.reading import read_deck
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS, TypeMark
from companion.core.games.black_market_warehouse.effect_steps import is_supported
from companion.core.outcome import Money, Phrase, Refused
from companion.services.decks.lookup import STARTER, built_in

MILLION = 1_000_000
MARK = TypeMark("plum", "gem")


def deck_of(*cards: Card) -> Deck:
    return replace(edits.blank("Mine"), cards=cards)


def item(card_id: str = "idol", **more: object) -> ItemCard:
    card = ItemCard(card_id, card_id.title(), 2, "Artifact", 5 * MILLION)
    return replace(card, **more)  # type: ignore[arg-type]


def insider(card_id: str = "cat", text: str = "Take {Weapon}.") -> InsiderCard:
    return InsiderCard(card_id, card_id.title(), 1, text)


def warehouse(card_id: str = "shed", *requires: str) -> WarehouseCard:
    return WarehouseCard(card_id, card_id.title(), 1, requires or ("Weapon", "Animal"), MILLION)


def done(edited: Deck | Refused) -> Deck:
    assert isinstance(edited, Deck), edited
    return edited


def starter() -> Deck:
    return done(read_deck(built_in().find(STARTER)))


# --- cards ---


def test_two_taps_make_a_card_and_the_same_two_taps_a_copy_of_it() -> None:
    once = done(edits.add_item(deck_of(), "Weapon", 3 * MILLION))
    twice = done(edits.add_item(once, "Weapon", 3 * MILLION))
    other = done(edits.add_item(twice, "Weapon", 4 * MILLION))

    assert once.cards == (ItemCard("weapon", "Weapon", 1, "Weapon", 3 * MILLION),)
    assert twice.cards == (ItemCard("weapon", "Weapon", 2, "Weapon", 3 * MILLION),)
    assert [(card.id, card.count) for card in other.cards] == [("weapon", 2), ("weapon-2", 1)]


def test_a_card_that_got_a_name_is_no_plain_card_any_more() -> None:
    once = done(edits.add_item(deck_of(), "Weapon", MILLION))
    named = done(edits.put_card(once, replace(once.cards[0], name="Bent Boomerang")))
    again = done(edits.add_item(named, "Weapon", MILLION))

    assert [card.name for card in again.cards] == ["Bent Boomerang", "Weapon"]
    assert len({card.id for card in again.cards}) == 2


def test_a_new_card_stands_after_the_others_of_its_group() -> None:
    deck = deck_of(item("one"), insider(), item("two", item_type="Weapon"))

    assert [c.id for c in done(edits.add_card(deck, item("three"))).cards] == [
        "one",
        "three",
        "cat",
        "two",
    ]


def test_copies_rise_and_fall_and_one_stays() -> None:
    deck = deck_of(item())
    less = done(edits.add_copies(deck, "idol", -1))
    none = edits.add_copies(less, "idol", -1)

    assert less.cards[0].count == 1
    assert isinstance(none, Refused)
    assert (none.code, none.phrase.params["card"]) == ("copies", "Idol")


def test_duplicate_stands_beside_its_twin_with_an_id_of_its_own() -> None:
    deck = done(edits.duplicate(deck_of(item("idol"), item("tea")), "idol"))

    assert [(c.id, c.name) for c in deck.cards] == [
        ("idol", "Idol"),
        ("idol-2", "Idol"),
        ("tea", "Tea"),
    ]


def test_a_card_moves_within_its_group_only() -> None:
    deck = deck_of(item("one"), insider(), item("two"))
    up = done(edits.move(deck, "two", -1))

    assert [card.id for card in up.cards] == ["two", "cat", "one"]
    assert edits.move(deck, "one", -1) == deck
    assert edits.move(deck, "cat", 1) == deck


@pytest.mark.parametrize(
    "edit",
    [
        lambda deck: edits.remove(deck, "gone"),
        lambda deck: edits.duplicate(deck, "gone"),
        lambda deck: edits.add_copies(deck, "gone", 1),
        lambda deck: edits.move(deck, "gone", 1),
        lambda deck: edits.put_card(deck, item("gone")),
    ],
)
def test_a_card_that_is_gone_is_said_to_be_gone(edit: object) -> None:
    refused = edit(deck_of(item()))  # type: ignore[operator]
    assert isinstance(refused, Refused)
    assert refused.code == "no_such_card"


@pytest.mark.parametrize(
    "edit",
    [
        lambda deck: edits.add_item(deck, "Gone", MILLION),
        lambda deck: types.change_type(deck, "Gone", "Gizmo", MARK),
        lambda deck: types.remove_type(deck, "Gone"),
    ],
)
def test_a_type_that_is_gone_is_said_to_be_gone(edit: object) -> None:
    refused = edit(deck_of(item()))  # type: ignore[operator]
    assert isinstance(refused, Refused)
    assert (refused.code, refused.phrase.params) == ("no_such_type", {"type": "Gone"})


def test_a_full_deck_takes_no_further_card_and_no_further_type() -> None:
    cards = deck_of(*(item(f"item-{number}") for number in range(CARDS_LIMIT)))
    names = replace(deck_of(), item_types=tuple(f"T{number}" for number in range(TYPES_LIMIT)))

    refused = [
        edits.add_card(cards, item()),
        edits.duplicate(cards, "item-7"),
        types.add_type(names, "Sauce", MARK),
    ]

    assert [each.code for each in refused if isinstance(each, Refused)] == [
        "deck_full",
        "deck_full",
        "types_full",
    ]


def test_a_deck_keeps_a_name() -> None:
    refused = edits.change_deck(deck_of(), "  ", None, "$", MILLION, 5, 5)

    assert isinstance(refused, Refused)
    assert refused.code == "no_name"


def test_saving_a_type_as_it_is_chooses_nothing_for_it() -> None:
    deck = deck_of(item())

    assert types.change_type(deck, "Weapon", "Weapon", deck.mark_of("Weapon")) == deck


def test_a_card_without_a_name_is_refused_by_the_name_it_had() -> None:
    refused = edits.put_card(deck_of(item()), item(name=" "))

    assert isinstance(refused, Refused)
    assert (refused.code, refused.phrase.params) == ("no_name", {"card": "Idol"})


def test_what_the_rules_of_decks_forbid_names_the_card() -> None:
    refused = edits.put_card(deck_of(item()), item(flavour="x" * 401))

    assert isinstance(refused, Refused)
    assert refused.phrase.params["card"] == "Idol"


# --- types and settings ---


def test_a_renamed_type_is_renamed_on_every_card_and_in_every_text() -> None:
    deck = deck_of(
        item(item_type="Weapon", name="Weapon"), insider(), warehouse("shed", "Weapon", "Animal")
    )

    after = done(types.change_type(deck, "Weapon", "Gizmo", MARK))

    assert after.item_types[0] == "Gizmo"
    assert after.mark_of("Gizmo") == MARK
    assert after.cards == (
        item(item_type="Gizmo", name="Gizmo"),
        insider(text="Take {Gizmo}."),
        warehouse("shed", "Gizmo", "Animal"),
    )


def test_a_type_in_use_stays_and_says_by_which_card() -> None:
    refused = types.remove_type(deck_of(warehouse()), "Animal")

    assert isinstance(refused, Refused)
    assert (refused.code, refused.phrase.params["card"]) == ("type_in_use", "Shed")


def test_types_without_a_chosen_mark_keep_theirs_when_another_goes() -> None:
    own = replace(edits.blank("Mine"), item_types=("Sauce", "Spice", "Weapon"))
    before = own.mark_of("Spice")

    after = done(types.remove_type(own, "Sauce"))

    assert after.item_types == ("Spice", "Weapon")
    assert after.mark_of("Spice") == before


@pytest.mark.parametrize(("name", "code"), [("weapon", "type_twice"), ("  ", "no_name")])
def test_a_type_needs_a_name_of_its_own(name: str, code: str) -> None:
    refused = types.add_type(deck_of(), name, MARK)
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_a_type_is_not_renamed_to_another_one() -> None:
    refused = types.change_type(deck_of(), "Animal", "weapon", MARK)
    assert isinstance(refused, Refused)
    assert refused.code == "type_twice"


def test_the_last_type_stays() -> None:
    refused = types.remove_type(replace(deck_of(), item_types=("Sauce",)), "Sauce")
    assert isinstance(refused, Refused)
    assert refused.code == "last_type"


def test_figures_stay_when_the_unit_changes() -> None:
    deck = deck_of(item(money=2_500_000), warehouse())

    thousands = done(edits.change_deck(deck, "Mine", None, "G", 1_000, 5, 5))
    ones = edits.change_deck(deck, "Mine", None, "G", 1, 5, 5)

    assert [getattr(c, "money", getattr(c, "bonus", 0)) for c in thousands.cards] == [2_500, 1_000]
    assert isinstance(ones, Refused)
    assert (ones.code, ones.phrase.params["card"]) == ("no_whole_money", "Idol")


# --- what an Insider does ---


def test_every_effect_to_pick_is_one_that_the_table_carries_out() -> None:
    for each in EFFECTS:
        for draws in (0, 2):
            effect = made(Picked(each.id, draws))
            assert effect is not None
            assert is_supported(effect)
            deck = deck_of(replace(insider(), effect=effect))
            assert edits.checked(deck) == deck


def test_what_was_picked_is_found_again() -> None:
    for each in EFFECTS[1:]:
        draws = 0 if each.id == "new-warehouse" else 2
        assert picked(made(Picked(each.id, draws))) == Picked(each.id, draws)
    assert picked(made(Picked("draw", 3))) == Picked("draw", 3)
    assert picked(made(Picked(""))) == Picked("")


def test_an_effect_that_no_form_makes_is_kept_as_it_is() -> None:
    drawn = made(Picked("draw", 2))
    moved = made(Picked("take"))
    alone = made(Picked("new-warehouse"))
    assert drawn is not None
    assert moved is not None
    assert alone is not None

    assert picked({**drawn, "count": 9}) == Picked(OWN)
    assert picked({**moved, "count": 2}) == Picked(OWN)
    assert picked({**moved, "count": 2, "then": drawn}) == Picked(OWN)
    assert picked({**moved, "then": {"verb": "draw"}}) == Picked(OWN)
    assert picked({**moved, "first": drawn}) == Picked("take", 2)


def test_the_effects_of_the_starter_deck_can_all_be_picked() -> None:
    insiders = [card for card in starter().cards if isinstance(card, InsiderCard)]

    assert len(insiders) == 14
    assert [card.name for card in insiders if picked(card.effect).id in ("", OWN)] == []


# --- in words ---


def words_of(before: Deck, after: Deck) -> tuple[str, dict[str, object]]:
    said = change_in_words(before, after)
    assert isinstance(said, Phrase)
    return said.text, dict(said.params)


def test_one_change_is_said_as_one_fact() -> None:
    deck = deck_of(item(), insider(), warehouse())
    dearer = done(edits.put_card(deck, item(money=4 * MILLION)))
    typed = done(types.add_type(deck, "Sauce", MARK))
    renamed = done(types.change_type(deck, "Weapon", "Gizmo", MARK))

    assert change_in_words(deck, deck) is None
    assert words_of(deck, dearer) == (
        "{card}: {old} before, {money} now",
        {"card": "Idol", "old": Money(5 * MILLION), "money": Money(4 * MILLION)},
    )
    assert words_of(deck, typed) == ("Type {type} added", {"type": "Sauce"})
    assert words_of(deck, renamed) == (
        "Type {old} is now {type}",
        {"old": "Weapon", "type": "Gizmo"},
    )
    assert words_of(deck, done(edits.remove(deck, "cat"))) == ("{card} removed", {"card": "Cat"})


# --- whatever people do ---

CARD_IDS = st.integers(0, 12)
_EDITS = st.one_of(
    st.tuples(st.just("add_item"), st.integers(0, 5), st.integers(0, 6)),
    st.tuples(st.just("add_card"), st.sampled_from(["insider", "warehouse"]), st.just(0)),
    st.tuples(st.sampled_from(["remove", "duplicate"]), CARD_IDS, st.just(0)),
    st.tuples(st.sampled_from(["move", "copies"]), CARD_IDS, st.sampled_from([-1, 1])),
    st.tuples(st.just("add_type"), st.sampled_from(["Sauce", "Spice", "WEAPON", ""]), CARD_IDS),
    st.tuples(st.just("change_type"), st.integers(0, 6), st.sampled_from(["Sauce", "Gizmo", "x"])),
    st.tuples(st.just("remove_type"), st.integers(0, 6), st.just(0)),
    st.tuples(st.just("unit"), st.sampled_from([1, 1_000, MILLION]), st.just(0)),
)


def edited(deck: Deck, what: str, a: object, b: object) -> Deck | Refused:
    ids = [card.id for card in deck.cards]
    card_id = ids[a % len(ids)] if ids and isinstance(a, int) else "none"
    type_ = deck.item_types[a % len(deck.item_types)] if isinstance(a, int) else ""
    place = b if isinstance(b, int) else 0
    mark = TypeMark(COLOURS[place % len(COLOURS)], TYPE_ICONS[place % len(TYPE_ICONS)])
    return {
        "add_item": lambda: edits.add_item(deck, type_, place * deck.money_unit),
        "add_card": lambda: edits.add_card(deck, insider() if a == "insider" else warehouse()),
        "remove": lambda: edits.remove(deck, card_id),
        "duplicate": lambda: edits.duplicate(deck, card_id),
        "move": lambda: edits.move(deck, card_id, place),
        "copies": lambda: edits.add_copies(deck, card_id, place),
        "add_type": lambda: types.add_type(deck, str(a), mark),
        "change_type": lambda: types.change_type(deck, type_, str(b), mark),
        "remove_type": lambda: types.remove_type(deck, type_),
        "unit": lambda: edits.change_deck(deck, deck.name, None, "$", int(str(a)), 5, 5),
    }[what]()


@settings(max_examples=60)
@given(st.lists(_EDITS, max_size=14))
def test_whatever_is_edited_stays_a_deck_with_ids_of_its_own(
    steps: list[tuple[str, object, object]],
) -> None:
    deck = edits.blank("Mine")
    for what, a, b in steps:
        after = edited(deck, what, a, b)
        if isinstance(after, Refused):
            assert after.phrase.text
            continue
        ids = [card.id for card in after.cards]
        assert read_deck(after.to_json()) == after
        assert len(set(ids)) == len(ids)
        assert bool(changes_in_words(deck, after)) == (deck != after), (what, a, b)
        deck = after
