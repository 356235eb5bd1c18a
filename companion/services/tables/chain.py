"""The hash chain over a table's log: how each line's hash is made, and where a log is damaged."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any, get_args, get_type_hints

from companion.services.ports import SnapshotRow, StoredTable, TableRow

_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""Made once: json.dumps would make an encoder at each of the five calls of a tap."""


def canonical(value: Any) -> str:
    """JSON that is always written the same way: sorted keys, no spaces, no NaN."""
    return _encode(value)


def sha256(text: str) -> str:
    """The hex digest of a text, also of one that cannot be stored (see is_writable)."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def is_writable(value: Any) -> bool:
    """Whether JSON from outside can be stored: no lone surrogates, no NaN, not nested too deep."""
    try:
        canonical(value).encode()
    except (ValueError, RecursionError):
        return False
    return True


def first_hash(row: TableRow) -> str:
    """The hash before the first event: it binds what the whole log is decided on."""
    return sha256(
        canonical(
            ["backroom", row.code, row.game_key, row.options, row.deck_sha256, row.created_at]
        )
    )


def event_hash(
    previous: str, code: str, seq: int, at: str, seat: int, id: str | None, body: str
) -> str:
    """sha256 of the previous hash and the canonical [table, seq, at, seat, id, body]."""
    return sha256(previous + canonical([code, seq, at, seat, id, body]))


def snapshot_hash(seq: int, chain_hash: str, body: str) -> str:
    """A snapshot's own hash."""
    return sha256(canonical([seq, chain_hash, body]))


def first_damage(stored: StoredTable) -> int | None:
    """The seq of the first event that cannot be trusted; None when the whole log is sound.

    0 means the ground itself: its row, its seats, or a deck that is not the one the log was
    decided on; changed options show as 1, because the first hash binds them. A cut tail shows as
    the first missing seq, because the head stands beside the log.
    """
    row = stored.row
    if not all(is_whole(each) for each in (row, *stored.phones, *stored.seats)) or not isinstance(
        stored.deck, str | None
    ):
        return 0
    deck_sha256 = None if stored.deck is None else sha256(stored.deck)
    if deck_sha256 != row.deck_sha256:
        return 0
    running = first_hash(row)
    for place, event in enumerate(stored.events, start=1):
        if not is_whole(event):
            return place
        running = event_hash(
            running, row.code, event.seq, event.at, event.seat, event.id, event.body
        )
        if event.seq != place or event.hash != running:
            return place
    if len(stored.events) != row.head_seq:
        return min(len(stored.events), row.head_seq) + 1
    if running != row.head_hash:
        return row.head_seq
    return None


def is_whole(row: Any) -> bool:
    """Whether each field of a row as stored is of its type: a damaged file gives bytes or numbers
    where text was."""
    values = (getattr(row, name) for name in row.__slots__)
    return all(map(isinstance, values, _types_of(row.__class__)))


@cache
def _types_of(kind: Any) -> tuple[tuple[type, ...], ...]:
    return tuple(get_args(hint) or (hint,) for hint in get_type_hints(kind).values())


def sound_snapshot(stored: StoredTable) -> SnapshotRow | None:
    """The snapshot, when it is undamaged and stands on this very log; the log must be sound."""
    snapshot = stored.snapshot
    if snapshot is None or not is_whole(snapshot) or not 1 <= snapshot.seq <= len(stored.events):
        return None
    if snapshot.hash != snapshot_hash(snapshot.seq, snapshot.chain_hash, snapshot.body):
        return None
    if stored.events[snapshot.seq - 1].hash != snapshot.chain_hash:
        return None
    return snapshot
