"""The door of a table: a name and one button; once the game runs, a knock."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.games.contract import TableView
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import Knock, Knocked, KnockNeeded, NotRecorded
from companion.services.tables.live_table import GATHERING, LiveTable
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.form_ids import fresh_id
from companion.web.parts import parts
from companion.web.phrasing import say, words
from companion.web.tables.names import game_name, table_name
from companion.web.tables.seat_answers import seated

blueprint = Blueprint("join", __name__)

_KNOCK_FIRST = N_("The game has begun. Knock, and somebody lets you in.")
_TAKES_OVER = N_("That seat has a phone. Knock to take it over.")


@dataclass(frozen=True, slots=True)
class Door:
    """The table as somebody outside sees it."""

    code: str
    name: str
    game: str
    seated: tuple[tuple[str, bool, bool], ...]
    """(player, is host, has a phone) in seat order."""
    running: bool
    """Cards are dealt: a newcomer knocks."""
    over: bool
    full: bool
    id: str
    typed: str = ""
    wrong: str | None = None
    takes_over: bool = False
    """The typed name sits here with a phone of its own."""


def door_of(
    live_table: LiveTable, typed: str = "", wrong: str | None = None, takes_over: bool = False
) -> Door:
    """What the door shows, with what was typed and what was wrong about it."""
    game = GAMES[live_table.table.game_key]
    view: TableView = game.view(live_table.table.state, ())
    hosts = live_table.host_players
    return Door(
        code=live_table.code,
        name=table_name(live_table),
        game=game_name(live_table.table.game_key),
        seated=tuple((s.player, s.player in hosts, s.has_phone) for s in live_table.seats),
        running=view.status == "playing",
        over=view.status == "over",
        full=len(live_table.seats) >= game.players[1] and view.status in GATHERING,
        id=fresh_id(),
        typed=typed,
        wrong=wrong,
        takes_over=takes_over,
    )


@blueprint.get("/tables/<code>/join")
def door(code: str) -> AnyResponse:
    """The door. A phone that holds a seat here goes straight to the table."""
    if callers.caller().seats:
        return redirect(f"/tables/{code}", 302)
    return _door_page(door_of(callers.table()))


@blueprint.post("/tables/<code>/seats")
def sit_down(code: str) -> AnyResponse:
    """Take a seat: the form carries an `id`, so a double tap makes one seat."""
    body = bodies.body()
    if isinstance(body, Refused) or not isinstance(body.get("player"), str):
        return refusal(bodies.malformed(), 400)
    player, tap = body["player"], bodies.text_of(body, "id")
    joined = parts().tables.seats.join(code, callers.token(), player, tap)
    if isinstance(joined, NotRecorded):
        return not_done(joined) if wants_json() else _wrong(joined, player)
    if isinstance(joined, KnockNeeded):
        return _knock_first(joined)
    return seated(code, {"player": joined.player, "version": joined.version}, joined.seat_token)


@blueprint.post("/tables/<code>/knocks")
def knock(code: str) -> AnyResponse:
    """Ask to be let in, or to take over a seat; meanwhile one may watch."""
    body = bodies.body()
    if isinstance(body, Refused) or not isinstance(body.get("player"), str):
        return refusal(bodies.malformed(), 400)
    player, tap = body["player"], bodies.text_of(body, "id")
    knocked = parts().tables.knocks.knock(code, callers.token(), player, tap, callers.address())
    if isinstance(knocked, NotRecorded):
        return not_done(knocked) if wants_json() else _wrong(knocked, player)
    return _knocked(code, knocked)


@blueprint.get("/tables/<code>/knocks/mine")
def waiting(code: str) -> AnyResponse:
    """How this phone's own knock stands; the page asks again by itself."""
    mine = parts().tables.knocks.my_knock(code, callers.token())
    if wants_json():
        return jsonify({"knock": knock_json(mine) if mine else None})
    if callers.caller().seats and (mine is None or mine.state == "let_in"):
        return redirect(f"/tables/{code}", 302)
    if mine is None:
        return redirect(f"/tables/{code}/join", 302)
    page = render_template("join/waiting.html", door=door_of(callers.table()), knock=mine)
    return make_response(page)


def knock_json(knock: Knock) -> Json:
    """A knock as programs see it."""
    return {
        "knock": knock.id,
        "player": knock.player,
        "takes_over": knock.takes_over,
        "state": knock.state,
        "yes": knock.yes,
        "needed": knock.needed,
        "seconds_left": knock.seconds_left,
    }


def _knocked(code: str, knocked: Knocked) -> AnyResponse:
    if wants_json():
        watch = f"/tables/{code}"
        token = {"seat_token": knocked.seat_token} if knocked.seat_token else {}
        response: AnyResponse = jsonify({"knock": knocked.knock.id, "watch": watch, **token})
        response.status_code = 202
    else:
        response = redirect(f"/tables/{code}/knocks/mine", 303)
    callers.give_seat(response, code, knocked.seat_token)
    return response


def _knock_first(needed: KnockNeeded) -> Response:
    told = _TAKES_OVER if needed.takes_over else _KNOCK_FIRST
    if wants_json():
        code = "seat_taken" if needed.takes_over else "knock_first"
        return refusal(Refused(code, Phrase(told)), 422, needed.version)
    door = door_of(callers.table(), needed.player, say(told), needed.takes_over)
    return _door_page(door, 422)


def _wrong(refused: NotRecorded, typed: str) -> Response:
    """The door again with what was typed and what is wrong with it."""
    if refused.status not in (400, 422):
        return not_done(refused)
    door = door_of(callers.table(), typed, words(refused.refused.phrase))
    return _door_page(door, refused.status)


def _door_page(door: Door, status: int = 200) -> Response:
    return make_response(render_template("join/door.html", door=door), status)
