"""Prints ordered from the web: a queue of jobs, one at a time, kept and resumed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from pathlib import Path

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.services.ports import Clock
from companion.services.prints.jobs import (
    CANCELLED,
    DONE,
    FAILED,
    JOBS_KEPT,
    RUNNING,
    WAITING,
    Job,
    JobStore,
)
from companion.services.prints.offers import Offer
from companion.services.prints.shop import Made, NotMade, Shop

QUEUE_LIMIT = 8
"""Jobs that may wait or run, unless the settings say otherwise."""
STARTS_LIMIT = 3
"""A job that took the server down with it is not begun for ever."""

_FULL = N_("{num} prints are waiting already. Try again in a minute.")
_ONE_EACH = N_("Your other print is still waiting. It comes first.")
_CANCELLED = N_("The print was cancelled.")
GAVE_UP = N_("The print failed. Please try again.")


@dataclass(slots=True)
class _Queue:
    jobs: dict[str, Job] = field(default_factory=dict)
    """Those that changed their state last come last."""
    waiting: list[str] = field(default_factory=list)
    running: str | None = None


class PrintQueue:
    """Jobs in turn, for a shop that makes one at a time; for any thread or greenlet."""

    def __init__(
        self,
        shop: Shop,
        store: JobStore,
        clock: Clock,
        queue_limit: int = QUEUE_LIMIT,
        jobs_kept: int = JOBS_KEPT,
    ) -> None:
        self.shop = shop
        self._store = store
        self._clock = clock
        self._queue_limit = queue_limit
        self._jobs_kept = jobs_kept
        self._lock = threading.Lock()
        self._queue = _Queue()
        self._runner: threading.Thread | None = None
        self._closing = False
        for job in store.jobs():
            again = replace(job, state=WAITING) if job.open else job
            self._queue.jobs[job.key] = again
            if again.open:
                self._queue.waiting.append(job.key)
        self._queue.waiting.sort(key=lambda key: not self._queue.jobs[key].first)

    def resume(self) -> None:
        """Go on with what was waiting when the server stopped."""
        with self._lock:
            self._start_runner()

    def order(self, offer: Offer, by: str = "", first: bool = False) -> Job | Refused:
        """Put it into the queue; the same print again is the same job, done or not.

        `by` tells people apart: each has one waiting job. `first`, for a host, goes before those
        who are not, and after other hosts.
        Refused as `queue_full` or `one_at_a_time`.
        """
        with self._lock:
            known = self._queue.jobs.get(offer.key)
            if known is not None and (known.open or self._has_file(known)):
                if known.offer.notes == offer.notes:
                    return known  # else a printer was measured anew
                return self._keep(replace(known, offer=replace(known.offer, notes=offer.notes)))
            open_jobs = [job for job in self._queue.jobs.values() if job.open]
            if len(open_jobs) >= self._queue_limit:
                return Refused("queue_full", Phrase(_FULL, {"num": self._queue_limit}))
            if by and any(job.by == by and job.state == WAITING for job in open_jobs):
                return Refused("one_at_a_time", Phrase(_ONE_EACH))
            at = self._clock.now().astimezone(UTC).isoformat(timespec="seconds")
            job = self._keep(Job(offer, at, by, first))
            self._queue.waiting.insert(self._place_of(job), job.key)
            self._tidy()
            self._start_runner()
            return job

    def job(self, key: str) -> Job | None:
        """The job as it stands now."""
        with self._lock:
            return self._queue.jobs.get(key)

    def ahead(self, key: str) -> int:
        """How many jobs come before this one."""
        with self._lock:
            if key not in self._queue.waiting:
                return 0
            return self._queue.waiting.index(key) + (self._queue.running is not None)

    def path(self, key: str, name: str) -> Path | None:
        """Where a finished file lies; None when there is none."""
        job = self.job(key)
        if job is None or job.state != DONE or name not in job.offer.files:
            return None
        return self._store.path(key, name)

    def cancel(self, key: str) -> Job | None:
        """Take a waiting job out of the queue, or stop the running one; None when unknown."""
        with self._lock:
            job = self._queue.jobs.get(key)
            if job is None or not job.open:
                return job
            ended = self._keep(replace(job, state=CANCELLED, trouble=_CANCELLED))
            if key in self._queue.waiting:
                self._queue.waiting.remove(key)
                return ended
        self.shop.cancel()
        return ended

    def forget(self, *places: str) -> None:
        """Every job of these goes, with its files: a table's die with the table.

        What another process on the same folder ordered goes too.
        """
        others = [job.key for job in self._store.jobs() if job.offer.place in places]
        with self._lock:
            gone = [key for key, job in self._queue.jobs.items() if job.offer.place in places]
            running = self._queue.running in gone
            self._queue.waiting = [key for key in self._queue.waiting if key not in gone]
            for key in dict.fromkeys((*gone, *others)):
                self._queue.jobs.pop(key, None)
                self._store.remove(key)
        if running:
            self.shop.cancel()

    def places(self) -> frozenset[str]:
        """Every place that has jobs, in memory or kept."""
        with self._lock:
            held = {job.offer.place for job in self._queue.jobs.values()}
        return frozenset(held | {job.offer.place for job in self._store.jobs()})

    def close(self) -> None:
        """Stop; what was open is begun again after the next start."""
        self._closing = True
        self.shop.close()

    def _place_of(self, job: Job) -> int:
        """Where in the queue it goes."""
        if not job.first:
            return len(self._queue.waiting)
        return sum(self._queue.jobs[key].first for key in self._queue.waiting)

    def _has_file(self, job: Job) -> bool:
        return job.state == DONE and all(
            self._store.path(job.key, name) is not None for name in job.offer.files
        )

    def _start_runner(self) -> None:
        """One runner at a time; it ends when nothing waits. Called with the lock held."""
        if self._queue.waiting and self._runner is None and not self._closing:
            self._runner = threading.Thread(target=self._run, name="prints", daemon=True)
            self._runner.start()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            made = self.shop.make(job.offer, lambda *said, key=job.key: self._told(key, *said))
            if self._closing:
                return
            self._finish(job.key, made)

    def _next(self) -> Job | None:
        """The next job, marked as running; None ends the runner."""
        with self._lock:
            self._queue.running = None
            while self._queue.waiting and not self._closing:
                key = self._queue.waiting.pop(0)
                job = replace(self._queue.jobs[key], starts=self._queue.jobs[key].starts + 1)
                if job.starts > STARTS_LIMIT:
                    self._keep(replace(job, state=FAILED, trouble=GAVE_UP))
                    continue
                self._queue.running = key
                return self._keep(replace(job, state=RUNNING))
            self._runner = None
            return None

    def _keep(self, job: Job, files: Sequence[bytes | Path] = ()) -> Job:
        self._queue.jobs.pop(job.key, None)
        self._queue.jobs[job.key] = job
        self._store.save(job, files)
        return job

    def _tidy(self) -> None:
        """Forget the oldest of those that ended; with the lock held, whenever there is more."""
        held = self._queue.jobs
        for key in self._store.tidy(tuple(held.values()), self._jobs_kept):
            held.pop(key, None)
        ended = [key for key, job in held.items() if not job.open]
        # A full disk keeps no job that it could let go, and must not fill the memory, too.
        for key in ended[: max(0, len(held) - self._jobs_kept)]:
            del held[key]

    def _told(self, key: str, what: str, done: int, count: int) -> None:
        with self._lock:
            job = self._queue.jobs.get(key)
            if job is not None and job.state == RUNNING:
                self._queue.jobs[key] = replace(job, what=what, done=done, count=count)

    def _finish(self, key: str, made: Made | NotMade) -> None:
        with self._lock:
            job = self._queue.jobs.get(key)
            if job is None or job.state != RUNNING:
                return
            if isinstance(made, NotMade) and made.code == "cancelled":
                # The cancelled one had just ended by itself; this one was hit in its place.
                self._keep(replace(job, state=WAITING))
                self._queue.waiting.insert(0, key)
            elif isinstance(made, NotMade):
                self._keep(replace(job, state=FAILED, trouble=made.phrase.text))
            else:
                offer = replace(job.offer, pages=made.pages)
                done = replace(job, offer=offer, state=DONE, report=made.report)
                self._keep(done, (made.at or made.data, *made.more))
                self._tidy()
