"""Makes a deck of the rows of a sheet, or names every problem with row, column and remedy."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.decks.fields import LONGEST_ID, SLUG
from companion.core.decks.model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    GAME,
    NAME_LIMIT,
    PICTURE,
    PROBLEMS_LIMIT,
    SCHEMA,
    TEXT_LIMIT,
    TYPE_NAME_LIMIT,
    TYPES_LIMIT,
    Deck,
)
from companion.core.decks.reading import card_problems, read_deck
from companion.core.decks.slugs import new_slug, slug
from companion.core.decks.type_marks import COLOURS, STARTER_MARKS, TYPE_ICONS
from companion.core.outcome import Json, Money, Phrase, Refused
from companion.core.phrases import N_
from companion.core.spreadsheets.cards import card_of
from companion.core.spreadsheets.headings import Headings
from companion.core.spreadsheets.problems import CellProblem, bad_cards, problem
from companion.core.spreadsheets.rows import SheetRow
from companion.core.spreadsheets.sheet_money import SheetMoney, money_of
from companion.core.spreadsheets.types import ItemTypes
from companion.core.spreadsheets.vocabulary import KINDS, Role, key

CARD_KINDS = ("item", "insider", "warehouse")
END = 1 << 30
"""Sorts what is wrong with the whole sheet behind what is wrong with its rows."""
HAND_SIZE = 5
"""Rulebook, Setup: everybody draws five cards."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck from a sheet or a file, and what its maker should know about how it was read."""

    deck: Deck
    notes: tuple[Phrase, ...] = ()
    about_deck: bool = False
    """True when it speaks of the deck itself too: types, hand sizes, marks."""


def read_rows(headings: Headings, deck_name: str) -> Imported | Refused:
    """The deck of a sheet. Refused as `bad_cards` with every problem; nothing is half read."""
    return _SheetReading(headings, deck_name).read()


class _SheetReading:
    """One reading of a sheet, gathering every problem on the way."""

    def __init__(self, headings: Headings, deck_name: str) -> None:
        self.headings = headings
        self.problems: list[CellProblem] = []
        self.notes: list[Phrase] = []
        self.ids: set[str] = set()
        deck_rows = [
            row for row in headings.rows if self._is(SheetRow(row, headings, True), "deck")
        ]
        self.exact = bool(deck_rows)
        """True for a sheet that speaks of its deck, as our own do: its texts are kept whole."""
        rows = [SheetRow(row, headings, self.exact) for row in headings.rows]
        self.about = next((row for row in rows if self._is(row, "deck")), None)
        self.type_rows = [row for row in rows if self._is(row, "type")]
        others = [row for row in rows if not (self._is(row, "deck") or self._is(row, "type"))]
        self.card_rows = self._card_rows(others)
        self.deck_name = headings.title or deck_name

    @staticmethod
    def _is(row: SheetRow, kind: str) -> bool:
        return KINDS.get(key(row.raw(Role.KIND))) == kind

    def _card_rows(self, rows: list[SheetRow]) -> list[tuple[SheetRow, str | None]]:
        """The rows of cards, each with the kind that a row with one word announced above it."""
        section: str | None = None
        found: list[tuple[SheetRow, str | None]] = []
        for row in rows:
            filled = row.row.filled
            alone = KINDS.get(key(filled[0])) if len(filled) == 1 else None
            if alone in CARD_KINDS:
                section = alone
            elif row.is_total or (row.only_numbers and row is rows[-1]):
                note = N_("Row {row} with the total was left out.")
                self.notes.append(Phrase(note, {"row": row.row.number}))
            else:
                found.append((row, section))
        return found

    def read(self) -> Imported | Refused:
        about = self._about()
        types, marks = self._types()
        self._wide_rows()
        money = self._money()
        cards = self._cards(types, money)
        if not cards and not self.exact and not self.problems:
            self.problems.append(problem(N_("There are no cards below the headings.")))
        if len(types.names) > TYPES_LIMIT:
            said = N_("There are {n} item types. Use at most {limit}.")
            self.problems.append(problem(said, n=len(types.names), limit=TYPES_LIMIT))
        if self.problems:
            self.problems.sort(key=lambda each: each.row or END)
            return bad_cards(self.problems, PROBLEMS_LIMIT)
        made = read_deck(
            {
                "schema": SCHEMA,
                "game": GAME,
                **about,
                "item_types": types.names or list(STARTER_MARKS),
                **({"type_marks": marks} if marks else {}),
                "currency": money.currency,
                "money_unit": money.unit,
                "cards": cards,
            }
        )
        if isinstance(made, Refused):
            found = [CellProblem(phrase) for phrase in made.fields["problems"]]
            return bad_cards(found, PROBLEMS_LIMIT)
        return Imported(made, (*self.notes, *self._notes(money)), self.exact)

    def _about(self) -> Json:
        """What the sheet says of its deck: id, name, note and hand sizes."""
        row = self.about
        if row is None:
            hands = {"hand_size": HAND_SIZE, "hand_limit": HAND_SIZE}
            name = self.deck_name.strip()[:NAME_LIMIT]
            return {"id": slug(name, "deck"), "name": name, **hands}
        name = row.text(Role.NAME, NAME_LIMIT) or self.deck_name
        note = row.text(Role.FLAVOUR, TEXT_LIMIT)
        id_ = row.raw(Role.ID).strip()
        about: Json = {
            "id": id_ or slug(name, "deck"),
            "name": name,
            "hand_size": row.whole(Role.HAND_SIZE, HAND_SIZE),
            "hand_limit": row.whole(Role.HAND_LIMIT, HAND_SIZE),
        }
        if note:
            about["note"] = note
        self.problems += row.problems
        return about

    def _types(self) -> tuple[ItemTypes, Json]:
        """The types that rows of their own list, and the marks chosen for them."""
        names: list[str] = []
        marks: Json = {}
        for row in self.type_rows:
            name = row.text(Role.NAME, TYPE_NAME_LIMIT)
            if name is None and not row.problems:
                row.wrong(Phrase(N_("Fill in the type’s name.")), Role.NAME)
            mark = {"colour": row.raw(Role.COLOUR).strip(), "icon": row.raw(Role.ICON).strip()}
            if mark["colour"] or mark["icon"]:
                marks[name or ""] = mark
                if mark["colour"] not in COLOURS:
                    row.wrong(Phrase(N_("Choose one of {list}."), {"list": COLOURS}), Role.COLOUR)
                if mark["icon"] not in TYPE_ICONS:
                    row.wrong(Phrase(N_("Choose one of {list}."), {"list": TYPE_ICONS}), Role.ICON)
            names += [] if name is None else [name]
            self.problems += row.problems
        return ItemTypes(names), marks

    def _wide_rows(self) -> None:
        """Cells beyond the headings: mostly a text whose separators stand without quotes.

        What the row's other cells mean is anybody's guess then.
        """
        wide = [row for row, _ in self.card_rows if self._is_wide(row)]
        said = N_("There are more cells than headings. Put quotes around texts.")
        self.problems += [problem(said, row.row.number) for row in wide]
        self.card_rows = [each for each in self.card_rows if each[0] not in wide]

    def _is_wide(self, row: SheetRow) -> bool:
        return any(cell.strip() for cell in row.row.cells[self.headings.width :])

    def _money(self) -> SheetMoney:
        cells = [
            (row.row.number, column, cell)
            for row, _ in self.card_rows
            for role in (Role.MONEY, Role.BONUS)
            for column in self.headings.of(role)
            if (cell := row.row.cell(column.place)).strip()
        ]
        row = self.about
        currency = row.text(Role.CURRENCY, 8) if row is not None else None
        unit = row.whole(Role.MONEY_UNIT, 0) if row is not None else 0
        money, problems = money_of(cells, currency, unit or None)
        self.problems += problems
        return money

    def _cards(self, types: ItemTypes, money: SheetMoney) -> list[Json]:
        """The cards, copies of equal ones added up. Items come first, so that types are known."""
        faces: dict[str, Json] = {}
        order = sorted(self.card_rows, key=lambda each: each[0].filled(Role.REQUIRES))
        made: dict[int, Json] = {}
        found = 0
        for row, section in order:
            kind = row.kind(section) if found < PROBLEMS_LIMIT else None
            if kind is not None:
                made[row.row.number] = card_of(row, kind, types, money)
            found += len(row.problems)
        for row, _ in self.card_rows:
            card = made.get(row.row.number)
            if card is not None and not row.problems:
                self._check(row, card, types)
            self.problems += row.problems
            if card is not None and not row.problems:
                self._add(faces, row, card)
        if len(faces) > CARDS_LIMIT:
            said = N_("There are {n} different cards. Use at most {limit}.")
            self.problems.append(problem(said, n=len(faces), limit=CARDS_LIMIT))
        return _with_ids(list(faces.values()))

    def _check(self, row: SheetRow, card: Json, types: ItemTypes) -> None:
        """What only the reader of deck files checks: the steps of an effect, a picture's name."""
        id_ = row.raw(Role.ID).strip()
        if SLUG.fullmatch(id_) and len(id_) <= LONGEST_ID:
            card["id"] = id_
        for phrase in card_problems({"id": "card", **card}, tuple(types.names)):
            row.wrong(phrase)

    def _add(self, faces: dict[str, Json], row: SheetRow, card: Json) -> None:
        face = repr(sorted((name, value) for name, value in card.items() if name != "count"))
        first = faces.setdefault(face, card)
        if first is card:
            self._id_once(row, card)
            return
        first["count"] += card["count"]
        if first["count"] > COPIES_LIMIT:
            said = N_("With the rows above this makes {n} copies. Use at most {limit}.")
            params = {"n": first["count"], "limit": COPIES_LIMIT}
            self.problems.append(CellProblem(Phrase(said, params), row.row.number))

    def _id_once(self, row: SheetRow, card: Json) -> None:
        if card.get("id") in self.ids:
            said = N_("The id {id} is used twice.")
            self.problems.append(
                CellProblem(Phrase(said, {"id": card["id"]}), row.row.number, Role.ID.value)
            )
        if "id" in card:
            self.ids.add(card["id"])

    def _notes(self, money: SheetMoney) -> list[Phrase]:
        notes: list[Phrase] = []
        if money.counts_units and money.bare > 1:
            said = N_("An amount like 3 was read as {money}, as cards print it.")
            notes.append(Phrase(said, {"money": Money(3 * money.bare)}))
        rows = [row for row, _ in self.card_rows]
        if any(row.filled(Role.PICTURE) and PICTURE not in row.raw(Role.PICTURE) for row in rows):
            notes.append(Phrase(N_("Pictures were left out. Add them to the deck later.")))
        if self.headings.left_out:
            said = N_("These columns were left out: {list}.")
            notes.append(Phrase(said, {"list": self.headings.left_out}))
        return notes


def _with_ids(cards: list[Json]) -> list[Json]:
    """Every card with an id of its own: the one it brought, else one made of its name."""
    taken = {card["id"] for card in cards if "id" in card}
    for card in cards:
        if "id" not in card:
            card["id"] = new_slug(card["name"], taken)
            taken.add(card["id"])
    return cards
