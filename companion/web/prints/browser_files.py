"""The style sheets and fonts of browser print, as files of the print shop."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, make_response

from companion.printing.folders import CSS_FOLDER, FONT_FOLDER
from companion.printing.pages.page_sizes import PAGE_SIZES, page_sizes
from companion.web.errors import refusal, told

blueprint = Blueprint("browser_files", __name__)


@blueprint.get("/prints/css/<name>")
def style(name: str) -> Response:
    """A style sheet: a file, or the one of the papers."""
    if name == PAGE_SIZES:
        return _for_a_day(page_sizes().encode(), "text/css")
    return _own_file(CSS_FOLDER, name, ".css", "text/css")


@blueprint.get("/prints/fonts/<name>")
def font(name: str) -> Response:
    """A font."""
    return _own_file(FONT_FOLDER, name, ".ttf", "font/ttf")


def _own_file(folder: Path, name: str, suffix: str, media_type: str) -> Response:
    """One of the print shop's own files, by its name alone: what is not listed is not found."""
    found = {path.name: path for path in folder.glob(f"*{suffix}")}.get(name)
    if found is None:
        return refusal(told(404), 404)
    return _for_a_day(found.read_bytes(), media_type)


def _for_a_day(data: bytes, media_type: str) -> Response:
    response = make_response(data)
    response.mimetype = media_type
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
