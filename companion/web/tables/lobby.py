"""The lobby: who sits where, who starts, and the deal; the same fragment for all phones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.log import Submission
from companion.core.outcome import Json, Phrase, Refused
from companion.core.table import describe_entry
from companion.services.answers import Answered, Asked, NotRecorded
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.games import GAME_PAGES
from companion.web.games.rule_help import START
from companion.web.parts import parts
from companion.web.phrasing import words
from companion.web.qr import bare_origin, join_code
from companion.web.rule_here import rule_here
from companion.web.tables.names import game_name, table_name

blueprint = Blueprint("lobby", __name__)


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """One row of the list of players."""

    number: int
    player: str
    has_phone: bool
    host: bool
    just_sat_down: bool
    """The last event seated them."""
    first: bool
    """They draw first."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby as every phone may see it."""

    code: str
    version: int
    name: str
    game: str
    seated: str
    """How many sit there, of how many."""
    seats: tuple[LobbySeat, ...]
    first: str | None
    drawn: bool
    """The last event drew the first player: the names light up in turn."""
    last: str
    """The last event in words."""
    last_seq: int
    last_seat: int | None
    """Seat that tapped it."""
    names_first: bool
    """Nothing is dealt before somebody is named to begin."""
    deal: Phrase | None
    """What the table does with its cards before the first turn."""
    options: Json
    """The game's options as they were chosen."""
    game_key: str
    deck: str | None
    """The cards that lie on the table, in words; None for a game without cards."""
    too_few: str | None
    """Why nothing can be dealt yet, in words; None when enough players sit."""


def lobby_of(live_table: LiveTable) -> Lobby:
    """What the lobby shows at this version."""
    game = GAMES[live_table.table.game_key]
    told = GAME_PAGES[live_table.table.game_key].gathering(live_table)
    sitting = len(live_table.seats)
    entry = live_table.table.entries[-1] if live_table.table.entries else None
    event: Json = entry.event if entry else {}
    tapped = live_table.seat_of(entry.by) if entry and entry.by else None
    sat_down = event.get("player") if event.get("event") == "player_joined" else None
    return Lobby(
        code=live_table.code,
        version=live_table.version,
        name=table_name(live_table),
        game=game_name(live_table.table.game_key),
        seated=words(Phrase(told.seated, {"seated": sitting, "most": told.most})),
        seats=tuple(
            LobbySeat(
                number=seat.number,
                player=seat.player,
                has_phone=seat.has_phone,
                host=seat.player in live_table.host_players,
                just_sat_down=seat.player == sat_down,
                first=seat.player == told.first,
            )
            for seat in live_table.seats
        ),
        first=told.first,
        drawn=event.get("event") == "first_player_chosen",
        last=words(describe_entry(live_table.table, entry, None)) if entry else "",
        last_seq=entry.seq if entry else 0,
        last_seat=tapped.number if tapped else None,
        names_first=told.names_first,
        deal=told.deal,
        options=told.options,
        game_key=live_table.table.game_key,
        deck=told.deck,
        too_few=words(Phrase(game.sentences["too_few_players"]))
        if sitting < game.players[0]
        else None,
    )


def fragment(live_table: LiveTable) -> str:
    """The streamed part of the lobby: the same text for all phones, nothing private in it."""
    return render_template("lobby/_fragment.html", lobby=lobby_of(live_table), code=live_table.code)


def page(
    live_table: LiveTable,
    caller: Caller,
    answer: Mapping[str, Any] | None = None,
    status: int = 200,
) -> Response:
    """The whole page for one phone. `answer`: an ask or a refusal, for forms without script."""
    html = render_template(
        "lobby/lobby.html",
        code=live_table.code,
        lobby=lobby_of(live_table),
        page=callers.table_page(live_table, caller),
        caller=caller,
        qr=join_code(live_table.code),
        origin=bare_origin(),
        can_print=parts().prints is not None,
        answer=answer,
        rule=rule_here(live_table, START),
    )
    response = make_response(html, status)
    callers.note_table(response, live_table.code)
    return response


@blueprint.post("/tables/<code>/draw")
def draw(code: str) -> AnyResponse:
    """Draw the first player by chance; all phones see the small ceremony."""
    body = bodies.body()
    tap = bodies.text_of(body, "id") if not isinstance(body, Refused) else None
    return _answer(parts().tables.recording.draw_first_player(code, callers.caller(), tap))


@blueprint.post("/tables/<code>/order")
def order(code: str) -> AnyResponse:
    """Move one player up a place; the new order is recorded as `seats_arranged`."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    moved = _moved_up(body.get("up"), [seat.player for seat in callers.table().seats])
    if moved is None:
        return refusal(bodies.malformed(), 400)
    event: Json = {"event": "seats_arranged", "order": moved}
    seen = bodies.whole_number(bodies.text_of(body, "seen") or "")
    submission = Submission((event,), False, bodies.text_of(body, "id"), seen, frozenset())
    return _answer(parts().tables.recording.record(code, callers.caller(), submission))


def _moved_up(player: object, names: list[str]) -> list[str] | None:
    """The order with this player a place earlier; None for nobody here and for the first."""
    if player not in names[1:]:
        return None
    place = names.index(str(player))
    return [*names[: place - 1], names[place], names[place - 1], *names[place + 1 :]]


def _answer(answered: Answered | Asked | NotRecorded) -> AnyResponse:
    if isinstance(answered, NotRecorded):
        return not_done(answered)
    if isinstance(answered, Asked):
        ask = answered.asks.asks[0]
        return refusal(Refused(ask.code, ask.phrase), 422, answered.version)
    if wants_json():
        return _recorded(answered)
    if request.headers.get("HX-Request") == "true":
        return make_response(fragment(answered.table))
    return redirect(f"/tables/{answered.table.code}", 303)


def _recorded(answered: Answered) -> Response:
    entry = answered.recorded[-1]
    recorded = {"seq": entry.seq, "event": entry.event}
    consequences = [each.to_json() for each in entry.consequences]
    body = {"recorded": recorded, "consequences": consequences, "version": answered.version}
    return make_response(body)
