"""A press that stands still until it is told to go on, and what tests ask of its queue."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.printing.job_folder import LARGEST_BYTES, JobFolder
from companion.services.prints.jobs import Job
from companion.services.prints.offers import Offer
from companion.services.prints.queue import PrintQueue
from companion.services.prints.shop import Made, NotMade, Progress


@dataclass
class SlowShop:
    """A shop whose press stands still until it is told to go on."""

    go: threading.Event = field(default_factory=threading.Event)
    made: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    answer: Callable[[str], Made | NotMade] = lambda name: Made(name.encode(), 1)
    cancelled: bool = False

    def make(self, offer: Offer, progress: Progress) -> Made | NotMade:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.made.append(offer.task["name"])
        progress("faces", 1, 4)
        self.cancelled = False
        assert self.go.wait(20)
        self.at_once -= 1
        if self.cancelled:
            return NotMade("cancelled", Phrase("The print was cancelled."))
        return self.answer(offer.task["name"])

    def cancel(self) -> None:
        self.cancelled = True
        self.go.set()

    def close(self) -> None:
        self.cancel()

    def offer(self, kind: str, subject: Any, given: Mapping[str, Any]) -> Offer | Refused:
        raise AssertionError("the queue prints offers")

    look = picture = browser_pages = lacks = offer


class FixedClock:
    """Always the same evening."""

    def now(self) -> datetime:
        return datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0


def offer(name: str) -> Offer:
    key = name.encode().hex().ljust(16, "0")
    return Offer("starter", "Starter deck", {}, {"name": name}, 1, 1, key=key, kind="deck")


def prints(
    shop: SlowShop, folder: Path, largest_bytes: int = LARGEST_BYTES, **more: Any
) -> PrintQueue:
    store = JobFolder(folder, largest_bytes)
    return PrintQueue(shop, store, FixedClock(), **more)  # type: ignore[arg-type]


def file_of(press: PrintQueue, key: str, name: str = "sheets.pdf") -> bytes | None:
    path = press.path(key, name)
    return None if path is None else path.read_bytes()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def ordered(press: PrintQueue, name: str, by: str = "") -> Job:
    job = press.order(offer(name), by)
    assert isinstance(job, Job), job
    return job


def state(press: PrintQueue, name: str) -> str:
    job = press.job(offer(name).key)
    assert job is not None
    return job.state
