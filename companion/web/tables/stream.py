"""GET /tables/<code>/stream: the table's live parts as they change, one whole state a message."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.live.event_stream import EventStream, accepts_gzip, headers_of_stream
from companion.services.answers import NotRecorded
from companion.web import callers
from companion.web.errors import not_done
from companion.web.language import chosen
from companion.web.parts import parts
from companion.web.tables import fragments

blueprint = Blueprint("stream", __name__)


@blueprint.get("/tables/<code>/stream")
def stream(code: str) -> AnyResponse:
    """The phone's parts; with `?of=screen` those of the big screen. HEAD listens to nothing."""
    gzip = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    if request.method == "HEAD":
        return _headed(Response(iter(())), gzip)
    broadcaster, of = parts().broadcaster, request.args.get("of", "")
    reading = fragments.reading(chosen(), big_screen=of == "screen")
    opened = broadcaster.subscribe(code, reading, callers.caller(), callers.address())
    if isinstance(opened, NotRecorded):
        return not_done(opened)
    messages = EventStream(broadcaster, opened, gzip)
    return _headed(Response(messages, direct_passthrough=True), gzip)


def _headed(response: Response, gzip: bool) -> Response:
    response.headers.update(headers_of_stream(gzip))
    return response
