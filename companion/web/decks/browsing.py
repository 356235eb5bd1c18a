"""Decks to look through and to take along: the list, a deck, its cards' faces, its files."""

from __future__ import annotations

import json

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.core.decks.model import Deck
from companion.core.decks.slugs import slug
from companion.core.spreadsheets.writing import write_sheet
from companion.services.answers import NotRecorded
from companion.web.decks.deck_page import deck_page
from companion.web.decks.faces import card_faces
from companion.web.decks.maker_views import amount
from companion.web.decks.my_decks import my_decks, secret_of
from companion.web.errors import not_done, wants_json
from companion.web.form_ids import fresh_id
from companion.web.parts import parts
from companion.web.taking_turns import in_turn

blueprint = Blueprint("decks", __name__)

FACES_AT_ONCE = 12


@blueprint.get("/decks")
@in_turn
def listed() -> Response:
    """The decks that come with Backroom, and those of this phone."""
    ours = tuple(map(parts().decks.deck, parts().decks.built_in.by_id))
    known = tuple(each for each in ours if isinstance(each, Deck))
    mine = my_decks()
    if wants_json():
        told = [{"id": each.id, "name": each.name} for each in known]
        told += [{"id": each.id, "name": each.deck.name, "edit": each.address} for each in mine]
        return jsonify({"decks": told})
    return make_response(render_template("decks/list.html", decks=known, mine=mine, id=fresh_id()))


@blueprint.get("/decks/<deck>")
@in_turn
def one(deck: str) -> Response:
    """One deck: its figures, its cards. As JSON the deck file itself."""
    found = parts().decks.deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    if wants_json():
        return jsonify(found.to_json())
    shown, secret = deck_page(found), secret_of(deck)
    page = render_template(
        "decks/deck.html", shown=shown, secret=secret, id=fresh_id(), amount=amount
    )
    return make_response(page)


@blueprint.get("/decks/<deck>/faces")
@in_turn
def faces(deck: str) -> Response:
    """The cards as they will be printed, from the one with the number `from` on."""
    found = parts().decks.deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    begin = request.args.get("from", 0, int)
    return _faces_page(found, begin if 0 <= begin < len(found.cards) else 0)


@blueprint.get("/decks/<deck>/deck.json")
@in_turn
def deck_file(deck: str) -> Response:
    """The deck file, to be kept or taken to another Backroom."""
    found = parts().decks.deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    text = json.dumps(found.to_json(), ensure_ascii=False, indent=1)
    return _file(f"{text}\n", "application/json", found, "json")


@blueprint.get("/decks/<deck>/cards.csv")
@in_turn
def cards_file(deck: str) -> Response:
    """The cards as a spreadsheet reads them: the byte order mark tells it that they are UTF-8."""
    found = parts().decks.deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    return _file("\ufeff" + write_sheet(found), "text/csv", found, "csv")


def _faces_page(deck: Deck, begin: int) -> Response:
    end, secret = begin + FACES_AT_ONCE, secret_of(deck.id)
    page = render_template(
        "decks/faces.html",
        deck=deck,
        faces=card_faces(deck, begin, end),
        secret=secret,
        next=end if end < len(deck.cards) else None,
        back=f"/decks/{deck.id}/edit/{secret}" if secret else f"/decks/{deck.id}",
    )
    return make_response(page)


def _file(text: str, media_type: str, deck: Deck, suffix: str) -> Response:
    response = make_response(text.encode())
    response.content_type = f"{media_type}; charset=utf-8"
    name = slug(deck.name, "deck")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{suffix}"'
    return response
