"""Seats and phones: knocks, handing a seat over, leaving, the host's chair, and forgetting."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.games.contract import TableView
from companion.core.log import Submission
from companion.core.outcome import Json, Refused
from companion.services.answers import (
    Answered,
    Done,
    Handover,
    HostNeeded,
    Joined,
    Knock,
    NotRecorded,
)
from companion.services.codes import is_demo
from companion.services.tables.live_table import GATHERING, Caller, LiveTable, Seat
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, told, wants_json
from companion.web.games import GAME_PAGES
from companion.web.home import fresh_id
from companion.web.parts import parts
from companion.web.qr import bare_origin, handover_code
from companion.web.tables.join import knock_json
from companion.web.tables.names import game_name, table_name

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
        knocks=tables.knocks(live_table.code, caller) if caller.may_log else (),
        host_is_away=tables.host_is_away(live_table.code),
        former_host=former is not None and former == caller.phone_id and not caller.host,
        lobby=view.status in GATHERING,
        turns=GAME_PAGES[live_table.table.game_key].takes_turns(live_table),
        who_logs=live_table.who_logs,
        who_lets_in=live_table.who_lets_in,
        id=fresh_id(),
    )


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """Somebody who knocks, as all seated phones may see it."""

    id: str
    player: str
    takes_over: bool
    asks_seat: int | None
    """The seat whose own phone is asked first, "Is this you? Keep my seat"."""


@dataclass(frozen=True, slots=True)
class DoorView:
    """What all phones of a table share about seats: who holds them, and who knocks."""

    code: str
    holders: str
    """Number and mark of the phone of each seat, as in "1:a1b2 3:"; no mark where it has none."""
    host: str
    """The mark of the host's phone, "" for none."""
    knocks: tuple[AtTheDoor, ...]
    host_alone: bool
    """Only the host opens the door at this table."""
    origin: str
    """Where phones come to now, as in the QR codes; "" while none can."""
    rematch: bool
    """Somebody opened the next game: everybody else here may come along."""


def door_view(code: str) -> DoorView:
    """Seats and knocks for the shared part of the page."""
    live_table, origin = parts().tables.find(code), bare_origin() or ""
    if not isinstance(live_table, LiveTable):
        return DoorView(code, "", "", (), False, origin, False)
    marks = (
        f"{seat.number}:{callers.phone_mark(seat.phone_id)}"
        for seat in live_table.seats
        if seat.has_phone or not is_demo(code)
    )
    host_mark = callers.phone_mark(live_table.host_phone_id)
    host_alone = live_table.who_lets_in == "host"
    knocks = _at_the_door(live_table)
    again = live_table.row.rematch_code is not None
    return DoorView(code, " ".join(marks), host_mark, knocks, host_alone, origin, again)


def _at_the_door(live_table: LiveTable) -> tuple[AtTheDoor, ...]:
    phones = [seat.phone_id for seat in live_table.seats if seat.phone_id]
    phone = live_table.host_phone_id or next(iter(phones), None)
    found = []
    for knock in parts().tables.knocks(live_table.code, Caller(phone)) if phone else ():
        seat = live_table.seat_of(knock.player) if knock.state == "asking" else None
        asked = seat.number if seat else None
        found.append(AtTheDoor(knock.id, knock.player, knock.takes_over, asked))
    return tuple(found)


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
        kept = tables.keep_seat(code, caller, knock)
        return (
            _done(code, kept)
            if wants_json() or isinstance(kept, NotRecorded)
            else _back_to_table(code)
        )
    answer = bodies.yes_or_no(body, "let_in")
    if answer is None:
        return refusal(bodies.malformed(), 400)
    answered = tables.let_in(code, caller, knock, answer)
    if isinstance(answered, NotRecorded):
        return not_done(answered)
    return jsonify(knock_json(answered)) if wants_json() else _back_to_table(code)


@blueprint.post("/tables/<code>/seats/<name:player>/handover")
def offer_handover(code: str, player: str) -> AnyResponse:
    """A link, good once and for two minutes, that carries this seat to another phone."""
    offered = parts().tables.offer_handover(code, callers.caller(), player)
    if isinstance(offered, NotRecorded):
        return not_done(offered)
    path = f"/tables/{code}/handover/{offered.secret}"
    if wants_json():
        origin = parts().addresses.origin() or request.host_url.rstrip("/")
        return make_response({"url": origin + path}, 201)
    qr = handover_code(code, offered.secret)
    page = render_template("seats/handover.html", offered=offered, code=code, qr=qr, path=path)
    return make_response(page, 201)


@blueprint.post("/tables/<code>/seat/<int:number>/handover")
def offer_handover_of_seat(code: str, number: int) -> AnyResponse:
    """The same by the seat's number, for names that no address can carry."""
    player = _player_at(number)
    return _nobody_sits_there() if player is None else offer_handover(code, player)


@blueprint.get("/tables/<code>/handover/<secret>")
def see_handover(code: str, secret: str) -> AnyResponse:
    """What the link carries, with a button: a preview by some app must not take the seat."""
    offered = parts().tables.see_handover(code, secret)
    if isinstance(offered, NotRecorded):
        return not_done(offered)
    if wants_json():
        return jsonify({"player": offered.player, "seconds_left": offered.seconds_left})
    return _take_page(code, offered)


@blueprint.post("/tables/<code>/handover/<secret>")
def take_handover(code: str, secret: str) -> AnyResponse:
    """Take the seat with the link; the old phone is signed out of it."""
    body = bodies.body()
    tap = None if isinstance(body, Refused) else bodies.text_of(body, "id")
    taken = parts().tables.take_handover(code, secret, callers.token(), tap)
    if isinstance(taken, NotRecorded):
        return not_done(taken)
    return _taken(code, taken)


@blueprint.delete("/tables/<code>/seats/<name:player>/phone")
@blueprint.post("/tables/<code>/seats/<name:player>/phone", endpoint="sign_out_form")
def sign_out(code: str, player: str) -> AnyResponse:
    """Take a phone off its seat: by the phone itself, or by the host."""
    return _done(code, parts().tables.sign_out(code, callers.caller(), player))


@blueprint.delete("/tables/<code>/seat/<int:number>/phone")
@blueprint.post("/tables/<code>/seat/<int:number>/phone", endpoint="sign_out_seat_form")
def sign_out_seat(code: str, number: int) -> AnyResponse:
    """The same by the seat's number, for names that no address can carry."""
    player = _player_at(number)
    return _nobody_sits_there() if player is None else sign_out(code, player)


@blueprint.post("/tables/<code>/host")
def host(code: str) -> AnyResponse:
    """Hand the host's chair over, say that a host is needed, or take the chair back."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    tables, caller = parts().tables, callers.caller()
    player = body.get("player")
    if isinstance(player, str):
        return _done(code, tables.hand_over_host(code, caller, player))
    if "take_back" in body and bodies.yes_or_no(body, "take_back") is None:
        return refusal(bodies.malformed(), 400)
    if bodies.yes_or_no(body, "take_back"):
        return _done(code, tables.take_host_back(code, caller))
    needed = tables.need_host(code, caller)
    if isinstance(needed, NotRecorded):
        return not_done(needed)
    return _host_needed(code, needed)


@blueprint.post("/tables/<code>/settings")
def settings(code: str) -> AnyResponse:
    """The host's settings: the table's name, who may log, who opens the door."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    name, who_logs, who_lets_in = (
        body.get(field) if isinstance(body.get(field), str) else None
        for field in ("name", "who_logs", "who_lets_in")
    )
    changed = parts().tables.change_settings(code, callers.caller(), name, who_logs, who_lets_in)
    return _done(code, changed)


@blueprint.post("/tables/<code>/phone")
def phone(code: str) -> AnyResponse:
    """This phone's preference "I end my turn by hand"."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    by_hand = bodies.yes_or_no(body, "ends_by_hand")
    if by_hand is None:
        return refusal(bodies.malformed(), 400)
    return _done(code, parts().tables.set_ends_by_hand(code, callers.caller(), by_hand))


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
    response: AnyResponse = jsonify({"left": list(caller.names)}) if wants_json() else _home()
    callers.take_seat_away(response, code)
    return response


@blueprint.delete("/tables/<code>")
@blueprint.post("/tables/<code>/forget", endpoint="forget_form")
def forget(code: str) -> AnyResponse:
    """The host forgets the table: log, seats and prints are gone at once."""
    done = parts().tables.forget(code, callers.caller())
    if isinstance(done, NotRecorded):
        return not_done(done)
    response: AnyResponse = jsonify({"forgotten": code}) if wants_json() else _home()
    callers.take_seat_away(response, code)
    return response


def _player_at(number: int) -> str | None:
    seats = callers.table().seats
    return next((seat.player for seat in seats if seat.number == number), None)


def _nobody_sits_there() -> Response:
    return refusal(told(404), 404, callers.table().version)


def _get_up(code: str, caller: Caller, tap: str | None) -> AnyResponse | None:
    """Log that this phone's players leave; None when it is logged."""
    events: tuple[Json, ...] = tuple(
        {"event": "player_left", "player": name} for name in caller.names
    )
    submission = Submission(events, len(events) > 1, tap, None, True)
    answered = parts().tables.record(code, caller, submission)
    if isinstance(answered, Answered):
        return None
    if isinstance(answered, NotRecorded):
        return not_done(answered)
    return refusal(bodies.malformed(), 400)


def _done(code: str, done: Done | NotRecorded) -> AnyResponse:
    if isinstance(done, NotRecorded):
        return not_done(done)
    return jsonify({"version": done.version}) if wants_json() else _back(code)


def _taken(code: str, taken: Joined) -> AnyResponse:
    if wants_json():
        told = {"player": taken.player, "version": taken.version}
        response: AnyResponse = jsonify({**told, "seat_token": taken.seat_token})
    else:
        response = redirect(f"/tables/{code}", 303)
    callers.give_seat(response, code, taken.seat_token)
    return response


def _host_needed(code: str, needed: HostNeeded) -> AnyResponse:
    if wants_json():
        return jsonify({"taps": needed.taps, "needed": needed.needed, "host": needed.host})
    return _back(code)


def _take_page(code: str, offered: Handover) -> Response:
    page = render_template("seats/take.html", offered=offered, code=code, id=fresh_id())
    return make_response(page)


def _back_to_table(code: str) -> AnyResponse:
    """Where the tap came from: for the script nothing to swap, the stream brings the rest."""
    if request.headers.get("HX-Request") == "true":
        return make_response(render_template("seats/_door.html", code=code))
    return redirect(f"/tables/{code}", 303)


def _back(code: str) -> AnyResponse:
    return redirect(f"/tables/{code}/seats", 303)


def _home() -> AnyResponse:
    return redirect("/", 303)


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
