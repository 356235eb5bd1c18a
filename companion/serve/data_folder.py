"""Holds the data folder for one Backroom at a time, and keeps its port for the next start."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO


@dataclass(frozen=True, slots=True)
class Running:
    """What a live Backroom tells about itself to a second start on the same folder."""

    process: int
    port: int
    local: str
    """Where this computer's own browser finds it."""
    shown: str | None
    """The address in its QR; None when it has no network."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a folder cannot be used, in a sentence."""

    sentence: str


class DataFolder:
    """A data folder that this process holds until it ends, however it ends."""

    def __init__(self, path: Path, lock: IO[str]) -> None:
        self.path = path
        self._lock = lock

    @property
    def port(self) -> int | None:
        """The port kept by an earlier start, so that printed posters stay true."""
        try:
            kept = int((self.path / "port").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
        return kept if 0 < kept < 65_536 else None

    def keep_port(self, port: int) -> None:
        """Use this port again next time; on a disk that takes nothing it is not kept."""
        with suppress(OSError):
            (self.path / "port").write_text(f"{port}\n", encoding="ascii")

    def tell(self, running: Running) -> None:
        """Leave word for a second start; replaced whole, so that it is never half there.

        On a disk that takes nothing no word is left: a second start then cannot name our address.
        """
        told = {
            "process": running.process,
            "port": running.port,
            "local": running.local,
            "shown": running.shown,
        }
        fresh = self.path / "running.json.new"
        try:
            fresh.write_text(json.dumps(told), encoding="utf-8")
            fresh.replace(self.path / "running.json")
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)

    def release(self) -> None:
        """Give the folder back; also happens by itself when the process dies."""
        with suppress(OSError):
            (self.path / "running.json").unlink(missing_ok=True)
        self._lock.close()


def hold(path: Path) -> DataFolder | Running | Unusable:
    """Take the folder, making it if need be; Running when a live Backroom has it."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _opened(path / "lock")
    except OSError as trouble:
        reason = trouble.strerror or "unknown trouble"
        return Unusable(f"The data folder {path} cannot be used: {reason}.")
    if _lock(lock):
        return DataFolder(path, lock)
    lock.close()
    running = read_running(path)
    if running is None:
        return Unusable(f"Another Backroom is starting or stopping with {path}. Try again.")
    return running


def _opened(lock: Path) -> IO[str]:
    """The lock's file; of a disk that went read-only the one that is there already."""
    try:
        return lock.open("a+", encoding="ascii")
    except OSError:
        if not lock.exists():
            raise
        return lock.open(encoding="ascii")


def read_running(path: Path) -> Running | None:
    """What the Backroom that holds this folder told; None when it has not told anything yet."""
    try:
        told = json.loads((path / "running.json").read_text(encoding="utf-8"))
        return Running(told["process"], told["port"], told["local"], told["shown"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


if sys.platform == "win32":
    import msvcrt

    def _lock(lock: IO[str]) -> bool:
        try:
            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(lock: IO[str]) -> bool:
        os.set_inheritable(lock.fileno(), False)  # a worker that outlives us must not hold it
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
