"""Single fields of the deck maker's forms: texts, amounts, whole numbers, what each is called."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from companion.core.decks.model import LARGEST_MONEY, Deck
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_

_FIELDS = {
    "name": N_("Name"),
    "note": N_("A remark for players"),
    "currency": N_("Currency, sign or word"),
    "money_unit": N_("Figures on cards are"),
    "hand_size": N_("Cards dealt to a hand"),
    "hand_limit": N_("Most cards in a hand"),
    "item_types": N_("Item types"),
    "count": N_("Copies"),
    "money": N_("Money"),
    "bonus": N_("Bonus"),
    "flavour": N_("Line in italics"),
    "effect_text": N_("Effect, as printed"),
}
"""What the forms call the keys of a deck file."""

LONGEST_FIGURE = 18
"""Letters of an amount: with them no sum is rounded or overflows. The form takes 12."""
_FIGURE = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_NO_FIGURE = N_("{field}: {given} is no amount. Type a figure like 3 or 2.5.")
_NO_COUNT = N_("{field}: {given} is no whole number. Type one like 2.")
_EMPTY = N_("{field}: nothing stands there. Type a number.")


def in_words_of_the_form(phrase: Phrase) -> Phrase:
    """The same sentence with the fields called as the form calls them, not as a deck file does."""

    def said(name: str, value: Any) -> Any:
        if isinstance(value, Phrase):
            return in_words_of_the_form(value)
        known = _FIELDS.get(value) if name == "key" and isinstance(value, str) else None
        return value if known is None else Phrase(known)

    return Phrase(phrase.text, {name: said(name, value) for name, value in phrase.params.items()})


def amount(fields: Json, name: str, otherwise: int, deck: Deck) -> int | Refused:
    """Whole dollars of a field that holds a figure in the deck's unit; a comma is a point."""
    given = fields.get(name)
    if given is None:
        return otherwise
    figure = str(given).strip().replace(",", ".").replace("\u00a0", "")
    if len(figure) > LONGEST_FIGURE or not _FIGURE.fullmatch(figure):
        return _no_number(_NO_FIGURE, str(given), name)
    dollars = Decimal(figure) * deck.money_unit
    if dollars != dollars.to_integral_value():
        return _no_number(_NO_FIGURE, str(given), name)
    # Beyond the cap the deck's own rules refuse it and name the card.
    return int(min(max(dollars, Decimal(-1)), Decimal(LARGEST_MONEY + 1)))


def text(fields: Json, name: str) -> str:
    """The text as it was sent; empty when there is none."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def line(fields: Json, name: str, otherwise: str) -> str:
    """One line of text without space around it."""
    value = fields.get(name)
    return " ".join(value.split()) if isinstance(value, str) else otherwise


def lines(fields: Json, name: str, otherwise: str) -> str:
    """Text of several lines; browsers send their ends as \\r\\n."""
    value = fields.get(name)
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else otherwise


def whole(
    fields: Json, name: str, otherwise: int, most: int, called: str | None = None
) -> int | Refused:
    """A whole number of a field; `called` is what the form calls the field where it is no key."""
    given = fields.get(name)
    if given is None:
        return otherwise
    figure = str(given).strip()
    if not figure.isascii() or not figure.isdigit() or len(figure) > 12:
        return _no_number(_NO_COUNT, figure, name, called)
    return min(int(figure), most + 1)


def _no_number(said: str, given: str, name: str, called: str | None = None) -> Refused:
    code = "no_count" if said == _NO_COUNT else "no_amount"
    field = called or Phrase(_FIELDS[name])
    if not given.strip():
        return refused(code, _EMPTY, field=field)
    return refused(code, said, field=field, given=given.strip()[:20])


def refused(code: str, text: str, **params: Any) -> Refused:
    """A refusal whose sentence is filled with these parameters."""
    return Refused(code, Phrase(text, params))
