"""The print shop: what can be printed, its options and preview, and the jobs of the press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    send_from_directory,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.fit_report import phrase_from_json
from companion.printing.places import CSS_FOLDER, FONT_FOLDER
from companion.services.prints import Job, NotMade, Offer, Prints
from companion.web import bodies, callers
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import message, words

blueprint = Blueprint("prints", __name__)

_NO_DECK = N_("This server has no deck by that name.")
_NO_PRINT = N_("There is no such print here. Start again from the print shop.")
_NOT_READY = N_("This print is not ready yet.")
_LOOPBACK = frozenset({"127.0.0.1", "::1"})
_STATUS = {"queue_full": 503, "one_at_a_time": 429, "unknown_deck": 404, "no_game": 404}


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the fit report, in words."""

    what: str
    remedy: str
    serious: bool


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no preview or no file, in words, and what to type if that helps."""

    code: str
    sentence: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class PrintPage:
    """One print with its options: before it is ordered (`job` None) and after."""

    kind: str
    """deck or pad."""
    of: str
    title: str
    options: Json
    pages: int
    papers: int
    cards: int
    query: str
    """The same options as the query of an address."""
    report: tuple[ReportLine, ...] = ()
    fitting: int = 0
    """Cards with nothing to report."""
    trouble: Trouble | None = None
    job: Job | None = None
    ahead: int = 0
    """Jobs that come before this one."""
    failure: str | None = None
    """Why the job failed, in words."""

    @property
    def done_of(self) -> tuple[int, int]:
        """How far the press is: pieces done, and all."""
        return (self.job.done, max(1, self.job.count)) if self.job is not None else (0, 1)


def _prints() -> Prints:
    found: Prints = parts().prints
    return found


@blueprint.get("/prints")
def shop() -> Response:
    """What can be printed here."""
    decks = [(deck_id, str(deck["name"])) for deck_id, deck in parts().decks.by_id.items()]
    games = [(key, game.name) for key, game in GAMES.items()]
    if wants_json():
        pads = [{"game": key, "url": f"/prints/new?pad={key}"} for key, _ in games]
        listed = [{"deck": each, "url": f"/prints/new?deck={each}"} for each, _ in decks]
        return jsonify({"decks": listed, "pads": pads})
    return make_response(render_template("prints/shop.html", decks=decks, games=games))


@blueprint.get("/prints/new")
def new() -> Response:
    """Options, fit report and first sheet of a print that is not ordered yet."""
    offer = _offer(request.args.to_dict())
    if isinstance(offer, Refused):
        return _refused(offer)
    page = _page(offer)
    if wants_json():
        return jsonify({"print": _json(page), "fit": _fit_json(offer)})
    return make_response(render_template("prints/print.html", shown=page))


@blueprint.get("/prints/preview.png")
def preview() -> Response:
    """The first sheet as a picture."""
    offer = _offer(request.args.to_dict())
    if isinstance(offer, Refused):
        return _refused(offer)
    picture = _prints().shop.picture(offer)
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
    pages = _prints().shop.browser_pages(offer, "/prints/css/pad.css")
    if isinstance(pages, NotMade):
        return refusal(Refused(pages.code, pages.phrase), 503)
    if offer.kind == "pad":
        return make_response(pages)
    return make_response(_browser_html(offer, pages))


def _browser_html(offer: Offer, pages: str) -> str:
    """Our own drawing around our own drawing: each text in it was escaped when it was written."""
    from markupsafe import escape

    landscape = "landscape" if 'class="sheet"' in pages and _is_landscape(pages) else "portrait"
    paper = escape(str(offer.options["paper"]))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{escape(offer.title)}</title>"
        '<link rel="stylesheet" href="/prints/css/sheets.css">'
        f'<body class="{paper}-{landscape}">{pages}</body></html>'
    )


def _is_landscape(pages: str) -> bool:
    box = pages.partition('viewBox="0 0 ')[2].partition('"')[0].split()
    return len(box) == 2 and float(box[0]) > float(box[1])


@blueprint.get("/prints/css/<name>")
def style(name: str) -> Response:
    """The style sheets of browser print."""
    return send_from_directory(CSS_FOLDER, name, max_age=3600)


@blueprint.get("/prints/fonts/<name>")
def font(name: str) -> Response:
    """The fonts of browser print."""
    if not name.endswith(".ttf"):
        return refusal(Refused("not_found", Phrase(_NO_PRINT)), 404)
    return send_from_directory(FONT_FOLDER, name, mimetype="font/ttf", max_age=86400)


@blueprint.post("/prints")
def order() -> AnyResponse:
    """Put a print into the queue."""
    given = bodies.body()
    offer = given if isinstance(given, Refused) else _offer(given)
    if isinstance(offer, Refused):
        return _refused(offer)
    who = callers.address()
    job = _prints().order(offer, "" if who in _LOOPBACK else who)
    if isinstance(job, Refused):
        return _refused(job)
    if wants_json():
        response = jsonify({"print": _json(_job_page(job))})
        response.status_code = 202 if job.open else 200
        response.headers["Location"] = f"/prints/{job.key}"
        return response
    return redirect(f"/prints/{job.key}", 303)


@blueprint.get("/prints/<key>")
def job(key: str) -> Response:
    """One job: how far it is, its file when it is done, its options to change."""
    found = _prints().job(key)
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": _json(_job_page(found))})
    page = render_template("prints/print.html", shown=_job_page(found, looked=True))
    return make_response(page)


@blueprint.get("/prints/<key>/sheets.pdf")
def pdf(key: str) -> Response:
    """The finished file."""
    found = _prints().job(key)
    data = _prints().file(key)
    if found is None:
        return _no_print()
    if data is None:
        return refusal(Refused("not_ready", Phrase(_NOT_READY)), 404)
    response = make_response(data)
    response.mimetype = "application/pdf"
    how = "attachment" if "save" in request.args else "inline"
    response.headers["Content-Disposition"] = f'{how}; filename="{_file_name(found)}"'
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.post("/prints/<key>/cancel")
def cancel(key: str) -> AnyResponse:
    """Stop a job or take it out of the queue."""
    found = _prints().cancel(key)
    if found is None:
        return _no_print()
    if wants_json():
        return jsonify({"print": _json(_job_page(found))})
    return redirect(f"/prints/{key}", 303)


def _file_name(job: Job) -> str:
    """Plain letters only: this name goes into a header and onto other people's disks."""
    safe = "".join(c if c.isascii() and c.isalnum() else "-" for c in job.of.lower())
    return f"backroom-{safe.strip('-')[:40] or 'print'}-{job.kind}.pdf"


def _offer(given: Json) -> Offer | Refused:
    """What the options ask for: a deck by its id, or the score pad of a game."""
    if given.get("pad"):
        return _prints().shop.pad(str(given["pad"]), given)
    deck = parts().decks.find(str(given.get("deck") or "starter"))
    if deck is None:
        return Refused("unknown_deck", Phrase(_NO_DECK))
    return _prints().shop.deck(deck, given)


def _page(offer: Offer) -> PrintPage:
    look = _prints().shop.look(offer)
    trouble = _trouble()
    report: Json = {} if isinstance(look, NotMade) else look
    return PrintPage(
        kind=offer.kind,
        of=offer.of,
        title=_title(offer.kind, offer.title),
        options=offer.options,
        pages=offer.pages,
        papers=offer.papers,
        cards=offer.cards,
        query=_query(offer.kind, offer.of, offer.options),
        report=_lines(report),
        fitting=int(report.get("fitting", 0)),
        trouble=trouble,
    )


def _job_page(job: Job, looked: bool = False) -> PrintPage:
    """`looked`: with the preview's and the report's places, for people."""
    report = job.report or {}
    return PrintPage(
        kind=job.kind,
        of=job.of,
        title=_title(job.kind, job.title),
        options=job.options,
        pages=job.pages,
        papers=job.papers,
        cards=job.cards,
        query=_query(job.kind, job.of, job.options),
        report=_lines(report),
        fitting=int(report.get("fitting", 0)),
        trouble=_trouble() if looked else None,
        job=job,
        ahead=_prints().ahead(job.key),
        failure=words(Phrase(job.trouble)) if job.trouble else None,
    )


def _title(kind: str, title: str) -> str:
    return words(Phrase(title)) if kind == "pad" else title


def _query(kind: str, of: str, options: Json) -> str:
    return urlencode({kind: of, **options})


def _lines(report: Json) -> tuple[ReportLine, ...]:
    return tuple(
        ReportLine(
            words(phrase_from_json(line["what"])),
            words(phrase_from_json(line["remedy"])),
            bool(line["serious"]),
        )
        for line in report.get("lines", ())
    )


def _trouble() -> Trouble | None:
    """Whether this computer cannot make PDFs, and what to type so that it can."""
    from companion.system_packages import TO_PRINT, still_missing

    missing = still_missing(TO_PRINT[:1])
    if missing is None:
        return None
    sentence = words(Phrase(N_("This computer cannot make PDFs yet: Pango is missing.")))
    return Trouble("no_pango", sentence, missing.line)


def _json(page: PrintPage) -> dict[str, Any]:
    """The print as programs read it."""
    told: dict[str, Any] = {
        "kind": page.kind,
        "of": page.of,
        "options": page.options,
        "pages": page.pages,
        "papers": page.papers,
        "cards": page.cards,
        "preview": f"/prints/preview.png?{page.query}",
    }
    if page.job is not None:
        job = page.job
        told |= {
            "key": job.key,
            "state": job.state,
            "what": job.what,
            "done": job.done,
            "count": job.count,
            "ahead": page.ahead,
            "trouble": page.failure,
            "pdf": f"/prints/{job.key}/sheets.pdf" if job.state == "done" else None,
        }
    return told


def _fit_json(offer: Offer) -> Json:
    look = _prints().shop.look(offer)
    if isinstance(look, NotMade) or not look:
        return {}
    lines = [
        {
            "card": line["card"],
            "code": line["code"],
            "serious": line["serious"],
            "message": message(phrase_from_json(line["what"])),
            "remedy": message(phrase_from_json(line["remedy"])),
        }
        for line in look["lines"]
    ]
    return {"cards": look["cards"], "fitting": look["fitting"], "lines": lines}


def _refused(refused: Refused) -> Response:
    return refusal(refused, _STATUS.get(refused.code, 422))


def _no_print() -> Response:
    return refusal(Refused("no_print", Phrase(_NO_PRINT)), 404)
