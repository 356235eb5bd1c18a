"""Files as people really have them: imported right, or refused with row, column and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.decks.model import Card, InsiderCard, ItemCard
from companion.core.decks.reading import read_deck
from companion.core.outcome import Refused
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.reading import read_sheet
from tests.core.builders import said, starter

FILES = Path(__file__).parent / "spreadsheets"
FOUR_KINDS = (
    "2 × item Panda: Animal 3000000 | Très calme.",
    "1 × item Crates, large; heavy: Weapon 1500000",
    '1 × insider Thief: Say "thanks"; then draw.',
    "1 × warehouse Zoo: Animal + Weapon 2000000",
)
"""The same four cards, as ten programs save them."""
SAVED_ALIKE = (
    "all_quoted.csv",
    "bom.csv",
    "comma.csv",
    "excel_sep_line.csv",
    "old_mac.csv",
    "pipe.csv",
    "semicolon.csv",
    "tab.tsv",
    "utf16_be.csv",
    "utf16_be_bom.tsv",
    "utf16_le.csv",
    "utf16_le_bom.tsv",
    "windows_1252.csv",
)
READ: dict[str, tuple[str, ...]] = {
    "any_order_extra_columns.csv": (
        "2 × item Panda: Animal 3000000",
        "1 × item AK-47: Weapon 1000000",
        "# Pictures were left out. Add them to the deck later.",
        "# These columns were left out: #, Artist and Notes.",
    ),
    "decimal_comma_resolves.csv": (
        "1 × item A: Weapon 3500000",
        "1 × item B: Weapon 1125000",
        "1 × item C: Weapon 2000000",
    ),
    "dutch.csv": (
        "2 × item Panda: Dier 3000000",
        "1 × item Zwaard: Wapen 1000000",
        "# in €",
    ),
    "empty_lines_and_total.csv": (
        "2 × item Panda: Animal 3000000",
        "1 × item Tank: Weapon 1000000",
        "# Row 8 with the total was left out.",
    ),
    "french.csv": (
        "2 × item Panda: Animal 3000000",
        "1 × item Épée: Arme 1000000",
        "1 × warehouse Entrepôt du port: Animal + Arme 2000000",
        "1 × insider Voleuse: Piochez une carte.",
        "# in €",
    ),
    "german_excel.csv": (
        "2 × item Bärenfell: Tier 3500000 | Kratzt ein bißchen",
        "1 × insider Späher: Sieh dir eine Karte an.",
        "1 × warehouse Hafenlager: Tier + Waffe 2000000",
        "1 × item Säbel: Waffe 1000000",
        "# in €",
        "# An amount like 3 was read as $3 Million, as cards print it.",
    ),
    "guarded_formulas.csv": (
        "1 × item =SUM(A1): Weapon 1000000",
        "1 × item @home: Weapon 2000000",
        "1 × item 'Tis the Season: Animal 1000000",
    ),
    "italian.csv": (
        "2 × item Panda: Animale 3000000",
        "1 × item Spada: Arma 1000000",
    ),
    "kind_in_type_column.csv": (
        "1 × item Panda: Animal 3000000",
        "1 × warehouse Zoo: Animal + Animal 1000000",
        "1 × insider Thief: Draw two.",
    ),
    "kind_told_by_cells.csv": (
        "1 × item Panda: Animal 3000000",
        "1 × warehouse Zoo: Animal + Animal 1000000",
        "1 × insider Thief: Draw two.",
    ),
    "line_breaks_in_cells.csv": ('1 × insider Two\nlines: First this.\n\nThen that, "quickly".',),
    "money_in_many_words.csv": (
        "1 × item A: Weapon 3000000",
        "1 × item B: Weapon 3000000",
        "1 × item C: Weapon 3000000",
        "1 × item D: Weapon 3000000",
        "1 × item E: Weapon 3000000",
        "1 × item F: Weapon 3000000",
        "1 × item G: Weapon 3000000",
        "1 × item H: Weapon 3000000",
        "1 × item I: Weapon 500000",
    ),
    "no_headings.tsv": (
        "2 × item Panda: Animal 3000000",
        "1 × item Tank: Weapon 1000000",
    ),
    "plain_figures.csv": (
        "1 × item A: Weapon 1000000",
        "1 × item B: Weapon 2500000",
        "1 × item C: Animal 5000000",
        "# An amount like 3 was read as $3 Million, as cards print it.",
    ),
    "raw_quotes_pasted.tsv": (
        '1 × item "Big" Joe\'s 12" pipe: Weapon 1000000',
        '1 × item Joe "the cat": Animal 2000000',
    ),
    "same_card_on_several_rows.csv": (
        "3 × item Panda: Animal 3000000",
        "1 × item Tank: Weapon 1000000",
    ),
    "sections.csv": (
        "1 × item Panda: Animal 3000000",
        "1 × warehouse Zoo: Animal 1000000",
        "1 × insider Thief: Draw two.",
    ),
    "several_requires_columns.csv": (
        "1 × item Gem: Top Secret 1000000",
        "1 × warehouse Vault: Top Secret + Weapon + Top Secret 2000000",
    ),
    "spanish.csv": (
        "2 × item Panda: Animal 3000000",
        "1 × item Espada: Arma 1000000",
        "1 × warehouse Muelle: Animal + Arma 2000000",
    ),
    "thousands_commas.csv": (
        "1 × item A: Weapon 1000000",
        "1 × item B: Weapon 2500000",
        "1 × item C: Weapon 750000",
    ),
    "thousands_dots.csv": (
        "1 × item A: Weapon 1000000",
        "1 × item B: Weapon 2500000",
        "1 × item C: Weapon 750000",
    ),
    "thousands_spaces.csv": (
        "1 × item A: Weapon 1000000",
        "1 × item B: Weapon 2500000",
        "1 × item C: Weapon 750000",
    ),
    "title_above.csv": (
        "2 × item Panda: Animal 3000000",
        "# called Night Market",
    ),
}
"""Cards; then currency and name where they are not the usual ones, and remarks."""
REFUSED: dict[str, tuple[tuple[int | None, str | None, str], ...]] = {
    "ambiguous_amount.csv": (
        (2, "money", "Is this 1500 or 1.5? Write it without the mark."),
        (3, "money", "Is this 2000 or 2? Write it without the mark."),
    ),
    "comma_without_quotes.csv": (
        (2, None, "There are more cells than headings. Put quotes around texts."),
    ),
    "copies_beyond_sixty.csv": (
        (3, None, "With the rows above this makes 61 copies. Use at most 60."),
    ),
    "damaged_utf8.csv": ((5, "name", "A letter could not be read. Save the file as UTF-8."),),
    "excel.xlsx": (
        (None, None, "This is a spreadsheet file. Save it as CSV, or paste the cells."),
    ),
    "formulas.csv": (
        (2, "money", "This is a formula. Paste its value instead."),
        (3, "money", "The spreadsheet shows an error here. Write the amount."),
        (3, "copies", "=1+1 is no whole number. Write one, as in 2."),
    ),
    "headings_missing.csv": (
        (1, None, "No headings here. Add a row above: kind, name, type, money, copies."),
    ),
    "libreoffice.ods": (
        (None, None, "This is a spreadsheet file. Save it as CSV, or paste the cells."),
    ),
    "many_faults.csv": (
        (2, "kind", "spell is no kind. Write item, insider or warehouse."),
        (3, "name", "Fill in the card’s name."),
        (4, "type", "Fill in the item’s type."),
        (5, "money", "-3M is below zero. Write 0 or more."),
        (6, "money", "Fill in an amount, as in 3M or 3000000."),
        (7, "copies", "Copies go from 1 to 60. Remove the row for none."),
        (8, "copies", "two is no whole number. Write one, as in 2."),
        (9, "requires", "List the item types it asks for, as in Weapon + Animal."),
        (10, "bonus", "Fill in an amount, as in 3M or 3000000."),
        (11, "effect", "Fill in what the Insider does."),
        (12, "effect", "An item has no effect. Move it to flavour."),
        (13, None, "Is this an item, insider or warehouse? Add a kind."),
        (14, "money", "5000M is more than 999 Million. Write a smaller amount."),
    ),
    "mixed_small_and_large.csv": (
        (2, "money", "3 is unclear among large numbers. Write 3M or 3000000."),
    ),
    "name_missing.csv": ((1, None, "No column is called “name”. Add one."),),
    "nul_bytes.csv": ((2, "name", "This holds an invisible character. Type it again."),),
    "old_excel.xls": (
        (None, None, "This is a spreadsheet file. Save it as CSV, or paste the cells."),
    ),
    "only_headings.csv": ((None, None, "There are no cards below the headings."),),
    "packed.zip": ((None, None, "This file is packed. Unpack it and choose the CSV inside."),),
    "picture.png": ((None, None, "This is a picture. Save the cards as CSV, or paste the cells."),),
    "quote_never_closed.csv": (
        (2, "A", "This quote mark is never closed. Close it or remove it."),
    ),
    "same_heading_twice.csv": ((1, "price", "This column and money mean the same. Remove one."),),
    "sheet.pdf": ((None, None, "This is a PDF. Save the cards as CSV, or paste the cells."),),
    "two_currencies.csv": ((3, "money", "$ here, € above. Use one currency."),),
    "web_page.xls": (
        (None, None, "This is a web page or XML. Save it as CSV, or paste the cells."),
    ),
}
"""Row, column and sentence of every problem."""


def told(card: Card) -> str:
    """A card in one line."""
    if isinstance(card, ItemCard):
        about = f"{card.item_type} {card.money}"
    elif isinstance(card, InsiderCard):
        about = card.effect_text
    else:
        about = f"{' + '.join(card.requires)} {card.bonus}"
    flavour = f" | {card.flavour}" if card.flavour else ""
    return f"{card.count} × {card.kind} {card.name}: {about}{flavour}"


def imported(name: str) -> Imported:
    read = read_sheet((FILES / name).read_bytes(), "Named")
    assert isinstance(read, Imported), [said(p.sentence()) for p in read.fields["problems"]]
    return read


@pytest.mark.parametrize("name", SAVED_ALIKE)
def test_the_same_cards_come_out_of_every_way_to_save_them(name: str) -> None:
    read = imported(name)
    assert tuple(map(told, read.deck.cards)) == FOUR_KINDS
    assert (read.deck.item_types, read.notes) == (("Animal", "Weapon"), ())


@pytest.mark.parametrize("name", READ)
def test_a_sheet_is_read_as_its_people_meant_it(name: str) -> None:
    read = imported(name)
    lines = [told(card) for card in read.deck.cards]
    lines += [f"# in {read.deck.currency}"] if read.deck.currency != "$" else []
    lines += [f"# called {read.deck.name}"] if read.deck.name != "Named" else []
    lines += [f"# {said(each)}" for each in read.notes]
    assert tuple(lines) == READ[name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_with_row_column_and_remedy(name: str) -> None:
    read = read_sheet((FILES / name).read_bytes(), "Named")
    assert isinstance(read, Refused)
    problems = tuple((p.row, p.column, said(p.phrase)) for p in read.fields["problems"])
    assert problems == REFUSED[name]


def test_our_own_sheet_comes_back_from_another_countrys_spreadsheet() -> None:
    assert imported("our_own_saved_by_german_excel.csv").deck == read_deck(starter())


def test_every_file_is_in_a_table() -> None:
    known = {*SAVED_ALIKE, *READ, *REFUSED, "our_own_saved_by_german_excel.csv"}
    assert {file.name for file in FILES.iterdir()} == known
