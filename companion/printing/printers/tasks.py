"""What the worker does for the calibration sheet. Needs no Pango; runs in the child only."""

from __future__ import annotations

from typing import Any

from companion.printing.in_worker import Say, cache_of
from companion.printing.own_words import said, words_in
from companion.printing.page_picture import page_preview
from companion.printing.printers.calibration import TITLE, CalibrationOptions, calibration_pages

Json = dict[str, Any]


def calibration(task: Json, say: Say) -> tuple[Json, bytes]:
    """Both pages as PDF."""
    from companion.printing.drawing.pdf_file import sketched_pages

    options, words = CalibrationOptions(**task["options"]), words_in(task)
    pages = [(options.page, sketch) for sketch in calibration_pages(options, words)]
    data = sketched_pages(pages, cache_of(task), said(words, TITLE), options.backs)
    return {"pages": len(pages)}, data


def calibration_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The front as a PNG."""
    _, data = calibration(task, say)
    return page_preview(task, data)
