"""Amounts, copies and item types as people write them into cells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.core.decks.model import WarehouseCard
from companion.core.spreadsheets.amounts import read_amount, read_copies
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.reading import read_sheet
from companion.core.spreadsheets.types import ItemTypes, joined
from companion.core.spreadsheets.writing import write_sheet
from tests.core.sheets import M, deck, problems

# --- amounts ---


@pytest.mark.parametrize(
    ("cell", "dollars"),
    [
        ("3M", 3 * M), ("$3", 3), ("3,-", 3), ("€ 3.–", 3), ("1'000'000", M), ("1’000’000 CHF", M),
        ("2.5 m", 2_500_000), ("1.234.567", 1_234_567), ("1,234.50", Fraction(2469, 2)),
        ("1.234,50 €", Fraction(2469, 2)), ("0,500", Fraction(1, 2)), ("1500,125",
        Fraction(1500125, 1000)), ("3e6", 3 * M), ("3,5E+06", 3_500_000), ("'3000000", 3 * M),
        ("３Ｍ", 3 * M), ("٣", 3), ("2 tsd", 2000), ("1 bn", 1000 * M), ("US$3m", 3 * M),
        ("3 Millionen Euro", 3 * M), ("12_000", 12_000), ("3 gold", 3), ("gold 3 M", 3 * M),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_write_them(cell: str, dollars: Fraction | int) -> None:
    amount = read_amount(cell, "gold")
    assert amount is not None, cell
    assert amount.number(None, 1) is not None
    assert (amount.number(None, 1) or 0) * (amount.factor or 1) == dollars


@pytest.mark.parametrize(
    "cell",
    ["", "M", "3 mil", "3 bananas", "-3", "(3)", "1,00,000", "1.2.3", "1 00", "1,2,345.6.7",
     "3M 4", "12,34.5", "9" * 41, "1'00", "½", "x3"],
)  # fmt: skip
def test_what_is_no_clear_amount_is_none(cell: str) -> None:
    assert read_amount(cell) is None


def test_a_lone_mark_is_settled_by_the_rest_of_the_sheet() -> None:
    head = "name;type;money\nA;Weapon;1,500\n"
    assert problems(head)[0].startswith("Row 2, money: Is this 1500 or 1.5?")
    grouped, decimal = deck(head + "B;Weapon;1,000,000\n"), deck(head + "B;Weapon;2,5 M\n")
    assert [card.money for card in grouped.cards] == [1_500, M]  # type: ignore[union-attr]
    assert [card.money for card in decimal.cards] == [1_500_000, 2_500_000]  # type: ignore[union-attr]
    assert deck("name;type;money\nA;Weapon;1,500 Million\n").cards[0].money == 1_500_000  # type: ignore[union-attr]


def test_two_decimal_marks_in_one_sheet_settle_nothing() -> None:
    head = "name;type;money\nA;Weapon;2,5 M\nB;Weapon;2.5 M\n"
    assert isinstance(read_sheet(head, "x"), Imported)
    assert problems(head + "C;Weapon;1,500\n") == [
        "Row 4, money: Is this 1500 or 1.5? Write it without the mark."
    ]


def test_an_amount_that_is_no_whole_number_is_refused() -> None:
    assert problems("name,type,money (whole)\nA,Weapon,2.5\n") == [
        "Row 2, money (whole): 2.5 is no whole amount. Round it."
    ]


@pytest.mark.parametrize(
    ("amounts", "unit"), [("1000000", M), ("1500", 1_000), ("0", M), ("1000;250000", 1_000)]
)
def test_the_unit_is_found_from_the_largest_amount(amounts: str, unit: int) -> None:
    rows = "".join(f"A{n},Weapon,{each}\n" for n, each in enumerate(amounts.split(";")))
    assert deck(f"name,type,money\n{rows}").money_unit == unit
    assert deck("name,type,money (whole)\nA,Weapon,7\n").money_unit == 1


@pytest.mark.parametrize(
    ("cell", "copies"),
    [("2", 2), ("2x", 2), ("x2", 2), ("× 2", 2), ("2.0", 2), ("2,00", 2), ("2 Stk.", 2),
     ("two", None), ("", None), ("2.5", None), ("-1", None), ("1" * 41, None)],
)  # fmt: skip
def test_copies_are_read(cell: str, copies: int | None) -> None:
    assert read_copies(cell) == copies


# --- types ---


@pytest.mark.parametrize(
    ("cell", "types"),
    [
        ("Weapon + Animal", ["Weapon", "Animal"]),
        ("Weapon,Animal;Gem/Top Secret|weapon",
         ["Weapon", "Animal", "Gem", "Top Secret", "Weapon"]),
        ("Weapon and Animal und Gem & Gem", ["Weapon", "Animal", "Gem", "Gem"]),
        ("2 Weapon, 1x Animal", ["Weapon", "Weapon", "Animal"]),
        ("Weapon x2, Animal (2), Gem", ["Weapon", "Weapon", "Animal", "Animal", "Gem"]),
        ("2 Weapons and 2 animals", ["Weapon", "Weapon", "Animal", "Animal"]),
        ("Weapon Top Secret Animal", ["Weapon", "Top Secret", "Animal"]),
        ("Weapon Mystery", ["Weapon Mystery"]),
        ("Arms/Ammo + Gem", ["Arms/Ammo", "Gem"]),
        ("Arms/Ammo", ["Arms/Ammo"]),
        ('"A + B" + Weapon', ["A + B", "Weapon"]),
        ('"say ""hi""", Gem', ['say "hi"', "Gem"]),
        ("Weapon\nAnimal", ["Weapon", "Animal"]),
        (" + , ", []),
        ('"', ['"']),
        ("0 Weapon, Gem", ["Gem"]),
        ("Sandy Beach", ["Sandy Beach"]),
    ],
)  # fmt: skip
def test_types_in_one_cell_are_told_apart(cell: str, types: list[str]) -> None:
    known = ItemTypes()
    for name in ("Weapon", "Animal", "Gem", "Arms/Ammo"):
        known.take(name)
    assert [known.take(name) for name in known.split(cell)] == [known.take(t) for t in types]


def test_a_type_has_one_spelling_and_the_rulebooks_where_it_is_one() -> None:
    made = deck("name,type,money\nA,TOP  secret,1M\nB,spice,1M\nC,Spice ,1M\nD,Ｓpice,1M\n")
    assert made.item_types == ("Top Secret", "spice")
    assert {card.item_type for card in made.cards[1:]} == {"spice"}  # type: ignore[union-attr]


def test_a_listed_type_is_found_and_another_one_is_refused() -> None:
    sheet = write_sheet(deck("name,type,money,requires,bonus\nA,Gem,1M,,\nW,,,Gem,1M\n"))
    assert problems(sheet.replace("item,A,Gem", "item,A,Gems")) == [
        "Row 4, type: Gems is not among the types. Add a type row for it."
    ]
    again = deck(sheet.replace("item,A,Gem", "item,A,gem").replace(",,Gem,", ",,2 GEMS,"))
    warehouse = again.cards[1]
    assert isinstance(warehouse, WarehouseCard)
    assert warehouse.requires == ("Gem", "Gem")


def test_joined_types_come_back_letter_by_letter() -> None:
    names = ["Top Secret", "A + B", "A", "B", '"', '"A"', "and", "2 A", "x", "a, b", "  c", "Ü"]
    assert ItemTypes(names).split(joined(names)) == tuple(names)
    assert ItemTypes(names).split(joined(["A", "B"])) == ("A", "B")
