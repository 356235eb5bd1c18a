"""Seats: who may sit down, and how a seat goes from one phone to another with its owner's word."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from companion.core.names import clean_name, name_key
from companion.core.table import note
from companion.services.answers import Done, Handover, Joined, KnockNeeded, NotRecorded
from companion.services.instants import now_written
from companion.services.limits import Limits
from companion.services.ports import Clock, PhoneRow, Randomness, SeatRow, StorageTrouble
from companion.services.refusals import by_the_store, no_table, not_recorded
from companion.services.tables.chain import canonical, sha256
from companion.services.tables.drafts import Draft
from companion.services.tables.live_table import Caller, LiveTable, Seat
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing
from companion.services.tables.permissions import closed, is_former_hosts, may_let_in
from companion.services.tables.phones import new_phone, signed_out, with_new_token
from companion.services.tables.repeats import Repeats
from companion.services.tables.seating import Sitting, move_seat, sit_down

_HANDOVER = "handover"


@dataclass(frozen=True, slots=True)
class _Offer:
    """A hand-over link: a restart ends it, two minutes do too."""

    seat_number: int
    from_phone_id: str | None
    left_seconds: float


class Seats:
    """The use cases of seats that need nobody else's consent."""

    def __init__(
        self,
        tables: OpenTables,
        clock: Clock,
        randomness: Randomness,
        limits: Limits,
        passing: Passing,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._randomness = randomness
        self._limits = limits
        self._repeats: Repeats[Joined] = Repeats(clock, limits.repeat_seconds)
        self._passing = passing

    def join(
        self, code: str, token: str | None, player: str, id: str | None
    ) -> Joined | KnockNeeded | NotRecorded:
        """Take a seat under this name.

        In the lobby the door is open. Once the game runs, a newcomer knocks first; a phone that
        may let others in sits down another player (pass-the-phone), a free seat of an imported
        table, or a player who was logged without a phone. A phone that already holds this
        player's seat gets the same answer. A leaver's own phone returns to the old seat.
        """

        def decide(opened: OpenTable) -> Draft[Joined] | Joined | KnockNeeded | NotRecorded:
            live = opened.live
            again = self._repeats.find(code, id)
            if again is not None:
                return replace(again, version=live.version)
            name = clean_name(player)
            if name is None:
                return not_recorded("bad_name", 422, live.version)
            drafted = self._join(live, live.phone_of(token), name, id)
            return self._kept(code, id, drafted) if isinstance(drafted, Draft) else drafted

        shut = closed(code)
        return self._tables.change(code, decide) if shut is None else shut

    def _join(
        self, live: LiveTable, phone: PhoneRow | None, name: str, id: str | None
    ) -> Draft[Joined] | Joined | KnockNeeded | NotRecorded:
        seat = live.seat_of(name)
        playing = seat is not None and seat in live.playing()
        if seat is not None and seat.has_phone:
            mine = phone is not None and seat.phone_id == phone.phone_id
            if playing and mine:
                return Joined(seat.player, seat.number, None, live.version)
            lost = self._lost_answer(live, seat, id)
            if lost is not None:
                return lost
            if playing and live.is_gathering():
                return not_recorded("name_taken", 422, live.version, name=seat.player)
            if playing:
                return KnockNeeded(seat.player, True, live.version)
        caller = live.caller_of(phone.phone_id if phone else None)
        if not self._may_sit_down(live, caller, seat):
            return KnockNeeded(name, False, live.version)
        at = now_written(self._clock)
        sitter = phone or new_phone(self._randomness, at, id)
        by = caller.names[0] if caller.names else None
        return sit_down(live, name, Sitting.of(live, sitter, at, by), self._limits)

    def _may_sit_down(self, live: LiveTable, caller: Caller, seat: Seat | None) -> bool:
        """The door is open in the lobby; later for its openers, and for a leaver who returns."""
        own = seat is not None and caller.phone_id is not None and seat.phone_id == caller.phone_id
        return own or live.is_gathering() or may_let_in(live, caller)

    def _lost_answer(self, live: LiveTable, seat: Seat, id: str | None) -> Draft[Joined] | None:
        """The phone whose first answer got lost asks again: it gets a token that it can use.

        Only the form's own id tells, and only until the phone logged something.
        """
        if id is None:
            return None
        phone = next((p for p in live.phones if p.phone_id == seat.phone_id), None)
        if phone is None or phone.used or phone.join_id_sha256 != sha256(id):
            return None
        fresh = with_new_token(phone, self._randomness)

        def answer(after: LiveTable) -> Joined:
            return Joined(seat.player, seat.number, fresh.token, after.version)

        return Draft(answer, phones=(fresh.row,))

    def _kept(self, code: str, id: str | None, draft: Draft[Joined]) -> Draft[Joined]:
        """The same draft, remembering its answer for a double tap on the form."""

        def answer(after: LiveTable) -> Joined:
            joined = draft.answer(after)
            self._repeats.keep(code, id, joined)
            return joined

        return draft.answering(answer)

    # --- hand-over ------------------------------------------------------------------------

    def offer_handover(self, code: str, caller: Caller, player: str) -> Handover | NotRecorded:
        """A one-use secret, good for 2 minutes, that moves this seat to another phone.

        For the seat's own phone; the host may make one for a seat without a phone.
        """
        opened = closed(code) or self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        live = opened.live
        who = live.caller_of(caller.phone_id)
        seat = live.seat_of(player)
        if not who.may_log:
            return no_table()
        if seat is None:
            return not_recorded("unknown_player", 422, live.version, name=player)
        own = seat.phone_id == who.phone_id
        if not own and (seat.has_phone or not may_let_in(live, who)):
            return not_recorded("not_allowed", 403, live.version)
        secret, seconds = self._randomness.token(), self._limits.handover_seconds
        offer = canonical([seat.number, seat.phone_id])
        kept = self._passing.add(code, _HANDOVER, sha256(secret), offer, seconds)
        if isinstance(kept, StorageTrouble):
            return by_the_store(kept, live.version)
        return Handover(secret, seat.player, int(seconds))

    def see_handover(self, code: str, secret: str) -> Handover | NotRecorded:
        """What the link would carry; changes nothing (the GET shows a button)."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        found = self._offered(opened.live, secret)
        if found is None:
            return not_recorded("no_such_handover", 422, opened.live.version)
        offer, seat = found
        return Handover(secret, seat.player, max(1, int(offer.left_seconds)))

    def take_handover(
        self, code: str, secret: str, token: str | None, id: str | None = None
    ) -> Joined | NotRecorded:
        """Take the seat with the link; the old phone is signed out of it.

        The link is good once: only the same form `id` again, a double tap, gets the answer again.
        """

        def decide(opened: OpenTable) -> Draft[Joined] | Joined | NotRecorded:
            live = opened.live
            again = self._repeats.find(code, id)
            if again is not None:
                return replace(again, version=live.version)
            found = self._offered(live, secret)
            if found is None:
                return not_recorded("no_such_handover", 422, live.version)
            _, seat = found
            phone = live.phone_of(token)
            if phone is not None and phone.phone_id == seat.phone_id:
                return Joined(seat.player, seat.number, None, live.version)
            at = now_written(self._clock)
            sitting = Sitting.of(live, phone or new_phone(self._randomness, at, None), at)
            draft = self._kept(code, id, move_seat(live, seat, sitting, by_owner=True))
            return self._used_up(code, secret, draft)

        return self._tables.change(code, decide)

    def _used_up(self, code: str, secret: str, draft: Draft[Joined]) -> Draft[Joined]:
        def answer(after: LiveTable) -> Joined:
            self._passing.drop(code, _HANDOVER, sha256(secret))
            return draft.answer(after)

        return draft.answering(answer)

    def _offered(self, live: LiveTable, secret: str) -> tuple[_Offer, Seat] | None:
        """The offer and its seat, while both are what they were when it was made."""
        offer = self._offer(live.code, sha256(secret))
        if offer is None:
            return None
        seat = next((s for s in live.seats if s.number == offer.seat_number), None)
        if seat is None or seat.phone_id != offer.from_phone_id:
            return None
        return offer, seat

    def _offer(self, code: str, secret_sha256: str) -> _Offer | None:
        for each in self._passing.of(code):
            if each.kind == _HANDOVER and each.key == secret_sha256:
                number, phone_id = json.loads(each.body)
                left = self._limits.handover_seconds - each.age_seconds
                return _Offer(number, phone_id, left) if left >= 0 else None
        return None

    # --- signing out and preferences ----------------------------------------------------------

    def sign_out(self, code: str, caller: Caller, player: str) -> Done | NotRecorded:
        """Take this player's phone off its seat: by the phone itself, or by the host.

        The seat stays, without a phone. A host by succession cannot do it to the former host.
        """

        def decide(opened: OpenTable) -> Draft[Done] | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            seat = live.seat_of(player)
            if not who.may_log:
                return no_table()
            if seat is None:
                return not_recorded("unknown_player", 422, live.version, name=player)
            if not seat.has_phone:
                return not_recorded("seat_has_no_phone", 422, live.version)
            own = seat.phone_id == who.phone_id
            if not own and not who.host:
                return not_recorded("host_only", 403, live.version)
            if not own and is_former_hosts(live, seat):
                return not_recorded("former_host_seat", 403, live.version)
            return self._without_phone(live, who, seat)

        return self._tables.change(code, decide)

    def _without_phone(self, live: LiveTable, who: Caller, seat: Seat) -> Draft[Done]:
        mine = {name_key(name) for name in who.names}
        by = seat.player if name_key(seat.player) in mine else (who.names or (None,))[0]
        tapper = live.seat_of(by) if by else None
        event = {"event": "seat_moved", "player": seat.player, "signed_out": True}
        return Draft(
            lambda after: Done(after.version),
            note(live.table, event, by, now_written(self._clock)),
            seat=tapper.number if tapper else 0,
            seats=(SeatRow(seat.number, seat.player, None),),
            phones_gone=signed_out(live, live.row, seat.phone_id, frozenset({seat.number})),
        )

    def set_ends_by_hand(self, code: str, caller: Caller, by_hand: bool) -> Done | NotRecorded:
        """This phone's preference "I end my turn by hand"."""

        def decide(opened: OpenTable) -> Draft[Done] | Done | NotRecorded:
            live = opened.live
            phone = next((p for p in live.phones if p.phone_id == caller.phone_id), None)
            if phone is None:
                return no_table()
            if phone.ends_by_hand == by_hand:
                return Done(live.version)
            changed = replace(phone, ends_by_hand=by_hand)
            return Draft(lambda after: Done(after.version), phones=(changed,))

        return self._tables.change(code, decide)

    def tidy(self) -> None:
        """Drop answers whose time is over."""
        self._repeats.tidy()
