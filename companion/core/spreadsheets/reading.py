"""Reads a deck from the bytes of a spreadsheet, or from cells that somebody pasted."""

from __future__ import annotations

from companion.core.decks.model import PROBLEMS_LIMIT
from companion.core.outcome import Phrase, Refused
from companion.core.spreadsheets.cells import Row, rows_of, stated_separator
from companion.core.spreadsheets.deck_from_rows import Imported, read_rows
from companion.core.spreadsheets.decoding import text_of
from companion.core.spreadsheets.headings import headings_of, separator_of
from companion.core.spreadsheets.problems import CellProblem, bad_cards


def read_sheet(data: bytes | str, deck_name: str) -> Imported | Refused:
    """A deck from the bytes of a CSV or TSV file, or from pasted cells.

    `deck_name` is the deck's name when the sheet states none. Refused as `bad_cards`: the phrase
    is the first problem, `fields["problems"]` holds at most twenty CellProblem with row, column
    and remedy. Nothing is half read, nothing raises, and a hostile megabyte is refused for the
    work of at most eight sheets of 500 cards.
    """
    text = text_of(data)
    if isinstance(text, Phrase):
        return bad_cards([CellProblem(text)], PROBLEMS_LIMIT)
    stated, text = stated_separator(text)
    rows: list[Row] = []
    for row in rows_of(text, stated or separator_of(text)):
        if isinstance(row, CellProblem):
            return bad_cards([row], PROBLEMS_LIMIT)
        rows.append(row)
    headings = headings_of(rows)
    if isinstance(headings, list):
        return bad_cards(headings, PROBLEMS_LIMIT)
    return read_rows(headings, deck_name)
