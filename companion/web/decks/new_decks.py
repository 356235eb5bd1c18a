"""How a deck comes to be: where it may begin, who makes it, and what is answered then."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, jsonify, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.services.answers import NotRecorded
from companion.services.decks.answers import NewDeck
from companion.services.decks.lookup import BLANK
from companion.services.decks.maker import DeckMaker
from companion.web import bodies, callers
from companion.web.decks.my_decks import note_deck
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import say
from companion.web.prints.scan_ids import know_scan_id
from companion.web.taking_turns import in_turn

blueprint = Blueprint("new_decks", __name__)

MY_DECK = N_("My deck")


@blueprint.post("/decks")
@in_turn
def create() -> AnyResponse:
    """A new deck: from `starter`, from `blank`, from another deck's id, or a whole deck file."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    deck = _wanted(body)
    if isinstance(deck, NotRecorded):
        return not_done(deck)
    made = maker().create(deck, callers.address(), bodies.text_of(body, "id"))
    if isinstance(made, NotRecorded):
        return not_done(made)
    if isinstance(body.get("deck"), dict):  # a file, whose cards may have been printed elsewhere
        know_scan_id(replace(deck, id=made.deck_id))
    return deck_made(made)


def maker() -> DeckMaker:
    """The deck maker of this server; every Backroom that serves pages has one."""
    found = parts().decks.maker
    assert found is not None, "Parts were put together without a deck maker"
    return found


def deck_made(made: NewDeck) -> AnyResponse:
    """A deck was made: its edit page, or for a program its addresses, with the secret this once."""
    address = f"/decks/{made.deck_id}"
    edit = f"{address}/edit/{made.secret}"
    if not wants_json():
        response: AnyResponse = redirect(edit, 303)
    else:
        told = {"deck": made.deck_id, "url": address, "edit": edit, "revision": made.revision}
        response = jsonify(told | {"lost_pictures": made.lost_pictures})
        response.status_code = 201
    note_deck(response, made.deck_id, made.secret)
    return response


def _wanted(body: Json) -> Deck | NotRecorded:
    """The content of the new deck; a name that was sent goes before that of its source."""
    asked, name = body.get("deck"), bodies.text_of(body, "name")
    if bodies.sent_json() and not _well_formed(body):
        return NotRecorded(bodies.malformed(), 400)
    if isinstance(asked, dict) and bodies.sent_json():
        read = read_deck(asked)
        if isinstance(read, Refused):
            return NotRecorded(read, 422)
        found: Deck | NotRecorded = read
    else:
        found = parts().decks.source(str(body.get("from") or BLANK)[:80])
        if isinstance(found, Deck):
            # A remark about another deck would be wrong on this one.
            found = replace(found, note=None)
    if isinstance(found, NotRecorded):
        return found
    named = replace(found, name=" ".join(name.split()) if name else found.name or say(MY_DECK))
    checked = read_deck(named.to_json())
    return checked if isinstance(checked, Deck) else NotRecorded(checked, 422)


def _well_formed(body: Json) -> bool:
    """What a program sends holds only what is known here, each of its kind."""
    texts = (body.get("from", ""), body.get("name", ""), body.get("id", ""))
    known = body.keys() <= {"from", "name", "id", "deck"}
    return (
        known
        and all(isinstance(each, str) for each in texts)
        and isinstance(body.get("deck", {}), dict)
    )
