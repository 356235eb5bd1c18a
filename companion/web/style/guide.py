"""GET /style: every piece of the screens in every state, in both themes, with what it is for."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template

from companion.web.parts import parts
from companion.web.phrasing import figure
from companion.web.qr import join_code
from companion.web.style import exhibits, themes
from companion.web.style.tables import CODE
from companion.web.taking_turns import in_turn

GROUNDS = ("bg", "slip", "face", "tint")
"""What text may stand on."""
FILLS = {"on-brass": ("brass",), "on-paper": ("paper",)}
"""Inks that stand on one fill alone."""
INKS = ("ink", "ink-2", "brass-ink", "good", "bad", *FILLS)

blueprint = Blueprint("style", __name__)


@dataclass(frozen=True, slots=True)
class Pair:
    """An ink on a ground, in both themes."""

    ink: str
    ground: str
    dark: str
    """Contrast as a figure with one decimal."""
    light: str


@dataclass(frozen=True, slots=True)
class Guide:
    """What the page shows besides the pieces."""

    tokens: themes.Tokens
    pairs: tuple[Pair, ...]
    icons: tuple[str, ...]


@blueprint.get("/style")
@in_turn
def show() -> Response:
    """The page."""
    assets = parts().assets
    guide = Guide(assets.tokens, _pairs(assets.tokens), tuple(sorted(assets.icons)))
    return make_response(
        render_template(
            "style/style.html",
            guide=guide,
            pieces=exhibits.all_of_them(),
            qr=join_code(CODE),
            code=CODE,
        )
    )


def _pairs(tokens: themes.Tokens) -> tuple[Pair, ...]:
    return tuple(
        Pair(ink, ground, _ratio(tokens, ink, ground, "dark"), _ratio(tokens, ink, ground, "light"))
        for ink in INKS
        for ground in FILLS.get(ink, GROUNDS)
    )


def _ratio(tokens: themes.Tokens, ink: str, ground: str, theme: str) -> str:
    return figure(round(themes.contrast(tokens.value(ink, theme), tokens.value(ground, theme)), 1))
