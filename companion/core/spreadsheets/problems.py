"""What is wrong with a spreadsheet: each problem with its row, its column and a remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_

SHOWN_LETTERS = 40
"""Letters of a cell that a problem quotes."""


@dataclass(frozen=True, slots=True)
class CellProblem:
    """One problem. `row` counts as a spreadsheet does, from 1; `column` is its heading.

    Without a heading the column is named as a spreadsheet does, A, B, C …; None is the whole row
    or the whole sheet.
    """

    phrase: Phrase
    row: int | None = None
    column: str | None = None

    def sentence(self) -> Phrase:
        """Row, column and remedy in one phrase."""
        if self.row is None:
            return self.phrase
        if self.column is None:
            return Phrase(N_("Row {row}: {problem}"), {"row": self.row, "problem": self.phrase})
        return Phrase(
            N_("Row {row}, {column}: {problem}"),
            {"row": self.row, "column": self.column, "problem": self.phrase},
        )


def problem(
    text: str, row: int | None = None, column: str | None = None, **params: Any
) -> CellProblem:
    """A problem from a message id and what fills its places."""
    return CellProblem(Phrase(text, params), row, column)


def bad_cards(problems: list[CellProblem], limit: int) -> Refused:
    """The refusal that names the first problems.

    `fields["problems"]` holds them as CellProblem, at most `limit`.
    """
    shown = tuple(problems[:limit])
    return Refused("bad_cards", shown[0].sentence(), fields={"problems": shown})


def quoted(cell: str) -> str:
    """A cell as a problem quotes it: one line, not too long."""
    line = " ".join(cell[: 4 * SHOWN_LETTERS].split())
    return line if len(line) <= SHOWN_LETTERS else line[: SHOWN_LETTERS - 1] + "…"


def column_letter(place: int) -> str:
    """The spreadsheet's name of a column, counted from 0: A, B … Z, AA …"""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
