"""What every template may call; a missing value is a fault there, not an empty string."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from flask import Flask
from jinja2 import StrictUndefined, Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup

from companion.web.assets import Assets
from companion.web.pieces import Pieces
from companion.web.signals import switched_on

BESLEY = frozenset("±·×–—’“”…−¡ªº«»¿ŒœŸ‘‚„‹›€" + "".join(map(chr, range(0xC0, 0x100))))
"""What our cut of the display font holds besides ASCII."""


POINTING = frozenset({"chevron-left", "chevron-right", "log-out", "redo-2", "undo-2"})
"""Icons that point the way one reads; they turn round where one reads from the right."""


class Page(Template):
    """A template whose macros are made once for all, as Jinja does where no context is given.

    Jinja compares all globals of the page with those of the macro file at every import and would
    make the macros anew where they differ; ours never do (measured: an eighth of a page's time).
    """

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module(None)


def install(app: Flask, assets: Assets) -> None:
    """What templates call by name, `initial` and `face`; names that are undefined raise."""
    app.jinja_env.template_class = Page
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=assets.url, icon_of=_icon_of(assets))
    app.jinja_env.globals["signals_on"] = switched_on
    app.jinja_env.globals["piece"] = Pieces(app.jinja_env).piece
    app.jinja_env.filters.update(initial=initial, face=face)


def face(text: str) -> str:
    """The class of a title that holds typed text: the text face when a letter is not in Besley.

    The whole of it, never half and half.
    """
    return "" if all(letter.isascii() or letter in BESLEY for letter in text) else "typed"


def initial(name: str) -> str:
    """The first letter of a name with the marks that belong to it, as a capital."""
    letters = name.strip()
    end = 1
    while end < len(letters) and unicodedata.combining(letters[end]):
        end += 1
    return letters[:end].upper()


def _icon_of(assets: Assets) -> Callable[..., Markup]:
    """Draws an icon of the sprite. A page has a hundred, so each is written once."""

    @lru_cache(maxsize=1024)
    def icon(name: str, label: str | None = None) -> Markup:
        if name not in assets.icons:  # a misspelt one must not draw nothing
            raise LookupError(f"no icon called {name} in static/vendor/lucide/icons")
        said = Markup(' role="img" aria-label="{}"').format(label) if label else _SILENT
        address = f"{assets.url('icons.svg')}#{name}"
        turns = " turns" if name in POINTING else ""
        return Markup('<svg class="i{}"{}><use href="{}"/></svg>').format(turns, said, address)

    return icon


_SILENT = Markup(' aria-hidden="true"')
