"""What the worker that reads photos can do. Runs in the child only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.printing.in_worker import Say, Unable
from companion.scanning.decoding import NotRead, read_photo

Json = dict[str, Any]


def scan(task: Json, say: Say) -> tuple[Json, bytes]:
    """Read the photo that was sent: its marks in reading order, and how it is shown.

    Places are shares of the photo's width. What cannot be read is told by its code.
    """
    try:
        photo = read_photo(task.get("sent", b""))
    except NotRead as trouble:
        raise Unable(trouble.code) from None
    marks = [
        {"text": mark.text, "x": mark.middle[0] / photo.width, "y": mark.middle[1] / photo.width}
        for mark in photo.marks
    ]
    return {"marks": marks}, photo.shown


TASKS: dict[str, Callable[[Json, Say], tuple[Json, bytes]]] = {"scan": scan}
