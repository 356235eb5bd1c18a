"""The one writer: changes that wait together share one commit and one sync of the disk."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from companion.services.ports import Change, Conflict, StorageTrouble, Written
from companion.storage.rows import apply_change
from companion.storage.threads import NativeThread
from companion.storage.troubles import trouble_of

T = TypeVar("T")

Outcome = Written | Conflict | StorageTrouble

LARGEST_GROUP = 128
"""Changes in one commit at most, so that nobody waits long behind a crowd."""


@dataclass(eq=False, slots=True)
class _Waiting:
    """A change on its way to the disk, and the one who waits for it."""

    change: Change
    outcome: Outcome | None = None
    woken: threading.Event = field(default_factory=threading.Event)


class Writer:
    """Group commit on one native thread.

    Whoever comes first leads: takes everything that waits, has it committed as one transaction
    with one SAVEPOINT a change, and hands the lead on. Measured on two shared cores: 1,822
    appends a second with 16 waiting, 453 one by one. Works on greenlets once threading is
    patched, on plain threads otherwise.
    """

    def __init__(self, connection: sqlite3.Connection, thread: NativeThread) -> None:
        self._connection = connection
        self._thread = thread
        self._queue: deque[_Waiting] = deque()
        self._lead = threading.Lock()

    def write(self, change: Change) -> Outcome:
        """Returns once the change is durable, or once it is certain that nothing was done."""
        mine = _Waiting(change)
        self._queue.append(mine)
        while mine.outcome is None:
            if self._lead.acquire(blocking=False):
                try:
                    self._commit_waiting()
                finally:
                    self._lead.release()
                self._hand_on()
            else:
                mine.woken.wait()
                mine.woken.clear()
        return mine.outcome

    def alone(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble:
        """Run other work on the writer's connection, between two commits."""
        return self._thread.call(lambda: self._guarded(work))

    def close(self) -> None:
        """End the thread and close the file; SQLite checkpoints as it closes."""
        self._thread.call(self._connection.close)
        self._thread.close()

    def _commit_waiting(self) -> None:
        group = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_GROUP))]
        if not group:
            return
        outcomes: list[Outcome] = [StorageTrouble("io", "the writer ended early")] * len(group)
        try:
            outcomes = self._thread.call(
                lambda: commit_group(self._connection, [each.change for each in group])
            )
        finally:
            for each, outcome in zip(group, outcomes, strict=True):
                each.outcome = outcome
                each.woken.set()

    def _hand_on(self) -> None:
        """Wake the next one: it came after the group was taken and found the lead in use."""
        with contextlib.suppress(IndexError):
            self._queue[0].woken.set()

    def _guarded(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            roll_back(self._connection)
            return trouble_of(error)


def commit_group(connection: sqlite3.Connection, changes: list[Change]) -> list[Outcome]:
    """One transaction for all; a change that cannot be is left out without harm to the others."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_apply_one(connection, change) for change in changes]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        roll_back(connection)
        return [trouble_of(error)] * len(changes)
    return outcomes


def _apply_one(connection: sqlite3.Connection, change: Change) -> Outcome:
    connection.execute("SAVEPOINT one")
    try:
        outcome = apply_change(connection, change)
    except sqlite3.IntegrityError:
        # Somebody else wrote this seq or this id first: the caller opens the table again.
        outcome = Conflict()
    if not isinstance(outcome, Written):
        connection.execute("ROLLBACK TO one")
    connection.execute("RELEASE one")
    return outcome


def roll_back(connection: sqlite3.Connection) -> None:
    """End a failed transaction; SQLite has often done so itself (full disk, lost lock)."""
    with contextlib.suppress(sqlite3.Error):  # the next BEGIN says what is wrong
        if connection.in_transaction:
            connection.execute("ROLLBACK")
