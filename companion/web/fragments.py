"""The live parts of a table's page that all phones share, rendered once per version and language.

Nothing private and no tap's id is in here: the same bytes go to every phone, and what differs per
seat is chosen in the page by `<body data-seats data-shown>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, render_template
from flask_babel import force_locale

from companion.core.table import Entry, describe_entry
from companion.services.live_table import LiveTable
from companion.web.games import GAME_PAGES

Render = Callable[[LiveTable, str], str]


def renderer(app: Flask) -> Render:
    """What the streams use: the shared parts of a table in a language, outside any request."""

    def render(live: LiveTable, language: str) -> str:
        with app.test_request_context("/"), force_locale(language):
            return shared(live)

    return render


def shared(live: LiveTable) -> str:
    """The shared parts as the script takes them in: one root element each, with an id."""
    pages = GAME_PAGES[live.table.game_key]
    if pages.waits_for_deal(live):
        return render_template("lobby/_fragment.html", live=live)
    return render_template("table/_fragment.html", **context(live))


def context(live: LiveTable) -> dict[str, Any]:
    """What the shared templates of a table get: its facts, its last event, the game's own part."""
    pages = GAME_PAGES[live.table.game_key]
    last = last_shown(live)
    return {
        "code": live.code,
        "home": f"/tables/{live.code}",
        "game_key": live.table.game_key,
        "version": live.version,
        "tabs": pages.tabs,
        "seats": {seat.player: seat.number for seat in live.seats},
        "active_player": pages.active_player(live),
        "last": _last(live, last) if last else None,
        "game": pages.shared(live),
    }


def last_shown(live: LiveTable) -> Entry | None:
    """The event in the dock: the last that stands and is no taking back itself.

    Of what was logged together it is the first, which Undo takes back as a whole.
    """
    standing = (e for e in reversed(live.table.entries) if e.struck_by is None)
    found = next((e for e in standing if e.event["event"] not in NOT_TO_UNDO), None)
    if found is None or found.group is None:
        return found
    return next(e for e in live.table.entries if e.seq == found.group)


NOT_TO_UNDO = frozenset({"taken_back", "put_back", "seat_moved", "host_changed"})


def _last(live: LiveTable, entry: Entry) -> Mapping[str, Any]:
    pages = GAME_PAGES[live.table.game_key]
    together = [e for e in live.table.entries if entry.seq in (e.seq, e.group)]
    newest = live.table.entries[-1]
    by = live.seat_of(newest.by) if newest.by else None
    return {
        "seq": entry.seq,
        "words": describe_entry(live.table, entry, None),
        "icon": pages.icon_of(entry.event),
        "follows": tuple(p for each in together for p in pages.follows(live, each)),
        "by": by.number if by else "",
        "newest": describe_entry(live.table, newest, None) if newest is not entry else None,
        "said": newest.seq,
    }
