"""A table's own pages as products of the print shop: their routes say what stands on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.printing.cards.placeholders import OPTIONS, placeholder_options
from companion.printing.formats import PrintOptions
from companion.printing.own_words import ON_SHEETS
from companion.printing.pages.pad_options import ANY_PLAYERS, read_pad_options
from companion.printing.pages.table_options import PAD, PLACEHOLDERS, read_sheet_options
from companion.printing.product import Product
from companion.services.prints.offers import PrintDraft


@dataclass(frozen=True, slots=True)
class TableSheet:
    """One page of one table, ready to be made."""

    product: str
    """Key of the product that makes it."""
    code: str
    title: str
    """In the reader's words."""
    options: Json
    task: Json
    pages: int = 1
    papers: int = 1
    cards: int = 0


def _draft(sheet: TableSheet, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """The options were read when the page was put together."""
    return PrintDraft(
        of=sheet.code,
        title=sheet.title,
        options=sheet.options,
        task=sheet.task,
        pages=sheet.pages,
        papers=sheet.papers,
        cards=sheet.cards,
        place=sheet.code,
    )


def _sheet_options(given: Mapping[str, Any]) -> Json | Refused:
    """Those of the page that they name; a score pad has a pad's own besides."""
    options = read_sheet_options(given)
    if isinstance(options, Refused) or options.sheet != PAD:
        return options if isinstance(options, Refused) else options.to_json()
    pad = read_pad_options(given, ANY_PLAYERS)
    return pad if isinstance(pad, Refused) else {**options.to_json(), **pad.to_json()}


def _placeholder_options(given: Mapping[str, Any]) -> Json | Refused:
    options = placeholder_options(dict(given))
    return options if isinstance(options, Refused) else chosen_placeholders(options)


def chosen_placeholders(options: PrintOptions) -> Json:
    """The options of placeholders by name: those of card sheets that matter for them."""
    return {"sheet": PLACEHOLDERS, **{name: getattr(options, name) for name in OPTIONS}}


PLACEHOLDER_CARDS = Product(
    key="placeholders",
    about="table",
    heading=N_("Print placeholders"),
    line=N_("Cards that say which real card to fetch"),
    icon="layers",
    draft=_draft,
    options=_placeholder_options,
    make="placeholders",
    preview="placeholders_preview",
    report="placeholders_report",
    ruler=True,
    says=ON_SHEETS,
)
SHEET = Product(
    key="sheet",
    about="table",
    heading=N_("Print from the table"),
    line=N_("Poster, lists, score pads, the table on paper"),
    icon="printer",
    draft=_draft,
    options=_sheet_options,
    make="paper",
    preview="paper_preview",
    report="paper_report",
    browser="paper_browser",
    whole_page=True,
)
