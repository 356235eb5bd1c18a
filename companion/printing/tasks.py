"""What the worker can do: print a deck or a page, look at one. Runs in the child only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.printing.cards.picture_tasks import picture
from companion.printing.cards.placeholder_tasks import (
    placeholders,
    placeholders_preview,
    placeholders_report,
)
from companion.printing.exports.tasks import (
    cut,
    cut_preview,
    export_card_preview,
    export_preview,
    export_report,
    pictures,
    service,
    tabletop,
    tabletop_preview,
)
from companion.printing.in_worker import Say
from companion.printing.pages.tasks import paper, paper_browser, paper_preview, paper_report
from companion.printing.printers.tasks import calibration, calibration_preview
from companion.printing.sheets.tasks import browser, card_preview, deck, preview, report

Json = dict[str, Any]


TASKS: dict[str, Callable[[Json, Say], tuple[Json, bytes]]] = {
    "deck": deck,
    "report": report,
    "preview": preview,
    "card_preview": card_preview,
    "browser": browser,
    "picture": picture,
    "calibration": calibration,
    "calibration_preview": calibration_preview,
    "service": service,
    "pictures": pictures,
    "tabletop": tabletop,
    "tabletop_preview": tabletop_preview,
    "cut": cut,
    "cut_preview": cut_preview,
    "export_report": export_report,
    "export_preview": export_preview,
    "export_card_preview": export_card_preview,
    "placeholders": placeholders,
    "placeholders_preview": placeholders_preview,
    "placeholders_report": placeholders_report,
    "paper": paper,
    "paper_preview": paper_preview,
    "paper_report": paper_report,
    "paper_browser": paper_browser,
}
"""Every task by the name that the parent sends."""
