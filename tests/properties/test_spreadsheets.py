"""Sheets and decks: a round trip changes nothing, and no bytes make the reader fall over."""

from __future__ import annotations

import json
import re

from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Phrase, Refused
from companion.core.spreadsheets.cells import Row, rows_of
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.problems import CellProblem
from companion.core.spreadsheets.reading import read_sheet
from companion.core.spreadsheets.writing import write_sheet
from tests.properties.random_decks import decks

SIGNS = tuple("=+-@＝＋－＠")
STARTERS = (*SIGNS, "\t", "\r")
SEPARATORS = st.sampled_from([",", ";", "\t", "|"])
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])
WORDS = st.sampled_from(
    [b"kind", b"name", b"type", b"money", b"copies", b"requires", b"bonus", b"effect", b"deck",
     b"item", b"warehouse", b"insider", b"Weapon", b"3M", b"1,500", b"Total", b"sep=", b",", b";",
     b"\t", b"|", b"\n", b"\r", b'"', b"'", b"=", b" + ", b"\x00", b"\xff\xfe", b"\xe4", b"2x"]
)  # fmt: skip


@given(decks(), SEPARATORS, ENCODINGS)
def test_a_deck_comes_back_from_its_file_its_sheet_and_its_cells(
    deck: Deck, separator: str, encoding: str
) -> None:
    assert read_deck(json.loads(json.dumps(deck.to_json()))) == deck
    sheet = write_sheet(deck, separator)
    for data in (sheet, sheet.encode(encoding)):
        read = read_sheet(data, "another name")
        assert isinstance(read, Imported), read
        assert (read.deck, read.notes) == (deck, ())
    # No spreadsheet takes a cell for a formula.
    for row in rows_of(sheet.replace("\r\n", "\n"), separator):
        assert isinstance(row, Row)
        assert [cell for cell in row.cells if cell[:1] in STARTERS] == []
    # Nor does one that divides the file at another separator, as a German Excel does.
    others = ";,\t\r\n".replace(separator, "")
    for cell in re.split(f"[{others}]", sheet):
        assert cell.lstrip('"')[:1] not in SIGNS


@given(st.binary(max_size=400) | st.lists(WORDS, max_size=60).map(b"".join))
@example(b"")
@example(b"\xff\xfe")
def test_any_bytes_give_a_deck_or_problems(data: bytes) -> None:
    answer = read_sheet(data, "My deck")
    if isinstance(answer, Imported):
        assert read_deck(answer.deck.to_json()) == answer.deck
    else:
        assert isinstance(answer, Refused)
        problems = answer.fields["problems"]
        assert 1 <= len(problems) <= 20
        assert all(isinstance(each, CellProblem) for each in problems)
        assert all(isinstance(each.sentence(), Phrase) for each in problems)


@given(st.text(max_size=300))
def test_any_text_gives_a_deck_or_problems(text: str) -> None:
    assert isinstance(read_sheet(text, "My deck"), Imported | Refused)
    assert isinstance(read_sheet(f"name,type,money\n{text}", "My deck"), Imported | Refused)
