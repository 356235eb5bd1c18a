"""Pings between processes on one database: who wrote which edition of which table, after commit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import psycopg

from companion.storage.postgres_connections import Connection

CHANNEL = "backroom"
LISTEN_SECONDS = 0.5
"""How long the listener waits before it looks whether it should end."""
PAUSE_SECONDS = 0.25

LOOK, GONE = 0, -1
Heard = Callable[[str, int], None]
"""(code, edition); LOOK: something of the table changed, look what it is now; GONE: forgotten."""


class Pings:
    """Sends pings in batches as a statement of its own, and listens for those of others.

    Inside the tap's transaction a ping would make every commit of the database wait in one row:
    measured, 883 commits a second against 3,117 after it. A ping may get lost; the sweep heals
    that. Sender and listener each have a connection of their own and make a new one when it broke.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._waiting: dict[str, int] = {}
        self._some = threading.Event()
        self._ended = False
        self._threads: list[threading.Thread] = []

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Send and listen from now on. `missed` is told when pings may have been lost."""
        for work in (self._send, lambda: self._listen(heard, missed)):
            thread = threading.Thread(target=work, name="backroom-pings", daemon=True)
            thread.start()
            self._threads.append(thread)

    def send(self, code: str, edition: int) -> None:
        """Tell the others soon; never waits. Of one table only the newest edition counts, and
        LOOK and GONE more than any."""
        waiting = self._waiting.get(code, edition)
        special = min(edition, waiting) <= LOOK
        self._waiting[code] = (min if special else max)(edition, waiting)
        self._some.set()

    def close(self) -> None:
        """End both connections."""
        self._ended = True
        self._some.set()
        for thread in self._threads:
            thread.join(timeout=5)

    def _send(self) -> None:
        connection: Connection | None = None
        while not self._ended:
            self._some.wait()
            self._some.clear()
            waiting, self._waiting = self._waiting, {}
            if not waiting:
                continue
            try:
                if connection is None:
                    connection = self._connect()
                    # A ping that a crash takes along is healed by the sweep: no sync for it.
                    connection.execute("SET synchronous_commit = off")
                connection.execute(
                    "SELECT pg_notify(%s, ping) FROM unnest(%s::text[]) AS ping",
                    (CHANNEL, [f"{code}:{edition}" for code, edition in waiting.items()]),
                )
            except psycopg.Error:
                _close(connection)
                connection = None
                time.sleep(PAUSE_SECONDS)
        _close(connection)

    def _listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        while not self._ended:
            connection: Connection | None = None
            try:
                connection = self._connect()
                connection.execute(f"LISTEN {CHANNEL}")
                missed()
                while not self._ended:
                    for ping in connection.notifies(timeout=LISTEN_SECONDS):
                        code, edition = _read(ping.payload)
                        heard(code, edition)
            except psycopg.Error:
                time.sleep(PAUSE_SECONDS)
            finally:
                _close(connection)


def _read(payload: str) -> tuple[str, int]:
    code, _, edition = payload.partition(":")
    try:
        return code, int(edition)
    except ValueError:
        return code, LOOK


def _close(connection: Connection | None) -> None:
    if connection is not None:
        connection.close()
