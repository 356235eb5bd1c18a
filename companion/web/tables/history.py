"""GET /tables/<code>/log: every event in plain words, what followed, and taking back from here."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.core.log import OWN_EVENTS, Entry
from companion.core.outcome import Json, Phrase, Refused
from companion.core.table import describe_entry
from companion.services.answers import Answered, Asked, NotRecorded
from companion.services.long_work import LONG_LOG
from companion.services.tables.live_table import Caller, LiveTable
from companion.services.tables.log_groups import groups_of
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.games import GAME_PAGES
from companion.web.games.rule_help import HISTORY
from companion.web.long_answers import json_of_log
from companion.web.parts import parts
from companion.web.phrasing import clock_time
from companion.web.rule_here import rule_here
from companion.web.tables import fragments
from companion.web.tables.answers import Shown
from companion.web.taking_turns import in_turn

blueprint = Blueprint("history", __name__)

MOST_LINES = 100
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
    last: int
    """Seq of the last event of the tap."""
    newest: bool
    """Nothing was logged after it."""
    undo: Json | None
    """The event that takes it back, or puts it back; None where there is nothing to do."""


@blueprint.get("/tables/<code>/log")
@in_turn
def show(code: str) -> Response:
    """The history, newest first, of everybody or of one player."""
    live, caller = callers.table(), callers.caller()
    if wants_json():
        return json_of_log(live.version, lambda: as_json(live))
    if request.headers.get("HX-Request") == "true":
        return make_response(render_template("history/_lines.html", **_shown(live, caller)))
    return page(live, caller)


@blueprint.post("/tables/<code>/rewind")
def rewind(code: str) -> AnyResponse:
    """The host puts the table back to event `to`: all that stands after it is taken back."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    to = body.get("to")
    number = bodies.whole_number(to) if isinstance(to, str) else to
    if not isinstance(number, int):
        return refusal(bodies.malformed(), 400)
    tap = bodies.text_of(body, "id")
    return _rewound(code, parts().tables.recording.rewind(code, callers.caller(), number, tap))


def _rewound(code: str, answer: Answered | Asked | NotRecorded) -> AnyResponse:
    if isinstance(answer, Asked):
        return refusal(Refused(answer.asks.asks[0].code, answer.asks.asks[0].phrase), 422)
    if isinstance(answer, NotRecorded):
        return not_done(answer)
    if wants_json():
        return jsonify({"version": answer.version})
    return redirect(f"/tables/{code}/log", 303)


def page(
    live: LiveTable, caller: Caller, answer: Shown | None = None, status: int = 200
) -> Response:
    """The page; `answer` is an ask or a refusal that lies over it."""
    active = GAME_PAGES[live.table.game_key].active_player(live)
    back_to = request.args.get("back_to", "")
    html = render_template(
        "history/history.html",
        **_shown(live, caller),
        live=live,
        here="log",
        page=callers.table_page(live, caller, active),
        answer=answer,
        rule=rule_here(live, HISTORY),
        players=GAMES[live.table.game_key].players_of(live.table.state),
        back_to=bodies.whole_number(back_to) if caller.host else None,
        tap_id=secrets.token_urlsafe(12),
    )
    return make_response(html, status)


def _shown(live: LiveTable, caller: Caller) -> dict[str, Any]:
    """The lines that the address asks for, and what their templates need."""
    player, before = request.args.get("player") or None, request.args.get("before", "")
    until = bodies.whole_number(before)
    lines = parts().long_work.on_log(
        live.version, lambda: tuple(islice(lines_of(live, player, until), MOST_LINES + 1))
    )
    return {
        **fragments.context(live),
        "caller": caller,
        "lines": lines[:MOST_LINES],
        "older": lines[MOST_LINES - 1].seq if len(lines) > MOST_LINES else None,
        "player": player,
        "before": before if until is not None else None,
    }


def lines_of(live: LiveTable, player: str | None, before: int | None) -> Iterator[Line]:
    """The entries, newest first; of one player, those that name them or that they tapped."""
    entries = live.table.entries
    groups = groups_of(live, keep=live.version >= LONG_LOG)
    for seqs in groups.newest_first(live.version, before, player):
        together = [entries[seq - 1] for seq in seqs]
        if player is None or any(_is_about(player, entry) for entry in together):
            yield _line(live, together)


def _is_about(player: str, entry: Entry) -> bool:
    return player in (entry.event.get("player"), entry.by)


def _line(live: LiveTable, together: list[Entry]) -> Line:
    pages = GAME_PAGES[live.table.game_key]
    entry = together[0]
    striker = live.table.entries[entry.struck_by - 1] if entry.struck_by is not None else None
    return Line(
        seq=entry.seq,
        words=tuple(describe_entry(live.table, each, None) for each in together),
        follows=tuple(p for each in together for p in pages.follows(each, briefly=False)),
        icon=pages.icon_of(entry.event),
        time=clock_time(entry.at),
        tapped_by=entry.by,
        anyway=any(each.anyway for each in together),
        struck_by=(striker.by or "") if striker else None,
        struck_time=clock_time(striker.at) if striker else "",
        struck=entry.struck_by is not None,
        last=together[-1].seq,
        newest=together[-1].seq == live.version,
        undo=_undo(entry),
    )


def _undo(entry: Entry) -> Json | None:
    if entry.event["event"] in OWN_EVENTS:
        return None
    name = "taken_back" if entry.struck_by is None else "put_back"
    return {"event": name, "number": entry.seq}


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


def as_seen(live: LiveTable, entry: Entry, caller: Caller) -> Json:
    """One event for the phone that tapped it: whole when it is about a player of its own.

    An order that the app holds is nobody's: it stays masked until the game is over.
    """
    own = entry.event.get("player") in caller.names
    over = GAMES[live.table.game_key].is_over(live.table.state)
    return entry.event if own or over else _masked(live, entry.event)


def _masked(live: LiveTable, event: Json) -> Json:
    return event if event["event"] in OWN_EVENTS else GAMES[live.table.game_key].masked(event)
