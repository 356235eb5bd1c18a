"""The fit report: what there is to say about a deck's texts before it is printed."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

from companion.core.decks.model import Deck
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.printing.texts.fit_note import FitNote

FIELDS = {
    "name": N_("the name"),
    "type": N_("the type"),
    "effect_text": N_("the effect"),
    "flavour": N_("the line in italics"),
    "deck_name": N_("the deck's name"),
    "requires": N_("the list of types"),
    "line": N_("a line"),
    "picture": N_("the picture"),
    "money": N_("the amount"),
}

SENTENCES = {
    "small_text": N_("Card {number}, {card}: {field} at {size} pt."),
    "small_money": N_("Card {number}, {card}: {field} at {size} pt."),
    "word_broken": N_("Card {number}, {card}: a word of {field} is broken."),
    "does_not_fit": N_("Card {number}, {card}: {field} does not fit and is cut."),
    "unknown_letters": N_(
        "Card {number}, {card}: {field} has letters that no font of ours holds: {letters}."
    ),
    "picture_missing": N_("Card {number}, {card}: its picture is not here."),
    "coarse_picture": N_("Card {number}, {card}: picture of {dots} dpi."),
    "deck_does_not_fit": N_("The deck's name is cut at the foot of the cards."),
    "deck_unknown_letters": N_("No font of ours has {letters} (the deck's name)."),
    "currency_unknown_letters": N_("No font of ours has {letters} (the currency)."),
}
REMEDIES = {
    "small_text": N_("Shorten it by {letters} letters."),
    "small_card": N_("Choose a larger card size."),
    "small_money": N_("Choose a larger money unit or a shorter currency."),
    "word_broken": N_("Shorten the word or divide it."),
    "does_not_fit": N_("Shorten it by {letters} letters."),
    "unknown_letters": N_("Write it with other letters. A box stands for each now."),
    "picture_missing": N_("Give it again. The card shows its drawn picture now."),
    "coarse_picture": N_("Take a larger picture, or show more of it."),
}
ON_EVERY_CARD = frozenset({"deck_name", "currency"})
SERIOUS = frozenset({"does_not_fit", "unknown_letters", "picture_missing"})
"""What a reader of the card would miss; the rest is only less pretty."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One thing to know about one card."""

    card_id: str
    """Empty for what concerns the whole deck."""
    code: str
    serious: bool
    what: Phrase
    remedy: Phrase

    def to_json(self) -> dict[str, Any]:
        """With phrases as message id and parameters, for whoever writes them out."""
        return {
            "card": self.card_id,
            "code": self.code,
            "serious": self.serious,
            "what": {"text": self.what.text, "params": _plain(self.what)},
            "remedy": {"text": self.remedy.text, "params": _plain(self.remedy)},
        }


def _plain(phrase: Phrase) -> dict[str, Any]:
    return {
        name: {"text": value.text} if isinstance(value, Phrase) else value
        for name, value in phrase.params.items()
    }


def phrase_from_json(data: object) -> Phrase:
    """The phrase again. Raises ValueError for what is none."""
    if not isinstance(data, dict):
        raise ValueError("no phrase")
    text, given = data.get("text"), data.get("params", {})
    if not isinstance(text, str) or not text or not isinstance(given, dict):
        raise ValueError("no phrase")
    params = {
        name: phrase_from_json(value) if isinstance(value, dict) else value
        for name, value in given.items()
    }
    return Phrase(text, params)


def read_report(data: object) -> dict[str, Any]:
    """A kept report, as `Report.to_json` writes it; that of a page has its lines only, if any.

    Raises ValueError for what is none.
    """
    if not isinstance(data, dict):
        raise ValueError("no report")
    lines = data.get("lines", [])
    if not isinstance(lines, list) or type(data.get("fitting", 0)) is not int:
        raise ValueError("no report")
    for line in lines:
        if not isinstance(line, dict) or type(line.get("serious")) is not bool:
            raise ValueError("no report")
        phrase_from_json(line.get("what"))
        phrase_from_json(line.get("remedy"))
    return data


@dataclass(frozen=True, slots=True)
class Report:
    """How a deck's texts fit."""

    cards: int
    """Different cards looked at."""
    lines: tuple[ReportLine, ...]

    @property
    def fitting(self) -> int:
        """Cards with nothing to report."""
        return self.cards - len({line.card_id for line in self.lines if line.card_id})

    def to_json(self) -> dict[str, Any]:
        """Counts and lines."""
        return {
            "cards": self.cards,
            "fitting": self.fitting,
            "lines": [line.to_json() for line in self.lines],
        }


def report(deck: Deck, notes: Sequence[Sequence[FitNote]]) -> Report:
    """What the notes of each card mean, in words; serious ones first."""
    lines: dict[tuple[str, str, str], ReportLine] = {}
    for number, (card, said) in enumerate(zip(deck.cards, notes, strict=True), start=1):
        for note in said:
            if note.where in ON_EVERY_CARD:
                if note.code in SERIOUS:
                    lines.setdefault(("", note.where, note.code), _deck_line(note))
                continue
            lines.setdefault(
                (card.id, note.where, note.code), _line(number, card.id, card.name, note)
            )
    ordered = sorted(lines.values(), key=lambda line: not line.serious)
    return Report(len(deck.cards), tuple(ordered))


def _line(number: int, card_id: str, name: str, note: FitNote) -> ReportLine:
    params: dict[str, Any] = {
        "number": number,
        "card": name,
        "field": Phrase(FIELDS[note.where]),
        "size": floor(note.size_pt * 10 + 0.001) / 10,
        "letters": _named(note.characters) if note.characters else note.letters,
        "dots": note.dots_per_inch,
    }
    remedy = "small_card" if note.code == "small_text" and not note.letters else note.code
    return ReportLine(
        card_id=card_id,
        code=note.code,
        serious=note.code in SERIOUS,
        what=Phrase(SENTENCES[note.code], params),
        remedy=Phrase(REMEDIES[remedy], {"letters": params["letters"]}),
    )


def _named(characters: Sequence[str]) -> str:
    """Characters as a report can show them: a mark that needs a letter stands on a circle."""
    return " ".join(
        f"\u25cc{each}" if unicodedata.category(each).startswith("M") else each
        for each in characters
    )


def _deck_line(note: FitNote) -> ReportLine:
    """Something about the deck's name or currency, which stand on every card: said once."""
    params = {"letters": _named(note.characters) if note.characters else note.letters}
    return ReportLine(
        card_id="",
        code=note.code,
        serious=note.where == "currency",
        what=Phrase(SENTENCES[f"{note.where.removesuffix('_name')}_{note.code}"], params),
        remedy=Phrase(REMEDIES[note.code], params),
    )
