"""Names: what is cleaned, what is refused, and which two are one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import clean_name, letter_count, look_alike_key, name_key

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Lena ", "Ana Lena"),
        ("Ana\tLena\nB", "Ana Lena B"),
        ("\u202eanA\u202c", "anA"),
        ("\u2066Ana\u2069", "Ana"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("An\u00ada", "Ana"),
        ("a\u200db", "ab"),
        ("\u200dAna", "Ana"),
        ("A\u0007na", "Ana"),
        ("A\ud800na", "Ana"),
        ("\u3164Ana\u2800", "Ana"),
        ("Zoe\u0301", "Zoé"),
        ("Z" + "\u0301" * 9, "Z\u0301\u0301\u0301\u0301".replace("Z\u0301", "Ź", 1)),
        ("\u0301Ana", "Ana"),
        ("Ana \u0301B", "Ana B"),
        (FAMILY, FAMILY),
        (THUMB + "\u200d", THUMB),
        ("\U0001f3fd\u200d\U0001f469", "\U0001f3fd\U0001f469"),
        ("❤️ Ana", "❤️ Ana"),
        ("\ufe0fAna", "Ana"),
        ("Ж" * 24, "Ж" * 24),
        (FAMILY * 24, FAMILY * 24),
    ],
)
def test_a_name_is_cleaned_of_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200b\u200d", "a" * 25, "é" * 25, "a" * 1001, None, 7, ["Ana"], FAMILY * 25],
)
def test_a_name_has_one_to_24_letters(typed: object) -> None:
    assert clean_name(typed) is None


@pytest.mark.parametrize(
    ("name", "count"),
    [("Ana", 3), ("Zoé", 3), (FAMILY, 1), (THUMB, 1), ("🇩🇪🇫🇷", 2), ("❤️", 1), ("", 0)],
)
def test_letters_count_as_people_count_them(name: str, count: int) -> None:
    assert letter_count(name) == count


def test_a_chain_of_joined_emoji_counts_by_its_length() -> None:
    chain = "\u200d".join(["\U0001f469"] * 60)
    assert letter_count(chain) == 12
    assert clean_name("\u200d".join(["\U0001f469"] * 150)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ANA"), ("Ａｎａ", "ana"), ("Straße", "STRASSE"), ("Zoe\u0301", "Zoé")],
)
def test_case_and_width_do_not_tell_names_apart(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_accents_tell_names_apart() -> None:
    assert name_key("Zoe") != name_key("Zoé")


@pytest.mark.parametrize(("one", "other"), [("Аna", "Ana"), ("Βen", "ben"), ("СLЕО", "Cleo")])
def test_letters_of_another_alphabet_look_alike(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)
    assert look_alike_key(one) == look_alike_key(other)


@given(st.text(max_size=40))
def test_a_cleaned_name_is_clean(typed: str) -> None:
    name = clean_name(typed)
    if name is not None:
        assert clean_name(name) == name
        assert name == name.strip()
        assert not any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in name)
