"""The deck maker's pages: whoever holds a deck's edit link changes it here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.editing import NO_CARD, find_card, put_card
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Phrase, Refused
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash, OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.refusals import not_recorded
from companion.web import bodies, callers
from companion.web.decks import edits, maker_views
from companion.web.decks.card_fields import card_of_fields
from companion.web.decks.faces import card_face
from companion.web.decks.form_fields import in_words_of_the_form
from companion.web.decks.maker_pages import (
    card_page,
    clash_page,
    deck_parts,
    edit_address,
    maker_page,
    settings_page,
)
from companion.web.decks.my_decks import drop_deck
from companion.web.decks.new_decks import maker
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import message, words
from companion.web.qr import deck_code
from companion.web.taking_turns import in_turn

blueprint = Blueprint("deck_maker", __name__)

MERGES = 3
"""Tries. Somebody else may save again in the very moment in which an edit comes on top."""
EDIT = "/decks/<deck>/edit/<secret>"
_STEPS: dict[str, Callable[[DeckMaker, OpenDeck, str], OpenDeck | NotRecorded]] = {
    "undo": DeckMaker.undo,
    "redo": DeckMaker.redo,
}


@blueprint.get(EDIT)
@in_turn
def deck(deck: str, secret: str) -> Response:
    """The deck with its cards, ready to be changed. As JSON the deck file and its revision."""
    if wants_json():
        return jsonify(_as_json(callers.deck()))
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
        return _saved_whole(body)
    if any(type(value) not in (str, int) for value in body.values()):
        return refusal(bodies.malformed(), 400)
    body = {name: str(value) for name, value in body.items()}
    step = _STEPS.get(str(body.get("do")))
    if step is not None:
        return _stepped(step(maker(), callers.deck(), _base(body)), body, secret)
    return _edited(body, secret)


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


# --- answers ---


def _edited(body: Json, secret: str) -> AnyResponse:
    """An edit of the form, made on the revision that it began from, or on the one in `over`."""
    opened, base = callers.deck(), _base(body)
    if maker().was_saved(opened, _form_of(body)):
        return _stepped(opened, body, secret)
    began = maker().at_revision(opened, str(body.get("over") or base))
    if not isinstance(began, Deck):
        return _stepped(began or not_recorded("deck_moved_on", 409), body, secret)
    edited = edits.edit(began, body)
    if isinstance(edited, Refused):
        return _refused(edited, body, secret)
    by_hand = not wants_json() and "over" not in body
    if by_hand and base != opened.revision and edited != began:
        saved: OpenDeck | Clash | NotRecorded = Clash(edited, opened, began)
    else:
        saved = maker().save(opened, edited, base)
    if isinstance(saved, Clash) and by_hand:
        return _beside(saved, body, secret)
    if isinstance(saved, Clash):
        return _clash_json(saved) if wants_json() else clash_page(saved, body, secret)
    return _saved(saved, body, secret, edits.new_card_id(began, edited))


def _beside(clash: Clash, body: Json, secret: str) -> AnyResponse:
    """What somebody else saved meanwhile stays, and this edit comes on top where it can."""
    for _ in range(MERGES):
        deck = edits.beside(clash, body)
        if deck is None:
            return clash_page(clash, body, secret)
        saved = maker().save(clash.theirs, deck, clash.theirs.revision)
        if not isinstance(saved, Clash):
            new_card = edits.new_card_id(clash.theirs.deck, deck)
            return _saved(saved, body, secret, new_card, beside=True)
        clash = replace(clash, theirs=saved.theirs)
    return clash_page(clash, body, secret)


def _saved(
    saved: OpenDeck | NotRecorded,
    body: Json,
    secret: str,
    new_card: str | None,
    beside: bool = False,
) -> AnyResponse:
    if isinstance(saved, OpenDeck):
        maker().note_saved(saved, _form_of(body))
    return _stepped(saved, {**body, "beside": "yes"} if beside else body, secret, new_card)


def _saved_whole(body: Json) -> AnyResponse:
    deck = read_deck(body["deck"])
    if isinstance(deck, Refused):
        return refusal(deck, 422)
    saved = maker().save(callers.deck(), deck, _base(body))
    if isinstance(saved, Clash):
        return _clash_json(saved)
    return not_done(saved) if isinstance(saved, NotRecorded) else jsonify(_as_json(saved))


def _stepped(
    done: OpenDeck | NotRecorded, body: Json, secret: str, new_card: str | None = None
) -> AnyResponse:
    if isinstance(done, NotRecorded):
        return not_done(done) if wants_json() else _refused(done.refused, body, secret, done.status)
    if wants_json():
        return jsonify(_as_json(done) | ({"card": new_card} if new_card else {}))
    return redirect(_next(body, secret, done, new_card), 303)


def _next(body: Json, secret: str, done: OpenDeck, new_card: str | None) -> str:
    """The page to go on with: the one that the form names, or that of the card it brought in."""
    address, then = edit_address(secret), body.get("then")
    beside = "?beside=yes" if body.get("beside") == "yes" else ""
    card_id = new_card or str(body.get("card") or body.get("more") or body.get("less") or "")
    known = find_card(done.deck, card_id)
    if known is not None and (then == "card" or (new_card is not None and then is None)):
        return f"{address}/cards/{known.id}{beside}"
    if then in ("add", "settings", "share"):
        return f"{address}/{then}{beside}"
    return f"{address}{beside}" + (f"#card-{known.id}" if known is not None else "")


def _refused(refused: Refused, body: Json, secret: str, status: int = 422) -> AnyResponse:
    """What was wrong, on the page that it came from and with what was typed."""
    status = 400 if refused.code == "malformed" else status
    if wants_json() or status == 400:
        return refusal(refused, status)
    wrong = words(in_words_of_the_form(refused.phrase))
    then = body.get("then")
    found = find_card(callers.deck().deck, str(body.get("card") or ""))
    if body.get("do") == "change" and found is not None:
        return card_page(found, secret, body, wrong, status)
    if then == "add":
        rows, unit = (
            maker_views.grid(callers.deck().deck),
            maker_views.unit_word(callers.deck().deck),
        )
        return maker_page("add", secret, rows=rows, unit=unit, wrong=wrong, status=status)
    mend = find_card(callers.deck().deck, str(refused.fields.get("card", "")))
    if then == "settings":
        return settings_page(secret, typed=body, wrong=wrong, mend=mend, status=status)
    return maker_page("deck", secret, **deck_parts(), wrong=wrong, mend=mend, status=status)


def _clash_json(clash: Clash) -> Response:
    refused = not_recorded("deck_moved_on", 409).refused
    answer = jsonify(
        {
            "refused": {"code": refused.code, "message": message(refused)},
            "mine": clash.mine.to_json(),
            "theirs": clash.theirs.deck.to_json(),
            "base": None if clash.base is None else clash.base.to_json(),
            "revision": clash.theirs.revision,
        }
    )
    answer.status_code = 409
    return answer


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


def _as_json(opened: OpenDeck) -> Json:
    return {
        "deck": opened.deck.to_json(),
        "revision": opened.revision,
        "can_undo": opened.before is not None,
        "can_redo": opened.after is not None,
    }


def _form_of(body: Json) -> str | None:
    """What was sent in all: the same tap twice is equal in everything, its page's `tap` too."""
    return repr(sorted(body.items())) if body.get("tap") else None


def _base(body: Json) -> str:
    return str(body.get("base") or "")


def no_card() -> Response:
    """The answer to an address of a card that the deck does not have."""
    return refusal(Refused("no_such_card", Phrase(NO_CARD)), 404)
