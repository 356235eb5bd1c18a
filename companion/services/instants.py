"""Instants as the log writes them: UTC, ISO 8601, one length, so that text sorts as time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from companion.services.ports import Clock

_FORM = "%Y-%m-%dT%H:%M:%S"
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def written(instant: datetime) -> str:
    """2026-05-04T19:30:00.250Z"""
    return f"{instant.strftime(_FORM)}.{instant.microsecond // 1000:03d}Z"


def now_written(clock: Clock) -> str:
    """The present instant as the log writes it."""
    return written(clock.now())


def is_written(value: object) -> bool:
    """Whether this is an instant as the log writes it; a damaged file may hold anything."""
    return isinstance(value, str) and _WRITTEN.fullmatch(value) is not None


def days_before(instant: datetime, days: int) -> str:
    """The instant so many days earlier, as written; the earliest there is when that is before."""
    try:
        return written(instant - timedelta(days=days))
    except OverflowError:
        return "0001-01-01T00:00:00.000Z"


def seconds_since(earlier: str, instant: datetime) -> float:
    """Seconds from a written instant until now; negative when the clock was set back."""
    return (instant - datetime.fromisoformat(earlier)).total_seconds()
