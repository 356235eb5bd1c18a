"""The decks to look through: the list, and each deck with its figures and cards."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from dataclasses import dataclass, replace

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.model import Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.decks.slugs import slug
from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.core.spreadsheets.writing import write_sheet
from companion.services.answers import NotRecorded
from companion.services.decks.answers import NewDeck
from companion.services.decks.lookup import BLANK
from companion.services.decks.maker import DeckMaker
from companion.web import bodies, callers
from companion.web.decks.maker_views import amount
from companion.web.decks.my_decks import my_decks, note_deck, secret_of
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import say
from companion.web.prints.marks import know_marks
from companion.web.taking_turns import in_turn


def fresh_id() -> str:
    """A form's own id, so that a double tap makes one deck."""
    return secrets.token_urlsafe(16)


blueprint = Blueprint("decks", __name__)

_MY_DECK = N_("My deck")


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """How often one item type can be had, and how often it is asked for."""

    item_type: str
    items: int
    """Market items of this type, copies counted."""
    asked_for: int
    """Slots on Warehouse cards that ask for it, copies counted."""
    money: int
    """Dollars of all its items together."""


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One deck as its page shows it."""

    deck: Deck
    types: tuple[TypeFigures, ...]
    items: tuple[tuple[str, tuple[ItemCard, ...]], ...]
    """Per item type, dearest first."""
    insiders: tuple[InsiderCard, ...]
    warehouses: tuple[WarehouseCard, ...]
    insider_total: int
    """Insiders, copies counted."""
    by_money: tuple[tuple[int, int], ...]
    """(dollars, items worth that), rising."""


@blueprint.get("/decks")
@in_turn
def listed() -> Response:
    """The decks that come with Backroom, and those of this phone."""
    ours = tuple(map(known_deck, parts().decks.built_in.by_id))
    known = tuple(each for each in ours if isinstance(each, Deck))
    mine = my_decks()
    if wants_json():
        told = [{"id": each.id, "name": each.name} for each in known]
        told += [{"id": each.id, "name": each.deck.name, "edit": each.address} for each in mine]
        return jsonify({"decks": told})
    return make_response(render_template("decks/list.html", decks=known, mine=mine, id=fresh_id()))


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
        know_marks(replace(deck, id=made.deck_id))
    return deck_made(made)


@blueprint.get("/decks/<deck>")
@in_turn
def one(deck: str) -> Response:
    """One deck: its figures, its cards. As JSON the deck file itself."""
    found = known_deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    if wants_json():
        return jsonify(found.to_json())
    page = render_template(
        "decks/deck.html",
        shown=deck_page(found),
        secret=secret_of(deck),
        id=fresh_id(),
        amount=amount,
    )
    return make_response(page)


@blueprint.get("/decks/<deck>/deck.json")
@in_turn
def deck_file(deck: str) -> Response:
    """The deck file, to be kept or taken to another Backroom."""
    found = known_deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    text = json.dumps(found.to_json(), ensure_ascii=False, indent=1)
    return _file(f"{text}\n", "application/json", found, "json")


@blueprint.get("/decks/<deck>/cards.csv")
@in_turn
def cards_file(deck: str) -> Response:
    """The cards as a spreadsheet reads them: the byte order mark tells it that they are UTF-8."""
    found = known_deck(deck)
    if isinstance(found, NotRecorded):
        return not_done(found)
    return _file("\ufeff" + write_sheet(found), "text/csv", found, "csv")


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
    named = replace(found, name=" ".join(name.split()) if name else found.name or say(_MY_DECK))
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


def _file(text: str, media_type: str, deck: Deck, suffix: str) -> Response:
    response = make_response(text.encode())
    response.content_type = f"{media_type}; charset=utf-8"
    name = slug(deck.name, "deck")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{suffix}"'
    return response


def known_deck(deck_id: str) -> Deck | NotRecorded:
    """The deck with this id, read; else why not."""
    return parts().decks.deck(deck_id)


def deck_page(deck: Deck) -> DeckPage:
    """The deck sorted and counted for people who want to know what is in it."""
    items = [card for card in deck.cards if isinstance(card, ItemCard)]
    warehouses = [card for card in deck.cards if isinstance(card, WarehouseCard)]
    insiders = [card for card in deck.cards if isinstance(card, InsiderCard)]
    by_money: Counter[int] = Counter()
    for card in items:
        by_money[card.money] += card.count
    return DeckPage(
        deck=deck,
        types=tuple(_figures(name, items, warehouses) for name in deck.item_types),
        items=tuple((name, _of_type(name, items)) for name in deck.item_types),
        insiders=tuple(sorted(insiders, key=lambda card: card.name)),
        warehouses=tuple(sorted(warehouses, key=lambda card: (len(card.requires), card.name))),
        insider_total=sum(card.count for card in insiders),
        by_money=tuple(sorted(by_money.items())),
    )


def _of_type(name: str, items: list[ItemCard]) -> tuple[ItemCard, ...]:
    mine = [card for card in items if card.item_type == name]
    return tuple(sorted(mine, key=lambda card: (-card.money, card.name)))


def _figures(name: str, items: list[ItemCard], warehouses: list[WarehouseCard]) -> TypeFigures:
    mine = [card for card in items if card.item_type == name]
    return TypeFigures(
        item_type=name,
        items=sum(card.count for card in mine),
        asked_for=sum(card.requires.count(name) * card.count for card in warehouses),
        money=sum(card.money * card.count for card in mine),
    )
