"""Taking over a seat: whose word it needs, whose phone is asked first, and how a knock shows it."""

from __future__ import annotations

from companion.services.answers import Knock
from companion.services.limits import Limits
from companion.services.tables.door import ASKING, OPEN, AtTheDoor
from companion.services.tables.live_table import Caller, LiveTable, Seat
from companion.services.tables.presence import Presence


class TakeOvers:
    """The rules by which a seat that has a phone goes to another one.

    It goes over by the host's word or that of two phones (one, when only one other is at the
    table). If its own phone was here within the last minute it is asked first: "Is this you?
    Keep my seat", for 30 seconds. (Trust rule: seats.)
    """

    def __init__(self, presence: Presence, limits: Limits) -> None:
        self._presence = presence
        self._limits = limits

    def is_due(self, knock: AtTheDoor) -> bool:
        """Whether the seat's own phone was asked, and did not answer in time."""
        return knock.state == ASKING and knock.asked_seconds >= self._limits.keep_seat_seconds

    def needed(self, live: LiveTable, knock: AtTheDoor, seat: Seat) -> int:
        """How many phones must say yes: two, or as many others as there are."""
        phones = self._presence.phones_at(live, self._limits.host_away_seconds)
        return max(1, min(2, len(phones - {seat.phone_id, knock.phone.phone_id})))

    def asks_first(self, live: LiveTable, seat: Seat) -> bool:
        """Whether the seat's own phone is here, so that it is asked before the seat goes."""
        if seat.phone_id is None:
            return False
        away = self._presence.away_seconds(live.code, seat.phone_id)
        return away <= self._limits.phone_is_here_seconds

    def shown(self, live: LiveTable, knock: AtTheDoor, caller: Caller | None) -> Knock:
        """The knock as this caller may see it; None: whoever has no seat to be asked about."""
        seat = taken_seat(live, knock)
        left = None
        if knock.state == ASKING:
            left = max(0, round(self._limits.keep_seat_seconds - knock.asked_seconds))
        return Knock(
            id=knock.id,
            player=knock.player,
            takes_over=seat is not None,
            state=knock.state,
            yes=len(knock.yes),
            needed=self.needed(live, knock, seat) if seat else 1,
            asks_you=bool(
                caller and seat and seat.phone_id == caller.phone_id and knock.state in OPEN
            ),
            seconds_left=left,
        )


def taken_seat(live: LiveTable, knock: AtTheDoor) -> Seat | None:
    """The seat that the knock asks to take over: another phone holds it.

    Also when its player left: anybody may log that, so it must not make a seat cheaper.
    """
    seat = live.seat_of(knock.player)
    if seat is None or not seat.has_phone:
        return None
    return None if seat.phone_id == knock.phone.phone_id else seat
