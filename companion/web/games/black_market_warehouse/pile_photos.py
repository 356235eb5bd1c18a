"""Photos at a table: a pile counted, or one card added; a proposal first, an event by a tap."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.core.decks.model import Deck, InsiderCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.pile_photo import (
    MOST_CARDS,
    Lying,
    Proposal,
    SeenCard,
    propose,
)
from companion.core.outcome import Json, Refused
from companion.services.answers import NotRecorded
from companion.services.scans.ports import PhotoRead
from companion.services.tables.live_table import Seat
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, told, wants_json
from companion.web.games.black_market_warehouse import photo_state
from companion.web.games.black_market_warehouse.types import faces
from companion.web.parts import parts
from companion.web.phrasing import message, words

blueprint = Blueprint("pile_photos", __name__)

GAME = "black_market_warehouse"
PILE = "/tables/<code>/piles/<int:number>/photo"
CARD = "/tables/<code>/warehouses/<int:number>/photo"
LARGEST_FIELDS = 500_000
"""Bytes of what a page sends back beside a photo."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a form about a photo sent."""

    photo: bytes | None
    """None when it corrects what was read before."""
    cards: tuple[Lying, ...] = ()
    picture: str = ""
    """The photo as the page shows it, in base64."""
    opened: int | str | None = None
    """The card whose grid is to be open."""


@blueprint.get(PILE)
def take_pile(code: str, number: int) -> Response:
    """Where a photo of this player's pile is taken."""
    return _take(number, "pile")


@blueprint.get(CARD)
def take_card(code: str, number: int) -> Response:
    """Where a photo of one card is taken, for this player's warehouse."""
    return _take(number, "card")


@blueprint.post(PILE)
def read_pile(code: str, number: int) -> Response:
    """What the photo comes to, or what it comes to now that a card was corrected."""
    return _read(number, "pile")


@blueprint.post(CARD)
def read_card(code: str, number: int) -> Response:
    """The cards on the photo, each with the event that puts it to its place."""
    return _read(number, "card")


def may_scan(deck: Json | None) -> bool:
    """Whether photos of cards can be read for a table with this deck."""
    return deck is not None and parts().photos is not None


def _seat(number: int) -> Seat | None:
    live = callers.table()
    marked = live.table.game_key == GAME and may_scan(live.table.deck)
    return next((seat for seat in live.seats if marked and seat.number == number), None)


def _take(number: int, what: str) -> Response:
    seat = _seat(number)
    if seat is None:
        return refusal(told(404), 404)
    return _page(seat, what, "take", 200)


def _read(number: int, what: str) -> Response:
    seat, deck, photos, known = _seat(number), _deck(), parts().photos, parts().scan_decks
    if seat is None or deck is None or photos is None or known is None:
        return refusal(told(404), 404)
    sent = _sent(deck)
    if isinstance(sent, Refused):
        return refusal(sent, 400)
    if sent.photo is not None:
        seen = photos.read(callers.caller().phone_id or callers.address(), sent.photo)
        if isinstance(seen, NotRecorded):
            return _not_read(seat, what, seen)
        sent = Sent(None, _lying(seen), photo_state.picture_out(seen.picture))
    meant = known.meant((card.mark for card in sent.cards), deck)
    if isinstance(meant, NotRecorded):
        return not_done(meant)
    proposal = propose(sent.cards, meant, deck)
    if wants_json():
        return jsonify(_json(seat, sent, proposal, what))
    return _page(seat, what, "proposal", 200, sent=sent, proposal=proposal, deck=deck)


def _lying(photo: PhotoRead) -> tuple[Lying, ...]:
    """The cards that were read, numbered as the picture shows them."""
    marks = enumerate(photo.reads[:MOST_CARDS], start=1)
    return tuple(Lying(number, mark.text, mark.x, mark.y) for number, mark in marks)


def _deck() -> Deck | None:
    held = callers.table().table.deck
    deck = read_deck(held) if held is not None else None
    return deck if isinstance(deck, Deck) else None


def _sent(deck: Deck) -> Sent | Refused:
    """A photo, or the cards of one with what is to be corrected."""
    request.max_form_memory_size = LARGEST_FIELDS
    fields = bodies.form_body()
    if isinstance(fields, Refused):
        return fields
    if "cards" not in fields:
        upload = request.files.get("photo")
        if upload is None:
            return Sent(b"")
        with closing(upload):
            return Sent(upload.read())
    do = str(fields.get("do", ""))
    cards = photo_state.read(str(fields["cards"]), deck)
    after = cards if cards is None or not do else photo_state.corrected(cards, do, deck)
    if after is None:
        return bodies.malformed()
    picture = photo_state.picture_in(str(fields.get("picture", "")))
    return Sent(None, after, picture, photo_state.opened(do))


def _not_read(seat: Seat, what: str, refused: NotRecorded) -> Response:
    """The page to take another one, with what was wrong with this one."""
    if wants_json():
        return not_done(refused)
    wrong = words(refused.refused.phrase)
    response = _page(seat, what, "take", refused.status, wrong=wrong)
    if refused.retry_after_seconds:
        response.headers["Retry-After"] = str(refused.retry_after_seconds)
    response.headers["Backroom-Answer"] = refused.refused.code
    return response


def _page(
    seat: Seat,
    what: str,
    page: str,
    status: int,
    wrong: str | None = None,
    sent: Sent | None = None,
    proposal: Proposal | None = None,
    deck: Deck | None = None,
) -> Response:
    live, caller = callers.table(), callers.caller()
    view = GAMES[GAME].view(live.table.state, ())
    home = f"/tables/{live.code}"
    context = {
        "page": callers.table_page(live, caller),
        "home": home,
        "address": f"{home}/{'piles' if what == 'pile' else 'warehouses'}/{seat.number}/photo",
        "back": f"{home}?seat={seat.number}" if _tracks(what) else f"{home}/result",
        "seat": seat,
        "what": what,
        "wrong": wrong,
        "faces": faces(view),
        "view": view,
        "tap_id": secrets.token_urlsafe(12),
        "version": live.version,
        "then": "" if _tracks(what) else "result",
    }
    if sent is not None and proposal is not None and deck is not None:
        context |= {
            "proposal": proposal,
            "cards": photo_state.written(sent.cards),
            "picture": sent.picture,
            "opened": sent.opened,
            "grid": photo_state.grid_of(deck),
            "warehouse_cards": tuple(c for c in deck.cards if isinstance(c, WarehouseCard)),
            "event_of": lambda card: card_event(card, seat.player, deck),
        }
    return make_response(render_template(f"games/{GAME}/photos/{page}.html", **context), status)


def _tracks(what: str) -> bool:
    """Whether the phone goes back to the table; a pile of a tracked game leads to the result."""
    view = GAMES[GAME].view(callers.table().table.state, ())
    return what == "card" or view.options["track"] == "scores"


def card_event(seen: SeenCard, player: str, deck: Deck) -> Json | None:
    """What putting this one card on the table records; None for what no tap can do."""
    card = next((each for each in deck.cards if each.id == seen.card), None)
    if seen.requires is not None and seen.card is not None:
        return {"event": "warehouse_described", "player": player, "card": seen.card}
    if isinstance(card, InsiderCard) or seen.item_type is None:
        return None
    if seen.card is not None:
        return {"event": "item_added", "player": player, "card": seen.card}
    item = {"item_type": seen.item_type, "money": seen.money}
    return {"event": "item_added", "player": player, **item}


def _json(seat: Seat, sent: Sent, proposal: Proposal, what: str) -> Json:
    """The proposal for programs: what was read, what it comes to, and the event to post."""
    return {
        "cards": photo_state.as_json(sent.cards),
        "warehouses": [
            {
                "number": each.card.lying.number,
                "name": each.card.name,
                "items": [item.lying.number for item in each.items],
                "exact": each.exact,
                "problem": None if each.problem is None else message(each.problem),
            }
            for each in proposal.warehouses
        ],
        "items": [_item_json(item) for item in proposal.items],
        "not_counted": [
            {"number": card.lying.number, "problem": message(card.problem)}
            for card in proposal.uncounted
            if card.problem is not None
        ],
        "total": proposal.total,
        **({"event": proposal.to_event(seat.player)} if what == "pile" else {}),
    }


def _item_json(item: SeenCard) -> Json:
    named = {"name": item.name, "item_type": item.item_type, "money": item.money}
    return {"number": item.lying.number, "card": item.card, **named}
