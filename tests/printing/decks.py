"""Decks for the print tests: small ones, and one whose every text is hostile."""

from __future__ import annotations

from typing import Any

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck

LONG_NAME = "The Extraordinarily Well-Connected Harbourmaster of Ostend"
LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung"
FULL_TEXT = ("Move one item from any warehouse to any other, then draw. " * 8)[:400]
CJK, ARABIC, EMOJI = "龍の宝箱", "صندوق الكنز", "Duck 🦆 of doom 🔥"
HEBREW, HINDI = "שומר הלילה", "क्षेत्र का राजा"
THAI = "ไทย"
VIETNAMESE, GREEK, CYRILLIC = "Kho báu của rồng", "Θησαυρός", "Сокровище"


def deck_of(*cards: dict[str, Any], **fields: Any) -> Deck:
    """A deck with these cards; each gets an id and a count of 1 unless it brings its own."""
    data: dict[str, Any] = {
        "schema": "backroom-deck/1",
        "game": "black_market_warehouse",
        "id": "test-deck",
        "name": "Test deck",
        "item_types": ["Weapon", "Animal"],
        "currency": "$",
        "money_unit": 1_000_000,
        "hand_size": 5,
        "hand_limit": 5,
        "cards": [{"id": f"card-{n}", "count": 1, **card} for n, card in enumerate(cards)],
        **fields,
    }
    deck = read_deck(data)
    assert isinstance(deck, Deck), deck
    return deck


def item(name: str = "Panda", **fields: Any) -> dict[str, Any]:
    """An item card."""
    return {"kind": "item", "name": name, "item_type": "Animal", "money": 4_000_000, **fields}


def insider(effect_text: str, name: str = "Cat Burglar", **fields: Any) -> dict[str, Any]:
    """An Insider card."""
    return {"kind": "insider", "name": name, "effect_text": effect_text, **fields}


def warehouse(requires: list[str], name: str = "Shed", **fields: Any) -> dict[str, Any]:
    """A Warehouse card."""
    return {"kind": "warehouse", "name": name, "requires": requires, "bonus": 2_000_000, **fields}


def hostile_deck() -> Deck:
    """Longest names, foreign alphabets, 400 characters, twelve slots, odd money."""
    types = ["Weapon", "Contraband of Note Heavy", "龍"]
    return deck_of(
        item(LONG_NAME, item_type="Weapon", flavour=FULL_TEXT),
        item(LONG_WORD[:60], item_type="Contraband of Note Heavy"),
        item("W" * 60, item_type="龍", money=999_000_000),
        item(CJK, item_type="Weapon", flavour="Ein Schatz."),
        item(ARABIC, item_type="Weapon", flavour=ARABIC),
        item(EMOJI, item_type="Weapon", money=1_234_567),
        item(VIETNAMESE, item_type="Weapon", flavour=GREEK),
        item("Zażółć gęślą jaźń", item_type="Weapon", flavour="e\u0301a\u0308"),
        insider(FULL_TEXT, LONG_NAME, flavour=FULL_TEXT),
        insider("W" * 400),
        insider(f"{CYRILLIC} {GREEK} {VIETNAMESE}", "Ђорђе", flavour="Naïve façade"),
        insider("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve"),
        insider(f"{HEBREW}: **{HEBREW}** {{Weapon}} *{HEBREW}*!", HEBREW, flavour=HINDI),
        insider(f"{HINDI} **{HINDI}** {{coin}}", HINDI, flavour=f"{ARABIC} {ARABIC} {ARABIC}"),
        insider(
            "**" + FULL_TEXT[:200] + "** *" + FULL_TEXT[:180] + "*", "q\u0303 x\u0323\u0302 1\u0308"
        ),
        insider(
            "👩\u200d🚀 and 👨\u200d👩\u200d👧 met ☎\ufe0f.",
            "می\u200cخواهم",
            flavour="x\u0305 * ** {no}",
        ),
        warehouse(["Contraband of Note Heavy"] * 12, LONG_NAME, flavour=FULL_TEXT),
        warehouse(["龍", "Weapon"], "Łódź", bonus=999_000_000),
        item_types=types,
        name="A deck whose name is as long as sixty letters can make it!!",
        currency="Dubloons",
    )
