"""Keeps print jobs as files: one small JSON each, and the finished files beside it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from companion.printing.job_file import FILE_NAME, job_to_json, read_job
from companion.services.prints.jobs import DONE, Job

LARGEST_BYTES = 100_000_000
"""Of all jobs and their files; the oldest go first."""


class JobFolder:
    """The store of the prints queue. What cannot be read is as if it were not there."""

    def __init__(self, folder: Path, largest_bytes: int = LARGEST_BYTES) -> None:
        self._folder = folder
        self._largest = largest_bytes

    def jobs(self) -> tuple[Job, ...]:
        """Every job that is kept, oldest first."""
        found = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError, ValueError):
                job = read_job(path.read_text(encoding="utf-8"))
                if _is_key(job.key) and path.name == f"{job.key}.json":
                    found.append(job)
        return tuple(sorted(found, key=lambda job: (job.at, job.key)))

    def save(self, job: Job, files: Sequence[bytes | Path] = ()) -> None:
        """Keep the job, with its files when they are finished: files first, then the word."""
        for name, made in zip(job.offer.files, files, strict=False):
            if isinstance(made, Path):
                self._move(f"{job.key}.{name}", made)
            else:
                self._write(f"{job.key}.{name}", made)
        self._write(f"{job.key}.json", json.dumps(job_to_json(job)).encode())

    def tidy(self, jobs: Sequence[Job], most: int) -> tuple[str, ...]:
        """Let the oldest go until at most so many jobs are kept and all fits its room.

        `jobs` are all that count still, oldest first; whatever else is kept goes before them.
        What is open and the newest finished print stay in any case. The keys of what went.
        """
        sizes = self._sizes()
        newest = next((job.key for job in reversed(jobs) if job.state == DONE), None)
        ended = [job.key for job in jobs if not job.open and job.key != newest]
        unknown = sorted(sizes.keys() - {job.key for job in jobs})
        total, count, gone = sum(sizes.values()), len(sizes), []
        for key in (*unknown, *(key for key in ended if key in sizes)):
            if total <= self._largest and count <= most:
                break
            self.remove(key)
            gone.append(key)
            total, count = total - sizes[key], count - 1
        return tuple(gone)

    def _sizes(self) -> dict[str, int]:
        """How many bytes each job takes, with its files."""
        sizes: dict[str, int] = {}
        for path in self._folder.glob("[!.]*.*"):
            key = path.name.partition(".")[0]
            with contextlib.suppress(OSError):
                if _is_key(key):
                    sizes[key] = sizes.get(key, 0) + path.stat().st_size
        return sizes

    def path(self, key: str, name: str) -> Path | None:
        """Where a finished file lies, None when there is none."""
        if not (_is_key(key) and FILE_NAME.fullmatch(name)):
            return None
        path = self._folder / f"{key}.{name}"
        return path if path.is_file() else None

    def _move(self, name: str, made: Path) -> None:
        """As `_write`, for a file that lies in the same data folder already."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            os.replace(made, self._folder / name)

    def _write(self, name: str, data: bytes) -> None:
        """Whole or not at all. A full disk loses the print, never the server."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            half = self._folder / f".{name}"
            half.write_bytes(data)
            os.replace(half, self._folder / name)

    def remove(self, key: str) -> None:
        """Forget the job and its files."""
        for path in self._folder.glob(f"{key}.*"):
            with contextlib.suppress(OSError):
                path.unlink()


def _is_key(key: str) -> bool:
    """Whether files may be named by it: nothing that leads out of the folder."""
    return key.isascii() and key.isalnum()
