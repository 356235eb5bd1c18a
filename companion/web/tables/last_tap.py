"""The last tap at a table: what the dock says, and what Undo takes back."""

from __future__ import annotations

from companion.core.log import OWN_EVENTS, Entry
from companion.services.tables.live_table import LiveTable


def last_tap(live: LiveTable) -> tuple[Entry, ...]:
    """The entries of the last tap that stands; () before the first.

    The table's own events, like a taking back, are not taken back themselves and do not count.
    """
    entries = live.table.entries
    last = next((e for e in reversed(entries) if e.struck_by is None and not is_own(e)), None)
    if last is None:
        return ()
    first = last.group or last.seq
    return tuple(
        entry
        for entry in entries[first - 1 :]  # numbers run from 1 without a gap
        if entry.struck_by is None and first in (entry.seq, entry.group)
    )


def is_own(entry: Entry) -> bool:
    """An event of the table itself: a taking back, a seat or the host's chair changing hands."""
    return entry.event["event"] in OWN_EVENTS
