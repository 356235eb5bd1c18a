"""Finished files of the print shop on their way out: kind, name, and large ones in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Response, make_response

from companion.services.prints.offers import Offer

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


def with_name(response: Response, offer: Offer, name: str, saved: bool) -> Response:
    """The answer with what the file is and how it is called; `saved`: not to be shown at once."""
    response.mimetype = MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    how = "attachment" if saved else "inline"
    response.headers["Content-Disposition"] = f'{how}; filename="{_file_name(offer, name)}"'
    return response


def _file_name(offer: Offer, name: str) -> str:
    """Of what, and what it is: a table's page by its own word; a further file by its name too."""
    which, _, ending = name.rpartition(".")
    what = _plain(str(offer.options.get("sheet") or offer.kind))
    more = what if name == offer.files[0] else f"{what}-{which}"
    return f"backroom-{_plain(offer.of.lower())}-{more}.{ending}"


def _plain(text: str) -> str:
    """Plain letters only: this name goes into a header and onto other people's disks."""
    safe = "".join(c if c.isascii() and c.isalnum() else "-" for c in text)
    return safe.strip("-")[:40] or "print"
