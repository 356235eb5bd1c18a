"""Every pile with consequences, alone in the deck, brings what the data file says; no other does.

The mapping of the data file's words to entries is written here a second time, as a table of the
words themselves, so that a slip in the product's mapping is noticed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.core.games.dominion_black_market import setup
from companion.core.games.dominion_black_market.state import BlackMarketDeck, Kingdom, Player, State
from tests.core.dominion.builders import KINGDOM

DATA = json.loads(
    (Path(__file__).parents[3] / "companion/data/dominion_setup_consequences.json").read_text(
        "utf-8"
    )
)
BOONS = [("non_supply", "Boons", 12), ("non_supply", "Will-o'-Wisp", 12)]
HEXES = [
    ("non_supply", "Hexes", 12),
    ("state", "Deluded/Envious", None),
    ("state", "Miserable/Twice Miserable", None),
]
FAVORS = [("ally", "Ally", 1), ("player_start", "Favors", 1)]
OMEN = [("prophecy", "Prophecy", 1), ("tokens", "Sun tokens", {2: 5, 3: 8, 4: 10, 5: 12, 6: 13})]
BY_START = {
    ("supply_pile", "Potion pile"): [("supply_pile", "Potion", 16)],
    ("supply_pile", "Ruins pile"): [("supply_pile", "Ruins", {2: 10, 3: 20, 4: 30, 5: 40, 6: 50})],
    ("extra_supply_pile", "Bane"): [("extra_supply_pile", "Bane", None)],
    ("extra_nonsupply_pile", "extra"): [("extra_nonsupply_pile", "Ferryman", None)],
    ("set_aside", "one unused"): [("set_aside", "Riverboat", None)],
    ("non_supply", "Spoils"): [("non_supply", "Spoils", 15)],
    ("non_supply", "12 Boons"): BOONS,
    ("non_supply", "12 Hexes"): HEXES,
    ("non_supply", "Horse"): [("non_supply", "Horse", 30)],
    ("non_supply", "shuffled Loot"): [("non_supply", "Loot", 30)],
    ("non_supply", "Imp pile"): [("non_supply", "Imp", 13)],
    ("non_supply", "Imp, Ghost"): [
        ("non_supply", "Imp", 13),
        ("non_supply", "Ghost", 6),
        ("non_supply", "Will-o'-Wisp", 12),
    ],
    ("non_supply", "Ghost pile"): [("non_supply", "Ghost", 6)],
    ("non_supply", "Wish pile"): [("non_supply", "Wish", 12)],
    ("non_supply", "5 Prizes"): [("non_supply", "Prizes", 5)],
    ("non_supply", "6 Rewards"): [("non_supply", "Rewards", {2: 6, 3: 12, 4: 12, 5: 12, 6: 12})],
    ("non_supply", "Mercenary"): [("non_supply", "Mercenary", 10)],
    ("trash", "3 Zombies"): [("trash", "Zombies", 3)],
    ("boons", "3 Boons"): [("boons", "Boons set aside", 3)],
    ("state", "Lost"): [("state", "Lost in the Woods", None)],
    ("ally", "deal"): FAVORS,
    ("prophecy", "deal"): OMEN,
    ("tokens", "a Coin token"): [("tokens", "Trade Route", 3)],
    ("player_start", "each player starts with 1 Coffers"): [("player_start", "Coffers", 1)],
    ("player_start", "each player gets +4 Favors"): [("player_start", "Favors", 5)],
    ("artifact", "set out Horn"): [("artifact", "Horn", None), ("artifact", "Lantern", None)],
    ("artifact", "set out Flag"): [("artifact", "Flag", None)],
    ("artifact", "set out Key"): [("artifact", "Key", None)],
    ("artifact", "set out Treasure"): [("artifact", "Treasure Chest", None)],
    ("physical", "own card back"): [("physical", "own back", None)],
    ("material", "none"): [],
}
"""(kind, how the words begin) → what the checklist says, for each number of players."""
MEMBER_ENTRIES = {
    "Emporium": [("material", "VP tokens", None)],
    "Plunder": [("material", "VP tokens", None)],
    "Crumbling Castle": [("material", "VP tokens", None)],
    "Grand Castle": [("material", "VP tokens", None)],
    "Fortune": [("material", "Debt tokens", None)],
    "Student": FAVORS,
}


def table_with(card: str, players: int = 2, hermit: str = "current") -> State:
    """A table that plays with only that card in the deck."""
    seats = tuple(Player(name, number) for number, name in enumerate("ABCDEF"[:players], start=1))
    return State(
        hermit=hermit,
        players=seats,
        kingdom=Kingdom(KINGDOM),
        deck=BlackMarketDeck(cards=(card,)),
    )


def brought(name: str, players: int = 2) -> set[tuple[str, str, int | None]]:
    """What the product says that card brings."""
    found = setup.entries(table_with(name, players))
    assert len({(entry.kind, entry.what) for entry in found}) == len(found)
    return {(entry.kind, entry.what, entry.count) for entry in found}


def expected(name: str, players: int) -> set[tuple[str, str, int | None]]:
    """What the data file says that card brings, once each."""
    entries: set[tuple[str, str, int | None]] = set()
    for item in DATA["table"][name]["items"]:
        if item["effective_if_only_in_bm"] is not True:
            continue
        entries |= {
            (kind, what, count[players] if isinstance(count, dict) else count)
            for kind, what, count in mapped(name, item["kind"], item["what"])
        }
    if any(item["what"].startswith("each player gets +4") for item in DATA["table"][name]["items"]):
        entries.discard(("player_start", "Favors", 1))
    return entries


def mapped(name: str, kind: str, what: str) -> list:
    """The entries of one item, by how its words begin."""
    for (kind_wanted, start), entries in BY_START.items():
        if kind == kind_wanted and what.startswith(start):
            return entries
    if kind == "heirloom":
        return [
            ("heirloom", what.removeprefix("each player replaces one starting Copper by "), None)
        ]
    if kind == "game_rule":
        return [("game_rule", name, None)]
    assert kind == "material", (name, kind, what)
    return [("material", what.partition(" (")[0], None)]


PILES = sorted(
    name for name, row in DATA["table"].items() if row["items"][0]["kind"] != "mixed_pile"
)
MIXED = sorted(set(DATA["table"]) - set(PILES))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_each_pile_alone_in_the_deck_brings_what_the_data_file_says(players: int) -> None:
    """Rules 3.1, 3.4 and 3.5, for all of the piles that have consequences."""
    found = {name: brought(name, players) for name in PILES}

    assert found == {name: expected(name, players) for name in PILES}


def test_the_cause_is_named() -> None:
    named = {name: {each.causes for each in setup.entries(table_with(name))} for name in PILES}
    bring = [name for name, causes in named.items() if causes]

    assert len(bring) > len(PILES) // 2
    assert {name: named[name] for name in bring} == {name: {(name,)} for name in bring}


def test_one_card_of_a_mixed_pile_brings_its_own_and_no_pile() -> None:
    """Rule 3.4: no pile set-up of its own, for each card of the fourteen."""
    members = [each for name in MIXED for each in setup.catalogue().card(name).members]

    assert len(MIXED) == 14
    assert {name: brought(name) for name in members} == {
        name: set(MEMBER_ENTRIES.get(name, [])) for name in members
    }


def test_every_other_pile_adds_nothing() -> None:
    names = DATA["no_consequence"]

    assert [name for name in names if brought(name)] == []
    assert [name for name in names if setup.leak(table_with(name), name)] == []


def test_the_piles_of_the_data_file_are_all_there_are() -> None:
    assert len(DATA["table"]) == 166
    assert len(DATA["no_consequence"]) == 332
    assert {*DATA["table"], *DATA["no_consequence"]} == {
        pile.name for pile in setup.catalogue().kingdom_piles
    }


def test_hermit_with_the_old_wording_brings_madmen() -> None:
    (entry,) = setup.entries(table_with("Hermit", hermit="old"))

    assert (entry.kind, entry.what, entry.count) == ("non_supply", "Madman", 10)


def test_the_strongest_level_of_the_data_file_is_what_a_card_leaks() -> None:
    """Rule 3.8 with nothing outside the deck."""
    strongest = {}
    for name in PILES:
        levels = {
            item["leak"]
            for item in DATA["table"][name]["items"]
            if item["effective_if_only_in_bm"] is True
        }
        ranked = ("unique", "class", "physical")
        strongest[name] = next((level for level in ranked if level in levels), None)

    assert {name: setup.leak(table_with(name), name) for name in PILES} == strongest
