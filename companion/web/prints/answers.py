"""What the shop and a table answer alike: a print that is offered, its order, job and files."""

from __future__ import annotations

from flask import Response, jsonify, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.products import PRODUCTS
from companion.services.prints.jobs import Job
from companion.services.prints.offers import SHOP, Offer
from companion.services.prints.queue import PrintQueue
from companion.services.prints.shop import NotMade
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts
from companion.web.prints.files import sent, with_name
from companion.web.prints.language import language_of
from companion.web.prints.pages import PrintPage, job_page, print_json
from companion.web.prints.places import address_of

_NO_PRINT = N_("There is no such print here. Start again from the print shop.")
_NOT_AT_TABLE = N_("There is no such print at this table. Start again from its prints.")
_NOT_READY = N_("This print is not ready yet.")
_STATUS = {
    "queue_full": 503,
    "one_at_a_time": 429,
    "unknown_deck": 404,
    "no_game": 404,
    "no_profile": 404,
}
NEVER_MADE = ("no_preview", "no_product")


def prints() -> PrintQueue:
    """The queue of this server, with its shop; only where it can print."""
    found = parts().prints
    assert found is not None, "who can print has a queue"
    return found


def status_of(refused: Refused) -> int:
    """The status that goes with a print's refusal."""
    return _STATUS.get(refused.code, 422)


def page(shown: PrintPage, status: int = 200) -> Response:
    """A print as people see it: ordered, not yet ordered, or to be mended first."""
    return make_response(render_template("prints/print.html", shown=shown), status)


def picture(offer: Offer, card: int = 0, side: str = "front") -> Response:
    """The first sheet as a picture, or one card alone; a table's stays in no phone's cache."""
    found = prints().shop.picture(offer, card, side)
    if isinstance(found, NotMade):
        return not_made(found)
    response = make_response(found)
    response.mimetype = "image/png"
    return _for_a_while(response, offer)


def browser_pages(offer: Offer) -> Response:
    """The same sheets for the browser's own print dialogue, where there is no Pango."""
    pages = prints().shop.browser_pages(offer, "/prints/css")
    if isinstance(pages, NotMade):
        return not_made(pages)
    if PRODUCTS[offer.kind].whole_page:
        return make_response(pages.html)
    sheets = Markup(pages.html)  # our own drawing, whose texts are escaped
    shown = {"offer": offer, "sheets": sheets, "way": pages.way, "spoken": language_of(offer)}
    return make_response(render_template("prints/_browser.html", **shown))


def not_made(why: NotMade) -> Response:
    """Why there is no picture or file: 503 for what may go another time, 422 for what never can."""
    return refusal(Refused(why.code, why.phrase), 422 if why.code in NEVER_MADE else 503)


def ordered(offer: Offer, by: str, first: bool = False) -> AnyResponse | Refused:
    """Put it into the queue and lead there; refused as PrintQueue.order is."""
    job = prints().order(offer, by, first)
    if isinstance(job, Refused):
        return job
    if not wants_json():
        return redirect(_address(job), 303)
    response = _as_json(job)
    response.status_code = 202 if job.open else 200
    response.headers["Location"] = _address(job)
    return response


def job(place: str, key: str) -> Response:
    """One job: how far it is, its file when it is done, its options to change."""
    found = _job(place, key)
    if found is None:
        return _no_print(place)
    return _as_json(found) if wants_json() else page(job_page(found, prints(), looked=True))


def finished(place: str, key: str, name: str) -> Response:
    """A finished file of a job, by its name."""
    found = _job(place, key)
    if found is None or name not in found.offer.files:
        return _no_print(place)
    path = prints().path(key, name)
    response = None if path is None else sent(path)
    if response is None:
        return refusal(Refused("not_ready", Phrase(_NOT_READY)), 404)
    kept = _for_a_while(response, found.offer)
    return with_name(kept, found.offer, name, saved="save" in request.args)


def cancelled(place: str, key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    found = prints().cancel(key) if _job(place, key) is not None else None
    if found is None:
        return _no_print(place)
    return _as_json(found) if wants_json() else redirect(_address(found), 303)


def _job(place: str, key: str) -> Job | None:
    """The job, when it belongs to this place, and not what this version does not make."""
    found = prints().job(key) if parts().prints is not None else None
    own = found is not None and found.offer.kind in PRODUCTS and found.offer.place == place
    return found if own else None


def _address(job: Job) -> str:
    return f"{address_of(job.offer.place)}/{job.key}"


def _as_json(job: Job) -> Response:
    return jsonify({"print": print_json(job_page(job, prints()))})


def _for_a_while(response: Response, offer: Offer) -> Response:
    """The shop's may be kept by the phone; what a table prints shows names, and goes with it."""
    if offer.place == SHOP:
        response.headers["Cache-Control"] = "private, max-age=600"
    return response


def _no_print(place: str) -> Response:
    sentence = _NO_PRINT if place == SHOP else _NOT_AT_TABLE
    return refusal(Refused("no_print", Phrase(sentence)), 404)
