"""Pictures of cards: shown by their content, chosen, cropped and made anew by the worker."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.editing import find_card, put_card
from companion.core.decks.model import PICTURE, Card, Deck
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash
from companion.services.decks.ports import PictureRow
from companion.services.prints.shop import NotMade
from companion.services.refusals import not_recorded
from companion.web import bodies, callers
from companion.web.decks.maker import EDIT, no_card
from companion.web.decks.maker_pages import maker_page
from companion.web.decks.new_decks import maker
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import words

blueprint = Blueprint("deck_pictures", __name__)

_NAME = re.compile(r"([0-9a-f]{64})\.jpg")
_NO_FILE = N_("Choose a picture first. JPEG and PNG work.")
_NO_PRESS = N_("Pictures cannot be taken in on this computer.")
_STATUS = {"busy": 503, "no_pango": 503, "crashed": 503}


@blueprint.get("/decks/pictures/<picture>")
def picture(picture: str) -> Response:
    """A picture by its content, as the worker made it; it never changes."""
    named = _NAME.fullmatch(picture)
    found = maker().picture(named[1]) if named else not_recorded("unknown_picture", 404)
    if isinstance(found, NotRecorded):
        return not_done(found)
    response = make_response(found)
    response.mimetype = "image/jpeg"
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@blueprint.get(f"{EDIT}/cards/<card>/picture")
def choose(deck: str, secret: str, card: str) -> Response:
    """The form for a card's picture: the file, and which part of it fills the window."""
    found = find_card(callers.deck().deck, card)
    return no_card() if found is None else _page(found, secret)


@blueprint.post(f"{EDIT}/cards/<card>/picture")
def put(deck: str, secret: str, card: str) -> AnyResponse:
    """Take the picture in, crop it and put it on the card."""
    opened, found = callers.deck(), find_card(callers.deck().deck, card)
    fields = bodies.form_body()
    if found is None or isinstance(fields, Refused):
        return no_card()
    made = _taken_in(found, fields)
    if isinstance(made, NotMade):
        return _wrong(found, secret, Refused(made.code, made.phrase))
    edited = put_card(opened.deck, replace(found, picture=PICTURE + made.sha256))
    if isinstance(edited, Refused):
        return _wrong(found, secret, edited)
    return _saved(edited, made, found, secret)


def _saved(deck: Deck, made: PictureRow, card: Card, secret: str) -> AnyResponse:
    # A picture goes on the deck as it stands now: it takes nothing away that others did.
    opened = callers.deck()
    saved = maker().save(opened, deck, opened.revision, (made,))
    if isinstance(saved, NotRecorded | Clash):
        return not_done(
            saved if isinstance(saved, NotRecorded) else not_recorded("deck_moved_on", 409)
        )
    address = f"/decks/{saved.row.deck_id}/edit/{secret}/cards/{card.id}"
    if wants_json():
        answer = make_response({"revision": saved.revision, "picture": PICTURE + made.sha256})
        answer.headers["Location"] = address
        return answer
    return redirect(address, 303)


def _taken_in(card: Card, fields: Json) -> PictureRow | NotMade:
    upload = request.files.get("picture")
    data = upload.read() if upload is not None and upload.filename else b""
    if not data:
        return NotMade("no_picture", Phrase(_NO_FILE))
    prints = parts().prints
    if prints is None:
        return NotMade("busy", Phrase(_NO_PRESS))
    crop = {"x": _share(fields, "x"), "y": _share(fields, "y"), "zoom": _share(fields, "zoom", 1.0)}
    made = prints.shop.picture_asset(data, crop, card.kind)
    if isinstance(made, NotMade):
        return made
    return PictureRow(hashlib.sha256(made.data).hexdigest(), made.data)


def _share(fields: Json, name: str, otherwise: float = 0.5) -> float:
    """A slider's value, in hundredths."""
    text = str(fields.get(name) or "")
    return int(text) / 100 if text.isascii() and text.isdigit() and len(text) < 5 else otherwise


def _wrong(card: Card, secret: str, refused: Refused) -> AnyResponse:
    status = _STATUS.get(refused.code, 422)
    if wants_json():
        return refusal(refused, status)
    return _page(card, secret, words(refused.phrase), status)


def _page(card: Card, secret: str, wrong: str | None = None, status: int = 200) -> Response:
    from companion.printing.cards.picture_intake import SHAPES

    name = (card.picture or "").removeprefix(PICTURE)
    return maker_page(
        "picture", secret, status=status, card=card, shape=SHAPES[card.kind], now=name, wrong=wrong
    )
