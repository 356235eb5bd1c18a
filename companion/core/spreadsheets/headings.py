"""Finds the headings of a sheet: which separator it uses, which row they are, what each means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from companion.core.phrases import N_
from companion.core.spreadsheets.amounts import read_amount, read_copies
from companion.core.spreadsheets.cells import SEPARATORS, Row, rows_of
from companion.core.spreadsheets.problems import CellProblem, column_letter, problem, quoted
from companion.core.spreadsheets.vocabulary import GOODS, KINDS, Role, heading, key

ROWS_ABOVE = 10
"""Rows in which the headings are looked for; a title may stand above them."""
STARTER_TYPES = ("Weapon", "Commodity", "Animal", "Artifact", "Top Secret")
_TELLING = {Role.NAME, Role.KIND, Role.ITEM_TYPE, Role.MONEY, Role.REQUIRES, Role.EFFECT, Role.TEXT}
_SEVERAL = {Role.REQUIRES}


@dataclass(frozen=True, slots=True)
class Column:
    """A column that we read. `place` counts from 0; `factor` and `currency` its heading states."""

    place: int
    written: str
    role: Role
    factor: int | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Headings:
    """The columns of a sheet, the rows below, and what else was found on the way."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    width: int
    """Columns that have a heading, or stand left of one that has."""
    title: str | None = None
    """What stands alone above the headings."""
    left_out: tuple[str, ...] = ()
    """Headings of columns that are not read."""

    def of(self, role: Role) -> tuple[Column, ...]:
        """The columns of this role, from the left."""
        return tuple(column for column in self.columns if column.role is role)


def separator_of(text: str) -> str:
    """The separator under which the first rows look most like cards: headings, then columns."""

    def likeness(separator: str) -> tuple[int, int]:
        rows = [row for row in islice(rows_of(text, separator), ROWS_ABOVE) if isinstance(row, Row)]
        known = max((_known(row) for row in rows), default=0)
        widths = [len(row.filled) for row in rows]
        return known if known > 1 else 0, max(widths, default=0) if len(rows) else 0

    return max(SEPARATORS, key=likeness)


def headings_of(rows: Sequence[Row]) -> Headings | list[CellProblem]:
    """The headings among the first rows; without any, what the columns must be by their cells."""
    above = rows[:ROWS_ABOVE]
    best = max(above, key=_known, default=None)
    if best is None:
        return [problem(N_("There are no cards here. Choose a file or paste cells."))]
    if _known(best) < 2:
        guessed = _guessed(rows)
        return guessed if guessed is not None else [_no_headings(best)]
    at = rows.index(best)
    below = tuple(row for row in rows[at + 1 :] if row.cells != best.cells)
    title = rows[0].filled[0] if at and len(rows[0].filled) == 1 else None
    return _resolved(best, below, title)


def _known(row: Row) -> int:
    """How many different things the cells of this row are headings of."""
    found = {roles for roles in (heading(cell)[0] for cell in row.cells) if roles}
    telling = any(role in _TELLING for roles in found for role in roles)
    return len(found) if telling else 0


def _no_headings(row: Row) -> CellProblem:
    return problem(
        N_("No headings here. Add a row above: kind, name, type, money, copies."), row.number
    )


def _resolved(
    header: Row, rows: tuple[Row, ...], title: str | None
) -> Headings | list[CellProblem]:
    """Gives every column one role; where a heading can mean several, its cells decide."""
    columns: list[Column] = []
    left_out: list[str] = []
    meant = [heading(cell) for cell in header.cells]
    sure = {roles[0] for roles, _, _ in meant if len(roles) == 1}
    can_be_types = sum(Role.ITEM_TYPE in roles for roles, _, _ in meant) > 1
    order = sorted(range(len(meant)), key=lambda place: (len(meant[place][0]) != 1, place))
    problems: list[CellProblem] = []
    for place in order:
        roles, factor, currency = meant[place]
        written = quoted(header.cells[place])
        role = _decided(roles, [row.cell(place) for row in rows], sure, can_be_types)
        if role is None:
            if written:
                left_out.append(written)
            continue
        twin = next((each for each in columns if each.role is role), None)
        if twin is not None and role not in _SEVERAL:
            said = N_("This column and {other} mean the same. Remove one.")
            problems.append(problem(said, header.number, written, other=twin.written))
        sure.add(role)
        columns.append(Column(place, written, role, factor, currency))
    if not any(column.role is Role.NAME for column in columns):
        problems.append(problem(N_("No column is called “name”. Add one."), header.number))
    columns.sort(key=lambda column: column.place)
    return problems or Headings(tuple(columns), rows, len(header.cells), title, tuple(left_out))


def _decided(
    roles: tuple[Role, ...], cells: list[str], sure: set[Role], can_be_types: bool
) -> Role | None:
    """Which of its roles a column has.

    `sure` are the roles that other columns have; `can_be_types`: another one could hold the
    item types.
    """
    if len(roles) < 2:
        return roles[0] if roles else None
    filled = [cell for cell in cells if cell.strip()]
    if Role.KIND in roles:
        if Role.KIND not in sure and _are_kinds(filled, can_be_types):
            return Role.KIND
        return Role.ITEM_TYPE if Role.ITEM_TYPE not in sure else roles[-1]
    if roles == (Role.NAME, Role.COPIES):
        numbers = sum(read_copies(cell) is not None for cell in filled)
        return Role.COPIES if 2 * numbers > len(filled) else Role.NAME
    return Role.MONEY if Role.MONEY not in sure else Role.COPIES


def _are_kinds(filled: list[str], can_be_types: bool) -> bool:
    """Whether these cells name kinds: mostly so, and not only Insiders among item types.

    Goods are a kind of card, and an item type as well: alone, or among words that are no kind,
    they are the type where no other column could be it.
    """
    kinds = [KINDS.get(key(cell)) for cell in filled]
    known = [cell for cell, kind in zip(filled, kinds, strict=True) if kind is not None]
    if known and not can_be_types and all(key(cell) in GOODS for cell in known):
        return False
    if 2 * kinds.count(None) >= len(kinds):
        return not kinds and can_be_types
    return can_be_types or "item" in kinds or None not in kinds


def _guessed(rows: Sequence[Row]) -> Headings | None:
    """Columns without headings: only where each can be one thing alone, else None.

    A column of known item types, one of amounts that are surely money, one of texts that are all
    different, and perhaps one of kinds and one of small numbers.
    """
    width = max(len(row.cells) for row in rows)
    roles: dict[Role, int] = {}
    for place in range(width):
        cells = [row.cell(place).strip() for row in rows]
        if not any(cells):
            continue
        role = _role_by_cells(cells)
        if role is None or role in roles:
            return None
        roles[role] = place
    if not {Role.NAME, Role.ITEM_TYPE, Role.MONEY} <= roles.keys():
        return None
    columns = (Column(place, column_letter(place), role) for role, place in roles.items())
    return Headings(tuple(columns), tuple(rows), width)


def _role_by_cells(cells: list[str]) -> Role | None:
    types = {key(name) for name in STARTER_TYPES}
    filled = [cell for cell in cells if cell]
    if all(key(cell) in KINDS for cell in filled):
        return Role.KIND
    if all(key(cell) in types for cell in filled):
        return Role.ITEM_TYPE
    amounts = [read_amount(cell) for cell in filled]
    if all(amount is not None for amount in amounts):
        surely = [each for each in amounts if each and (each.factor or each.currency)]
        large = [each for each in amounts if each and (each.value or 0) >= 1_000]
        if len(surely) + len(large) >= len(filled):
            return Role.MONEY
        return Role.COPIES if all(read_copies(cell) is not None for cell in filled) else None
    texts = not any(read_amount(cell) or key(cell) in types for cell in filled)
    return Role.NAME if texts and len(filled) == len(cells) else None
