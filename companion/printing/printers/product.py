"""The calibration sheet, as a product of the print shop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Refused
from companion.core.phrases import N_
from companion.printing.formats import PAPERS
from companion.printing.printers.calibration import CALIBRATION_WORDS, read_calibration_options
from companion.printing.product import Product, by_name
from companion.services.prints.offers import PrintDraft


def _draft(paper: str, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as `bad_option`."""
    options = read_calibration_options({**given, "paper": given.get("paper") or paper})
    if isinstance(options, Refused):
        return options
    chosen = options.to_json()
    return PrintDraft(
        of=options.paper,
        title=PAPERS[options.paper].name,
        options=chosen,
        task={"options": chosen},
        pages=2,
        papers=1,
    )


CALIBRATION = Product(
    key="calibration",
    about="paper",
    heading=N_("Print a calibration sheet"),
    line=N_("Shows how far a printer is off, for backs that fit"),
    icon="printer",
    draft=_draft,
    options=by_name(read_calibration_options),
    make="calibration",
    preview="calibration_preview",
    ruler=True,
    says=CALIBRATION_WORDS,
)
