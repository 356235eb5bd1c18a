"""What every task of the worker needs: its own fonts, what was kept, and a way to say no."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from companion.core.outcome import Refused
from companion.printing.cache import Cache
from companion.printing.folders import own_fonts_only

Json = dict[str, Any]
Read = TypeVar("Read")
Say = Callable[..., None]
"""Tells the parent how far the task is."""


class Unable(Exception):
    """The task cannot be done; `code` picks the sentence."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def sure(read: Read | Refused) -> Read:
    """What the parent has read or planned before; a refusal here is a fault of ours."""
    if isinstance(read, Refused):
        raise Unable("fault", read.code)
    return read


KEEP_BYTES = 100_000_000
"""Room for what is kept, unless the task says otherwise."""

_caches: dict[str, Cache] = {}


def cache_of(task: Json) -> Cache:
    """What was made before, kept in the task's folder; one object for each folder."""
    folder = str(task.get("folder") or "")
    if folder not in _caches:
        room = int(task.get("keep_bytes") or KEEP_BYTES)
        _caches[folder] = Cache(Path(folder) if folder else None, room)
    return _caches[folder]


@contextmanager
def pango(task: Json) -> Iterator[None]:
    """Stands around the import of what needs Pango; raises Unable where that is missing."""
    prepare(task)
    try:
        yield
    except OSError as missing:
        raise Unable("no_pango", str(missing)[:300]) from None


def prepare(task: Json) -> None:
    """Points fontconfig at our fonts, before the renderer is loaded for the first time."""
    if "FONTCONFIG_FILE" in os.environ and os.environ.get("BACKROOM_FONTS") == "own":
        return
    folder = Path(task.get("folder") or task["scratch"]) / "fontconfig"
    os.environ["FONTCONFIG_FILE"] = str(own_fonts_only(folder))
    os.environ["BACKROOM_FONTS"] = "own"
