"""Old encodings are told apart by the words they make, goods by what stands beside them."""

from __future__ import annotations

import pytest

from companion.core.decks.model import ItemCard
from companion.core.spreadsheets.decoding import text_of
from tests.core.sheets import deck, notes

WORDS = (
    "Bär",
    "Öl",
    "Größe und Übermut",
    "schöne grüne Äpfel",
    "ÄRGER",
    "Épée forgée",
    "Bœuf à côté",
    "l’été français",
    "Señor Muñoz, ¿qué?",
    "caffè, perché, così",
    "“Bär” – nicht weit",
    "Preis 3 €",
    "Smørrebrød på Ærø",
)
WINDOWS_ONLY = ("Škoda", "l’or", "10–12", "€3", "wait…", "Tank™", "Ana’s “best”")


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman"])
def test_words_are_read_in_the_encoding_that_they_were_saved_in(words: str, encoding: str) -> None:
    sheet = f"name,type,money\n{words},Weapon,3M\n"

    assert text_of(sheet.encode(encoding)) == sheet.rstrip("\n")


@pytest.mark.parametrize("words", WINDOWS_ONLY)
def test_what_a_windows_program_saves_stays_what_it_is(words: str) -> None:
    assert text_of(words.encode("cp1252")) == words


def test_a_column_of_goods_is_the_type_where_no_other_column_is() -> None:
    cards = deck("name,type,money\nBär,Tier,3\nÖl,Ware,2\nGrüße,Ware,2\n").cards

    assert [card.item_type for card in cards if isinstance(card, ItemCard)] == [
        "Tier",
        "Ware",
        "Ware",
    ]


def test_goods_beside_a_column_of_types_are_the_kind() -> None:
    cards = deck("Typ,Name,Warentyp,Wert\nWare,Panda,Tier,3\nWare,Öl,Vorrat,2\n").cards

    assert [card.item_type for card in cards if isinstance(card, ItemCard)] == ["Tier", "Vorrat"]


def test_what_a_small_amount_was_read_as_is_said_in_money() -> None:
    assert notes("name,type,money\nPanda,Animal,3\n") == [
        "An amount like 3 was read as $3 Million, as cards print it."
    ]
    assert notes("name,type,money,currency\nPanda,Animal,3M,\n") == []
