"""Ordered prints, and what keeps them over a restart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.core.outcome import Json
from companion.services.prints.offers import Offer

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"
STATES = (WAITING, RUNNING, DONE, FAILED, CANCELLED)
JOBS_KEPT = 200
"""Those that ended go beyond it, the oldest first; they may be ordered again."""


@dataclass(frozen=True, slots=True)
class Job:
    """One ordered print, and how far it is."""

    offer: Offer
    """What was ordered; once it is made, its `pages` are those of the file."""
    at: str
    """UTC instant of the order, for tidying up."""
    by: str = ""
    """Who ordered it, as far as the queue must tell people apart; kept in memory only."""
    first: bool = False
    """It goes before those that are not first."""
    state: str = WAITING
    starts: int = 0
    what: str = ""
    """What is being done while it runs: faces or sheets."""
    done: int = 0
    count: int = 0
    """`done` of `count` pieces are finished."""
    report: Json | None = None
    trouble: str = ""
    """Message id of the sentence that says why it failed."""

    @property
    def key(self) -> str:
        """It is known by the key of what it prints: the same print is the same job."""
        return self.offer.key

    @property
    def open(self) -> bool:
        """True while it waits or runs."""
        return self.state in (WAITING, RUNNING)


class JobStore(Protocol):
    """Keeps jobs and their files over a restart (companion.printing.job_folder)."""

    def jobs(self) -> tuple[Job, ...]:
        """Every job that is kept, oldest first."""

    def save(self, job: Job, files: Sequence[bytes | Path] = ()) -> None:
        """Keep the job, with its files when they are finished; a file by its path is moved."""

    def tidy(self, jobs: Sequence[Job], most: int) -> tuple[str, ...]:
        """Let the oldest go until at most so many jobs are kept and all fits its room.

        `jobs` are all that count still, oldest first; whatever else is kept goes before them.
        What is open and the newest finished print stay in any case. The keys of what went.
        """

    def path(self, key: str, name: str) -> Path | None:
        """Where a finished file lies, None when there is none."""

    def remove(self, key: str) -> None:
        """Forget the job and its files."""
