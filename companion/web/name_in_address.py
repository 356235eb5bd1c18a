"""A player's name as a part of an address: any legal name, with its slashes."""

from __future__ import annotations

from urllib.parse import quote

from flask import Flask
from werkzeug.routing import BaseConverter


class NameInAddress(BaseConverter):
    """Takes every name that reaches us, as in `/tables/K7M/seats/%2F/phone` for a player "/".

    Only "." and ".." never arrive: a browser resolves them, even written as %2E, before it asks.
    Our own pages therefore address a seat by its number.
    """

    regex = ".+?"
    part_isolating = False
    weight = 200

    def to_url(self, value: str) -> str:
        return quote(value, safe="")


def install(app: Flask) -> None:
    """Give the routes `<name:player>`; before any route is registered."""
    app.url_map.converters["name"] = NameInAddress
