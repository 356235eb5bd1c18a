"""One row of a sheet by what its columns mean, with the problems found in its cells."""

from __future__ import annotations

import unicodedata

from companion.core.decks.odd_letters import has_control, stacks_marks
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.core.spreadsheets.amounts import LONGEST, read_copies
from companion.core.spreadsheets.cells import Row
from companion.core.spreadsheets.decoding import UNREADABLE
from companion.core.spreadsheets.formula_guard import unguarded
from companion.core.spreadsheets.headings import Column, Headings
from companion.core.spreadsheets.problems import CellProblem, quoted
from companion.core.spreadsheets.sheet_money import SheetMoney
from companion.core.spreadsheets.vocabulary import KINDS, TOTALS, Role, key

LONGEST_CELL = 4_000
"""Letters after which a cell is not even cleaned, only refused."""


class SheetRow:
    """A row and its columns. Cells are cleaned of the space around unless `exact`."""

    def __init__(self, row: Row, headings: Headings, exact: bool) -> None:
        self.row = row
        self.headings = headings
        self.exact = exact
        self.problems: list[CellProblem] = []

    def column(self, role: Role) -> Column | None:
        """The first column of this role that is filled here, else the first of it."""
        columns = self.headings.of(role)
        filled = (column for column in columns if self.row.cell(column.place).strip())
        return next(filled, columns[0] if columns else None)

    def raw(self, role: Role) -> str:
        """The cell of this role as it was written; empty without such a column."""
        column = self.column(role)
        return "" if column is None else self.row.cell(column.place)

    def cells(self, role: Role) -> tuple[str, ...]:
        """The filled cells of all columns of this role."""
        places = (column.place for column in self.headings.of(role))
        cells = (self.row.cell(place) for place in places)
        return tuple(self._clean(cell) for cell in cells if cell.strip())

    def _clean(self, cell: str) -> str:
        return cell if self.exact else unicodedata.normalize("NFC", cell.strip())

    def filled(self, role: Role) -> bool:
        """Whether the cell of this role holds anything."""
        cell = self.raw(role)
        return bool(cell if self.exact else cell.strip())

    def wrong(self, said: Phrase, role: Role | None = None) -> None:
        """Note a problem of the cell of this role, or of the whole row."""
        column = self.column(role) if role is not None else None
        written = None if role is None else column.written if column else role.value
        self.problems.append(CellProblem(said, self.row.number, written))

    def text(self, role: Role, limit: int) -> str | None:
        """A text as the deck keeps it; None when the cell is empty or wrong."""
        cell = self.raw(role)
        if len(cell) > LONGEST_CELL:
            self._too_long(role, len(cell), limit)
            return None
        text = unguarded(self._clean(cell))
        if not self.filled(role):
            return None
        if len(text) > limit:
            self._too_long(role, len(text), limit)
        elif UNREADABLE in text and not self.exact:
            self.wrong(Phrase(N_("A letter could not be read. Save the file as UTF-8.")), role)
        elif has_control(text):
            self.wrong(Phrase(N_("This holds an invisible character. Type it again.")), role)
        elif stacks_marks(text):
            self.wrong(Phrase(N_("This stacks too many accents on one letter.")), role)
        else:
            return text
        return None

    def _too_long(self, role: Role, letters: int, limit: int) -> None:
        said = N_("This has {n} letters. Shorten it to {limit}.")
        self.wrong(Phrase(said, {"n": letters, "limit": limit}), role)

    def money(self, role: Role, money: SheetMoney) -> int:
        """Whole dollars; a problem and 0 when the cell is no amount."""
        column = self.column(role)
        dollars = Phrase(N_("Fill in an amount, as in 3M or 3000000."))
        if column is not None:
            found = money.dollars(self.row.cell(column.place)[: LONGEST + 1], column)
            if isinstance(found, int):
                return found
            dollars = found
        self.wrong(dollars, role)
        return 0

    def whole(self, role: Role, otherwise: int) -> int:
        """A whole number; `otherwise` when the cell is empty, a problem when it is none."""
        cell = self.raw(role)
        if not cell.strip():
            return otherwise
        number = read_copies(cell)
        if number is None:
            said = N_("{cell} is no whole number. Write one, as in 2.")
            self.wrong(Phrase(said, {"cell": quoted(cell)}), role)
            return otherwise
        return number

    def kind(self, section: str | None) -> str | None:
        """item, insider, warehouse, deck or type; a problem and None when it stays open.

        By the kind's column, by a kind in the type's column, by the heading row above these
        rows, else by which cells are filled.
        """
        cell = self.raw(Role.KIND)
        if cell.strip():
            kind = KINDS.get(key(cell))
            if kind is None:
                said = N_("{cell} is no kind. Write item, insider or warehouse.")
                self.wrong(Phrase(said, {"cell": quoted(cell)}), Role.KIND)
            return kind
        return self.kind_in_type or section or self._kind_by_cells()

    @property
    def kind_in_type(self) -> str | None:
        """The kind that stands in the type's column, as in "Insider" among "Weapon"."""
        kind = KINDS.get(key(self.raw(Role.ITEM_TYPE)))
        return kind if kind in ("insider", "warehouse") else None

    def _kind_by_cells(self) -> str | None:
        item = self.filled(Role.ITEM_TYPE)
        told = [
            kind
            for kind, filled in (
                ("item", item or (self.filled(Role.MONEY) and not self.filled(Role.REQUIRES))),
                ("warehouse", self.filled(Role.REQUIRES) or self.filled(Role.BONUS)),
                ("insider", self.filled(Role.EFFECT)),
            )
            if filled
        ]
        if not told and self.filled(Role.TEXT):
            return "insider"
        if len(told) == 1:
            return told[0]
        self.wrong(Phrase(N_("Is this an item, insider or warehouse? Add a kind.")))
        return None

    @property
    def is_total(self) -> bool:
        """A row of sums: named so, and nothing of a card beside the numbers."""
        about = (Role.ITEM_TYPE, Role.REQUIRES, Role.EFFECT, Role.TEXT, Role.FLAVOUR)
        if any(self.filled(role) for role in about):
            return False
        if key(self.raw(Role.KIND)) in KINDS:
            return False
        words = key(self.row.filled[0]).split()
        return bool(words) and (words[0] in TOTALS or " ".join(words) in TOTALS)

    @property
    def only_numbers(self) -> bool:
        """A row whose filled cells are all numbers, as sums without a name are."""
        numbers = {Role.COPIES, Role.MONEY, Role.BONUS}
        roles = {column.role for column in self.headings.columns if self.filled(column.role)}
        return bool(roles) and roles <= numbers
