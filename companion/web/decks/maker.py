"""The deck maker's pages: whoever holds a deck's edit link changes it here."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.editing import NO_CARD, find_card, put_card
from companion.core.outcome import Phrase, Refused
from companion.web import bodies, callers
from companion.web.decks import changing, maker_views
from companion.web.decks.card_fields import card_of_fields
from companion.web.decks.faces import card_face
from companion.web.decks.form_fields import in_words_of_the_form
from companion.web.decks.maker_pages import (
    card_page,
    deck_parts,
    maker_page,
    settings_page,
)
from companion.web.decks.my_decks import drop_deck
from companion.web.decks.new_decks import maker
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import words
from companion.web.qr import deck_code
from companion.web.taking_turns import in_turn

blueprint = Blueprint("deck_maker", __name__)

EDIT = "/decks/<deck>/edit/<secret>"


@blueprint.get(EDIT)
@in_turn
def deck(deck: str, secret: str) -> Response:
    """The deck with its cards, ready to be changed. As JSON the deck file and its revision."""
    if wants_json():
        return jsonify(changing.as_json(callers.deck()))
    return maker_page("deck", secret, **deck_parts(request.args.get("q", "")[:60]))


@blueprint.post(EDIT)
@in_turn
def change(deck: str, secret: str) -> AnyResponse:
    """One change: a form's edit, undo or redo, or a whole deck as JSON.

    It names the revision that it began from (`base`); 409 when somebody else saved meanwhile.
    """
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    if not isinstance(body.get("base"), str):
        return refusal(bodies.malformed(), 400)
    if "deck" in body and bodies.sent_json():
        return changing.whole(body)
    if any(type(value) not in (str, int) for value in body.values()):
        return refusal(bodies.malformed(), 400)
    return changing.one({name: str(value) for name, value in body.items()}, secret)


@blueprint.delete(EDIT)
def delete(deck: str, secret: str) -> AnyResponse:
    """Delete the deck, from a program."""
    return _deleted()


@blueprint.post(f"{EDIT}/delete")
def delete_by_form(deck: str, secret: str) -> AnyResponse:
    """Delete the deck, from its page."""
    return _deleted()


@blueprint.get(f"{EDIT}/add")
@in_turn
def add(deck: str, secret: str) -> Response:
    """The grid that adds items in two taps, and the other kinds of cards."""
    rows = maker_views.grid(callers.deck().deck)
    return maker_page("add", secret, rows=rows, unit=maker_views.unit_word(callers.deck().deck))


@blueprint.get(f"{EDIT}/cards/<card>")
@in_turn
def card(deck: str, secret: str, card: str) -> Response:
    """One card: its form, and what it will look like."""
    found = find_card(callers.deck().deck, card)
    return no_card() if found is None else card_page(found, secret)


@blueprint.post(f"{EDIT}/cards/<card>/preview")
@in_turn
def preview(deck: str, secret: str, card: str) -> Response:
    """What the card would look like as the form has it now. Changes nothing."""
    found, body = find_card(callers.deck().deck, card), bodies.form_body()
    if found is None or isinstance(body, Refused):
        return no_card() if found is None else refusal(bodies.malformed(), 400)
    deck_now = callers.deck().deck
    wanted = card_of_fields(deck_now, found, body)
    tried = wanted if isinstance(wanted, Refused) else put_card(deck_now, wanted)
    if isinstance(tried, Refused):
        wrong = words(in_words_of_the_form(tried.phrase))
        face = card_face(deck_now, found)
        return make_response(render_template("decks/_preview.html", face=face, wrong=wrong))
    face = card_face(tried, find_card(tried, card) or found)
    return make_response(render_template("decks/_preview.html", face=face, wrong=None))


@blueprint.get(f"{EDIT}/settings")
@in_turn
def settings(deck: str, secret: str) -> Response:
    """The deck's own settings and its item types."""
    return settings_page(secret)


@blueprint.get(f"{EDIT}/share")
@in_turn
def share(deck: str, secret: str) -> Response:
    """Links and QR codes, printing, a table with it, files, and the way to delete it."""
    read = deck_code(deck)
    return maker_page("share", secret, edit_code=deck_code(deck, secret), read_code=read)


def _deleted() -> AnyResponse:
    opened = callers.deck()
    trouble = maker().delete(opened)
    if trouble is not None:
        return not_done(trouble)
    pictures = parts().decks.pictures
    if pictures is not None:
        pictures.sweep()
    done: AnyResponse = make_response("", 204) if wants_json() else redirect("/decks", 303)
    drop_deck(done, opened.row.deck_id)
    return done


def no_card() -> Response:
    """The answer to an address of a card that the deck does not have."""
    return refusal(Refused("no_such_card", Phrase(NO_CARD)), 404)
