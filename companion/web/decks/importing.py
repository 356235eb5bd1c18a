"""Brings decks in: a file or pasted cells are read, shown as the deck they make, then made."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.analysis import analysed
from companion.core.decks.model import Deck
from companion.core.decks.replacing import with_cards_of
from companion.core.outcome import Refused
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.decoding import text_of
from companion.core.spreadsheets.problems import CellProblem
from companion.services.answers import NotRecorded
from companion.services.decks.answers import Clash, OpenDeck
from companion.services.refusals import not_recorded
from companion.web import callers
from companion.web.decks import import_reading
from companion.web.decks.import_reading import Sent
from companion.web.decks.maker import EDIT
from companion.web.decks.maker_views import amount
from companion.web.decks.new_decks import deck_made, maker
from companion.web.errors import not_done, refusal, wants_json
from companion.web.form_ids import fresh_id
from companion.web.phrasing import message, reckon_in
from companion.web.prints.scan_ids import know_scan_id

blueprint = Blueprint("deck_import", __name__)

SHOWN_CARDS = 12
KEPT_LETTERS = 100_000
"""Cells that the page shows again for mending; more would be slow to load on a phone."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Where an import leads: to a new deck, or to other cards for the deck that is open."""

    address: str
    back: str
    replaces: str | None = None
    """The name of the deck whose cards are replaced."""
    base: str = ""
    """The revision that it stands at."""


@blueprint.get("/decks/import")
def page() -> Response:
    """Choose a file or paste cells."""
    return _choose(_new_page())


@blueprint.post("/decks/import")
def bring_in() -> AnyResponse:
    """Read what was sent and show the deck it makes; with `make`, make it."""
    sent = import_reading.sent()
    if isinstance(sent, Refused):
        return refusal(sent, 400)
    read = import_reading.read(sent)
    if isinstance(read, Refused):
        return _problems(_new_page(), sent, read)
    if not sent.make:
        return _preview(_new_page(), read)
    return _made(read.deck, sent)


@blueprint.get(f"{EDIT}/import")
def page_for_deck(deck: str, secret: str) -> Response:
    """Choose a file or paste cells that replace the cards of this deck."""
    return _choose(_deck_page(callers.deck(), secret))


@blueprint.post(f"{EDIT}/import")
def replace_cards(deck: str, secret: str) -> AnyResponse:
    """Read what was sent and show the deck it makes of this one; with `make`, save it.

    It names the revision that it began from; after somebody else's save it is shown again.
    """
    opened, sent = callers.deck(), import_reading.sent()
    if isinstance(sent, Refused):
        return refusal(sent, 400)
    shown, read = _deck_page(opened, secret), import_reading.read(sent)
    if isinstance(read, Refused):
        return _problems(shown, sent, read)
    after = replace(read, deck=with_cards_of(opened.deck, read.deck, read.about_deck))
    if not sent.make:
        return _preview(shown, after)
    saved = maker().save(opened, after.deck, sent.base)
    return _moved_on(shown, after) if isinstance(saved, Clash) else _replaced(saved, secret)


def _new_page() -> ImportPage:
    return ImportPage("/decks/import", "/decks")


def _deck_page(opened: OpenDeck, secret: str) -> ImportPage:
    edit = f"/decks/{opened.row.deck_id}/edit/{secret}"
    return ImportPage(f"{edit}/import", edit, opened.deck.name, opened.revision)


def _choose(
    shown: ImportPage, text: str = "", problems: tuple[CellProblem, ...] = (), status: int = 200
) -> Response:
    page = render_template(
        "decks/import.html", shown=shown, address=shown.address, text=text, problems=problems
    )
    return make_response(page, status)


def _problems(shown: ImportPage, sent: Sent, refused: Refused) -> Response:
    """Every problem with row, column and remedy, and the cells again for mending."""
    problems = tuple(
        each if isinstance(each, CellProblem) else CellProblem(each)
        for each in refused.fields["problems"]
    )
    if wants_json():
        told = [{"row": p.row, "column": p.column, "message": message(p.phrase)} for p in problems]
        facts = {"code": refused.code, "message": message(refused), "problems": told}
        return make_response(jsonify({"refused": facts}), 422)
    text = text_of(sent.data)
    kept = text if isinstance(text, str) and len(text) <= KEPT_LETTERS else ""
    return _choose(shown, kept, problems, 422)


def _preview(
    shown: ImportPage, read: Imported, moved_on: bool = False, status: int = 200
) -> Response:
    """The deck that it makes: its figures, what to look after, and its first cards."""
    found = analysed(read.deck)
    reckon_in(read.deck.currency, read.deck.money_unit, read.deck.tie_unit)
    if wants_json():
        notes, warnings = map(message, read.notes), map(message, found.warnings)
        told = {"deck": read.deck.to_json(), "notes": [*notes], "warnings": [*warnings]}
        return make_response(jsonify({**told, "base": shown.base}), status)
    page = render_template(
        "decks/import_preview.html",
        shown=shown,
        address=shown.address,
        deck=read.deck,
        analysis=found,
        remarks=(*read.notes, *found.warnings),
        cards=read.deck.cards[:SHOWN_CARDS],
        more=len(read.deck.cards) - SHOWN_CARDS,
        file=json.dumps(read.deck.to_json(), ensure_ascii=False),
        amount=amount,
        moved_on=moved_on,
        id=fresh_id(),
    )
    return make_response(page, status)


def _moved_on(shown: ImportPage, read: Imported) -> Response:
    if wants_json():
        return not_done(not_recorded("deck_moved_on", 409))
    return _preview(shown, read, moved_on=True, status=409)


def _made(deck: Deck, sent: Sent) -> AnyResponse:
    made = maker().create(deck, callers.address(), sent.id)
    if isinstance(made, NotRecorded):
        return not_done(made)
    know_scan_id(replace(deck, id=made.deck_id))
    return deck_made(made)


def _replaced(saved: OpenDeck | NotRecorded, secret: str) -> AnyResponse:
    if isinstance(saved, NotRecorded):
        return not_done(saved)
    know_scan_id(saved.deck)
    address = f"/decks/{saved.row.deck_id}/edit/{secret}"
    if wants_json():
        return jsonify({"deck": saved.deck.to_json(), "revision": saved.revision})
    return redirect(address, 303)
