"""Keeps print jobs as files: one small JSON each, and the finished PDF beside it."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, fields
from pathlib import Path

from companion.services.prints import Job

LARGEST_BYTES = 100_000_000
"""Of finished files; the oldest go first."""
JOBS_KEPT = 200


class JobFolder:
    """The store of companion.services.prints. What cannot be read is as if it were not there."""

    def __init__(self, folder: Path, largest_bytes: int = LARGEST_BYTES) -> None:
        self._folder = folder
        self._largest = largest_bytes

    def jobs(self) -> tuple[Job, ...]:
        """Every job that is kept, oldest first."""
        found = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
                found.append(_job(json.loads(path.read_text(encoding="utf-8"))))
        return tuple(sorted(found, key=lambda job: (job.at, job.key)))

    def save(self, job: Job, data: bytes | None = None) -> None:
        """Keep the job, with its file when that is finished: the file first, then the word."""
        if data is not None:
            self._write(f"{job.key}.pdf", data)
            self._tidy(job.key)
        kept = {name: value for name, value in asdict(job).items() if name not in _NOT_KEPT}
        self._write(f"{job.key}.json", json.dumps(kept).encode())

    def file(self, key: str) -> bytes | None:
        """The finished file, None when there is none."""
        if not key.isalnum():
            return None
        try:
            return (self._folder / f"{key}.pdf").read_bytes()
        except OSError:
            return None

    def _write(self, name: str, data: bytes) -> None:
        """Whole or not at all. A full disk loses the print, never the server."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            half = self._folder / f".{name}"
            half.write_bytes(data)
            os.replace(half, self._folder / name)

    def _tidy(self, newest: str) -> None:
        """Let the oldest go, so that files stay within their room and jobs within their number."""
        files = []
        for path in self._folder.glob("*.pdf"):
            with contextlib.suppress(OSError):
                stat = path.stat()
                files.append((stat.st_mtime, stat.st_size, path))
        total, count = sum(size for _, size, _ in files), len(files)
        for _, size, path in sorted(files):
            if total <= self._largest and count <= JOBS_KEPT:
                break
            if path.stem == newest:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
                path.with_suffix(".json").unlink(missing_ok=True)
            total, count = total - size, count - 1


_NOT_KEPT = frozenset({"by", "what", "done", "count"})


def _job(data: object) -> Job:
    """The job of a file; raises ValueError for anything else."""
    if not isinstance(data, dict):
        raise ValueError("no job")
    known = {each.name for each in fields(Job)}
    job = Job(**{name: value for name, value in data.items() if name in known})
    if not (isinstance(job.key, str) and isinstance(job.at, str) and isinstance(job.task, dict)):
        raise ValueError("no job")
    return job
