"""Keeps what was made, by content hash: faces, font subsets, finished sheets."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
from collections import OrderedDict
from pathlib import Path

_NAME = re.compile(r"[0-9a-f]{16,64}")
MEMORY_BYTES = 32_000_000
_SUM_BYTES = 16


def _sum(data: bytes) -> bytes:
    """Stands before what is kept: a damaged font must never get into a file."""
    return hashlib.sha256(data).digest()[:_SUM_BYTES]


class Cache:
    """A folder of small files by kind and content hash, with the last ones in memory.

    Everything in it can be made again, so losing any of it loses nothing: a file that cannot
    be read or is damaged counts as absent, a file that cannot be written is simply not kept.
    """

    def __init__(self, folder: Path | None, largest_bytes: int = 200_000_000) -> None:
        """`folder` None keeps in memory only."""
        self._folder = folder
        self._largest = largest_bytes
        self._memory: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._held = 0

    def path(self, kind: str, name: str) -> Path | None:
        """Where this one lies on disk; None when nothing is kept there."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        return self._folder / kind / name[:2] / name

    def read(self, kind: str, name: str) -> bytes | None:
        """What was kept under this name, or None."""
        found = self._memory.get((kind, name))
        if found is not None:
            self._memory.move_to_end((kind, name))
            return found
        path = self.path(kind, name)
        if path is None:
            return None
        try:
            kept = path.read_bytes()
        except OSError:
            return None
        data = kept[_SUM_BYTES:]
        if kept[:_SUM_BYTES] != _sum(data):
            return None
        self._remember(kind, name, data)
        return data

    def write(self, kind: str, name: str, data: bytes) -> None:
        """Keep it; whole or not at all, so that a crash leaves no half file under the name."""
        self._remember(kind, name, data)
        path = self.path(kind, name)
        if path is None:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            half = path.with_name(f".{name}.{secrets.token_hex(4)}")
            half.write_bytes(_sum(data) + data)
            os.replace(half, path)

    def _remember(self, kind: str, name: str, data: bytes) -> None:
        if len(data) > MEMORY_BYTES // 8:
            return
        old = self._memory.pop((kind, name), b"")
        self._memory[kind, name] = data
        self._held += len(data) - len(old)
        while self._held > MEMORY_BYTES:
            _, gone = self._memory.popitem(last=False)
            self._held -= len(gone)

    def prune(self) -> int:
        """Remove the files that were not used for longest until the rest is small enough.

        Gives the number of files removed. Reading does not touch a file, so age counts from
        when it was made; what is still wanted is simply made again.
        """
        if self._folder is None:
            return 0
        found = []
        for path in self._folder.rglob("*"):
            with contextlib.suppress(OSError):
                if path.is_file() and _NAME.fullmatch(path.name):
                    stat = path.stat()
                    found.append((stat.st_mtime, stat.st_size, path))
        total = sum(size for _, size, _ in found)
        removed = 0
        for _, size, path in sorted(found):
            if total <= self._largest:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                removed += 1
            total -= size
        return removed
