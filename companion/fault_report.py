"""Says for the log what failed and where, without any value: a message may quote what was typed."""

from __future__ import annotations

import traceback
from pathlib import Path

_PROJECT = Path(__file__).resolve().parent.parent


def report(fault: BaseException) -> str:
    """The kind of the fault and the lines that led to it, innermost last; its causes before it."""
    cause = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    before = f"{report(cause)}\nthen " if cause is not None else ""
    frames = traceback.extract_tb(fault.__traceback__)
    lines = (f"  {_short(each.filename)}:{each.lineno} in {each.name}" for each in frames)
    return "\n".join([f"{before}{type(fault).__name__}", *lines])


def _short(filename: str) -> str:
    """Our own files from the project's folder on; of others the last two names are enough."""
    path = Path(filename)
    if path.is_relative_to(_PROJECT):
        return path.relative_to(_PROJECT).as_posix()
    return "/".join(path.parts[-2:])
