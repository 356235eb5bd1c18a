"""Where we serve HTTPS ourselves: leads from plain HTTP to it, and explains the phone's warning."""

from __future__ import annotations

from flask import Flask, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.services.networks import is_loopback
from companion.web import callers
from companion.web.errors import refusal, wants_json
from companion.web.parts import parts

COOKIE = "https"
"""Says that this phone has been past its warning; it tells nothing else."""
KEPT_SECONDS = 397 * 86_400
"""As long as a certificate of ours lives."""
_HTTPS_ONLY = N_("This server takes that over https only. Open the page again.")


def lead_to_https() -> AnyResponse | None:
    """Nothing of a table travels unencrypted, except inside this very computer.

    A phone cannot be explained a warning behind that warning, so the QR of a self-signed server
    leads to plain HTTP, where only this page and the style sheets are answered.
    """
    settings = parts().settings
    if not settings.https or request.is_secure or is_loopback(callers.address()):
        return None
    if request.path.startswith("/static/"):
        return None
    if request.method not in ("GET", "HEAD") or wants_json():
        return refusal(Refused("https_only", Phrase(_HTTPS_ONLY)), 403)
    secure_url = f"https://{request.host}{request.full_path.removesuffix('?')}"
    if settings.is_self_signed and COOKIE not in request.cookies:
        return Response(render_template("errors/https.html", address=secure_url))
    return redirect(secure_url, 302)


def remember(response: Response) -> Response:
    """Once a phone has come in by HTTPS, its next plain visit is led on without a word."""
    if parts().settings.is_self_signed and request.is_secure and COOKIE not in request.cookies:
        response.set_cookie(
            COOKIE, "known", max_age=KEPT_SECONDS, httponly=True, samesite="Lax", path="/"
        )
    return response


def install(app: Flask) -> None:
    """Before every route and its guards; after every answer."""
    app.before_request(lead_to_https)
    app.after_request(remember)
