"""Who may do what at a table: the part of the rights that hangs on the table and its settings."""

from __future__ import annotations

from companion.core.names import name_key
from companion.core.outcome import Json
from companion.services.answers import NotRecorded
from companion.services.codes import is_demo
from companion.services.refusals import not_recorded
from companion.services.tables.live_table import Caller, LiveTable, Seat

STARTS = frozenset({"game_dealt"})
"""Events that start a game: the host's alone."""

FOR_ANY_SEAT = frozenset({"player_joined", "player_left", "first_player_chosen", "turn_ended"})
"""Events about one player that any seat may log even where everybody logs for themselves.

A leaver can be put back; `turn_ended` names the active player, the rules refuse any other.
"""


def closed(code: str) -> NotRecorded | None:
    """Refuses what would bring somebody else to a demo table, or make it count (403 `demo_table`);
    None at any other table."""
    return not_recorded("demo_table", 403) if is_demo(code) else None


def forbidden(live: LiveTable, caller: Caller, event: Json) -> NotRecorded | None:
    """Why this caller may not log the event; None when they may. (Trust rule: rights.)"""
    name = event["event"]
    if name in STARTS and not caller.host:
        return not_recorded("host_only", 403, live.version)
    if live.who_logs != "own" or name in FOR_ANY_SEAT:
        return None
    player = event.get("player")
    seat = live.seat_of(player) if isinstance(player, str) else None
    if seat is None or not seat.has_phone or _own(caller, seat.player):
        return None
    return not_recorded("own_seats_only", 403, live.version)


def tapper(caller: Caller, event: Json) -> str | None:
    """Which of the caller's players tapped; None for a host without a seat.

    The event's player when it is one of them, else the first.
    """
    player = event.get("player")
    if isinstance(player, str):
        for name in caller.names:
            if name_key(name) == name_key(player):
                return name
    return caller.names[0] if caller.names else None


def may_let_in(live: LiveTable, caller: Caller) -> bool:
    """Whether this caller may open the door of a running table."""
    return caller.host or (live.who_lets_in == "any_seat" and bool(caller.seats))


def is_former_hosts(live: LiveTable, seat: Seat) -> bool:
    """Whether the first host holds this seat, while somebody is host only because they were away.

    A host by succession must not take that seat.
    """
    former = live.row.former_host_phone_id
    return former is not None and seat.phone_id == former


def _own(caller: Caller, player: str) -> bool:
    return any(name_key(name) == name_key(player) for name in caller.names)
