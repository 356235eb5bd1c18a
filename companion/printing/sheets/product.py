"""Card sheets of a deck, as a product of the print shop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import read_options
from companion.printing.own_words import ON_SHEETS
from companion.printing.printers.profiles import EDGES
from companion.printing.product import Product, by_name
from companion.printing.sheets.grid import marks_outside
from companion.printing.sheets.guides import guides
from companion.printing.sheets.planning import Planned, plan
from companion.services.prints.offers import PrintDraft


def _draft(deck: Json, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as the deck, its options or their plan are (`card_too_big`, `no_cards`)."""
    read, options = read_deck(deck), read_options(given)
    if isinstance(read, Refused):
        return read
    if isinstance(options, Refused):
        return options
    planned = plan(read, options)
    if isinstance(planned, Refused):
        return planned
    chosen = options.to_json()
    return PrintDraft(
        of=read.id,
        title=read.name,
        options=chosen,
        task={"deck": read.to_json(), "options": chosen},
        pages=len(planned.sheets),
        papers=planned.papers,
        cards=len(planned.order),
        notes=(*_without_ruler(planned), *_measured_otherwise(planned, given)),
        files=("fronts.pdf", "backs.pdf") if len(planned.files) > 1 else ("sheets.pdf",),
    )


def _without_ruler(planned: Planned) -> tuple[Phrase, ...]:
    """Where nothing on the sheet shows its true size, a card must do."""
    grid, options = planned.grid, planned.options
    if guides(planned.sheets[0], grid, marks_outside(options)).ruler is not None:
        return ()
    size = {"width": grid.card.width_mm, "height": grid.card.height_mm}
    return (Phrase(NO_RULER, size),)


def _measured_otherwise(planned: Planned, given: Mapping[str, Any]) -> tuple[Phrase, ...]:
    """Where the printer's profile was measured with the paper lying or flipped another way.

    A printer is off by the same on the paper, but not on a page that lies or turns otherwise.
    """
    options, page = planned.options, planned.grid.page
    turn = "portrait" if page.height_mm >= page.width_mm else "landscape"
    measured = given.get("measured_edge", options.backs), given.get("measured_turn", turn)
    if not options.profile or options.backs not in EDGES or measured == (options.backs, turn):
        return ()
    return (Phrase(_OTHERWISE, {"printer": options.profile}),)


_OTHERWISE = N_(
    "{printer} was measured with the paper lying or flipped another way. Measure this way too."
)
NO_RULER = N_("There is no room for the ruler. A card must measure {width} × {height} mm.")

DECK = Product(
    key="deck",
    about="deck",
    heading=N_("Print the cards"),
    line=N_("Card sheets to cut out, with backs"),
    icon="layers",
    draft=_draft,
    options=by_name(read_options),
    make="deck",
    preview="preview",
    card_preview="card_preview",
    report="report",
    browser="browser",
    ruler=True,
    says=ON_SHEETS,
)
