"""Which style sheets and scripts go out together, those of the games among them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.web.games import GAME_PAGES

OF_GAMES = tuple(sheet for pages in GAME_PAGES.values() for sheet in pages.styles)
"""What games add to the sheets of the table."""
BUNDLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "app.css": (
            "css/tokens.css",
            "css/base.css",
            "css/components.css",
            "css/lobby.css",
            "css/demo.css",
        ),
        "table.css": ("css/seats.css", "css/table.css"),
        **{
            f"{key}.css": ("css/seats.css", "css/table.css", *pages.styles)
            for key, pages in GAME_PAGES.items()
            if pages.styles
        },
        "screen.css": ("css/table.css", *OF_GAMES, "css/screen.css"),
        "prints.css": ("css/prints.css",),
        "style.css": (
            "css/seats.css",
            "css/table.css",
            *OF_GAMES,
            "css/decks.css",
            "css/photos.css",
            "css/prints.css",
            "css/style.css",
        ),
        "decks.css": ("css/table.css", "css/decks.css"),
        "photos.css": ("css/seats.css", "css/table.css", "css/photos.css"),
        "photos.js": ("js/photos.js",),
        "doctor.js": ("js/doctor.js",),
        "door.js": ("js/door.js",),
        "signals.js": ("js/signals.js",),
        "prints.js": ("js/prints.js",),
        "decks.js": ("js/decks.js",),
        "table.js": ("vendor/idiomorph/idiomorph.min.js", "js/table.js"),
        "htmx.js": ("vendor/htmx/htmx.min.js",),
    }
)
"""Name of the bundle and the files under static/ that it is made of, in order.

Every page has app.css; some add a sheet. htmx is fetched by table.js when somebody first touches
what needs it: a first visit is then half as large.
"""
