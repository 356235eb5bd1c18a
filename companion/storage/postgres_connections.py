"""A few connections to PostgreSQL that heal by themselves: a restart costs taps a short stall."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, LifoQueue
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from companion.services.ports import StorageTrouble
from companion.storage.postgres_troubles import trouble_of

T = TypeVar("T")

Connection = psycopg.Connection[tuple[Any, ...]]

SCHEMA = "backroom"
"""Our own place in the database, so that another program's tables may lie beside ours."""

PATIENCE_SECONDS = 3.0
"""How long a call waits for a server that is away, counted from when it went."""
PAUSE_SECONDS = 0.1
BUSY_SECONDS = 4.0
"""How long a call waits for a free connection."""

# On, not off or local: a tap that was answered is on the disk. Said for each session, whatever
# the server's own file says. The time limits keep one stuck lock or a dead process's open
# transaction from holding up a table for long.
_SESSION = (
    "-c synchronous_commit=on -c statement_timeout=4000 -c lock_timeout=2000 "
    f"-c idle_in_transaction_session_timeout=10000 -c search_path={SCHEMA} -c timezone=UTC"
)


def connect(url: str, patient: bool = False) -> Connection:
    """A connection in autocommit mode. Raises psycopg.Error.

    `patient` takes the time limits off, for migrations, checks and pruning. A network that died
    without a word is noticed within 4 seconds.
    """
    own = conninfo_to_dict(url).get("options")
    options = " ".join(str(each) for each in (own, _SESSION) if each)
    connection = psycopg.connect(
        url,
        autocommit=True,
        options=options,
        connect_timeout=2,
        keepalives_idle=2,
        keepalives_interval=1,
        keepalives_count=2,
        tcp_user_timeout=4000,
    )
    if patient:
        connection.execute("SET statement_timeout = 0")
        connection.execute("SET lock_timeout = 0")
    return connection


class Connections:
    """Runs work on the first free connection. Works on greenlets once the process is patched:
    psycopg then waits through gevent, and a slow query does not hold the loop."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        count: int,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connect = connect
        self._monotonic = monotonic
        self._sleep = sleep
        self._count = count
        self._away_since: float | None = None
        self._free: LifoQueue[Connection | None] = LifoQueue()
        for _ in range(count):
            self._free.put(None)

    def run(self, work: Callable[[Connection], T]) -> T | StorageTrouble:
        """What `work` gives back, or the trouble. Work whose connection broke runs once more on
        a new one: it must notice by itself whether its first try had come through."""
        try:
            connection = self._free.get(timeout=BUSY_SECONDS)
        except Empty:
            return StorageTrouble("busy", "all connections are in use")
        broken = 0
        try:
            while True:
                if connection is None:
                    made = self._made()
                    if isinstance(made, StorageTrouble):
                        return made
                    connection = made
                try:
                    return work(connection)
                except psycopg.Error as error:
                    if not connection.closed:
                        return trouble_of(error)
                    connection, broken = None, broken + 1
                    if broken > 1:
                        return trouble_of(error)
        except BaseException:
            # Ended in the middle (a stream's greenlet, Ctrl+C): nobody knows what comes next on it.
            if connection is not None:
                connection.close()
                connection = None
            raise
        finally:
            self._free.put(connection)

    def close(self) -> None:
        """Close them all once what runs has ended; again does no harm."""
        count, self._count = self._count, 0
        for _ in range(count):
            connection = self._free.get()
            if connection is not None:
                connection.close()

    def _made(self) -> Connection | StorageTrouble:
        while True:
            try:
                connection = self._connect()
            except psycopg.Error as error:
                now, trouble = self._monotonic(), trouble_of(error)
                if self._away_since is None:
                    self._away_since = now
                if trouble.code != "away" or now - self._away_since >= PATIENCE_SECONDS:
                    return trouble
                self._sleep(PAUSE_SECONDS)
            else:
                self._away_since = None
                return connection
