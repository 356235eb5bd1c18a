"""A tap that was sent twice, recognised by the log alone: for transcripts played without a server.

A server knows a tap again by a digest of what was sent (services/tables/log_lines.py), and
transcripts are played there too.
"""

from __future__ import annotations

from companion.core.log import Recorded, Submission, Table
from companion.core.names import clean_name, name_key
from companion.core.outcome import Asks, Json, Refused
from companion.core.phrases import refused
from companion.core.table import record


def record_once(
    table: Table, submission: Submission, by: str | None, at: str
) -> Recorded | Asks | Refused:
    """As table.record; the same `id` from the same seat gives the entries that the first gave.

    That adds nothing to the table. With other events it is refused as `id_used`. It looks through
    the whole log.
    """
    known = _known(table, submission, by)
    return record(table, submission, by, at) if known is None else known


def _known(table: Table, submission: Submission, by: str | None) -> Recorded | Refused | None:
    """What the same `id` from the same seat gave before."""
    if submission.id is None:
        return None
    for place in range(len(table.entries) - 1, -1, -1):
        entry = table.entries[place]
        if entry.id == submission.id and entry.by == by:
            count = len(submission.events)
            first = table.entries[place : place + count]
            same = len(first) == count and all(
                _same_tap(entry.event, event)
                for entry, event in zip(first, submission.events, strict=True)
            )
            return Recorded(table, first) if same else refused("id_used")
    return None


def _same_tap(recorded: Json, sent: Json) -> bool:
    """True when the event sent can be what was recorded; what recording resolves is passed over."""
    for key, value in sent.items():
        old = recorded.get(key)
        if isinstance(value, str) and isinstance(old, str):
            if name_key(clean_name(old) or old) != name_key(clean_name(value) or value):
                return False
        elif type(value) is int and type(old) is int and value != old:
            return False
    return True
