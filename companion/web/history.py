"""GET /tables/<code>/log: every event in plain words, what followed, and taking back from here."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase
from companion.core.table import OWN_EVENTS, Entry, describe_entry
from companion.services.live_table import Caller, LiveTable
from companion.web import callers, fragments
from companion.web.answers import Shown
from companion.web.errors import wants_json
from companion.web.games import GAME_PAGES

blueprint = Blueprint("history", __name__)

MOST_LINES = 200
"""Newest entries on one page; older ones are a link away."""


@dataclass(frozen=True, slots=True)
class Line:
    """One tap as people read it: an entry of the log, or several that were logged together."""

    seq: int
    words: tuple[Phrase, ...]
    """One for each event that was logged together."""
    follows: tuple[Phrase, ...]
    icon: str
    time: str
    """On this computer's clock, hours and minutes; for display only."""
    tapped_by: str | None
    anyway: bool
    struck_by: str | None
    """Who took it back; "" for a host without a seat. None while it stands."""
    struck_time: str
    struck: bool
    undo: Json | None
    """The event that takes it back, or puts it back; None where there is nothing to do."""


@blueprint.get("/tables/<code>/log")
def show(code: str) -> Response:
    """The history, newest first, of everybody or of one player."""
    live, caller = callers.table(), callers.caller()
    if wants_json():
        return jsonify(as_json(live))
    return page(live, caller)


def page(
    live: LiveTable, caller: Caller, answer: Shown | None = None, status: int = 200
) -> Response:
    """The page; `answer` is an ask or a refusal that lies over it."""
    player = request.args.get("player") or None
    before = request.args.get("before", "")
    lines = lines_of(live, player, int(before) if before.isdecimal() else None)
    active = GAME_PAGES[live.table.game_key].active_player(live)
    html = render_template(
        "history/history.html",
        **fragments.context(live),
        live=live,
        here="log",
        page=callers.table_page(live, caller, active),
        caller=caller,
        answer=answer,
        lines=lines[:MOST_LINES],
        older=lines[MOST_LINES - 1].seq if len(lines) > MOST_LINES else None,
        player=player,
        players=GAMES[live.table.game_key].players_of(live.table.state),
        tap_id=secrets.token_urlsafe(12),
    )
    return make_response(html, status)


def lines_of(live: LiveTable, player: str | None, before: int | None) -> tuple[Line, ...]:
    """The entries, newest first; of one player, those that name them or that they tapped."""
    by_seq = {entry.seq: entry for entry in live.table.entries}
    groups: dict[int, list[Entry]] = {}
    for entry in live.table.entries:
        groups.setdefault(entry.group or entry.seq, []).append(entry)
    return tuple(
        _line(live, together, by_seq)
        for seq, together in reversed(groups.items())
        if (before is None or seq < before)
        and (player is None or any(_is_about(player, entry) for entry in together))
    )


def _is_about(player: str, entry: Entry) -> bool:
    return player in (entry.event.get("player"), entry.by)


def _line(live: LiveTable, together: list[Entry], by_seq: dict[int, Entry]) -> Line:
    pages = GAME_PAGES[live.table.game_key]
    entry = together[0]
    striker = by_seq.get(entry.struck_by) if entry.struck_by is not None else None
    return Line(
        seq=entry.seq,
        words=tuple(describe_entry(live.table, each, None) for each in together),
        follows=tuple(p for each in together for p in pages.follows(each, briefly=False)),
        icon=pages.icon_of(entry.event),
        time=_time(entry.at),
        tapped_by=entry.by,
        anyway=any(each.anyway for each in together),
        struck_by=(striker.by or "") if striker else None,
        struck_time=_time(striker.at) if striker else "",
        struck=entry.struck_by is not None,
        undo=_undo(entry),
    )


def _undo(entry: Entry) -> Json | None:
    if entry.event["event"] in OWN_EVENTS:
        return None
    name = "taken_back" if entry.struck_by is None else "put_back"
    return {"event": name, "number": entry.seq}


def _time(at: str) -> str:
    """Hours and minutes of this computer's time zone, where the players sit."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


def as_json(live: LiveTable) -> Json:
    """Every entry as everybody may see it: masked while the game runs."""
    game = GAMES[live.table.game_key]
    over = game.is_over(live.table.state)
    entries = [
        {
            "seq": entry.seq,
            "at": entry.at,
            "by": entry.by,
            "group": entry.group,
            "event": entry.event if over else _masked(live, entry.event),
            "anyway": list(entry.anyway),
            "struck_by": entry.struck_by,
        }
        for entry in live.table.entries
    ]
    return {"version": live.version, "events": entries}


def _masked(live: LiveTable, event: Json) -> Json:
    return event if event["event"] in OWN_EVENTS else GAMES[live.table.game_key].masked(event)
