"""The SQL of one table's rows in PostgreSQL: one statement writes a change, one reads a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psycopg.rows import dict_row

from companion.services.instants import is_written
from companion.services.ports import (
    Activity,
    Change,
    Conflict,
    EventRow,
    Kept,
    KnownPhone,
    PhoneRow,
    SeatRow,
    SnapshotRow,
    StoredTable,
    TableRow,
    Written,
)
from companion.storage.postgres_connections import Connection

_CHANGING = (
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
_STAYING = ("code", "game_key", "options", "deck_sha256", "created_at", "imported")
_PHONE = ("phone_id", "token_sha256", "join_id_sha256", "used", "ends_by_hand", "created_at")

# A change is one statement and so one transaction and one way to the server and back. Every part
# takes its rows from `ours`: when the head has moved on there is nothing to take, and no part
# writes anything.
_MADE = (
    f"ours AS (INSERT INTO tables ({', '.join(_STAYING + _CHANGING)}) "
    f"VALUES ({', '.join(f'%({name})s' for name in _STAYING + _CHANGING)}) RETURNING code)"
)
_DECK = (
    "body AS (INSERT INTO decks (sha256, body) VALUES (%(deck_sha256)s, %(deck)s) "
    "ON CONFLICT DO NOTHING)"
)
_MOVED = (
    f"ours AS (UPDATE tables SET {', '.join(f'{name} = %({name})s' for name in _CHANGING)} "
    "WHERE code = %(code)s AND head_seq = %(expected_seq)s AND edition = %(edition)s - 1 "
    "RETURNING code)"
)
_LOGGED = (
    "logged AS (INSERT INTO events (table_code, seq, at, seat, id, body, hash) "
    "SELECT code, e.* FROM ours, unnest(%(event_seq)s::integer[], %(event_at)s::text[], "
    "%(event_seat)s::integer[], %(event_id)s::text[], %(event_body)s::text[], "
    "%(event_hash)s::text[]) AS e)"
)
_SIGNED_OUT = (
    "signed_out AS (DELETE FROM phones USING ours WHERE table_code = code "
    "AND phone_id = ANY(%(phones_gone)s))"
)
_PHONES = (
    f"known AS (INSERT INTO phones (table_code, {', '.join(_PHONE)}) "
    "SELECT code, p.* FROM ours, unnest(%(phone_id)s::text[], %(phone_token)s::text[], "
    "%(phone_join)s::text[], %(phone_used)s::boolean[], %(phone_ends)s::boolean[], "
    "%(phone_at)s::text[]) AS p ON CONFLICT (table_code, phone_id) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _PHONE[1:])})"
)
_SEATED = (
    "seated AS (INSERT INTO seats (table_code, number, player, phone_id) "
    "SELECT code, s.* FROM ours, unnest(%(seat_number)s::integer[], %(seat_player)s::text[], "
    "%(seat_phone)s::text[]) AS s ON CONFLICT (table_code, number) DO UPDATE SET "
    "player = excluded.player, phone_id = excluded.phone_id)"
)
_SNAPSHOT = (
    "kept_fold AS (INSERT INTO snapshots (table_code, seq, chain_hash, body, hash) "
    "SELECT code, %(snapshot_seq)s, %(snapshot_chain)s, %(snapshot_body)s, %(snapshot_hash)s "
    "FROM ours ON CONFLICT (table_code) DO UPDATE SET seq = excluded.seq, "
    "chain_hash = excluded.chain_hash, body = excluded.body, hash = excluded.hash)"
)

_EVENTS_OF = (
    "(SELECT coalesce(json_agg(json_build_array(seq, at, seat, id, body, hash) ORDER BY seq), "
    "'[]') FROM events WHERE table_code = code AND seq > %(after)s) AS events"
)
_PHONES_OF = (
    f"(SELECT coalesce(json_agg(json_build_array({', '.join(f'phones.{name}' for name in _PHONE)})"
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
_ROW = ", ".join(_STAYING + _CHANGING)


def apply_change(connection: Connection, change: Change) -> Written | Conflict:
    """Write a change, durable when this returns. Raises psycopg.Error.

    Conflict when head or edition are not those the change was decided on; IntegrityError when a
    seq, an id or a new table's code is already there.
    """
    row = change.row
    values: dict[str, Any] = {name: getattr(row, name) for name in _STAYING + _CHANGING}
    values["expected_seq"] = change.expected_seq
    parts = [_MADE if change.expected_seq is None else _MOVED]
    if change.expected_seq is None and change.deck is not None:
        parts.append(_DECK)
        values["deck"] = change.deck
    for part, given in (
        (_LOGGED, _events(change)),
        (_SIGNED_OUT, {"phones_gone": list(change.phones_gone)} if change.phones_gone else {}),
        (_PHONES, _phones(change)),
        (_SEATED, _seats(change)),
        (_SNAPSHOT, _snapshot(change)),
    ):
        if given:
            parts.append(part)
            values |= given
    found = connection.execute(f"WITH {', '.join(parts)} SELECT count(*) FROM ours", values)
    counted = found.fetchone()
    return Written() if counted is not None and counted[0] == 1 else Conflict()


def stands(connection: Connection, change: Change) -> bool:
    """Whether this very change stands already: its answer was lost with a connection.

    Its last hash tells, for it binds the tap's id and time; a new table's phone is its own.
    """
    if change.events:
        last = change.events[-1]
        query = "SELECT 1 FROM events WHERE table_code = %s AND seq = %s AND hash = %s"
        found = connection.execute(query, (change.code, last.seq, last.hash))
    elif change.expected_seq is None and change.phones:
        query = "SELECT 1 FROM phones WHERE table_code = %s AND phone_id = %s AND token_sha256 = %s"
        phone = change.phones[0]
        found = connection.execute(query, (change.code, phone.phone_id, phone.token_sha256))
    else:
        return False
    return found.fetchone() is not None


def _events(change: Change) -> dict[str, Any]:
    events = change.events
    return {
        "event_seq": [e.seq for e in events],
        "event_at": [e.at for e in events],
        "event_seat": [e.seat for e in events],
        "event_id": [e.id for e in events],
        "event_body": [e.body for e in events],
        "event_hash": [e.hash for e in events],
    } if events else {}  # fmt: skip


def _phones(change: Change) -> dict[str, Any]:
    phones = change.phones
    return {
        "phone_id": [p.phone_id for p in phones],
        "phone_token": [p.token_sha256 for p in phones],
        "phone_join": [p.join_id_sha256 for p in phones],
        "phone_used": [p.used for p in phones],
        "phone_ends": [p.ends_by_hand for p in phones],
        "phone_at": [p.created_at for p in phones],
    } if phones else {}  # fmt: skip


def _seats(change: Change) -> dict[str, Any]:
    return {
        "seat_number": [s.number for s in change.seats],
        "seat_player": [s.player for s in change.seats],
        "seat_phone": [s.phone_id for s in change.seats],
    } if change.seats else {}  # fmt: skip


def _snapshot(change: Change) -> dict[str, Any]:
    kept = change.snapshot
    return {
        "snapshot_seq": kept.seq,
        "snapshot_chain": kept.chain_hash,
        "snapshot_body": kept.body,
        "snapshot_hash": kept.hash,
    } if kept is not None else {}  # fmt: skip


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
        row=TableRow(**{name: found[name] for name in _STAYING + _CHANGING}),
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
        f"SELECT table_code, {', '.join(_PHONE)} FROM phones WHERE join_id_sha256 = %s "
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
