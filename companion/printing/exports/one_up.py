"""Plans single cards on pages of their own size and bleed, for services and for pictures. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.core.decks.model import Deck
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.cards.faces import back_of
from companion.printing.exports.options import FaceOptions
from companion.printing.formats import PrintOptions, Size
from companion.printing.sheets.grid import Grid
from companion.printing.sheets.imposition import Placement, Sheet
from companion.printing.sheets.planning import Planned

LARGEST_PAGES = 6_000
"""Of one file: 3,000 cards with their backs. More is a mistake, and too much for the press."""
LONGEST_SLUG = 40

_PLAIN = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D"})
"""Letters that Unicode does not take apart."""

ONCE = {"option": "copies", "instead": "once"}
"""Where a print of every copy is too much, and what would do."""
_NO_CARDS = N_("This deck has no cards yet. Add some first.")
_NONE_SUCH = N_("This deck has no such cards. Choose all cards.")
_TOO_MANY = N_("That makes {num} pages, more than {most}. Choose each card once.")


def plan_one_up(
    deck: Deck, options: FaceOptions, bleed_mm: float, order: str, copies: str
) -> Planned | Refused:
    """One card to a page. `order` and `copies` are as in ServiceOptions.

    With order "fronts" each different back follows once, in a file of its own.
    Refused as `no_cards` or `too_many_pages`.
    """
    numbers = chosen_cards(deck, options.cards)
    if not numbers:
        said, at = (_NONE_SUCH, {"option": "cards"}) if deck.cards else (_NO_CARDS, {})
        return Refused("no_cards", Phrase(said), fields=at)
    if copies == "expanded":
        numbers = [number for number in numbers for _ in range(deck.cards[number].count)]
    backs = {back_of(deck.cards[number]): copy for copy, number in reversed([*enumerate(numbers)])}
    pages = len(numbers) + len(backs) if order == "fronts" else 2 * len(numbers)
    if pages > LARGEST_PAGES:
        counts = {"num": pages, "most": LARGEST_PAGES}
        return Refused("too_many_pages", Phrase(_TOO_MANY, counts), fields=ONCE)
    grid = one_card(options.card_size, bleed_mm)
    sides = {"front-back": (False, True), "back-front": (True, False), "fronts": (False,)}[order]
    shown = [(copy, back) for copy in range(len(numbers)) for back in sides]
    if order == "fronts":
        shown.extend((backs[which], True) for which in sorted(backs))
    return Planned(
        deck,
        PrintOptions(
            card=options.card,
            backs="separate" if order == "fronts" else "long",
            marks="none",
            style=options.style,
            margin_mm=0.0,
            bleed_mm=bleed_mm,
            safe_zone_mm=options.safe_zone_mm,
        ),
        grid,
        tuple(_page(copy, back, grid) for copy, back in shown),
        tuple(numbers),
        papers=len(numbers),
    )


def chosen_cards(deck: Deck, which: str) -> list[int]:
    """The numbers (from 0) of the deck's cards of one back, or of all; market cards come first."""
    numbers = [
        number for number, card in enumerate(deck.cards) if which == "all" or back_of(card) == which
    ]
    return sorted(numbers, key=lambda number: back_of(deck.cards[number]) == "warehouse")


def one_card(card: Size, bleed_mm: float) -> Grid:
    """A page that is one card with its bleed on all four sides."""
    page = Size(
        round(card.width_mm + 2 * bleed_mm, 4),
        round(card.height_mm + 2 * bleed_mm, 4),
    )
    return Grid(
        page=page,
        card=card,
        columns=1,
        rows=1,
        left_mm=bleed_mm,
        top_mm=bleed_mm,
        gutter_mm=0.0,
        margin_mm=0.0,
        bleed_mm=bleed_mm,
    )


def _page(copy: int, back: bool, grid: Grid) -> Sheet:
    side = "backs" if back else "fronts"
    return Sheet(copy + 1, side, (Placement(copy, grid.cell(0), back=back),))


def file_names(deck: Deck, numbers: Sequence[int], side: str) -> list[str]:
    """A name for each of these cards: its place in the deck, its name in plain letters, its side.

    >>> file_names(deck, [16], "front")
    ['017-golden-idol-front.png']
    """
    return [f"{number + 1:03}-{slug(deck.cards[number].name)}-{side}.png" for number in numbers]


def slug(name: str) -> str:
    """A name in small plain letters, for files on any system; "card" when none are left."""
    plain = unicodedata.normalize("NFKD", name.translate(_PLAIN))
    letters = plain.encode("ascii", "ignore").decode().lower().replace("'", "")
    words = re.findall(r"[a-z0-9]+", letters)
    return "-".join(words)[:LONGEST_SLUG].strip("-") or "card"
