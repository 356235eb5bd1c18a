"""Plans sheets of cards for Tabletop Simulator: which card lies in which slot. Pure.

What the game expects of a custom deck: a picture of up to 10 × 7 cards of one size, numbered row
by row from the top left, no side longer than 4096 pixels. The 70th slot is no card: it is what
others see of a card in somebody's hand, so it shows the back. A sheet has one back for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.decks.model import Deck
from companion.core.outcome import Json
from companion.core.phrases import N_
from companion.printing.cards.faces import back_of
from companion.printing.exports.one_up import chosen_cards
from companion.printing.exports.options import TabletopOptions
from companion.printing.formats import INCH_MM, Size
from companion.printing.own_words import ENGLISH, OwnWords, said

COLUMNS, ROWS = 10, 7
CARDS_PER_SHEET = COLUMNS * ROWS - 1
LARGEST_PIXELS = 4096
MOST_SHEETS = 24
"""Each takes 50 MB of the game's memory, and half a second of the press."""


@dataclass(frozen=True, slots=True)
class TabletopSheet:
    """One picture of cards, and the back they share."""

    which: str
    """The back they share: market or warehouse."""
    number: int
    """Among the sheets with this back, from 1."""
    cards: tuple[int, ...]
    """Numbers of the deck's cards, slot by slot; a card may lie in several."""

    @property
    def face(self) -> str:
        """Name of its file."""
        return f"{self.which}-{self.number}.png"

    @property
    def back(self) -> str:
        """Name of the back's file."""
        return back_file(self.which)


def back_file(which: str) -> str:
    """The name of the picture of a back."""
    return f"{which}-back.png"


def tabletop_sheets(deck: Deck, options: TabletopOptions) -> tuple[TabletopSheet, ...]:
    """Every sheet of the deck: first those with the market's back, then the warehouses'.

    Cards of one back that need several sheets lie on them evenly: nobody wants a deck of one card.
    """
    sheets: list[TabletopSheet] = []
    numbers = chosen_cards(deck, options.cards)
    for which in ("market", "warehouse"):
        cards = [
            number
            for number in numbers
            if back_of(deck.cards[number]) == which
            for _ in range(deck.cards[number].count if options.copies == "expanded" else 1)
        ]
        count = -(-len(cards) // CARDS_PER_SHEET)
        for number in range(count):
            start, end = (len(cards) * place // count for place in (number, number + 1))
            sheets.append(TabletopSheet(which, number + 1, tuple(cards[start:end])))
    return tuple(sheets)


def slot_dots_per_inch(card: Size) -> float:
    """How fine cards of this size can be, so that a whole sheet keeps within the game's limit."""
    widest, highest = LARGEST_PIXELS // COLUMNS, LARGEST_PIXELS // ROWS
    return min(widest / card.width_mm, highest / card.height_mm) * INCH_MM


def slot_corner(slot: int, size: tuple[int, int]) -> tuple[int, int]:
    """The top left pixel of a slot (from 0), for cards of so many pixels."""
    row, column = divmod(slot, COLUMNS)
    return column * size[0], row * size[1]


def listed(deck: Deck, sheets: Sequence[TabletopSheet], copies: str) -> Json:
    """What lies where, for programs: slots count from 0, row by row."""
    return {
        "deck": deck.name,
        "columns": COLUMNS,
        "rows": ROWS,
        "copies": copies,
        "sheets": [
            {
                "face": sheet.face,
                "back": sheet.back,
                "number": len(sheet.cards),
                "cards": [
                    {
                        "slot": slot,
                        "id": deck.cards[number].id,
                        "name": deck.cards[number].name,
                        "count": deck.cards[number].count,
                    }
                    for slot, number in enumerate(sheet.cards)
                ],
            }
            for sheet in sheets
        ],
    }


HOW = (
    N_("In Tabletop Simulator choose Objects, Components, Custom, Deck, once for each line below."),
    N_("Give it the face and the back, 10 for the width, 7 for the height, and the number."),
    N_("The last slot of each sheet is what others see of a card in your hand."),
)
LINE = N_("Face {face}   Back {back}   Number {number}")
MORE = N_("Each card is there once. The deck has more of these:")
TABLETOP_WORDS = (*HOW, LINE, MORE)


def explained(
    deck: Deck, sheets: Sequence[TabletopSheet], copies: str, words: OwnWords = ENGLISH
) -> str:
    """The same for people: how to bring it into the game."""
    lines = [
        deck.name,
        "",
        *(said(words, each) for each in HOW),
        "",
        *(
            said(words, LINE, face=sheet.face, back=sheet.back, number=len(sheet.cards))
            for sheet in sheets
        ),
    ]
    often = [card for card in deck.cards if card.count > 1]
    if copies == "once" and often:
        lines += ["", said(words, MORE)]
        lines += [f"{card.count} × {card.name}" for card in often]
    return "\n".join([*lines, ""])
