"""What is made of a deck for print services, screens and cutting machines, as products."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.exports.cut_file import cut_sheets
from companion.printing.exports.one_up import ONCE, chosen_cards, plan_one_up
from companion.printing.exports.options import (
    BLEEDS_MM,
    RESOLUTIONS,
    PictureOptions,
    ServiceOptions,
    TabletopOptions,
    read_cut_options,
    read_face_options,
)
from companion.printing.exports.pixels import Pixels
from companion.printing.exports.tabletop import MOST_SHEETS, TABLETOP_WORDS, tabletop_sheets
from companion.printing.product import Product, by_name
from companion.printing.sheets.planning import plan
from companion.services.prints.offers import PrintDraft

SECONDS_PER_MEGAPIXEL = 0.027
"""Of processor time, to draw and pack: measured, 0.019 to 0.026."""
SECONDS_OF_A_PHOTO = 0.031
"""What a picture adds to each megapixel of its card."""
SECONDS_PER_CARD = 0.016
"""To set one card's texts."""
SECONDS_OF_A_PRINT = 52.0
"""What a print may take: less than the press is given, some computers are slower."""
BYTES_PER_MEGAPIXEL = 150_000
"""Of a drawn card as PNG."""
BYTES_OF_A_PHOTO = 600_000
"""What a picture adds to each megapixel of its card."""
BYTES_OF_A_PRINT = 350_000_000

_TOO_FINE = N_("{cards} cards at {dots} dots to the inch take too long. Choose 300, or one deck.")
_TOO_LARGE = N_("{cards} cards at {dots} dots to the inch take too much room. Choose 300.")
_CARDS_TOO_LARGE = N_("{cards} pictures of this size are too much. Take a smaller card.")
_PAGE = N_("Each page measures {width} × {height} mm, with the bleed.")
_PIXELS = N_("Each picture has {width} × {height} pixels.")
_LAST = N_("The last sheet is not full. It has a file of its own.")
_TOO_MANY = N_("That makes {num} sheets, more than {most}. Choose each card once.")


def _service(subject: Json, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as deck and options are, and as `no_cards` or `too_many_pages`."""
    deck, options = read_deck(subject), read_face_options(ServiceOptions, given)
    if isinstance(deck, Refused):
        return deck
    if isinstance(options, Refused):
        return options
    bleed = BLEEDS_MM[options.bleed]
    planned = plan_one_up(deck, options, bleed, options.order, options.copies)
    if isinstance(planned, Refused):
        return planned
    files = ("fronts.pdf", "backs.pdf") if options.order == "fronts" else ("cards.pdf",)
    chosen, cards = options.to_json(), len(planned.order)
    page = {
        "width": planned.grid.page.width_mm,
        "height": planned.grid.page.height_mm,
    }
    note = Phrase(_PAGE, page)
    return _draft("service", deck, chosen, len(planned.sheets), cards, files, note)


def _pictures(subject: Json, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as deck and options are, and as `no_cards`, `too_fine` or `too_large`."""
    deck, options = read_deck(subject), read_face_options(PictureOptions, given)
    if isinstance(deck, Refused):
        return deck
    if isinstance(options, Refused):
        return options
    planned = plan_one_up(deck, options, BLEEDS_MM[options.bleed], "fronts", "once")
    refused = planned if isinstance(planned, Refused) else picture_limits(deck, options)
    if refused is not None:
        return refused
    numbers = chosen_cards(deck, options.cards)
    backs = {"none": 0, "each": len(numbers), "once": _kinds(deck, numbers)}[options.backs]
    files = ("pictures.zip",)
    chosen, cards = options.to_json(), len(numbers)
    width, height = _pixels(options).size
    note = Phrase(_PIXELS, {"width": width, "height": height})
    return _draft("pictures", deck, chosen, cards + backs, cards, files, note)


def _pixels(options: PictureOptions) -> Pixels:
    dots = float(options.dots_per_inch)
    return Pixels(options.card_size, BLEEDS_MM[options.bleed], dots)


def _kinds(deck: Deck, numbers: list[int]) -> int:
    """How many different backs these cards have."""
    return len({deck.cards[number].kind == "warehouse" for number in numbers})


def picture_limits(deck: Deck, options: PictureOptions) -> Refused | None:
    """Pictures that the press would not finish, or that nobody has room for.

    Refused as `too_fine` or `too_large`, with what to choose instead.
    """
    numbers, each = chosen_cards(deck, options.cards), _pixels(options).megapixels
    photos = sum(deck.cards[number].picture is not None for number in numbers)
    drawing = len(numbers) * SECONDS_PER_MEGAPIXEL + photos * SECONDS_OF_A_PHOTO
    seconds = each * drawing + len(numbers) * SECONDS_PER_CARD
    size = each * (len(numbers) * BYTES_PER_MEGAPIXEL + photos * BYTES_OF_A_PHOTO)
    said = {"cards": len(numbers), "dots": options.dots_per_inch}
    if seconds <= SECONDS_OF_A_PRINT and size <= BYTES_OF_A_PRINT:
        return None
    code = "too_fine" if seconds > SECONDS_OF_A_PRINT else "too_large"
    if options.dots_per_inch == RESOLUTIONS[0]:
        return Refused(code, Phrase(_CARDS_TOO_LARGE, said), fields={"option": "card"})
    text = _TOO_FINE if code == "too_fine" else _TOO_LARGE
    return Refused(code, Phrase(text, said), fields={"option": "dots_per_inch"})


def _tabletop(subject: Json, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as deck and options are, and as `no_cards` or `too_many_sheets`."""
    deck, options = read_deck(subject), read_face_options(TabletopOptions, given)
    if isinstance(deck, Refused):
        return deck
    if isinstance(options, Refused):
        return options
    planned = plan_one_up(deck, options, 0.0, "fronts", "once")
    if isinstance(planned, Refused):
        return planned
    sheets = tabletop_sheets(deck, options)
    if len(sheets) > MOST_SHEETS:
        num = {"num": len(sheets), "most": MOST_SHEETS}
        return Refused("too_many_sheets", Phrase(_TOO_MANY, num), fields=ONCE)
    cards = sum(len(sheet.cards) for sheet in sheets)
    pictures = len(sheets) + len({sheet.which for sheet in sheets})
    return _draft("tabletop", deck, options.to_json(), pictures, cards, ("tabletop.zip",))


def _cut(subject: Json, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as card sheets are."""
    deck, options = read_deck(subject), read_cut_options(given)
    if isinstance(deck, Refused):
        return deck
    if isinstance(options, Refused):
        return options
    planned = plan(deck, options.sheets)
    if isinstance(planned, Refused):
        return planned
    kinds = len(cut_sheets(planned, options.corner_radius_mm))
    files = ("cut.svg", "cut-last.svg")[:kinds]
    notes = (Phrase(_LAST),) if kinds > 1 else ()
    return _draft("cut", deck, options.to_json(), kinds, len(planned.order), files, *notes)


def _draft(
    kind: str,
    deck: Deck,
    options: Json,
    pages: int,
    cards: int,
    files: tuple[str, ...],
    *notes: Phrase,
) -> PrintDraft:
    """None of these is printed here, so no sheets of paper are counted."""
    return PrintDraft(
        of=deck.id,
        title=deck.name,
        options=options,
        task={"kind": kind, "deck": deck.to_json(), "options": options},
        pages=pages,
        papers=0,
        cards=cards,
        files=files,
        notes=notes,
    )


SERVICE = Product(
    key="service",
    about="deck",
    heading=N_("For a print service"),
    line=N_("A PDF of one card to a page, with bleed"),
    icon="package",
    draft=_service,
    options=by_name(partial(read_face_options, ServiceOptions)),
    make="service",
    preview="export_preview",
    card_preview="export_card_preview",
    report="export_report",
)
PICTURES = Product(
    key="pictures",
    about="deck",
    heading=N_("A picture of each card"),
    line=N_("PNG files in a ZIP, 300 or 600 dots to the inch"),
    icon="image",
    draft=_pictures,
    options=by_name(partial(read_face_options, PictureOptions)),
    make="pictures",
    preview="export_preview",
    card_preview="export_card_preview",
    report="export_report",
)
TABLETOP = Product(
    key="tabletop",
    about="deck",
    heading=N_("For Tabletop Simulator"),
    line=N_("Sheets of 10 × 7 cards with their backs"),
    icon="monitor",
    draft=_tabletop,
    options=by_name(partial(read_face_options, TabletopOptions)),
    make="tabletop",
    preview="tabletop_preview",
    card_preview="export_card_preview",
    report="export_report",
    says=TABLETOP_WORDS,
)
CUT = Product(
    key="cut",
    about="deck",
    heading=N_("For a cutting machine"),
    line=N_("The cuts of the card sheets as SVG"),
    icon="scissors",
    draft=_cut,
    options=by_name(read_cut_options),
    make="cut",
    preview="cut_preview",
)
