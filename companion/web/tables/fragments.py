"""The live parts of a table's page that all phones share, rendered once per version and reading.

Nothing private and no tap's id is in here: the same bytes go to every phone, and what differs per
seat is chosen in the page by `<body data-seats data-shown>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, render_template
from flask_babel import force_locale

from companion.core.log import Entry
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.core.table import describe_entry
from companion.services.codes import is_demo
from companion.services.tables.live_table import LiveTable
from companion.web.callers import reckon_as
from companion.web.games import GAME_PAGES
from companion.web.parts import parts
from companion.web.qr import bare_origin, join_code
from companion.web.tables import lobby
from companion.web.tables.last_tap import is_own, last_tap
from companion.web.tables.names import table_name

Render = Callable[[LiveTable, str], str]

BIG_SCREEN = "+screen"


def reading(language: str, big_screen: bool = False) -> str:
    """What a stream reads, as the broadcaster keeps it apart: a language, or its big screen."""
    return language + BIG_SCREEN if big_screen else language


def renderer(app: Flask) -> Render:
    """What the broadcaster uses: the shared parts of a table in a reading, whoever asks.

    Made in a context of its own, so that nothing of the request that happens to ask gets in.
    """

    def render(live: LiveTable, read: str) -> str:
        language = read.removesuffix(BIG_SCREEN)
        with app.app_context(), force_locale(language):
            reckon_as(live)
            return big_screen(live) if read.endswith(BIG_SCREEN) else _shared(live)

    return render


def shared(live: LiveTable, read: str) -> str:
    """The parts of a reading as the script takes them in; rendered once for all phones."""
    return parts().broadcaster.fragment(live, read)


def _shared(live: LiveTable) -> str:
    if GAME_PAGES[live.table.game_key].waits_for_deal(live):
        return lobby.fragment(live)
    return render_template("table/_fragment.html", **context(live))


def big_screen(live: LiveTable) -> str:
    """The live part of the big screen."""
    return render_template("screen/_fragment.html", **screen_context(live))


def screen_context(live: LiveTable) -> dict[str, Any]:
    """What the big screen shows: the lobby while the door is open, then the game."""
    pages = GAME_PAGES[live.table.game_key]
    waits = pages.waits_for_deal(live)
    return {
        **context(live),
        **pages.screen(live),
        "lobby": lobby.lobby_of(live) if waits else None,
        "gathers": waits or live.status() == "preparing",
        "name": table_name(live),
        "rematch": live.row.rematch_code,
        "qr": join_code(live.code),
        "origin": bare_origin(),
    }


def context(live: LiveTable) -> dict[str, Any]:
    """What the shared templates of a table get: its facts, its last event, the game's own part."""
    pages = GAME_PAGES[live.table.game_key]
    return {
        "code": live.code,
        "home": f"/tables/{live.code}",
        "game_key": live.table.game_key,
        "version": live.version,
        "can_print": parts().prints is not None and not is_demo(live.code),
        "tabs": pages.tabs(live),
        "page_name": pages.page(live),
        "style": f"{live.table.game_key}.css" if pages.styles else "table.css",
        "seats": {seat.player: seat.number for seat in live.seats},
        "active_player": pages.active_player(live),
        "private_version": pages.private_version(live),
        "last": _last(live),
        **pages.shared(live),
    }


def _last(live: LiveTable) -> Mapping[str, Any] | None:
    """The last tap in words, for the dock; and the table's own event after it, if there is one."""
    pages, tap = GAME_PAGES[live.table.game_key], last_tap(live)
    if not tap:
        return None
    newest = live.table.entries[-1]
    by = live.seat_of(newest.by) if newest.by else None
    *others, main = _firsts(tap)
    said = (_words(live, each) for each in others)
    also = tuple(Phrase(N_("{sentence}."), {"sentence": each}) for each in said)
    latest = reversed(tap)
    followed = tuple(phrase for each in latest for phrase in pages.follows(each, briefly=True))
    return {
        "seq": tap[0].seq,
        "words": _words(live, main),
        "icon": pages.icon_of(main.event),
        "also": also,
        "loud": followed,
        "follows": (*also, *followed),
        "by": by.number if by else "",
        "newest": _words(live, newest) if is_own(newest) else None,
        "said": newest.seq,
    }


def _firsts(tap: tuple[Entry, ...]) -> list[Entry]:
    """The first entry of each player in a tap; the last of them is what was tapped.

    A tap may end the turn of a player who logged nothing before it adds the next one's item.
    """
    firsts: dict[object, Entry] = {}
    for entry in tap:
        firsts.setdefault(entry.event.get("player"), entry)
    return list(firsts.values())


def _words(live: LiveTable, entry: Entry) -> Phrase:
    return describe_entry(live.table, entry, None)
