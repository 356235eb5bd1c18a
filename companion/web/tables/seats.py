"""The page of seats and phones: who sits where, who knocks, and getting up from the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.games.contract import TableView
from companion.core.log import Submission
from companion.core.outcome import Json, Refused
from companion.services.answers import Answered, Done, Knock, NotRecorded
from companion.services.tables.live_table import GATHERING, Caller, LiveTable, Seat
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.form_ids import fresh_id
from companion.web.games import GAME_PAGES
from companion.web.parts import parts
from companion.web.tables.join import knock_json
from companion.web.tables.names import game_name, table_name
from companion.web.tables.seat_answers import done, gone

blueprint = Blueprint("seats", __name__)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat, and what this phone may do with it."""

    seat: Seat
    mine: bool
    host: bool
    left: bool
    """They have left the game; the seat is kept for them."""


@dataclass(frozen=True, slots=True)
class PhonePage:
    """Everything around seats that one phone may see and do."""

    code: str
    name: str
    game: str
    own_name: str
    """The name that the host gave the table, "" for none."""
    lines: tuple[SeatLine, ...]
    knocks: tuple[Knock, ...]
    host_is_away: bool
    former_host: bool
    """This phone was host before a succession and may take the role back."""
    lobby: bool
    turns: bool
    """Players take turns at this table."""
    who_logs: str
    who_lets_in: str
    id: str


def phone_page(live_table: LiveTable, caller: Caller) -> PhonePage:
    """What the page of seats shows to this caller."""
    tables = parts().tables
    view: TableView = GAMES[live_table.table.game_key].view(live_table.table.state, ())
    left = {player.name for player in view.players if player.status == "left"}
    former = live_table.row.former_host_phone_id
    return PhonePage(
        code=live_table.code,
        name=table_name(live_table),
        game=game_name(live_table.table.game_key),
        own_name=live_table.name,
        lines=tuple(
            SeatLine(
                seat=seat,
                mine=seat.number in caller.seats,
                host=seat.player in live_table.host_players,
                left=seat.player in left,
            )
            for seat in live_table.seats
        ),
        knocks=tables.knocks.open_knocks(live_table.code, caller) if caller.may_log else (),
        host_is_away=tables.hosts.is_away(live_table.code),
        former_host=former is not None and former == caller.phone_id and not caller.host,
        lobby=view.status in GATHERING,
        turns=GAME_PAGES[live_table.table.game_key].takes_turns(live_table),
        who_logs=live_table.who_logs,
        who_lets_in=live_table.who_lets_in,
        id=fresh_id(),
    )


@blueprint.get("/tables/<code>/seats")
def show(code: str) -> AnyResponse:
    """The page of seats and phones; as JSON who sits where, and the open knocks."""
    shown = phone_page(callers.table(), callers.caller())
    if wants_json():
        return jsonify(_as_json(shown))
    page = callers.table_page(callers.table(), callers.caller())
    return make_response(
        render_template("seats/seats.html", shown=shown, caller=callers.caller(), page=page)
    )


@blueprint.post("/tables/<code>/knocks/<knock>")
def answer_knock(code: str, knock: str) -> AnyResponse:
    """Let somebody in or not; the seat's own phone may say "Keep my seat"."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    tables, caller = parts().tables, callers.caller()
    if bodies.yes_or_no(body, "keep"):
        return _seat_kept(code, tables.knocks.keep_seat(code, caller, knock))
    answer = bodies.yes_or_no(body, "let_in")
    if answer is None:
        return refusal(bodies.malformed(), 400)
    return _knock_answered(code, tables.knocks.let_in(code, caller, knock, answer))


@blueprint.post("/tables/<code>/phone")
def phone(code: str) -> AnyResponse:
    """This phone's preference "I end my turn by hand"."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    by_hand = bodies.yes_or_no(body, "ends_by_hand")
    if by_hand is None:
        return refusal(bodies.malformed(), 400)
    return done(code, parts().tables.seats.set_ends_by_hand(code, callers.caller(), by_hand))


@blueprint.post("/tables/<code>/leave")
def leave(code: str) -> AnyResponse:
    """Leave: this phone's players get up, or a spectator forgets the table."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    caller = callers.caller()
    if caller.names:
        left = _get_up(code, caller, bodies.text_of(body, "id"))
        if left is not None:
            return left
    return gone(code, {"left": list(caller.names)})


def _get_up(code: str, caller: Caller, tap: str | None) -> AnyResponse | None:
    """Log that this phone's players leave; None when it is logged."""
    events: tuple[Json, ...] = tuple(
        {"event": "player_left", "player": name} for name in caller.names
    )
    submission = Submission(events, len(events) > 1, tap, None, True)
    answered = parts().tables.recording.record(code, caller, submission)
    if isinstance(answered, Answered):
        return None
    if isinstance(answered, NotRecorded):
        return not_done(answered)
    return refusal(bodies.malformed(), 400)


def _seat_kept(code: str, kept: Done | NotRecorded) -> AnyResponse:
    if wants_json() or isinstance(kept, NotRecorded):
        return done(code, kept)
    return _back_to_table(code)


def _knock_answered(code: str, answered: Knock | NotRecorded) -> AnyResponse:
    if isinstance(answered, NotRecorded):
        return not_done(answered)
    return jsonify(knock_json(answered)) if wants_json() else _back_to_table(code)


def _back_to_table(code: str) -> AnyResponse:
    """Where the tap came from: for the script nothing to swap, the stream brings the rest."""
    if request.headers.get("HX-Request") == "true":
        return make_response(render_template("seats/_door.html", code=code))
    return redirect(f"/tables/{code}", 303)


def _as_json(shown: PhonePage) -> Json:
    seats = [
        {
            "number": line.seat.number,
            "player": line.seat.player,
            "phone": line.seat.has_phone,
            "host": line.host,
            "yours": line.mine,
        }
        for line in shown.lines
    ]
    return {"seats": seats, "knocks": [knock_json(each) for each in shown.knocks]}
