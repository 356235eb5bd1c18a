"""The print shop: what can be printed, its options and preview, and the jobs of the press."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.folders import CSS_FOLDER, FONT_FOLDER
from companion.printing.pages.page_sizes import PAGE_SIZES, page_sizes
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.printing.sheets.deck_product import DECK
from companion.services.answers import NotRecorded
from companion.services.networks import is_loopback, network_of
from companion.services.prints.jobs import SHOP, Job, NotMade, Offer
from companion.services.prints.queue import Prints
from companion.web import bodies, callers
from companion.web.decks.my_decks import named_decks
from companion.web.errors import refusal, told, wants_json
from companion.web.parts import parts
from companion.web.prints import printers
from companion.web.prints.files import MEDIA_TYPES, file_name, sent
from companion.web.prints.forms import at_own_field, form_again, nearest, onward_of
from companion.web.prints.language import (
    language_of,
    own_words,
    pad_of,
    print_language,
    with_language,
)
from companion.web.prints.marks import with_scan_id
from companion.web.prints.pages import card_alone, fit_json, job_page, offer_page, print_json
from companion.web.taking_turns import a_turn

blueprint = Blueprint("prints", __name__)
blueprint.register_blueprint(printers.blueprint)

_NO_DECK = N_("This server has no deck by that name.")
_NO_PRINT = N_("There is no such print here. Start again from the print shop.")
_NOT_READY = N_("This print is not ready yet.")
STATUS = {
    "queue_full": 503,
    "one_at_a_time": 429,
    "unknown_deck": 404,
    "no_game": 404,
    "no_profile": 404,
}


def _prints() -> Prints:
    found: Prints = parts().prints
    return found


@blueprint.get("/prints")
def shop() -> Response:
    """What can be printed here."""
    decks = named_decks()
    games = [
        (product, key, game.name)
        for product in PRODUCTS.values()
        for key, game in GAMES.items()
        if product.about == "game" and product.fits(key)
    ]
    if wants_json():
        pads = [
            {"game": key, "product": product.key, "url": f"/prints/new?{product.key}={key}"}
            for product, key, _ in games
        ]
        listed = [{"deck": each, "url": f"/prints/new?deck={each}"} for each, _ in decks]
        return jsonify({"decks": listed, "pads": pads})
    return make_response(render_template("prints/shop.html", decks=decks, games=games))


@blueprint.get("/prints/new")
def new() -> Response:
    """Options, fit report and first sheet of a print that is not ordered yet."""
    given = request.args.to_dict()
    offer = _offer(given)
    if isinstance(offer, Refused):
        return _not_so(offer, given)
    card = card_alone(given, offer)
    if isinstance(card, Refused):
        return _not_so(card, given)
    page = offer_page(offer, _prints(), card[0])
    if wants_json():
        return jsonify({"print": print_json(page), "fit": fit_json(offer, _prints())})
    return make_response(render_template("prints/print.html", shown=page))


@blueprint.get("/prints/preview.png")
def preview() -> Response:
    """The first sheet as a picture, or one card alone, front or back."""
    given = request.args.to_dict()
    offer = _offer(given)
    if isinstance(offer, Refused):
        return _refused(offer)
    card = card_alone(given, offer)
    if isinstance(card, Refused):
        return _refused(card)
    picture = _prints().shop.picture(offer, *card)
    if isinstance(picture, NotMade):
        return refusal(Refused(picture.code, picture.phrase), 503)
    response = make_response(picture)
    response.mimetype = "image/png"
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.get("/prints/browser")
def browser() -> Response:
    """The same sheets for the browser's own print dialogue, where there is no Pango."""
    offer = _offer(request.args.to_dict())
    if isinstance(offer, Refused):
        return _refused(offer)
    pages = _prints().shop.browser_pages(offer, "/prints/css")
    if isinstance(pages, NotMade):
        return refusal(Refused(pages.code, pages.phrase), 503)
    if PRODUCTS[offer.kind].whole_page:
        return make_response(pages.html)
    sheets = Markup(pages.html)  # our own drawing, whose texts are escaped
    shown = {"offer": offer, "sheets": sheets, "way": pages.way, "spoken": language_of(offer)}
    return make_response(render_template("prints/_browser.html", **shown))


@blueprint.get("/prints/css/<name>")
def style(name: str) -> Response:
    """The style sheets of browser print: files, and the one of the papers."""
    if name == PAGE_SIZES:
        return _for_a_day(page_sizes().encode(), "text/css")
    return _own_file(CSS_FOLDER, name, ".css", "text/css")


@blueprint.get("/prints/fonts/<name>")
def font(name: str) -> Response:
    """The fonts of browser print."""
    return _own_file(FONT_FOLDER, name, ".ttf", "font/ttf")


def _own_file(folder: Path, name: str, suffix: str, media_type: str) -> Response:
    """One of the print shop's own files, by its name alone: what is not listed is not found."""
    found = {path.name: path for path in folder.glob(f"*{suffix}")}.get(name)
    if found is None:
        return refusal(told(404), 404)
    return _for_a_day(found.read_bytes(), media_type)


def _for_a_day(data: bytes, media_type: str) -> Response:
    response = make_response(data)
    response.mimetype = media_type
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@blueprint.post("/prints")
def order() -> AnyResponse:
    """Put a print into the queue."""
    given = bodies.body()
    offer = given if isinstance(given, Refused) else _offer(given, ordered=True)
    if isinstance(given, Refused):
        return _refused(given)
    if isinstance(offer, Refused):
        return _not_so(offer, given)
    who = callers.address()
    job = _prints().order(offer, "" if is_loopback(who) else network_of(who))
    if isinstance(job, Refused):
        return _not_so(job, given)
    if wants_json():
        response = jsonify({"print": print_json(job_page(job, _prints()))})
        response.status_code = 202 if job.open else 200
        response.headers["Location"] = f"/prints/{job.key}"
        return response
    return redirect(f"/prints/{job.key}", 303)


@blueprint.get("/prints/<key>")
def job(key: str) -> Response:
    """One job: how far it is, its file when it is done, its options to change."""
    found = _job(key)
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": print_json(job_page(found, _prints()))})
    page = render_template("prints/print.html", shown=job_page(found, _prints(), looked=True))
    return make_response(page)


@blueprint.get("/prints/<key>/<name>")
def finished(key: str, name: str) -> Response:
    """A finished file of a job, by its name."""
    found = _job(key)
    if found is None or name not in found.offer.files:
        return _no_print()
    path = _prints().path(key, name)
    response = None if path is None else sent(path)
    if response is None:
        return refusal(Refused("not_ready", Phrase(_NOT_READY)), 404)
    response.mimetype = MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    how = "attachment" if "save" in request.args else "inline"
    response.headers["Content-Disposition"] = f'{how}; filename="{file_name(found.offer, name)}"'
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.post("/prints/<key>/cancel")
def cancel(key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    found = _prints().cancel(key) if _job(key) is not None else None
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": print_json(job_page(found, _prints()))})
    return redirect(f"/prints/{key}", 303)


def _job(key: str) -> Job | None:
    """The job; None too for a table's own, and for what this version does not make."""
    found = _prints().job(key)
    own = found is not None and found.offer.kind in PRODUCTS and found.offer.place == SHOP
    return found if own else None


def _offer(given: Json, ordered: bool = False) -> Offer | Refused:
    offer = _as_asked(given, ordered)
    return at_own_field(offer, given) if isinstance(offer, Refused) else offer


def _as_asked(given: Json, ordered: bool) -> Offer | Refused:
    """What the options ask for, in the language that they ask for or the phone reads."""
    with print_language(given) as language:
        return with_language(_in_words(given, ordered), given, language)


def _in_words(given: Json, ordered: bool) -> Offer | Refused:
    """What the options ask for: a product of a game by its key, or of a deck by its id.

    `ordered`: from now on the scan marks of this deck are known here.
    """
    product = _product(given)
    subject = _subject(product, given)
    if product.about == "game":  # its words are said while it is drafted: here, not aside
        return _prints().shop.offer(product.key, pad_of(subject), given)
    if product.about == "paper":
        return _offered(product.key, subject, given)
    deck = parts().decks.for_print(subject) if product.about == "deck" else None
    if isinstance(deck, NotRecorded):
        return deck.refused
    if deck is None:
        return Refused("unknown_deck", Phrase(_NO_DECK))
    if given.get("own_size"):
        given = {**given, "card": given["own_size"]}
    printers = _prints().printers
    named = printers.resolved(given) if printers is not None else given
    if isinstance(named, Refused):
        return named
    marked = with_scan_id(deck, named, ordered)
    return marked if isinstance(marked, Refused) else _offered(product.key, deck, marked)


def _product(given: Mapping[str, Any]) -> Product:
    return next((each for each in PRODUCTS.values() if given.get(each.key)), DECK)


def _subject(product: Product, given: Mapping[str, Any]) -> str:
    return str(given.get(product.key) or "starter")


def _offered(kind: str, subject: Any, given: Mapping[str, Any]) -> Offer | Refused:
    """Planned aside: a large deck is read and laid out in 10 ms or more."""
    shop, words = _prints().shop, own_words(kind)  # aside there is no request to ask for it
    with a_turn():
        return parts().long_work.drawing(lambda: shop.offer(kind, subject, given, words))


def _refused(refused: Refused, given: Mapping[str, Any] | None = None) -> Response:
    product = _product(given or {})
    deck = _subject(product, given or {}) if product.about == "deck" and given is not None else ""
    status, then = STATUS.get(refused.code, 422), onward_of(refused, deck)
    return refusal(refused, status, then=then)


def _not_so(refused: Refused, given: Json) -> Response:
    """The form with all that was chosen and what is wrong at its field, where that can mend it."""
    found = refused if wants_json() else nearest(_offer, given)
    if isinstance(found, Refused):
        return _refused(refused, given)
    page = form_again(found, given, _prints(), None if found.wrong else refused)
    shown = render_template("prints/print.html", shown=page)
    return make_response(shown, STATUS.get(refused.code, 422))


def _no_print() -> Response:
    return refusal(Refused("no_print", Phrase(_NO_PRINT)), 404)
