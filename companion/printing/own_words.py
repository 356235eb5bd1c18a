"""What the print shop itself says on paper and in files, in the language of whoever prints.

A task carries the words in that language (`words`), for the worker knows no catalogues. What is
missing there is said in English, so that a task without words is one in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.phrases import N_

OwnWords = Mapping[str, str]
"""The message ids that are said otherwise in the language of a print, as they are said."""
ENGLISH: OwnWords = {}

SHEET = N_("sheet {number} of {sheets}")
SIDES = {"fronts": N_("fronts"), "backs": N_("backs")}
TRUE_SIZE = N_("Print at 100 %, not “fit to page”. The ruler must measure 100 mm.")
FOLD = N_("Cut, fold back on the dashed line, glue.")
BANK_EDGE = N_("A bank card fits here: 85.60 mm")
BANK_CARD = N_("A bank card fits here exactly.")
BANK_SIZE = N_("85.60 × 53.98 mm")
ON_SHEETS = (SHEET, *SIDES.values(), TRUE_SIZE, FOLD, BANK_EDGE, BANK_CARD, BANK_SIZE)
"""In the margins of card sheets."""


def said(words: OwnWords, text: str, **places: Any) -> str:
    """One of our own texts in the language of the print, its {name} places filled."""
    shown = words.get(text, text)
    for name, value in places.items():
        shown = shown.replace("{" + name + "}", str(value))
    return shown


def words_in(task: Mapping[str, Any]) -> OwnWords:
    """The words that a task carries."""
    found: OwnWords = task.get("words") or ENGLISH
    return found
