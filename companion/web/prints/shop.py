"""The print shop: /prints, what can be printed, its options and preview, and its jobs."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.services.networks import is_loopback, network_of
from companion.services.prints.offers import SHOP, Offer
from companion.web import bodies, callers
from companion.web.decks.my_decks import named_decks
from companion.web.errors import refusal, wants_json
from companion.web.prints import answers, browser_files, printers
from companion.web.prints.answers import prints, status_of
from companion.web.prints.forms import form_again, onward_of
from companion.web.prints.offers import offer_of, product_of, subject_of
from companion.web.prints.pages import card_alone, fit_json, offer_page, print_json

blueprint = Blueprint("prints", __name__)
blueprint.register_blueprint(printers.blueprint)
blueprint.register_blueprint(browser_files.blueprint)


@blueprint.get("/prints")
def shop() -> Response:
    """What can be printed here."""
    decks, games = named_decks(), _of_games()
    if not wants_json():
        return make_response(render_template("prints/shop.html", decks=decks, games=games))
    pads = [
        {"game": key, "product": each.key, "url": f"/prints/new?{each.key}={key}"}
        for each, key, _ in games
    ]
    listed = [{"deck": each, "url": f"/prints/new?deck={each}"} for each, _ in decks]
    return jsonify({"decks": listed, "pads": pads})


@blueprint.get("/prints/new")
def new() -> Response:
    """Options, fit report and first sheet of a print that is not ordered yet."""
    given = request.args.to_dict()
    asked = _asked(given)
    if isinstance(asked, Refused):
        return _not_so(asked, given)
    offer, card, _ = asked
    shown = offer_page(offer, prints(), card)
    if wants_json():
        return jsonify({"print": print_json(shown), "fit": fit_json(offer, prints())})
    return answers.page(shown)


@blueprint.get("/prints/preview.png")
def preview() -> Response:
    """The first sheet as a picture, or one card alone, front or back."""
    asked = _asked(request.args.to_dict())
    return _refused(asked) if isinstance(asked, Refused) else answers.picture(*asked)


@blueprint.get("/prints/browser")
def browser() -> Response:
    """The same sheets for the browser's own print dialogue, where there is no Pango."""
    offer = offer_of(request.args.to_dict())
    return _refused(offer) if isinstance(offer, Refused) else answers.browser_pages(offer)


@blueprint.post("/prints")
def order() -> AnyResponse:
    """Put a print into the queue."""
    given = bodies.body()
    if isinstance(given, Refused):
        return _refused(given)
    who, offer = callers.address(), offer_of(given, ordered=True)
    by = "" if is_loopback(who) else network_of(who)
    answer = offer if isinstance(offer, Refused) else answers.ordered(offer, by)
    return _not_so(answer, given) if isinstance(answer, Refused) else answer


@blueprint.get("/prints/<key>")
def job(key: str) -> Response:
    """One job: how far it is, its file when it is done, its options to change."""
    return answers.job(SHOP, key)


@blueprint.get("/prints/<key>/<name>")
def finished(key: str, name: str) -> Response:
    """A finished file of a job, by its name."""
    return answers.finished(SHOP, key, name)


@blueprint.post("/prints/<key>/cancel")
def cancel(key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    return answers.cancelled(SHOP, key)


def _of_games() -> list[tuple[Product, str, Phrase]]:
    """Every product of every game that has it, with the game's key and name."""
    return [
        (product, key, game.name)
        for product in PRODUCTS.values()
        for key, game in GAMES.items()
        if product.about == "game" and product.fits(key)
    ]


def _asked(given: Json) -> tuple[Offer, int, str] | Refused:
    """What is offered, and which of its cards is to be seen alone (0: none), from which side."""
    offer = offer_of(given)
    if isinstance(offer, Refused):
        return offer
    card = card_alone(given, offer)
    return card if isinstance(card, Refused) else (offer, *card)


def _refused(refused: Refused, given: Json | None = None) -> Response:
    """`given`: what was asked for, where the page can lead on to the deck."""
    product = product_of(given or {})
    deck = subject_of(product, given or {}) if product.about == "deck" and given is not None else ""
    return refusal(refused, status_of(refused), then=onward_of(refused, deck))


def _not_so(refused: Refused, given: Json) -> Response:
    """The form with all that was chosen and what is wrong at its field, where that can mend it."""
    shown = form_again(offer_of, given, refused, prints())
    return _refused(refused, given) if shown is None else answers.page(shown, status_of(refused))
