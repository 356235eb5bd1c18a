"""An ask or a refusal as people see it: over the page they tapped on, with what they tapped."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import render_template
from werkzeug.datastructures import MultiDict

from companion.core.games import GAMES
from companion.core.log import OWN_EVENTS, Submission
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.phrases import N_
from companion.core.table import describe_entry
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import bodies
from companion.web.games import GAME_PAGES
from companion.web.phrasing import message, words

Shown = Mapping[str, Any]


def ask_json(asks: Asks, version: int) -> Json:
    """{"ask": {"code", "message"}, "asks": [every code], "version"}; in a batch with "on"."""
    first = asks.asks[0]
    told: Json = {"code": first.code, "message": message(first)}
    if asks.on is not None:
        told["on"] = asks.on
    return {"ask": told, "asks": [each.code for each in asks.asks], "version": version}


def ask(
    asks: Asks,
    submission: Submission,
    form: MultiDict[str, str],
    live: LiveTable,
    caller: Caller,
) -> Shown:
    """The ask sheet: every question, what was tapped, and the same form once more."""
    given = submission.anyway
    answered = [] if given is True else sorted(given)
    codes = answered + [each.code for each in asks.asks if each.code not in answered]
    fields = [(name, value) for name, value in form.items(multi=True) if name != "anyway"]
    event = submission.events[asks.on or 0]
    seat = form.get("seat", "")
    return {
        "kind": "ask",
        "title": words(asks.asks[0].phrase),
        "more": tuple(words(each.phrase) for each in asks.asks[1:]),
        "tapped": tapped(live, event, caller),
        "icon": GAME_PAGES[live.table.game_key].icon_of(event),
        "action": f"/tables/{live.code}/events",
        "fields": (*fields, ("anyway", " ".join(codes))),
        "never_mind": f"/tables/{live.code}"
        + (f"?seat={seat}" if bodies.whole_number(seat) is not None else ""),
    }


def refusal(refused: Refused, body: Json | Refused, live: LiveTable, caller: Caller) -> Shown:
    """The refusal over the page, for a form without script."""
    readable = isinstance(body, dict) and isinstance(body.get("event"), str)
    event = body if readable and refused.code != "malformed" else None
    pages = GAME_PAGES[live.table.game_key]
    remedy = pages.remedy(live, _bare(event), refused.code) if isinstance(event, dict) else None
    return {
        "kind": "refusal",
        "title": words(refused.phrase),
        "tapped": tapped(live, event, caller) if isinstance(event, dict) else "",
        "remedy": remedy,
        "name_typed": _name_typed(body),
        "tap_id": secrets.token_urlsafe(12),
        "action": f"/tables/{live.code}/events",
    }


def _name_typed(body: Json | Refused) -> str | None:
    """The name that was to be added, which stands in its field again; None for another event."""
    if isinstance(body, Refused) or body.get("event") != "player_joined":
        return None
    return str(body.get("player", ""))


def _bare(event: Json) -> Json:
    """The event without what a submission adds to it."""
    return {name: value for name, value in event.items() if name not in ("id", "seen", "anyway")}


STRIKES = {"taken_back": N_("take back “{words}”"), "put_back": N_("put back “{words}”")}
"""What a tap on an entry of the log wants of it."""


def tapped(live: LiveTable, event: Json, caller: Caller) -> str:
    """What was tapped, in words: "You tapped: Ana added Panda, Animal, $4 Million"."""
    if event.get("event") in OWN_EVENTS:
        number = event.get("number")
        entry = next((each for each in live.table.entries if each.seq == number), None)
        if entry is None:
            return ""
        told = {"words": describe_entry(live.table, entry, caller.names)}
        return words(Phrase(STRIKES.get(str(event["event"]), N_("{words}")), told))
    read = GAMES[live.table.game_key].read(event)
    if isinstance(read, Refused):
        return ""
    return words(GAME_PAGES[live.table.game_key].tapped(live, read, caller))


def partial(shown: Shown) -> str:
    """The root #answers, as the script takes it in."""
    return render_template("table/_answers.html", answer=shown)
