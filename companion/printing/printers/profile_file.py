"""Keeps printer profiles as one small JSON file in the data folder, whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.core.outcome import Refused
from companion.printing.printers.profiles import read_profile
from companion.services.prints.printers import Profile

SCHEMA = "backroom-printers/1"
FILE_NAME = "printer_profiles.json"


class ProfileFile:
    """The store of companion.services.prints.printers.

    It is read again when it has changed on the disk, so that several processes and the command
    line agree. A damaged file counts as empty and is put aside before another is written.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / FILE_NAME
        self._known: tuple[Profile, ...] = ()
        self._seen: tuple[int, int] | None = None

    def read(self) -> tuple[Profile, ...]:
        """All that are kept; none when there is no file or it cannot be read."""
        seen = self._stamp()
        if seen is None:
            return ()
        if seen != self._seen:
            self._known, self._seen = self._loaded() or (), seen
        return self._known

    def write(self, profiles: tuple[Profile, ...]) -> bool:
        """On the disk when it returns True."""
        text = json.dumps(
            {"schema": SCHEMA, "printers": [asdict(each) for each in profiles]},
            ensure_ascii=False,
            indent=1,
        )
        half = self._path.with_name(f".{FILE_NAME}.half")
        try:
            if self._stamp() is not None and self._loaded() is None:
                os.replace(self._path, self._path.with_suffix(".damaged"))
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with half.open("w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            os.replace(half, self._path)
        except OSError:
            with contextlib.suppress(OSError):
                half.unlink()
            return False
        self._seen = None
        return True

    def _stamp(self) -> tuple[int, int] | None:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size

    def _loaded(self) -> tuple[Profile, ...] | None:
        """None when the file is damaged."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            rows = kept["printers"] if kept["schema"] == SCHEMA else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        if not isinstance(rows, list):
            return None
        found: list[Profile] = []
        for row in rows:
            read = _row(row)
            if read is None:
                return None
            found.append(read)
        return tuple(found)


def _row(row: Any) -> Profile | None:
    read = read_profile(row) if isinstance(row, dict) else None
    return None if read is None or isinstance(read, Refused) else read
