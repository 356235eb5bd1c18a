"""What the worker does with placeholders. Runs in the child only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.outcome import Refused
from companion.printing.cards.placeholders import (
    PlannedPlaceholders,
    placeholder_report,
    plan_placeholders,
    print_placeholders,
)
from companion.printing.in_worker import Say, Unable, cache_of, prepare

Json = dict[str, Any]


def placeholders(task: Json, say: Say) -> tuple[Json, bytes]:
    """The sheets as PDF."""
    planned = _planned(task)
    data = _printed(task, planned, say)
    return {"pages": len(planned.sheets), "report": placeholder_report(task, planned)}, data


def placeholders_report(task: Json, say: Say) -> tuple[Json, bytes]:
    """How the texts fit, without making the sheets."""
    return {"report": placeholder_report(task, _planned(task))}, b""


def placeholders_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet as a PNG."""
    from companion.printing.page_picture import page_picture

    planned = _planned(task)
    first = replace(planned, sheets=planned.sheets[:1])
    return {}, page_picture(_printed(task, first, say), float(task.get("dots_per_inch", 96)))


def _planned(task: Json) -> PlannedPlaceholders:
    """The parent has planned it already; a refusal here is a fault."""
    planned = plan_placeholders(task)
    if isinstance(planned, Refused):
        raise Unable("fault", planned.code)
    return planned


def _printed(task: Json, planned: PlannedPlaceholders, say: Say) -> bytes:
    prepare(task)
    try:
        from companion.printing.texts.typesetting import typeset
    except OSError as missing:
        raise Unable("no_pango", str(missing)[:300]) from None
    kept = cache_of(task)
    data = print_placeholders(
        task, planned, kept, typeset, lambda done, of: say(what="sheets", done=done, of=of)
    )
    kept.prune()
    return data
