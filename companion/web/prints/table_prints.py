"""A table's own pages on paper: /tables/<code>/prints, their jobs and files, and the poster."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.pages.table_options import POSTER, WIFI_FIELDS, Wifi, read_wifi
from companion.printing.pages.table_product import TableSheet
from companion.printing.products import PRODUCTS
from companion.services.prints.jobs import Job, NotMade, Offer
from companion.services.prints.queue import Prints
from companion.web import bodies, callers
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts
from companion.web.prints.evening import Evening, evening_of
from companion.web.prints.files import MEDIA_TYPES
from companion.web.prints.forms import form_again, nearest
from companion.web.prints.language import own_words, print_language, with_language
from companion.web.prints.pages import PrintPage, job_page, offer_page, print_json
from companion.web.prints.places import address_of
from companion.web.prints.prints import STATUS
from companion.web.prints.table_sheets import offered, sheet_of
from companion.web.tables import fragments

blueprint = Blueprint("table_prints", __name__)

_NO_PRINT = N_("There is no such print at this table. Start again from its prints.")
_NOT_READY = N_("This print is not ready yet.")
_NO_PRESS = N_("This server cannot print.")


@blueprint.get("/tables/<code>/prints")
def listed(code: str) -> Response:
    """What can be printed of this table now."""
    evening = _evening()
    sheets = offered(evening) if parts().prints is not None else ()
    if wants_json():
        where = address_of(code)
        found = [{"sheet": each.key, "url": f"{where}/new?sheet={each.key}"} for each in sheets]
        return jsonify({"sheets": found})
    live = callers.table()
    html = render_template(
        "table_prints/list.html",
        **fragments.context(live),
        page=callers.table_page(live, callers.caller()),
        caller=callers.caller(),
        name=evening.name,
        sheets=sheets,
    )
    return make_response(html)


@blueprint.get("/tables/<code>/prints/new")
def new(code: str) -> Response:
    """Options and first page of a print that is not ordered yet."""
    given = request.args.to_dict()
    offer = _offer(given)
    if isinstance(offer, Refused):
        return _not_so(offer, given)
    shown = offer_page(offer, _prints())
    if wants_json():
        return jsonify({"print": print_json(shown)})
    return make_response(_print_page(shown))


@blueprint.get("/tables/<code>/prints/preview.png")
def preview(code: str) -> Response:
    """The first page as a picture; it is not kept."""
    offer = _offer(request.args.to_dict())
    if isinstance(offer, Refused):
        return _refused(offer)
    picture = _prints().shop.picture(offer)
    if isinstance(picture, NotMade):
        return refusal(Refused(picture.code, picture.phrase), 503)
    response = make_response(picture)
    response.mimetype = "image/png"
    return response


@blueprint.get("/tables/<code>/prints/browser")
def browser(code: str) -> Response:
    """The same page for the browser's own print dialogue, where there is no Pango."""
    offer = _offer(request.args.to_dict())
    if isinstance(offer, Refused):
        return _refused(offer)
    page = _prints().shop.browser_pages(offer, "/prints/css")
    if isinstance(page, NotMade):
        return refusal(Refused(page.code, page.phrase), 503)
    return make_response(page.html)


@blueprint.post("/tables/<code>/prints")
def order(code: str) -> AnyResponse:
    """Put a print into the queue: one waiting job a seat, the host's first."""
    given = bodies.body()
    offer = given if isinstance(given, Refused) else _offer(given)
    if isinstance(given, Refused):
        return _refused(given)
    if isinstance(offer, Refused):
        return _not_so(offer, given)
    ordered = _prints().order(offer, _seat(code), first=callers.caller().host)
    if isinstance(ordered, Refused):
        return _not_so(ordered, given)
    address = f"{address_of(code)}/{ordered.key}"
    if wants_json():
        response = jsonify({"print": print_json(job_page(ordered, _prints()))})
        response.status_code = 202 if ordered.open else 200
        response.headers["Location"] = address
        return response
    return redirect(address, 303)


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
    made = _prints().shop.at_once(offer)
    if isinstance(made, NotMade):
        return refusal(Refused(made.code, made.phrase), 503)
    return _file(made.data, "poster.pdf", code, "poster")


@blueprint.get("/tables/<code>/prints/<key>")
def job(code: str, key: str) -> Response:
    """One job: how far it is, and its file when it is done."""
    found = _job(code, key)
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": print_json(job_page(found, _prints()))})
    return make_response(_print_page(job_page(found, _prints(), looked=True)))


@blueprint.get("/tables/<code>/prints/<key>/<name>")
def finished(code: str, key: str, name: str) -> Response:
    """A finished file of a job, by its name."""
    found = _job(code, key)
    if found is None or name not in found.offer.files:
        return _no_print()
    data = _prints().file(key, name)
    if data is None:
        return refusal(Refused("not_ready", Phrase(_NOT_READY)), 404)
    return _file(data, name, code, str(found.offer.options.get("sheet") or found.offer.kind))


@blueprint.post("/tables/<code>/prints/<key>/cancel")
def cancel(code: str, key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    found = _prints().cancel(key) if _job(code, key) is not None else None
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": print_json(job_page(found, _prints()))})
    return redirect(f"{address_of(code)}/{key}", 303)


def _seat(code: str) -> str:
    """Who orders, as far as the queue tells people apart: the phone's first seat, or the host."""
    seats = callers.caller().seats
    return f"{code} {seats[0] if seats else 'host'}"


def _prints() -> Prints:
    found: Prints = parts().prints
    return found


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
    return _prints().shop.offer(sheet.product, sheet, {}, own_words(sheet.product))


def _print_page(shown: PrintPage) -> str:
    return render_template("prints/print.html", shown=shown)


def _job(code: str, key: str) -> Job | None:
    """The job, when it is this table's, and not what this version does not make."""
    found = _prints().job(key) if parts().prints is not None else None
    own = found is not None and found.offer.kind in PRODUCTS and found.offer.place == code
    return found if own else None


def _typed(given: Json, name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _file(data: bytes, name: str, code: str, what: str) -> Response:
    ending = name.rpartition(".")[2]
    response = make_response(data)
    response.mimetype = MEDIA_TYPES.get(ending, "application/octet-stream")
    how = "attachment" if "save" in request.args else "inline"
    file_name = f"backroom-{code.lower()}-{what}.{ending}"
    response.headers["Content-Disposition"] = f'{how}; filename="{file_name}"'
    return response


def _not_so(refused: Refused, given: Json, wifi: Refused | None = None) -> Response:
    """The form with all that was typed and what is wrong at its field, where that can mend it.

    `wifi`: what is wrong with the network. What was typed of it stands in this one answer only.
    """
    found = refused if wants_json() else nearest(_offer, given)
    if isinstance(found, Refused):
        return _refused(refused)
    if wifi is not None:
        found = replace(found, wrong={**found.wrong, str(wifi.fields["option"]): wifi})
    page = form_again(found, given, _prints(), None if found.wrong else refused)
    typed = {name: _typed(given, name) for name in WIFI_FIELDS}
    page = replace(page, options={**page.options, **typed})
    return make_response(_print_page(page), STATUS.get(refused.code, 422))


def _refused(refused: Refused) -> Response:
    return refusal(refused, STATUS.get(refused.code, 422))


def _no_print() -> Response:
    return refusal(Refused("no_print", Phrase(_NO_PRINT)), 404)
