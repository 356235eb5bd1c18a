"""A table's own pages on paper: /tables/<code>/prints, their jobs and files, and the poster."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.pages.table_options import POSTER, WIFI_FIELDS, Wifi, read_wifi
from companion.printing.pages.table_product import TableSheet
from companion.services.prints.offers import Offer
from companion.services.prints.shop import NotMade
from companion.web import bodies, callers
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts
from companion.web.prints import answers
from companion.web.prints.answers import prints, status_of
from companion.web.prints.evening import Evening, evening_of
from companion.web.prints.files import with_name
from companion.web.prints.forms import form_again
from companion.web.prints.language import own_words, print_language, with_language
from companion.web.prints.pages import offer_page, print_json
from companion.web.prints.places import address_of
from companion.web.prints.table_sheets import Offered, offered, sheet_of
from companion.web.tables import fragments

blueprint = Blueprint("table_prints", __name__)

_NO_PRESS = N_("This server cannot print.")


@blueprint.get("/tables/<code>/prints")
def listed(code: str) -> Response:
    """What can be printed of this table now."""
    evening = _evening()
    sheets = offered(evening) if parts().prints is not None else ()
    if not wants_json():
        return _list(evening.name, sheets)
    where = address_of(code)
    found = [{"sheet": each.key, "url": f"{where}/new?sheet={each.key}"} for each in sheets]
    return jsonify({"sheets": found})


@blueprint.get("/tables/<code>/prints/new")
def new(code: str) -> Response:
    """Options and first page of a print that is not ordered yet."""
    given = request.args.to_dict()
    offer = _offer(given)
    if isinstance(offer, Refused):
        return _not_so(offer, given)
    shown = offer_page(offer, prints())
    return jsonify({"print": print_json(shown)}) if wants_json() else answers.page(shown)


@blueprint.get("/tables/<code>/prints/preview.png")
def preview(code: str) -> Response:
    """The first page as a picture; it is not kept."""
    offer = _offer(request.args.to_dict())
    return _refused(offer) if isinstance(offer, Refused) else answers.picture(offer)


@blueprint.get("/tables/<code>/prints/browser")
def browser(code: str) -> Response:
    """The same page for the browser's own print dialogue, where there is no Pango."""
    offer = _offer(request.args.to_dict())
    return _refused(offer) if isinstance(offer, Refused) else answers.browser_pages(offer)


@blueprint.post("/tables/<code>/prints")
def order(code: str) -> AnyResponse:
    """Put a print into the queue: one waiting job a seat, the host's first."""
    given = bodies.body()
    if isinstance(given, Refused):
        return _refused(given)
    offer, host = _offer(given), callers.caller().host
    answer = offer if isinstance(offer, Refused) else answers.ordered(offer, _seat(code), host)
    return _not_so(answer, given) if isinstance(answer, Refused) else answer


@blueprint.post("/tables/<code>/prints/poster")
def poster(code: str) -> Response:
    """The poster as PDF, answered at once, so that Wi-Fi text lies nowhere: not in the queue,
    not in a file, not in an address."""
    given = bodies.body()
    if isinstance(given, Refused):
        return _refused(given)
    given = {**given, "sheet": POSTER}
    wifi = read_wifi(_typed(given, "network"), _typed(given, "password"))
    offer = wifi if isinstance(wifi, Refused) else _offer(given, wifi)
    if isinstance(offer, Refused):
        return _not_so(offer, given, wifi if isinstance(wifi, Refused) else None)
    return _at_once(offer)


@blueprint.get("/tables/<code>/prints/<key>")
def job(code: str, key: str) -> Response:
    """One job: how far it is, and its file when it is done."""
    return answers.job(code, key)


@blueprint.get("/tables/<code>/prints/<key>/<name>")
def finished(code: str, key: str, name: str) -> Response:
    """A finished file of a job, by its name."""
    return answers.finished(code, key, name)


@blueprint.post("/tables/<code>/prints/<key>/cancel")
def cancel(code: str, key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    return answers.cancelled(code, key)


def _list(name: str, sheets: tuple[Offered, ...]) -> Response:
    live, caller = callers.table(), callers.caller()
    html = render_template(
        "table_prints/list.html",
        **fragments.context(live),
        page=callers.table_page(live, caller),
        caller=caller,
        name=name,
        sheets=sheets,
    )
    return make_response(html)


def _seat(code: str) -> str:
    """Who orders, as far as the queue tells people apart: the phone's first seat, or the host."""
    seats = callers.caller().seats
    return f"{code} {seats[0] if seats else 'host'}"


def _evening() -> Evening:
    return evening_of(callers.table(), parts().addresses.origin())


def _offer(given: Json, wifi: Wifi | None = None) -> Offer | Refused:
    if parts().prints is None:
        return Refused("no_press", Phrase(_NO_PRESS))
    with print_language(given) as language:
        sheet = sheet_of(_evening(), given, wifi)
        offer = sheet if isinstance(sheet, Refused) else _offered(sheet)
        return with_language(offer, given, language)


def _offered(sheet: TableSheet) -> Offer | Refused:
    return prints().shop.offer(sheet.product, sheet, {}, own_words(sheet.product))


def _at_once(offer: Offer) -> Response:
    made = prints().shop.at_once(offer)
    if isinstance(made, NotMade):
        return answers.not_made(made)
    return with_name(make_response(made.data), offer, offer.files[0], saved="save" in request.args)


def _typed(given: Json, name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _not_so(refused: Refused, given: Json, wifi: Refused | None = None) -> Response:
    """The form with all that was typed and what is wrong at its field, where that can mend it.

    `wifi`: what is wrong with the network. What was typed of it stands in this one answer only.
    """
    besides = {} if wifi is None else {str(wifi.fields["option"]): wifi}
    shown = form_again(_offer, given, refused, prints(), besides)
    if shown is None:
        return _refused(refused)
    typed = {name: _typed(given, name) for name in WIFI_FIELDS}
    return answers.page(replace(shown, options={**shown.options, **typed}), status_of(refused))


def _refused(refused: Refused) -> Response:
    return refusal(refused, status_of(refused))
