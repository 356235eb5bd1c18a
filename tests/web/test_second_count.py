"""A pile that a second phone counted to the same says so on the result, in both games."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.dominion_stand import a_market
from tests.web.table_stand import Phone


def counted_piles(app: Flask, *counts: tuple[str, str, int]) -> str:
    """The result of a table that only counts: (who taps, whose pile, how many of $5 Million)."""
    phones = {"Ana": Phone(app).start("Ana", track="scores")}
    phones["Ben"] = Phone(app, phones["Ana"].code).sit("Ben")
    for tapper, player, fives in counts:
        pile = {"player": player, "items": {"5000000": fives}, "bonuses": []}
        phones[tapper].log("pile_counted", anyway=True, **pile)
    return phones["Ana"].client.get(f"{phones['Ana'].home}/result").text


def counted_cards(app: Flask, *counts: tuple[str, str, int]) -> str:
    """The result of a called market: (who taps, whose cards, how many Provinces)."""
    phones = a_market(app, "cards")
    phones["Ana"].log("game_called", anyway=True)
    for tapper, player, provinces in counts:
        cards = {"player": player, "cards": {"Province": provinces}}
        phones[tapper].log("pile_counted", anyway=True, **cards)
    return phones["Ana"].client.get(f"{phones['Ana'].home}/result").text


def test_second_phone_confirms_a_pile(app: Flask) -> None:
    page = counted_piles(app, ("Ana", "Ana", 2), ("Ben", "Ben", 1), ("Ben", "Ana", 2))

    assert "Ben counted Ana’s pile too: $10 Million." in page


def test_who_counts_for_somebody_else_alone_confirms_nothing(app: Flask) -> None:
    page = counted_piles(app, ("Ana", "Ana", 2), ("Ana", "Ben", 1))

    assert "pile too" not in page


def test_second_phone_confirms_cards(app: Flask) -> None:
    page = counted_cards(app, ("Ana", "Ana", 4), ("Ben", "Ben", 3), ("Ben", "Ana", 4))

    assert "Ben counted Ana’s cards too: 24." in page


@pytest.mark.parametrize(
    "counts",
    [
        (("Ana", "Ana", 4), ("Ana", "Ana", 4)),
        (("Ben", "Ana", 4), ("Ben", "Ben", 3)),
        (("Ana", "Ana", 4), ("Ben", "Ana", 3)),
    ],
    ids=["the same phone twice", "one phone for all", "another figure"],
)
def test_nothing_else_confirms_cards(app: Flask, counts: tuple[tuple[str, str, int], ...]) -> None:
    assert "cards too" not in counted_cards(app, *counts)


def test_count_that_was_taken_back_confirms_nothing(app: Flask) -> None:
    phones = a_market(app, "cards")
    phones["Ana"].log("game_called", anyway=True)
    for tapper in ("Ana", "Ben"):
        phones[tapper].log("pile_counted", player="Ana", cards={"Province": 4}, anyway=True)
    phones["Ben"].log("taken_back", number=phones["Ben"].version())

    page = phones["Ana"].client.get(f"{phones['Ana'].home}/result").text

    assert "cards too" not in page
