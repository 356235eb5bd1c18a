"""What passes by at tables, kept in PostgreSQL where all processes find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.services.ports import Clock, StorageTrouble
from companion.services.tables.passing import Passed
from companion.storage.postgres_connections import Connection, Connections
from companion.storage.postgres_pings import LOOK

FRESH_SECONDS = 1.0
"""How long what was read counts, unless a ping says otherwise."""
TIDY_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class _Read:
    at: float
    things: tuple[Passed, ...]


class PostgresPassing:
    """A Passing (see services.tables.passing). Its ages are told by the database's clock alone, so
    that the clocks of the machines need not agree."""

    shared = True

    def __init__(
        self, connections: Connections, ping: Callable[[str, int], None], clock: Clock
    ) -> None:
        self._connections = connections
        self._ping = ping
        self._clock = clock
        self._read: dict[str, _Read] = {}
        self._newest: dict[str, int] = {}
        self._tidied_at = clock.monotonic()

    def of(self, code: str) -> tuple[Passed, ...]:
        """See Passing.of."""
        now, known = self._clock.monotonic(), self._read.get(code)
        if known is None or now - known.at >= FRESH_SECONDS:
            found = self._connections.run(lambda connection: _select(connection, code))
            if not isinstance(found, StorageTrouble):
                known = self._read[code] = _Read(now, found)
        if known is None:
            return ()
        passed = now - known.at
        return tuple(replace(each, age_seconds=each.age_seconds + passed) for each in known.things)

    def add(
        self, code: str, kind: str, key: str, body: str, seconds: float
    ) -> bool | StorageTrouble:
        """See Passing.add. One that is over counts as gone."""
        added = self._connections.run(
            lambda connection: _one(
                connection,
                "INSERT INTO passing (table_code, kind, key, body, since, until) "
                "VALUES (%s, %s, %s, %s, now(), now() + make_interval(secs => %s)) "
                "ON CONFLICT (table_code, kind, key) DO UPDATE SET body = excluded.body, "
                "since = excluded.since, until = excluded.until, place = DEFAULT "
                "WHERE passing.until <= now() RETURNING place",
                (code, kind, key, body, seconds),
            )
        )
        self._read.pop(code, None)
        if isinstance(added, StorageTrouble) or added is None:
            return added if isinstance(added, StorageTrouble) else False
        self._newest[code] = max(added, self._newest.get(code, 0))
        self._ping(code, LOOK)
        return True

    def drop(self, code: str, kind: str, key: str | None = None) -> None:
        """See Passing.drop."""
        query = "DELETE FROM passing WHERE table_code = %s AND kind = %s"
        values: tuple[str, ...] = (code, kind)
        if key is not None:
            query, values = f"{query} AND key = %s", (code, kind, key)
        self._connections.run(lambda connection: connection.execute(query, values))
        self._read.pop(code, None)

    def put(self, kind: str, key: str, bodies: Mapping[str, str], seconds: float) -> None:
        """See Passing.put: all in one statement, whatever the number of tables."""
        self._connections.run(
            lambda connection: connection.execute(
                "INSERT INTO passing (table_code, kind, key, body, since, until) "
                "SELECT code, %s, %s, told.body, now(), now() + make_interval(secs => %s) "
                "FROM unnest(%s::text[], %s::text[]) AS told (code, body) "
                "JOIN tables USING (code) ORDER BY code "
                "ON CONFLICT (table_code, kind, key) DO UPDATE SET body = excluded.body, "
                "since = excluded.since, until = excluded.until",
                (kind, key, seconds, list(bodies), list(bodies.values())),
            )
        )

    def news(self, codes: Sequence[str]) -> tuple[str, ...]:
        """See Passing.news."""
        found = self._connections.run(lambda connection: _newest(connection, codes))
        if isinstance(found, StorageTrouble):
            return ()
        moved = tuple(code for code, place in found.items() if place > self._newest.get(code, 0))
        for code in moved:
            self._newest[code] = found[code]
            self._read.pop(code, None)
        return moved

    def heard(self, code: str) -> None:
        """See Passing.heard."""
        self._read.pop(code, None)

    def forget(self, code: str) -> None:
        """See Passing.forget: it went along with the table by its foreign key."""
        self._read.pop(code, None)
        self._newest.pop(code, None)

    def tidy(self) -> None:
        """See Passing.tidy: once a minute, whichever process comes first."""
        now = self._clock.monotonic()
        oldest = now - FRESH_SECONDS
        self._read = {code: read for code, read in self._read.items() if read.at > oldest}
        if now - self._tidied_at >= TIDY_SECONDS:
            self._tidied_at = now
            self._connections.run(
                lambda connection: connection.execute("DELETE FROM passing WHERE until <= now()")
            )


def _select(connection: Connection, code: str) -> tuple[Passed, ...]:
    found = connection.execute(
        "SELECT kind, key, body, extract(epoch FROM now() - since)::float FROM passing "
        "WHERE table_code = %s AND until > now() ORDER BY place",
        (code,),
    )
    return tuple(Passed(*each) for each in found)


def _newest(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """By table the place of what was added last; what `put` keeps is renewed at its place."""
    found = connection.execute(
        "SELECT table_code, max(place) FROM passing WHERE table_code = ANY(%s) GROUP BY table_code",
        (list(codes),),
    )
    return dict(found.fetchall())


def _one(connection: Connection, query: str, values: tuple[object, ...]) -> int | None:
    found = connection.execute(query, values).fetchone()
    return None if found is None else int(found[0])
