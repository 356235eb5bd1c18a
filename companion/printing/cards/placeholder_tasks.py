"""What the worker does with placeholders. Runs in the child only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.printing.cards.placeholders import (
    PlannedPlaceholders,
    placeholder_report,
    plan_placeholders,
    print_placeholders,
)
from companion.printing.in_worker import Say, cache_of, pango, sure
from companion.printing.page_picture import page_preview

Json = dict[str, Any]


def placeholders(task: Json, say: Say) -> tuple[Json, bytes]:
    """The sheets as PDF."""
    planned = sure(plan_placeholders(task))
    data = _printed(task, planned, say)
    return {"pages": len(planned.sheets), "report": placeholder_report(task, planned)}, data


def placeholders_report(task: Json, say: Say) -> tuple[Json, bytes]:
    """How the texts fit, without making the sheets."""
    return {"report": placeholder_report(task, sure(plan_placeholders(task)))}, b""


def placeholders_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet as a PNG."""
    planned = sure(plan_placeholders(task))
    first = replace(planned, sheets=planned.sheets[:1])
    return page_preview(task, _printed(task, first, say))


def _printed(task: Json, planned: PlannedPlaceholders, say: Say) -> bytes:
    with pango(task):
        from companion.printing.texts.typesetting import typeset
    kept = cache_of(task)
    data = print_placeholders(
        task, planned, kept, typeset, lambda done, of: say(what="sheets", done=done, of=of)
    )
    kept.prune()
    return data
