"""A file that only takes up room: when the disk is full it is given up, and taps go on."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

BALLAST_BYTES = 4_000_000
"""About what a long evening of taps needs."""
_ROOM = 4
"""The ballast is made where so many times its size is free."""
_PIECE_BYTES = 250_000


class Ballast:
    """The file `ballast` in the data folder. Deleting it by hand does no harm."""

    def __init__(self, folder: Path, size_bytes: int = BALLAST_BYTES) -> None:
        self.path = folder / "ballast"
        self.size_bytes = size_bytes
        self.given_up = False
        """True from the moment it was given up until it is there again."""

    def make(self) -> bool:
        """Make it where there is plenty of room; whether it is there. Never raises OSError."""
        try:
            if self.path.exists() and self.path.stat().st_size >= self.size_bytes:
                self.given_up = False
                return True
            if shutil.disk_usage(self.path.parent).free < _ROOM * self.size_bytes:
                return False
            self._fill()
        except OSError:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            return False
        self.given_up = False
        return True

    def give_up(self) -> bool:
        """Free its room; whether there was any to free."""
        try:
            self.path.unlink()
        except OSError:
            return False
        self.given_up = True
        return True

    def _fill(self) -> None:
        """Really take the room: some systems keep zeros for nothing, so it is noise."""
        noise = os.urandom(_PIECE_BYTES)
        with self.path.open("wb") as file:
            for start in range(0, self.size_bytes, _PIECE_BYTES):
                file.write(noise[: self.size_bytes - start])
