"""A stored deck is read once for each revision; a damaged body is never taken for a known one."""

from __future__ import annotations

import pytest

from companion.core.decks.model import Deck
from companion.services.answers import NotRecorded
from companion.services.decks import revisions as known_decks
from companion.services.decks.revisions import Revisions
from companion.services.tables.chain import canonical, sha256
from tests.core.builders import changed, starter


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the decks that were read, in order."""
    names: list[str] = []
    real = known_decks.read_deck

    def reading(data: object) -> object:
        deck = real(data)
        names.append(deck.name if isinstance(deck, Deck) else "")
        return deck

    monkeypatch.setattr(known_decks, "read_deck", reading)
    return names


def body(name: str) -> str:
    return canonical(changed(starter(), name=name))


def test_a_revision_is_read_once(read: list[str]) -> None:
    known, text = Revisions(), body("Quay")

    decks = [known.read(text, sha256(text)) for _ in range(3)]

    assert read == ["Quay"]
    assert decks[0] is decks[1] is decks[2]


def test_a_damaged_body_of_a_known_revision_is_found(read: list[str]) -> None:
    known, text = Revisions(), body("Quay")
    known.read(text, sha256(text))

    damaged = known.read(text.replace("Quay", "Quaz"), sha256(text))

    assert isinstance(damaged, NotRecorded)
    assert damaged.status == 503


def test_the_decks_used_last_stay_within_the_bytes(read: list[str]) -> None:
    bodies = {name: body(name) for name in ("one", "two", "six")}
    known = Revisions(most_bytes=2 * len(bodies["one"]))

    for name in ("one", "two", "one", "six", "one", "two"):
        known.read(bodies[name], sha256(bodies[name]))

    assert read == ["one", "two", "six", "two"]
