"""What the amounts of one sheet mean: decimal mark, currency, and what a bare 3 stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.core.decks.model import LARGEST_MONEY
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.core.spreadsheets.amounts import (
    MILLION,
    Amount,
    decimal_mark_of,
    read_amount,
)
from companion.core.spreadsheets.headings import Column
from companion.core.spreadsheets.problems import CellProblem, problem, quoted

SMALL = 1_000
"""A bare number below this counts units, as cards print them: 3 is $3 Million."""

_ERRORS = ("#ref", "#n/a", "#value", "#name", "#div", "#num", "####", "err:")


@dataclass(frozen=True, slots=True)
class SheetMoney:
    """How to read the amounts of this sheet."""

    decimal_mark: str | None = None
    currency: str = "$"
    unit: int = MILLION
    """Dollars of one printed unit."""
    bare: int = MILLION
    """What a bare small number is multiplied by."""
    mixed: bool = False
    """True when bare numbers are both small and large: then the small ones stay unclear."""

    counts_units: bool = False
    """True when bare small numbers are read as units."""

    def dollars(self, cell: str, column: Column) -> int | Phrase:
        """Whole dollars, or what is wrong with the cell."""
        amount = read_amount(cell, self.currency)
        if amount is None:
            return _no_amount(cell)
        factor = amount.factor or column.factor
        number = amount.number(self.decimal_mark, factor or 1)
        if number is None:
            both = {"large": amount.grouped, "small": f"{float(amount.decimal):g}"}
            said = N_("Is this {large} or {small}? Write it without the mark.")
            return Phrase(said, both)
        if factor is None and 0 < number < SMALL and self.mixed:
            said = N_("{cell} is unclear among large numbers. Write 3M or 3000000.")
            return Phrase(said, {"cell": quoted(cell)})
        value = number * (factor or (self.bare if number < SMALL else 1))
        if value.denominator != 1:
            said = N_("{cell} is no whole amount. Round it.")
            return Phrase(said, {"cell": quoted(cell)})
        if value > LARGEST_MONEY:
            said = N_("{cell} is more than 999 Million. Write a smaller amount.")
            return Phrase(said, {"cell": quoted(cell)})
        return int(value)


def money_of(
    cells: Sequence[tuple[int, Column, str]], currency: str | None, unit: int | None
) -> tuple[SheetMoney, list[CellProblem]]:
    """How the amounts of a sheet are to be read, by all of them together.

    `cells` are row number, column and text of every filled amount; `currency` and `unit` are
    what the sheet says of itself, else they are found from the amounts.
    """
    read = [(row, column, read_amount(cell, currency)) for row, column, cell in cells]
    amounts = [(row, column, amount) for row, column, amount in read if amount is not None]
    mark = decimal_mark_of(amount for _, _, amount in amounts)
    bare = [
        number
        for _, column, amount in amounts
        if (amount.factor or column.factor) is None
        and (number := amount.number(mark, 1)) is not None
    ]
    small = any(0 < number < SMALL for number in bare)
    large = any(number >= SMALL for number in bare)
    known = unit or _unit([_dollars(column, amount, mark) for _, column, amount in amounts])
    problems: list[CellProblem] = []
    if currency is None:
        currency, problems = _currency(amounts)
    return SheetMoney(mark, currency, known, known, small and large, small and not large), problems


def _dollars(column: Column, amount: Amount, mark: str | None) -> Fraction:
    factor = amount.factor or column.factor
    number = amount.number(mark, factor or 1) or Fraction(0)
    return number * (factor or (MILLION if number < SMALL else 1))


def _unit(values: Iterable[Fraction]) -> int:
    """Millions as the cards print them; thousands or ones where every amount is below that."""
    largest = max(values, default=Fraction(0))
    if largest == 0 or largest >= MILLION:
        return MILLION
    return SMALL if largest >= SMALL else 1


def _currency(amounts: list[tuple[int, Column, Amount]]) -> tuple[str, list[CellProblem]]:
    found: str | None = None
    for row, column, amount in amounts:
        written = amount.currency or column.currency
        if written is None or written == found:
            continue
        if found is not None:
            said = N_("{here} here, {before} above. Use one currency.")
            return found, [problem(said, row, column.written, here=written, before=found)]
        found = written
    return found or "$", []


def _no_amount(cell: str) -> Phrase:
    text = cell.strip().removeprefix("'").strip()
    shown = {"cell": quoted(cell)}
    if text.casefold().startswith(_ERRORS):
        return Phrase(N_("The spreadsheet shows an error here. Write the amount."))
    if text.startswith("="):
        return Phrase(N_("This is a formula. Paste its value instead."))
    if text.startswith(("-", "−", "(")) and any(letter.isdigit() for letter in text):
        return Phrase(N_("{cell} is below zero. Write 0 or more."), shown)
    if not text:
        return Phrase(N_("Fill in an amount, as in 3M or 3000000."))
    return Phrase(N_("{cell} is no amount. Write it as 3M or 3000000."), shown)
