"""A table's own pages as products of the print shop: their routes say what stands on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.printing.own_words import ON_SHEETS
from companion.printing.product import Product
from companion.services.prints.jobs import Draft


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


def _draft(sheet: TableSheet, given: Mapping[str, Any]) -> Draft | Refused:
    """The options were read when the page was put together."""
    return Draft(
        of=sheet.code,
        title=sheet.title,
        options=sheet.options,
        task=sheet.task,
        pages=sheet.pages,
        papers=sheet.papers,
        cards=sheet.cards,
        place=sheet.code,
    )


PLACEHOLDER_CARDS = Product(
    key="placeholders",
    about="table",
    heading=N_("Print placeholders"),
    line=N_("Cards that say which real card to fetch"),
    icon="layers",
    draft=_draft,
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
    make="paper",
    preview="paper_preview",
    report="paper_report",
    browser="paper_browser",
    whole_page=True,
)
