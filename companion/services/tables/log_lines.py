"""Between the core's log and stored lines: writing entries with their hashes, reading them back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.log import Entry, LoggedRow, Submission
from companion.core.outcome import Json
from companion.services.ports import EventRow
from companion.services.tables.chain import canonical, event_hash, sha256

SCHEMA = 1
"""Schema number of a stored line's body."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What is known of a tap by its id: where it stands, and a digest of what the phone sent."""

    first_seq: int
    last_seq: int
    digest: str | None
    """None for lines that no phone can send again, such as imported ones."""


def digest_of(submission: Submission) -> str | None:
    """Two submissions with the same digest are one tap; `seen` and `anyway` do not count.

    None for one that cannot be stored: lone surrogates, NaN, nested too deep.
    """
    try:
        text = canonical(list(submission.events))
        f"{submission.id or ''}{text}".encode()
    except (ValueError, RecursionError):
        return None
    return sha256(text)


def lines_of(
    code: str, previous_hash: str, entries: Sequence[Entry], seat: int, sent: str | None
) -> tuple[EventRow, ...]:
    """New entries as stored lines, chained to the line before. `sent` goes into the first."""
    lines: list[EventRow] = []
    for place, entry in enumerate(entries):
        body: Json = {"schema": SCHEMA, "event": entry.event, "by": entry.by}
        if entry.group is not None:
            body["group"] = entry.group
        if entry.anyway:
            body["anyway"] = list(entry.anyway)
        if place == 0 and sent is not None:
            body["sent"] = sent
        text = canonical(body)
        id = entry.id if place == 0 else None
        previous_hash = event_hash(previous_hash, code, entry.seq, entry.at, seat, id, text)
        lines.append(EventRow(entry.seq, entry.at, seat, id, text, previous_hash))
    return tuple(lines)


def rows_of(lines: Iterable[EventRow]) -> tuple[tuple[LoggedRow, ...], dict[tuple[int, str], Sent]]:
    """Stored lines as the core reads them, and every known (seat number, id). Lines must be sound.

    A tap ends before the next line that has an id or a digest of its own, or another group: later
    taps may add to its group, with an id or without. Raises ValueError for a body that is not ours.
    """
    rows: list[LoggedRow] = []
    known: dict[tuple[int, str], Sent] = {}
    tap: tuple[int, str] | None = None
    for line in lines:
        body: dict[str, Any] = json.loads(line.body)
        if body["schema"] != SCHEMA:
            raise ValueError(f"schema {body['schema']}")
        group = body.get("group")
        rows.append(
            LoggedRow(
                seq=line.seq,
                at=line.at,
                by=body["by"],
                id=line.id,
                group=group,
                event=body["event"],
                anyway=tuple(body.get("anyway", ())),
            )
        )
        begins = line.id is not None or "sent" in body
        if line.id is not None:
            tap = (line.seat, line.id)
            known[tap] = Sent(line.seq, line.seq, body.get("sent"))
        elif tap is not None and not begins and group == known[tap].first_seq:
            known[tap] = replace(known[tap], last_seq=line.seq)
        else:
            tap = None
    return tuple(rows), known
