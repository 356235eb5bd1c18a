"""Sheets row by row and byte by byte: kinds, faults, caps, hostile megabytes, our own files."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from companion.core.decks.model import CARDS_LIMIT, Deck, InsiderCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.decks.replacing import with_cards_of
from companion.core.decks.slugs import new_slug, slug
from companion.core.outcome import Refused
from companion.core.spreadsheets.cells import Row, rows_of
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.formula_guard import guarded, unguarded
from companion.core.spreadsheets.problems import column_letter, problem
from companion.core.spreadsheets.reading import read_sheet
from companion.core.spreadsheets.writing import write_sheet
from tests.core.builders import changed, starter
from tests.core.sheets import HEAD, M, deck, notes, problems

# --- rows ---


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("item,A,Gem,1M,1,Gem,,,,,,",
         "Row 2, requires: An item requires nothing. Empty this cell."),
        ("item,A,Gem,1M,1,,2M,,,,,", "Row 2, bonus: An item has no bonus. Empty this cell."),
        ("insider,A,,5M,1,,,Draw.,,,,",
         "Row 2, money: An Insider has no money. Empty this cell."),
        ("insider,A,Gem,,1,,,Draw.,,,,",
         "Row 2, type: An Insider has no item type. Empty this cell."),
        ("insider,A,,,1,,,Draw.,,,[,",
         "Row 2, effect steps: These steps cannot be read. Empty this cell."),
        (f"insider,A,,,1,,,Draw.,,,{'1' * 4001},",
         "Row 2, effect steps: These steps cannot be read. Empty this cell."),
        ('insider,A,,,1,,,Draw.,,,"{""verb"":""explode""}",',
         "Row 2: The effect has no verb that the app knows. Leave effect out."),
        ("item,A,Gem,1M,1,,,,,,,asset:1", "Row 2: picture must be asset: and 64 hex digits."),
        ("warehouse,A,Gem,,1,Gem,1M,,,,,",
         "Row 2, type: A warehouse has no item type. Empty this cell."),
        ("warehouse,A,,3M,1,Gem,1M,,,,,",
         "Row 2, money: A warehouse has a bonus only. Empty this cell."),
        ("warehouse,A,,,1,Gem,1M,Boo.,,,,",
         "Row 2, effect: A warehouse has no effect. Move it to flavour."),
        ("warehouse,A,,,1,13 Gem,1M,,,,,",
         "Row 2, requires: A warehouse asks for 1 to 12 items. List those."),
        (f"warehouse,A,,,1,{'x' * 25},1M,,,,,",
         f"Row 2, requires: {'x' * 25} is too long for a type. Write + between types."),
        (f"warehouse,A,,,1,{'x' * 801},1M,,,,,",
         "Row 2, requires: This has 801 letters. Shorten it to 800."),
        (f"item,{'x' * 61},Gem,1M,1,,,,,,,", "Row 2, name: This has 61 letters. Shorten it to 60."),
        (f"item,{'x' * 4001},Gem,1M,1,,,,,,,",
         "Row 2, name: This has 4001 letters. Shorten it to 60."),
        (f"item,A,{'x' * 25},1M,1,,,,,,,", "Row 2, type: This has 25 letters. Shorten it to 24."),
        ("item,A\u202eB,Gem,1M,1,,,,,,,",
         "Row 2, name: This holds an invisible character. Type it again."),
        ("item,e\u0301\u0302\u0303\u0304\u0305,Gem,1M,1,,,,,,,",
         "Row 2, name: This stacks too many accents on one letter."),
        ("item,A,Gem,1M,0,,,,,,,",
         "Row 2, copies: Copies go from 1 to 60. Remove the row for none."),
        (",A,Gem,1M,1,Gem,,,,,,", "Row 2: Is this an item, insider or warehouse? Add a kind."),
    ],
)  # fmt: skip
def test_a_fault_names_row_column_and_remedy(row: str, told: str) -> None:
    assert problems(HEAD + row + "\n") == [told]


def test_an_id_that_two_faces_share_is_refused() -> None:
    rows = "item,A,Gem,1M,1,,,,,one,,\nitem,B,Gem,1M,1,,,,,one,,\n"
    assert problems(HEAD + rows) == ["Row 3, id: The id one is used twice."]


def test_a_text_column_is_what_the_card_needs() -> None:
    made = deck("kind,name,type,money,text,effect\nitem,A,Gem,1M,Shiny.,\ninsider,B,,,Draw.,\n"
                "insider,C,,,Sly.,Draw two.\n")  # fmt: skip
    assert [card.flavour for card in made.cards] == ["Shiny.", None, "Sly."]
    insiders = [card for card in made.cards if isinstance(card, InsiderCard)]
    assert [card.effect_text for card in insiders] == ["Draw.", "Draw two."]


def test_a_text_alone_makes_an_insider() -> None:
    made = deck("name,type,money,text\nA,Gem,1M,\nB,,,Draw a card.\n")
    assert [card.kind for card in made.cards] == ["item", "insider"]


def test_a_warehouse_may_have_its_bonus_under_money_and_its_list_under_type() -> None:
    made = deck("kind,name,type,money\nitem,A,Gem,1M\nwarehouse,W,Gem + Gem,2M\n")
    warehouse = made.cards[1]
    assert isinstance(warehouse, WarehouseCard)
    assert (warehouse.requires, warehouse.bonus) == (("Gem", "Gem"), 2 * M)


def test_without_any_bonus_column_there_is_none() -> None:
    made = deck("kind,name,type,requires\nwarehouse,W,,Gem\n")
    assert isinstance(made.cards[0], WarehouseCard)
    assert made.cards[0].bonus == 0


def test_sums_without_a_name_are_left_out_at_the_end_only() -> None:
    head = "name,type,money,copies\nA,Gem,1M,2\n"
    assert notes(f"{head},,,2\n") == ["Row 3 with the total was left out."]
    assert len(problems(f"{head},,,2\nB,Gem,1M,1\n")) >= 1


def test_rows_are_counted_as_a_spreadsheet_counts_them() -> None:
    rows = list(rows_of('a,"two\nlines"\n\n ,,\nb\n,"",\nc,,,\n', ","))
    assert rows == [Row(1, ("a", "two\nlines")), Row(4, ("b",)), Row(6, ("c",))]
    assert list(rows_of("a\n" * 3_000, ","))[-1] == problem(
        "There are more than {limit} rows. Write copies in one row.", 2_001, limit=2_000
    )


def test_columns_without_a_heading_are_not_read() -> None:
    read = read_sheet("name,,type,money\nA,remark,Gem,1M\n", "x")
    assert isinstance(read, Imported)
    assert (len(read.deck.cards), read.notes) == (1, ())


def test_columns_without_cells_do_not_hinder_a_guess() -> None:
    made = deck("Panda\t\tAnimal\t3M\nTank\t\tWeapon\t1M\n")
    assert [card.name for card in made.cards] == ["Panda", "Tank"]


def test_an_item_needs_a_money_column() -> None:
    assert problems("kind,name,type\nitem,A,Gem\n") == [
        "Row 2, money: Fill in an amount, as in 3M or 3000000."
    ]


def test_headings_that_stand_again_below_are_no_card() -> None:
    assert len(deck("name,type,money\nA,Gem,1M\nname,type,money\nB,Gem,1M\n").cards) == 2


@pytest.mark.parametrize(
    ("heading", "cells", "copies"),
    [("nombre", "2", 2), ("amount", "2", 2), ("Anzahl", "2x", 2), ("Qty", "2.0", 2)],
)
def test_a_heading_that_can_mean_two_things_is_told_by_its_cells(
    heading: str, cells: str, copies: int
) -> None:
    made = deck(f"name,type,money,{heading}\nA,Gem,1M,{cells}\n")
    assert made.cards[0].count == copies


def test_amount_is_money_where_nothing_else_is() -> None:
    assert deck("name,type,amount,copies\nA,Gem,2M,3\n").cards[0].count == 3


def test_more_than_500_cards_or_20_types_are_refused() -> None:
    rows = "".join(f"C{n},Gem,1M\n" for n in range(501))
    assert problems(f"name,type,money\n{rows}") == [
        "There are 501 different cards. Use at most 500."
    ]
    rows = "".join(f"C{n},T{n},1M\n" for n in range(21))
    assert problems(f"name,type,money\n{rows}") == ["There are 21 item types. Use at most 20."]


def test_at_most_twenty_problems_are_named() -> None:
    assert len(problems("name,type,money\n" + "A,Gem,x\n" * 100)) == 20


def test_a_deck_row_with_faults_names_them() -> None:
    sheet = write_sheet(deck("name,type,money\nA,Gem,1M\n"))
    broken = sheet.replace(",5,5\r\n", ",five,0\r\n")
    assert "Row 2, hand size: five is no whole number. Write one, as in 2." in problems(broken)
    assert problems(sheet.replace(",5,5\r\n", ",5,0\r\n")) == [
        "hand_limit must be a whole number from 1 to 60."
    ]
    marked = sheet.replace("currency,", "colour,icon,currency,", 1).replace(
        "type,Gem,,,,,,,,,", "type,Gem,,,,,,,,,pink,teapot"
    )
    assert [each.split(":")[0] for each in problems(marked)] == ["Row 3, colour", "Row 3, icon"]
    assert (
        problems(sheet.replace("type,Gem,", "type,,"))[0] == "Row 3, name: Fill in the type’s name."
    )


@pytest.mark.parametrize("chosen", ["pink,gem", "plum,teapot"])
def test_a_mark_that_is_half_known_is_told_by_the_other_half(chosen: str) -> None:
    wrong = "colour" if chosen.startswith("pink") else "icon"
    assert [
        each.split(":")[0]
        for each in problems(f"kind,name,colour,icon,type,money\ntype,Gem,{chosen},,\n")
    ][:1] == [f"Row 2, {wrong}"]


def test_kinds_are_told_by_their_cells_where_nothing_heads_them() -> None:
    made = deck("item\tPanda\tAnimal\t$3 Million\nitem\tTank\tWeapon\t$1 Million\n")
    assert [(card.kind, card.name) for card in made.cards] == [("item", "Panda"), ("item", "Tank")]


def test_our_own_sheet_reads_back_whatever_stands_in_its_texts() -> None:
    began = read_deck(starter())
    assert isinstance(began, Deck)
    first, *rest = began.cards
    texts = replace(first, name='The "Best" One', flavour="One line,\nand another.")
    odd = replace(began, cards=(texts, *rest))

    for separator in (",", ";", "\t"):
        assert deck(write_sheet(odd, separator)) == odd


# --- bytes ---


def test_a_file_over_a_megabyte_is_refused() -> None:
    assert problems(b"a" * 1_000_001) == [
        "This file is larger than 1 MB. Keep only the cards in it."
    ]
    assert problems(b"") == ["There are no cards here. Choose a file or paste cells."]


HOSTILE = {
    "one cell": b"name,type,money\n" + b"a" * 999_000,
    "one quoted cell": b'name,type,money\n"' + b"a" * 999_000 + b'",Gem,1M',
    "10,000 rows": b"name,type,money\n" + b"Panda,Animal,3M\n" * 10_000,
    "100,000 columns": b"name," * 100_000,
    "empty lines": b"\n" * M,
    "separators": b"," * (M - 1) + b"x",
    "quotes": b'"' * M,
    "opened quotes": b'"",' * (M // 3),
    "odd quotes": b'"""b,' * (M // 5),
    "spaces and commas": b" ," * (M // 2 - 1) + b"x",
    "plus signs": b"name,requires\nA," + b"+" * 999_000,
    "digits": b"name,type,money\nA,Gem," + b"1" * 999_000,
    "not a letter": b"\xff" * M,
    "zeros": b"\x00" * M,
    "brackets": b"[" * M,
    "faults": b"name,type,money,copies\n" + b"1,1,1q,1z\n" * 1_999,
    "long lists": b"name,requires,bonus\n" + b'c,"' + b"99 x Weapon + " * 57 + b'",3M\n' * 1,
}


FULL = b"name,type,money,copies\n" + b"".join(
    b"Panda %d,Animal,3M,2\n" % n for n in range(CARDS_LIMIT)
)
"""As many cards as a deck has room for: what a sheet may cost is measured by this one."""


def work(data: bytes) -> float:
    """Seconds of the processor, and of nobody else's work, that reading takes."""
    began = process_time()
    read_sheet(data, "My deck")
    return process_time() - began


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_megabyte_is_refused_for_the_work_of_a_few_full_sheets(name: str) -> None:
    hostile = HOSTILE[name][:M]

    assert isinstance(read_sheet(hostile, "My deck"), Refused)
    assert any(work(hostile) <= 8 * work(FULL) for _ in range(5))


# --- our own sheets ---


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "'=1", "''+", "", "'", "''"])
def test_a_formula_is_guarded_and_comes_back(text: str) -> None:
    assert guarded(text)[:1] == "'"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x\t@a", "x\t'@a"),
        ("x,-1", "x,'-1"),
        ("x\n+1", "x\n'+1"),
        ('x;"=1"', 'x;\'"=1"'),
        ("x;'=1", "x;''=1"),
        (";;＝1", ";;'＝1"),
        ("＝1;=2", "'＝1;'=2"),
    ],
)
def test_a_formula_behind_another_separator_is_guarded_and_comes_back(
    text: str, written: str
) -> None:
    assert guarded(text) == written
    assert unguarded(written) == text


@pytest.mark.parametrize("text", ["Panda", "'Tis", "a=b", " =1", "a; b", "a, -b", "x;'Tis"])
def test_other_texts_are_left_as_they_are(text: str) -> None:
    assert (guarded(text), unguarded(text)) == (text, text)


def test_a_card_without_letters_of_ours_has_an_id_too() -> None:
    assert (slug("Ünïted & Sons!"), slug("龍"), slug("龍", "deck")) == (
        "united-sons",
        "card",
        "deck",
    )
    assert new_slug("A", {"a", "a-2"}) == "a-3"


def test_columns_are_named_as_spreadsheets_do() -> None:
    assert [column_letter(place) for place in (0, 25, 26, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
    ]


# --- other cards for a deck ---


def test_replacing_cards_keeps_what_a_sheet_cannot_say() -> None:
    asset = "asset:" + "ab" * 32
    data = changed(starter(), hand_size=6, type_marks={"Animal": {"colour": "teal", "icon": "cat"}})
    for card in data["cards"]:
        card["picture"] = asset
    before = read_deck(data)
    assert isinstance(before, Deck)
    burglar = next(card for card in before.cards if isinstance(card, InsiderCard))
    sheet = deck(
        "kind,name,type,money,effect\nitem,Panda,Animal,2M,\nitem,Fox,Animal,1M,\n"
        f'insider,{burglar.name},,,"{burglar.effect_text}"\n'
    )
    after = with_cards_of(before, sheet, about_deck=False)
    assert (after.id, after.name, after.note) == (before.id, before.name, before.note)
    assert (after.hand_size, after.item_types) == (6, ("Animal",))
    assert after.type_marks == before.type_marks
    assert [card.picture for card in after.cards] == [asset, None, asset]
    kept = after.cards[2]
    assert isinstance(kept, InsiderCard)
    assert kept.effect == burglar.effect
    told = with_cards_of(before, sheet, about_deck=True)
    assert (told.id, told.name, told.hand_size, told.type_marks) == (before.id, before.name, 5, {})


def test_an_insider_with_new_words_loses_the_old_steps() -> None:
    before = read_deck(starter())
    assert isinstance(before, Deck)
    name = next(card.name for card in before.cards if isinstance(card, InsiderCard))
    sheet = deck(f"kind,name,effect\ninsider,{name},Something else.\n")
    card = with_cards_of(before, sheet, about_deck=False).cards[0]
    assert isinstance(card, InsiderCard)
    assert card.effect is None
