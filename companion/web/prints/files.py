"""Finished files of the print shop on their way out: kind, name, and large ones in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Response, make_response

from companion.services.prints.jobs import Offer

PIECE_BYTES = 1_000_000
"""Of a large file in memory at once."""
MEDIA_TYPES = {
    "pdf": "application/pdf",
    "zip": "application/zip",
    "png": "image/png",
    "svg": "image/svg+xml",
}
"""By a file's ending."""


def sent(path: Path) -> Response | None:
    """The file, a large one piece by piece; None when it has just been tidied away."""
    try:
        size = path.stat().st_size
        if size <= PIECE_BYTES:
            return make_response(path.read_bytes())
    except OSError:
        return None
    response = Response(_pieces(path))
    response.content_length = size
    return response


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def file_name(offer: Offer, name: str) -> str:
    """Plain letters only: this name goes into a header and onto other people's disks."""
    safe = "".join(c if c.isascii() and c.isalnum() else "-" for c in offer.of.lower())
    what, _, ending = name.rpartition(".")
    more = offer.kind if name == offer.files[0] else f"{offer.kind}-{what}"
    return f"backroom-{safe.strip('-')[:40] or 'print'}-{more}.{ending}"
