"""The SQL that reads tables from PostgreSQL, each as of one moment, and that deletes them."""

from __future__ import annotations

from collections.abc import Sequence

from psycopg.rows import dict_row

from companion.services.instants import is_written
from companion.services.ports import (
    Activity,
    EventRow,
    Kept,
    KnownPhone,
    PhoneRow,
    SeatRow,
    SnapshotRow,
    StoredTable,
    TableRow,
)
from companion.storage.postgres_connections import Connection

CHANGING = (
    "name",
    "who_logs",
    "who_lets_in",
    "host_phone_id",
    "former_host_phone_id",
    "rematch_code",
    "head_seq",
    "head_hash",
    "last_event_at",
    "edition",
)
"""What changes while a table lives."""
_STAYING = ("code", "game_key", "options", "deck_sha256", "created_at", "imported")
TABLE = _STAYING + CHANGING
"""All columns of a table's row."""
PHONE = ("phone_id", "token_sha256", "join_id_sha256", "used", "ends_by_hand", "created_at")
"""All columns of a phone's row, the key first."""

_EVENTS_OF = (
    "(SELECT coalesce(json_agg(json_build_array(seq, at, seat, id, body, hash) ORDER BY seq), "
    "'[]') FROM events WHERE table_code = code AND seq > %(after)s) AS events"
)
_PHONES_OF = (
    f"(SELECT coalesce(json_agg(json_build_array({', '.join(f'phones.{name}' for name in PHONE)})"
    " ORDER BY phones.created_at, phone_id COLLATE \"C\"), '[]') "
    "FROM phones WHERE table_code = code) AS phones"
)
_SEATS_OF = (
    "(SELECT coalesce(json_agg(json_build_array(number, player, phone_id) ORDER BY number), "
    "'[]') FROM seats WHERE table_code = code) AS seats"
)
_DECK_OF = "(SELECT body FROM decks WHERE sha256 = deck_sha256) AS deck"
_SNAPSHOT_OF = (
    "(SELECT json_build_array(seq, chain_hash, body, hash) FROM snapshots "
    "WHERE table_code = code) AS snapshot"
)
_ROW = ", ".join(TABLE)


def read_stored(connection: Connection, code: str) -> StoredTable | None:
    """Everything about one table, as of one moment. Raises psycopg.Error."""
    parts = (_ROW, _DECK_OF, _SNAPSHOT_OF, _EVENTS_OF, _PHONES_OF, _SEATS_OF)
    return _read(connection, parts, code, 0)


def read_news(connection: Connection, code: str, after_seq: int) -> StoredTable | None:
    """One table as of one moment, with the log's lines after `after_seq` only and without deck
    and snapshot. Raises psycopg.Error."""
    return _read(connection, (_ROW, _EVENTS_OF, _PHONES_OF, _SEATS_OF), code, after_seq)


def _read(
    connection: Connection, parts: Sequence[str], code: str, after_seq: int
) -> StoredTable | None:
    query = f"SELECT {', '.join(parts)} FROM tables WHERE code = %(code)s"
    with connection.cursor(row_factory=dict_row) as cursor:
        found = cursor.execute(query, {"code": code, "after": after_seq}).fetchone()
    if found is None:
        return None
    snapshot = found.get("snapshot")
    return StoredTable(
        row=TableRow(**{name: found[name] for name in TABLE}),
        deck=found.get("deck"),
        events=tuple(EventRow(*each) for each in found["events"]),
        phones=tuple(PhoneRow(*each) for each in found["phones"]),
        seats=tuple(SeatRow(*each) for each in found["seats"]),
        snapshot=None if snapshot is None else SnapshotRow(*snapshot),
    )


def read_editions(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """The edition of each of these tables that is there. Raises psycopg.Error."""
    query = "SELECT code, edition FROM tables WHERE code = ANY(%s)"
    return dict(connection.execute(query, (list(codes),)).fetchall())


def read_phone_by_join_id(connection: Connection, join_id_sha256: str) -> KnownPhone | None:
    """The newest phone that this form id made. Raises psycopg.Error."""
    found = connection.execute(
        f"SELECT table_code, {', '.join(PHONE)} FROM phones WHERE join_id_sha256 = %s "
        "ORDER BY created_at DESC LIMIT 1",
        (join_id_sha256,),
    ).fetchone()
    return None if found is None else KnownPhone(found[0], PhoneRow(*found[1:]))


def read_kept(connection: Connection, since: str, before: str) -> Kept:
    """Last events from `since` to before `before`, and the latest instant ever stored. Raises
    psycopg.Error."""
    tables = connection.execute(
        "SELECT code, last_event_at FROM tables WHERE last_event_at >= %s AND last_event_at < %s "
        "ORDER BY last_event_at",
        (since, before),
    )
    activities = tuple(Activity(*each) for each in tables if is_written(each[1]))
    latest = connection.execute(
        "SELECT max(at) FROM (SELECT max(last_event_at) AS at FROM tables "
        "UNION ALL SELECT value FROM kept WHERE name = 'latest_at') AS known"
    ).fetchone()
    return Kept(activities, None if latest is None else latest[0])


def delete_tables(connection: Connection, codes: Sequence[str], now: str) -> None:
    """Delete tables and what hangs on them, in one transaction. Raises psycopg.Error.

    The latest instant stays behind, so that a clock set back is still noticed when all is gone.
    """
    with connection.transaction():
        # Log, phones, seats and snapshot go along by their foreign keys. In the order of their
        # codes, so that two that delete the same tables do not wait for each other.
        gone = connection.execute(
            "WITH mine AS (SELECT code FROM tables WHERE code = ANY(%s) ORDER BY code FOR UPDATE) "
            "DELETE FROM tables USING mine WHERE tables.code = mine.code "
            "RETURNING deck_sha256, last_event_at",
            (list(codes),),
        ).fetchall()
        drop_unheld(connection, sorted({deck for deck, _ in gone if deck is not None}))
        connection.execute(
            "INSERT INTO kept (name, value) VALUES ('latest_at', %s) "
            "ON CONFLICT (name) DO UPDATE SET value = greatest(kept.value, excluded.value)",
            (max([now, *(at for _, at in gone)]),),
        )


def drop_unheld(connection: Connection, bodies: Sequence[str]) -> None:
    """Delete those of these bodies that neither a table nor a history holds, then the pictures
    that no body shows any more. Runs inside the transaction that let go of them."""
    if not bodies:
        return
    shown = connection.execute(
        "SELECT DISTINCT picture_sha256 FROM shown_pictures WHERE deck_sha256 = ANY(%s)",
        (list(bodies),),
    ).fetchall()
    connection.execute(
        "DELETE FROM decks WHERE sha256 = ANY(%s) AND NOT EXISTS "
        "(SELECT FROM tables WHERE tables.deck_sha256 = decks.sha256) AND NOT EXISTS "
        "(SELECT FROM revisions WHERE revisions.sha256 = decks.sha256)",
        (list(bodies),),
    )
    if shown:
        connection.execute(
            "DELETE FROM pictures WHERE sha256 = ANY(%s) AND NOT EXISTS "
            "(SELECT FROM shown_pictures WHERE picture_sha256 = pictures.sha256)",
            ([sha256 for (sha256,) in shown],),
        )
