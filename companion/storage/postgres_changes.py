"""The SQL of a change to one table in PostgreSQL: one statement writes all of it or nothing."""

from __future__ import annotations

from typing import Any

from companion.services.ports import Change, Conflict, Written
from companion.storage.postgres_connections import Connection
from companion.storage.postgres_rows import CHANGING, PHONE, TABLE

# A change is one statement and so one transaction and one way to the server and back. Every part
# takes its rows from `ours`: when the head has moved on there is nothing to take, and no part
# writes anything.
_MADE = (
    f"ours AS (INSERT INTO tables ({', '.join(TABLE)}) "
    f"VALUES ({', '.join(f'%({name})s' for name in TABLE)}) RETURNING code)"
)
_DECK = (
    "body AS (INSERT INTO decks (sha256, body) VALUES (%(deck_sha256)s, %(deck)s) "
    "ON CONFLICT DO NOTHING)"
)
_MOVED = (
    f"ours AS (UPDATE tables SET {', '.join(f'{name} = %({name})s' for name in CHANGING)} "
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
    f"known AS (INSERT INTO phones (table_code, {', '.join(PHONE)}) "
    "SELECT code, p.* FROM ours, unnest(%(phone_id)s::text[], %(phone_token)s::text[], "
    "%(phone_join)s::text[], %(phone_used)s::boolean[], %(phone_ends)s::boolean[], "
    "%(phone_at)s::text[]) AS p ON CONFLICT (table_code, phone_id) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in PHONE[1:])})"
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


def apply_change(connection: Connection, change: Change) -> Written | Conflict:
    """Write a change, durable when this returns. Raises psycopg.Error.

    Conflict when head or edition are not those the change was decided on; IntegrityError when a
    seq, an id or a new table's code is already there.
    """
    row = change.row
    values: dict[str, Any] = {name: getattr(row, name) for name in TABLE}
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
