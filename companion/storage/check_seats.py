"""Whether who sits at a table, and with which phone, fits its log."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.core.games import GAMES
from companion.core.names import name_key
from companion.services.ports import StoredTable
from companion.services.tables.live_table import WHO_LETS_IN, WHO_LOGS
from companion.services.tables.open_table import OpenTable


def damage_of_seats(stored: StoredTable, opened: OpenTable) -> Iterator[str]:
    """What does not fit, a sentence's end each; a phone that changed seats shows nowhere else."""
    table, row = opened.live.table, stored.row
    if row.who_logs not in WHO_LOGS or row.who_lets_in not in WHO_LETS_IN:
        yield "who may log or let phones in is none of the known answers"
    named = {name_key(seat.player) for seat in stored.seats}
    if any(name_key(each) not in named for each in GAMES[table.game_key].players_of(table.state)):
        yield "a player of the log has no seat"
    phones = {phone.phone_id for phone in stored.phones}
    if any(seat.phone_id is not None and seat.phone_id not in phones for seat in stored.seats):
        yield "a seat is held by a phone that is not known"
    by_number = {seat.number: name_key(seat.player) for seat in stored.seats}
    for event in stored.events:
        by = json.loads(event.body).get("by")
        if event.seat and by and by_number.get(event.seat) != name_key(by):
            yield f"seat {event.seat} is not of the player who logged event {event.seq} from it"
            return
