"""Printer profiles: the page that explains, lists, makes and deletes them."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json, Refused
from companion.printing.printers.profiles import read_profile
from companion.services.prints.printers import PrinterProfiles, Profile
from companion.web import bodies
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts
from companion.web.phrasing import words

blueprint = Blueprint("printers", __name__)

_STATUS = {"no_profile": 404, "not_kept": 503}


def _printers() -> PrinterProfiles:
    found = parts().printers
    assert found is not None, "who can print knows printers"
    return found


@blueprint.get("/prints/printers")
def printers() -> Response:
    """Every profile, how to make one, and the form; `name` puts one into the form."""
    if wants_json():
        return jsonify({"printers": [asdict(each) for each in _printers().all()]})
    known = _printers().find(request.args.get("name", ""))
    return _page(asdict(known) if known is not None else request.args.to_dict())


@blueprint.post("/prints/printers")
def keep() -> AnyResponse:
    """Keep a profile, from figures or from the readings of a calibration sheet."""
    given = bodies.body()
    profile = given if isinstance(given, Refused) else read_profile(given)
    kept = profile if isinstance(profile, Refused) else _printers().keep(profile)
    if isinstance(kept, Refused):
        if wants_json() or isinstance(given, Refused):
            return refusal(kept, _STATUS.get(kept.code, 422))
        return _page(given, kept)
    return _kept(kept)


@blueprint.post("/prints/printers/delete")
def delete() -> AnyResponse:
    """Forget a profile by its name."""
    given = bodies.body()
    gone = given if isinstance(given, Refused) else _printers().remove(str(given.get("name", "")))
    if isinstance(gone, Refused):
        return refusal(gone, _STATUS.get(gone.code, 422))
    return _kept(gone)


def _kept(profile: Profile) -> AnyResponse:
    if wants_json():
        return jsonify({"printer": asdict(profile)})
    return redirect("/prints/printers", 303)


def _page(given: Json, refused: Refused | None = None) -> Response:
    """The page with what was typed still in the form."""
    page = render_template(
        "prints/printers.html",
        printers=_printers().all(),
        given=given,
        wrong=words(refused.phrase) if refused is not None else None,
        at=str(refused.fields.get("option", "name")) if refused is not None else "",
    )
    return make_response(page, 422 if refused is not None else 200)
