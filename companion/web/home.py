"""The start page, starting a table, and the way in by code."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.model import Deck
from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import Created, NotRecorded
from companion.services.decks.answers import OpenDeck
from companion.services.decks.lookup import STARTER
from companion.services.demos.scripts import SCRIPTS
from companion.services.tables.live_table import LiveTable
from companion.web import bodies, callers
from companion.web.decks.my_decks import my_decks
from companion.web.errors import not_done, refusal, wants_json
from companion.web.form_ids import fresh_id
from companion.web.games import GAME_PAGES
from companion.web.guards import host_name
from companion.web.host_key import knows_host_key
from companion.web.parts import parts
from companion.web.phrasing import reckon_in, words
from companion.web.qr import bare_origin
from companion.web.tables.names import doing, table_name
from companion.web.tables.seat_answers import seated
from companion.web.taking_turns import in_turn

blueprint = Blueprint("home", __name__)

OPTION = "options."
"""Form fields with this prefix are the game's options."""
HANDED_OVER = "handed_over"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_NO_DECK = N_("This server has no deck by that name.")
_NO_GAME = N_("This server does not know that game.")


@dataclass(frozen=True, slots=True)
class MyTable:
    """One line of "My tables"."""

    code: str
    game_key: str
    name: str
    doing: str
    players: int


@dataclass(frozen=True, slots=True)
class NewTable:
    """The form that starts a table, as it was filled in so far."""

    game: str
    id: str
    filled: Json
    wrong: str | None = None
    """What was refused, in words; shown beside the name."""


@blueprint.get("/")
@in_turn
def home() -> AnyResponse:
    """The start page. A host on this very computer is sent to the address of the QR, once."""
    return _handed_over() or _home_page()


@blueprint.get("/j")
def typed_code() -> AnyResponse:
    """The code that somebody typed on the start page."""
    return _to_the_door(request.args.get("code", ""))


@blueprint.get("/j/<code>")
def scanned_code(code: str) -> AnyResponse:
    """What the QR holds: the way to the table's door."""
    return _handed_over() or _to_the_door(code)


@blueprint.get("/tables/new")
def new_table() -> AnyResponse:
    """The form that starts a table: a name, and options that may be left alone."""
    game = request.args.get("game", next(iter(GAMES)))
    if game not in GAMES:
        return refusal(Refused("unknown_game", Phrase(_NO_GAME)), 404)
    filled = {"deck": request.args["deck"]} if "deck" in request.args else {}
    return _handed_over() or _new_table_page(NewTable(game, fresh_id(), filled))


@blueprint.post("/tables")
def create() -> AnyResponse:
    """Start a table from the form or from JSON, or bring one in from an exported file."""
    file, sent = _table_file(), bodies.body()
    if isinstance(file, Refused):
        return refusal(file, 400)
    if isinstance(sent, Refused):
        return refusal(sent, 400)
    made = _made(file, sent)
    if isinstance(made, Created):
        return _created(made)
    filled_in = file is None and not bodies.sent_json() and not wants_json()
    return _again(sent, made) if filled_in else not_done(made)


def _made(file: Json | None, sent: Json) -> Created | NotRecorded:
    if file is not None:
        return _bring_in(file, sent)
    if not bodies.sent_json():
        return _create(_from_form(sent))
    return _bring_in(sent, sent) if "schema" in sent else _create(sent)


def _bring_in(file: Json, sent: Json) -> Created | NotRecorded:
    """A table from its file; what is not a file of ours, or of a newer one, is refused there."""
    return parts().tables.transfers.import_(file, bodies.text_of(sent, "id"), callers.address())


def _create(body: Json) -> Created | NotRecorded:
    tables, address, tap = parts().tables, callers.address(), bodies.text_of(body, "id")
    options = body.get("options", {})
    game, player, name = body.get("game"), body.get("player"), body.get("name", "")
    if not (isinstance(game, str) and isinstance(options, dict) and isinstance(name, str)):
        return NotRecorded(bodies.malformed(), 400)
    if not isinstance(player, str | None):
        return NotRecorded(bodies.malformed(), 400)
    deck = _deck(body.get("deck", _usual_deck(game)))
    if isinstance(deck, NotRecorded):
        return deck
    return tables.new_tables.create(game, deck, options, player, tap, address, name)


def _usual_deck(game: str) -> str:
    """What a table plays with when nobody said: our starter deck where it is of that game."""
    starter = parts().decks.built_in.find(STARTER)
    return STARTER if starter and starter["game"] == game else "none"


def _deck(asked: Any) -> Json | NotRecorded | None:
    """The deck that was asked for: by id, `none` for the group's own cards, or a whole deck."""
    if isinstance(asked, dict):
        return asked
    if asked == "none" or asked is None:
        return None
    found = parts().decks.find(asked) if isinstance(asked, str) else None
    if found is None or (isinstance(found, NotRecorded) and found.status == 404):
        return NotRecorded(Refused("unknown_deck", Phrase(_NO_DECK)), 422)
    return found


def _from_form(fields: Json) -> Json:
    """The form's fields in the shape of the JSON."""
    options = {
        name.removeprefix(OPTION): value
        for name, value in fields.items()
        if name.startswith(OPTION)
    }
    body = {name: value for name, value in fields.items() if not name.startswith(OPTION)}
    body |= {"options": options, "player": bodies.text_of(fields, "player")}
    pages = GAME_PAGES.get(str(fields.get("game")))
    return body if pages is None else pages.started(body)


def _table_file() -> Json | Refused | None:
    """The table file of the form's file field; None when none was chosen."""
    upload = request.files.get("file") if not bodies.sent_json() else None
    if upload is None or not upload.filename:
        return None
    return bodies.read_sent(upload.read())


def _created(made: Created) -> AnyResponse:
    origin = parts().addresses.origin() or request.host_url.rstrip("/")
    told = {"code": made.code, "url": f"{origin}/tables/{made.code}", "version": made.version}
    return seated(made.code, told, made.seat_token)


def _again(fields: Json, refused: NotRecorded) -> Response:
    game = fields.get("game")
    if game not in GAMES:
        return not_done(refused)
    again = NewTable(game, fresh_id(), fields, words(refused.refused.phrase))
    response = _new_table_page(again)
    response.status_code = refused.status
    return response


def _new_table_page(form: NewTable) -> Response:
    game, asked = GAMES[form.game], form.filled.get("deck")
    own = _own_decks(asked)
    chosen = next((deck for deck in own if deck.id == asked), None)
    if chosen is not None:
        reckon_in(chosen.currency, chosen.money_unit)
    page = render_template("home/new_table.html", form=form, game=game, own_decks=own)
    return make_response(page)


def _own_decks(asked: Any) -> tuple[Deck, ...]:
    """The decks to choose from beside ours: this phone's, and the one that a link asked for."""
    own = tuple(mine.deck for mine in my_decks())
    linked = parts().decks.open(asked) if isinstance(asked, str) else None
    if isinstance(linked, OpenDeck) and linked.deck.id not in {deck.id for deck in own}:
        return (linked.deck, *own)
    return own


def _home_page(wrong: str | None = None, typed: str = "", status: int = 200) -> Response:
    mine = tuple(_my_table(each) for each in map(callers.look_up, callers.my_codes()) if each)
    if wants_json():
        return jsonify({"games": list(GAMES), "tables": [asdict(each) for each in mine]})
    page = render_template(
        "home/home.html",
        games=tuple(GAMES.values()),
        demos=frozenset(SCRIPTS),
        icons={key: pages.icon for key, pages in GAME_PAGES.items()},
        mine=mine,
        own_decks=my_decks(),
        wrong=wrong,
        typed=typed[:16],
        needs_key=not knows_host_key(),
        demo_id=fresh_id() if _offers_demos() else None,
        origin=bare_origin() if parts().addresses.knows(callers.address()) else None,
    )
    return make_response(page, status)


def _offers_demos() -> bool:
    return parts().tables.demos.offered and knows_host_key()


def _my_table(live_table: LiveTable) -> MyTable:
    return MyTable(
        code=live_table.code,
        game_key=live_table.table.game_key,
        name=table_name(live_table),
        doing=doing(live_table),
        players=len(live_table.seats),
    )


def _to_the_door(typed: str) -> AnyResponse:
    found = parts().tables.doors.look_up(typed, callers.address(), callers.token())
    if isinstance(found, LiveTable):
        return redirect(f"/tables/{found.code}/join", 302)
    if wants_json():
        return not_done(found)
    response = _home_page(words(found.refused.phrase), typed, found.status)
    if found.retry_after_seconds:
        response.headers["Retry-After"] = str(found.retry_after_seconds)
    return response


def _handed_over() -> AnyResponse | None:
    """Send a browser on `localhost` to the address of the QR, so that nobody becomes two players.

    Once: where that address does not work from here, the host may come back to localhost.
    """
    origin = parts().addresses.origin()
    if origin is None or wants_json() or HANDED_OVER in request.cookies:
        return None
    if host_name(request.host) not in _LOOPBACK or urlsplit(origin).hostname in _LOOPBACK:
        return None
    response = redirect(origin + request.full_path.rstrip("?"), 302)
    response.set_cookie(HANDED_OVER, "1", httponly=True, samesite="Lax", path="/")
    return response
