"""One change to a deck: an edit, a step back or a whole deck, and where it leads or what it met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Response, jsonify, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.editing import find_card
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Refused
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash, OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.refusals import not_recorded
from companion.web import callers
from companion.web.decks import edits, maker_views
from companion.web.decks.form_fields import in_words_of_the_form
from companion.web.decks.maker_pages import (
    card_page,
    clash_page,
    deck_parts,
    edit_address,
    maker_page,
    settings_page,
)
from companion.web.decks.new_decks import maker
from companion.web.errors import not_done, refusal, wants_json
from companion.web.phrasing import message, words

MERGES = 3
"""Tries. Somebody else may save again in the very moment in which an edit comes on top."""
_STEPS: dict[str, Callable[[DeckMaker, OpenDeck, str], OpenDeck | NotRecorded]] = {
    "undo": DeckMaker.undo,
    "redo": DeckMaker.redo,
}


def one(body: Json, secret: str) -> AnyResponse:
    """Undo, redo or the form's edit, by the fields that were sent as texts."""
    step = _STEPS.get(str(body.get("do")))
    if step is not None:
        return _stepped(step(maker(), callers.deck(), _base(body)), body, secret)
    return _edited(body, secret)


def whole(body: Json) -> AnyResponse:
    """A program sent the deck whole: it is saved, or both decks are shown."""
    deck = read_deck(body["deck"])
    if isinstance(deck, Refused):
        return refusal(deck, 422)
    saved = maker().save(callers.deck(), deck, _base(body))
    if isinstance(saved, Clash):
        return _clash_json(saved)
    return not_done(saved) if isinstance(saved, NotRecorded) else jsonify(as_json(saved))


def as_json(opened: OpenDeck) -> Json:
    """The deck with its revision, and whether there is something to undo or redo."""
    return {
        "deck": opened.deck.to_json(),
        "revision": opened.revision,
        "can_undo": opened.before is not None,
        "can_redo": opened.after is not None,
    }


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


def _stepped(
    done: OpenDeck | NotRecorded, body: Json, secret: str, new_card: str | None = None
) -> AnyResponse:
    if isinstance(done, NotRecorded):
        return not_done(done) if wants_json() else _refused(done.refused, body, secret, done.status)
    if wants_json():
        return jsonify(as_json(done) | ({"card": new_card} if new_card else {}))
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


def _form_of(body: Json) -> str | None:
    """What was sent in all: the same tap twice is equal in everything, its page's `tap` too."""
    return repr(sorted(body.items())) if body.get("tap") else None


def _base(body: Json) -> str:
    return str(body.get("base") or "")
