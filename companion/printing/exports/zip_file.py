"""Writes a ZIP file straight to the disk: the same pieces give the same bytes."""

from __future__ import annotations

import contextlib
import secrets
import time
import zipfile
from pathlib import Path
from types import TracebackType

FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that the format knows: no piece tells when it was made."""
LARGEST_BYTES = 400_000_000
OLD_SECONDS = 3600.0
"""What is older than this in the folder was left behind by a worker that was ended."""


class BundleTooLarge(Exception):
    """It would have more than LARGEST_BYTES."""


class Bundle:
    """A ZIP file in the making; each piece is on the disk before the next one is made.

    Pictures are packed already, so nothing is packed twice: no other zlib gives other bytes.
    """

    def __init__(self, folder: Path) -> None:
        """The file gets a name of its own in `folder`, which is made when it is missing."""
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        self.path = folder / f"{secrets.token_hex(8)}.zip"
        self._zip = zipfile.ZipFile(self.path, "w", zipfile.ZIP_STORED)
        self._bytes = 0

    def add(self, name: str, data: bytes) -> None:
        """One more piece."""
        self._bytes += len(data)
        if self._bytes > LARGEST_BYTES:
            raise BundleTooLarge(name)
        piece = zipfile.ZipInfo(name, FIRST_DATE)
        piece.create_system = 3
        piece.external_attr = 0o644 << 16
        self._zip.writestr(piece, data)

    def __enter__(self) -> Bundle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        """Whole, or not there at all."""
        whole = False
        try:
            self._zip.close()
            whole = kind is None
        finally:
            if not whole:
                self.path.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    before = time.time() - OLD_SECONDS
    for path in folder.glob("*.zip"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
