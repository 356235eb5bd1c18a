"""GET /tables/<code>/screen: the table for a TV or a tablet in its middle; nothing to touch."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from companion.web import callers
from companion.web.language import chosen
from companion.web.parts import TablePage
from companion.web.tables import fragments

blueprint = Blueprint("screen", __name__)


@blueprint.get("/tables/<code>/screen")
def show(code: str) -> Response:
    """The page; with `?since=` only its live part, or 204 when nothing is new."""
    live = callers.table()
    if request.args.get("since") == str(live.version):
        return Response(status=204)
    if "since" in request.args:
        read = fragments.reading(chosen(), big_screen=True)
        return make_response(fragments.shared(live, read))
    page = TablePage(live.code, live.version, (), None, False)
    html = render_template("screen/screen.html", page=page, **fragments.screen_context(live))
    return make_response(html)
