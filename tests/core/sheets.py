"""What the tests of sheets share: a sheet's deck, its problems and its notes in words."""

from __future__ import annotations

from companion.core.decks.model import Deck
from companion.core.outcome import Refused
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.reading import read_sheet
from tests.core.builders import said

M = 1_000_000
HEAD = "kind,name,type,money,copies,requires,bonus,effect,flavour,id,effect steps,picture\n"


def problems(text: str | bytes) -> list[str]:
    read = read_sheet(text, "My deck")
    assert isinstance(read, Refused), read
    assert read.phrase == read.fields["problems"][0].sentence()
    return [said(each.sentence()) for each in read.fields["problems"]]


def deck(text: str | bytes) -> Deck:
    read = read_sheet(text, "My deck")
    assert isinstance(read, Imported), problems(text)
    return read.deck


def notes(text: str) -> list[str]:
    read = read_sheet(text, "My deck")
    assert isinstance(read, Imported)
    return [said(each) for each in read.notes]
