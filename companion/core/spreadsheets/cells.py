"""Splits text into rows of cells, as spreadsheets and people write them, within fixed bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.core.phrases import N_
from companion.core.spreadsheets.problems import CellProblem, column_letter, problem

SEPARATORS = ("\t", ";", ",", "|")
COLUMNS_LIMIT = 60
ROWS_LIMIT = 2_000
"""Rows that hold anything; empty lines are free."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` counts as a spreadsheet does, from 1, empty rows too."""

    number: int
    cells: tuple[str, ...]

    def cell(self, place: int) -> str:
        """The cell at this place, counted from 0; rows that stop early have empty cells."""
        return self.cells[place] if place < len(self.cells) else ""

    @property
    def filled(self) -> tuple[str, ...]:
        """The cells that hold anything, without the space around."""
        return tuple(cell.strip() for cell in self.cells if cell.strip())


def stated_separator(text: str) -> tuple[str | None, str]:
    """The separator that Excel's first line `sep=;` states, and the text without that line."""
    line, _, rest = text.partition("\n")
    found = re.fullmatch(r'"?sep=(.)"?[;,\t|]*', line, re.IGNORECASE) if len(line) < 200 else None
    if found is None:
        return None, text
    return (found[1] if found[1] in SEPARATORS else None), rest


def rows_of(text: str, separator: str) -> Iterator[Row | CellProblem]:
    """The rows that hold anything, one by one; a problem is the last thing that comes.

    A quoted cell may hold separators, line breaks and doubled quotes. A quote within a cell is
    itself, as cells that are pasted have it. Time is linear in the text whatever it holds.
    """
    blank = _patterns(separator)[0]
    text = text.rstrip("\n " + separator)
    at = number = found = 0
    while at < len(text):
        begin = at
        at = _end(blank, text, at)
        number += text.count("\n", begin, at) + 1
        read = _row_at(text, at, number, separator)
        if isinstance(read, CellProblem):
            yield read
            return
        row, at = read
        at += 1
        found += 1
        if found > ROWS_LIMIT:
            said = N_("There are more than {limit} rows. Write copies in one row.")
            yield problem(said, number, limit=ROWS_LIMIT)
            return
        if row.filled:
            yield row


def _row_at(text: str, at: int, number: int, separator: str) -> tuple[Row, int] | CellProblem:
    """The row that begins here, and where it ends."""
    _, quoted, plain, tail = _patterns(separator)
    cells: list[str] = []
    while True:
        cell = quoted.match(text, at)
        if cell is not None:
            cells.append(cell[1].replace('""', '"'))
            at = cell.end()
        else:
            end = _end(plain, text, at)
            cells.append(text[at:end])
            at = end
            if _opens_only(cells[-1]):
                said = N_("This quote mark is never closed. Close it or remove it.")
                return problem(said, number, column_letter(len(cells) - 1))
        # Spreadsheets save rows with thousands of empty cells behind the last filled one.
        if cells[-1].strip():
            at = _end(tail, text, at)
        if at >= len(text) or text[at] == "\n":
            return Row(number, tuple(cells)), at
        if len(cells) == COLUMNS_LIMIT:
            said = N_("There are more than {limit} columns. Remove those without cards.")
            return problem(said, number, limit=COLUMNS_LIMIT)
        at += 1


def _opens_only(cell: str) -> bool:
    start = cell.lstrip()
    return start.startswith('"') and '"' not in start[1:]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()


@cache
def _patterns(separator: str) -> tuple[re.Pattern[str], ...]:
    """Blank rows, a quoted cell, a plain cell, and empty cells up to the row's end.

    Possessive throughout: nothing is tried twice.
    """
    mark = re.escape(separator)
    return (
        re.compile(rf"(?:[{mark} \u00a0]*+\n)*+"),
        re.compile(rf'\ *+"((?:[^"]++|"")*+)"\ *+(?={mark}|\n|\Z)'),
        re.compile(rf"[^{mark}\n]*+"),
        re.compile(rf"[{mark} \u00a0]*+(?=\n|\Z)"),
    )
