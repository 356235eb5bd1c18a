"""Pasted Kingdoms: lines of names and links, whole or with what nobody knows."""

from __future__ import annotations

import pytest

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.pasting import read_pasted
from companion.core.outcome import Json
from tests.core.dominion.builders import seated

TEN = [
    "Village",
    "Smithy",
    "Market",
    "Moat",
    "Militia",
    "Festival",
    "Remodel",
    "Workshop",
    "King's Court",
    "Black Market",
]


def read(text: str) -> Json:
    """What was read; everything must be known."""
    pasted = read_pasted(text, catalogue())
    assert pasted.unknown == ()
    return pasted.event


@pytest.mark.parametrize(
    "text",
    [
        ", ".join(TEN),
        "\n".join(TEN),
        "; ".join(name.lower() for name in TEN) + ".",
        "\n".join(f"{number}. {name}" for number, name in enumerate(TEN, start=1)),
        "\n".join(f"- {name}" for name in TEN),
        ", ".join(name.replace("'", "’") for name in TEN),
    ],
)
def test_a_line_of_names(text: str) -> None:
    assert read(text) == {"event": "kingdom_chosen", "kingdom": TEN}


def test_landscapes_extras_and_basics_find_their_places() -> None:
    text = (
        "Young Witch, Wizards, Cellar (Bane), Way of the Mouse (Pawn), Obelisk (Young Witch), "
        "Alms, Rich (Wizards), Island Folk, Colony, Platinum, Hovel, Copper, The Sea's Gift"
    )

    assert read(text) == {
        "event": "kingdom_chosen",
        "kingdom": ["Young Witch", "Wizards"],
        "landscapes": ["Way of the Mouse", "Obelisk", "Alms", "Rich"],
        "boons": ["The Sea's Gift"],
        "traits": {"Rich": "Wizards"},
        "colony": True,
        "shelters": True,
        "bane": "Cellar",
        "mouse": "Pawn",
        "obelisk": "Young Witch",
        "ally": "Island Folk",
    }


def test_a_labelled_bane() -> None:
    assert read("Young Witch, Bane: Cellar")["bane"] == "Cellar"


def test_a_member_and_its_pile_are_one() -> None:
    assert read("Sir Martin, Knights, Catapult/Rocks")["kingdom"] == ["Knights", "Catapult/Rocks"]


def test_a_link_of_the_randomizer() -> None:
    link = (
        "https://dominionrandomizer.com/?lang=en&supply=coven,youngwitch,gatekeeper,ferryman,"
        "huntinglodge,livery,mastermind,paddock,catapultrocks,kingscourt&bane=hamlet"
        "&ferryman=village&events=populate&landmarks=obelisk(coven)&ways=wayofthemouse(menagerie)"
        "&traits=rich%28livery%29&colonies=1&shelters=0"
    )

    assert read(link) == {
        "event": "kingdom_chosen",
        "kingdom": [
            "Coven",
            "Young Witch",
            "Gatekeeper",
            "Ferryman",
            "Hunting Lodge",
            "Livery",
            "Mastermind",
            "Paddock",
            "Catapult/Rocks",
            "King's Court",
        ],
        "landscapes": ["Populate", "Obelisk", "Way of the Mouse", "Rich"],
        "traits": {"Rich": "Livery"},
        "colony": True,
        "shelters": False,
        "bane": "Hamlet",
        "ferryman": "Village",
        "obelisk": "Coven",
        "mouse": "Menagerie",
    }


def test_what_was_read_can_be_recorded() -> None:
    event = read(", ".join(TEN))
    at = seated().logs(event.pop("event"), **event)

    assert at.shown["deck_needed"] is True


def test_unknown_names_come_with_the_nearest() -> None:
    pasted = read_pasted("Village, Labratory, §§§§ (Bane)", catalogue())

    assert pasted.event["kingdom"] == ["Village"]
    assert [(each.text, each.nearest) for each in pasted.unknown] == [
        ("Labratory", "Laboratory"),
        ("§§§§", None),
    ]


def test_brackets_that_mean_nothing_are_passed_over() -> None:
    names = read("Village (Base), Smithy [2nd], Moat (Mine)")["kingdom"]

    assert names == ["Village", "Smithy", "Moat"]


@pytest.mark.parametrize("text", ["", " , ,\n", "?supply="])
def test_nothing_is_nothing(text: str) -> None:
    assert read(text)["kingdom"] == []
