"""Money on the cards: how an amount is written, and what the report says of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.core.decks.model import Deck
from companion.printing.cards.face_words import unit_word
from companion.printing.drawing.look import READABLE_LABEL_PT, Work
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.fonts import choose
from companion.printing.texts.typed_text import cleaned


@dataclass(frozen=True, slots=True)
class Amount:
    """Money as a card shows it: a big figure, and small words above and below it."""

    figure: str
    """ "$3", or the bare number when the currency is a word."""
    above: str
    """The currency when it is a word, as in "Ducats"."""
    below: str
    """The unit, as in "MILLION"."""


LONGEST_SIGN = 2


def amount_of(dollars: int, deck: Deck) -> Amount:
    """An amount of the deck's money; whole dollars where it is no round part of its unit."""
    word = unit_word(deck.money_unit)
    amount = Fraction(dollars, deck.money_unit if word else 1)
    round_part = (amount * 100).denominator == 1
    number = f"{float(amount):,.2f}".rstrip("0").rstrip(".") if round_part else f"{dollars:,}"
    below = word if round_part else ""
    if len(deck.currency) <= LONGEST_SIGN:
        return Amount(f"{deck.currency}{number}", "", below)
    return Amount(number, deck.currency, below)


SMALLEST_MONEY_PT = 8.0


def report_money(work: Work, size_pt: float) -> None:
    """An amount is what the table plays for: say when it comes out small."""
    if size_pt < max(SMALLEST_MONEY_PT * work.canvas.scale, READABLE_LABEL_PT):
        work.notes.append(FitNote("small_money", "money", round(size_pt, 1)))


def report_currency(work: Work, deck: Deck) -> None:
    """Name what no font of ours has of the currency; a box stands for it on every coin."""
    font = "figure" if len(deck.currency) <= LONGEST_SIGN else "label"
    missing = choose(font, cleaned(deck.currency)).missing
    if missing:
        work.notes.append(FitNote("unknown_letters", "currency", characters=missing))
