"""Starting a table: the form, and a table made of it, of JSON, or of an exported file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.model import Deck
from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import Created, NotRecorded
from companion.services.decks.answers import OpenDeck
from companion.services.decks.lookup import STARTER
from companion.services.phrases import SENTENCES
from companion.web import bodies, callers
from companion.web.decks.my_decks import my_decks
from companion.web.errors import not_done, refusal, wants_json
from companion.web.form_ids import fresh_id
from companion.web.games import GAME_PAGES
from companion.web.handed_over import handed_over
from companion.web.parts import parts
from companion.web.phrasing import reckon_in, words
from companion.web.tables.seat_answers import seated

blueprint = Blueprint("new_table", __name__)

OPTION = "options."
"""Form fields with this prefix are the game's options."""
_NO_DECK = N_("This server has no deck by that name.")
_NO_GAME = N_("This server does not know that game.")


@dataclass(frozen=True, slots=True)
class NewTable:
    """The form that starts a table, as it was filled in so far."""

    game: str
    id: str
    filled: Json
    wrong: str | None = None
    """What was refused, in words; shown beside the name."""
    wrong_file: str | None = None
    """Why the file brought no table in, in words; shown beside it."""


@blueprint.get("/tables/new")
def new_table() -> AnyResponse:
    """The form that starts a table: a name, and options that may be left alone."""
    game = request.args.get("game", next(iter(GAMES)))
    if game not in GAMES:
        return refusal(Refused("unknown_game", Phrase(_NO_GAME)), 404)
    filled = {"deck": request.args["deck"]} if "deck" in request.args else {}
    return handed_over() or _new_table_page(NewTable(game, fresh_id(), filled))


@blueprint.post("/tables")
def create() -> AnyResponse:
    """Start a table from the form or from JSON, or bring one in from an exported file."""
    file, sent = _table_file(), bodies.body()
    if isinstance(sent, Refused):
        return refusal(sent, 400)
    made = NotRecorded(file, 400) if isinstance(file, Refused) else _made(file, sent)
    if isinstance(made, Created):
        return _created(made)
    if bodies.sent_json() or wants_json():
        return not_done(made)
    return _again(sent, made, brought_in=file is not None)


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


def _again(fields: Json, refused: NotRecorded, brought_in: bool) -> Response:
    """The form as it was filled in, with what was wrong beside the field that it is about."""
    game = fields.get("game")
    if game not in GAMES:
        return not_done(refused)
    unread = brought_in and refused.refused.code == "malformed"
    wrong = words(Phrase(SENTENCES["not_an_export"]) if unread else refused.refused.phrase)
    again = NewTable(game, fresh_id(), fields, *((None, wrong) if brought_in else (wrong,)))
    response = _new_table_page(again)
    response.status_code = refused.status
    return response


def _new_table_page(form: NewTable) -> Response:
    game, asked = GAMES[form.game], form.filled.get("deck")
    own = _own_decks(asked)
    chosen = next((deck for deck in own if deck.id == asked), None)
    if chosen is not None:
        reckon_in(chosen.currency, chosen.money_unit, chosen.tie_unit)
    page = render_template("home/new_table.html", form=form, game=game, own_decks=own)
    return make_response(page)


def _own_decks(asked: Any) -> tuple[Deck, ...]:
    """The decks to choose from beside ours: this phone's, and the one that a link asked for."""
    own = tuple(mine.deck for mine in my_decks())
    linked = parts().decks.open(asked) if isinstance(asked, str) else None
    if isinstance(linked, OpenDeck) and linked.deck.id not in {deck.id for deck in own}:
        return (linked.deck, *own)
    return own
