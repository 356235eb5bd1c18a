"""Which phone a seat has: carried to another by a link that is good once, or signed out."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Refused
from companion.services.answers import Handover, NotRecorded
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, told, wants_json
from companion.web.form_ids import fresh_id
from companion.web.parts import parts
from companion.web.qr import handover_code
from companion.web.tables.seat_answers import done, seated

blueprint = Blueprint("seat_phones", __name__)


@blueprint.post("/tables/<code>/seats/<name:player>/handover")
def offer_handover(code: str, player: str) -> AnyResponse:
    """A link, good once and for two minutes, that carries this seat to another phone."""
    offered = parts().tables.seats.offer_handover(code, callers.caller(), player)
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
    offered = parts().tables.seats.see_handover(code, secret)
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
    taken = parts().tables.seats.take_handover(code, secret, callers.token(), tap)
    if isinstance(taken, NotRecorded):
        return not_done(taken)
    facts = {"player": taken.player, "version": taken.version}
    return seated(code, facts, taken.seat_token, status=200)


@blueprint.delete("/tables/<code>/seats/<name:player>/phone")
@blueprint.post("/tables/<code>/seats/<name:player>/phone", endpoint="sign_out_form")
def sign_out(code: str, player: str) -> AnyResponse:
    """Take a phone off its seat: by the phone itself, or by the host."""
    return done(code, parts().tables.seats.sign_out(code, callers.caller(), player))


@blueprint.delete("/tables/<code>/seat/<int:number>/phone")
@blueprint.post("/tables/<code>/seat/<int:number>/phone", endpoint="sign_out_seat_form")
def sign_out_seat(code: str, number: int) -> AnyResponse:
    """The same by the seat's number, for names that no address can carry."""
    player = _player_at(number)
    return _nobody_sits_there() if player is None else sign_out(code, player)


def _player_at(number: int) -> str | None:
    seats = callers.table().seats
    return next((seat.player for seat in seats if seat.number == number), None)


def _nobody_sits_there() -> Response:
    return refusal(told(404), 404, callers.table().version)


def _take_page(code: str, offered: Handover) -> Response:
    page = render_template("seats/take.html", offered=offered, code=code, id=fresh_id())
    return make_response(page)
