"""Puts the web together in the one order that is safe: guards, rights, routes, errors, headers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flask import Blueprint, Flask, render_template
from htmx_flask import Htmx

from companion.services.codes import is_demo
from companion.services.demos.steps import VISITOR
from companion.web import (
    assets,
    demo,
    doctor,
    errors,
    guards,
    headers,
    home,
    host_key,
    https,
    json_answers,
    language,
    name_in_address,
    rights,
    templating,
)
from companion.web.decks import browsing, importing, maker, new_decks, pictures
from companion.web.games import GAME_PAGES
from companion.web.parts import EXTENSION, Parts
from companion.web.prints import pages
from companion.web.style import guide
from companion.web.tables import hosting, join, lobby, new_table, seat_phones, seats
from companion.web.tables.door_view import door_view

STATIC = Path(__file__).parent.parent.parent / "static"
DOORS = (
    home.blueprint,
    new_table.blueprint,
    demo.blueprint,
    join.blueprint,
    lobby.blueprint,
    seats.blueprint,
    seat_phones.blueprint,
    hosting.blueprint,
    doctor.blueprint,
    guide.blueprint,
    browsing.blueprint,
    new_decks.blueprint,
    importing.blueprint,
    maker.blueprint,
    pictures.blueprint,
)
"""The screens that come before and around a game."""


def install(app: Flask, parts: Parts, screens: Iterable[Blueprint]) -> None:
    """Make `app` serve the whole product: the doors, the `screens` of tables and prints, games."""
    app.extensions[EXTENSION] = parts
    json_answers.install(app)
    Htmx(app)
    templating.install(app, parts.assets)
    app.jinja_env.globals["door_view"] = door_view
    app.jinja_env.globals.update(is_demo=is_demo, demo_visitor=VISITOR)
    app.jinja_env.globals["paper_names"] = pages.paper_names
    app.jinja_env.globals["poster_papers"] = pages.poster_papers
    disk = parts.disk
    app.jinja_env.globals["disk_trouble"] = lambda: disk.at_the_table() if disk else None
    language.install(app, parts.settings.translations)
    name_in_address.install(app)
    https.install(app)
    guards.install(app)
    rights.install(app)
    errors.install(app)
    headers.install(app, parts.settings.public_url)
    for blueprint in (
        assets.blueprint(parts.assets),
        language.blueprint(),
        host_key.blueprint(),
        *DOORS,
        *screens,
        *(own for game in GAME_PAGES.values() for own in game.blueprints),
    ):
        app.register_blueprint(blueprint)
    _guard(app, parts)


def _guard(app: Flask, parts: Parts) -> None:

    def unknown_host(
        environ: guards.Environ, start_response: guards.StartResponse
    ) -> Iterable[bytes]:
        host = (guards.host_name(environ.get("HTTP_HOST", "")) or "?")[:80]
        with app.request_context({**environ, "HTTP_HOST": "localhost"}):
            page = render_template("errors/unknown_host.html", host=host)
            response = app.make_response((page, 400))
            secure = environ.get("wsgi.url_scheme") == "https"
            headers.dress(response, secure, https_for_good=False)
        response.headers["Connection"] = "close"
        return response(environ, start_response)

    guard = guards.HostGuard(app.wsgi_app, parts.addresses.knows, unknown_host)
    guards.stand_before(app, guard, parts.settings.proxies, parts.sightings)
