"""Reads what a phone posted as a submission: the JSON of a program, or a form of ours."""

from __future__ import annotations

from collections.abc import Iterator

from flask import request

from companion.core.games import GAMES
from companion.core.log import Submission
from companion.core.outcome import Json, Refused
from companion.core.table import read_submission
from companion.web import bodies, callers
from companion.web.games import GAME_PAGES
from companion.web.parts import parts

ENVELOPE = frozenset({"event", "id", "seen", "anyway", "then", "seat", "events", "renew"})
"""Fields of a form that are not the event's own."""


def sent() -> Json | Refused:
    """What was sent as the JSON that a program would send, whichever way it came."""
    return bodies.json_body() if bodies.sent_json() else _form()


def read(body: Json) -> Submission | Refused:
    """The submission. A program's keys must be known: it could mean something by them.

    Our own forms may carry more than their event needs.
    """
    submission = read_submission(body)
    if isinstance(submission, Refused) or not bodies.sent_json():
        return submission
    strange = next((key for event in submission.events for key in _unknown(event)), None)
    return submission if strange is None else bodies.unknown_key(strange)


def _unknown(event: Json) -> Iterator[str]:
    """The event's keys that mean nothing; none of an event that is refused anyway."""
    game = GAMES[callers.table().table.game_key]
    known: Json | Refused = {"event": None, "number": None}
    if event["event"] in game.event_names:
        known = game.read(event)
    if not isinstance(known, Refused):
        # Who tapped is what the seat's token says; an event gets its `by` from nothing else.
        means = {"group", *known} - {"by"}
        yield from (key for key, value in event.items() if value is not None and key not in means)


def _form() -> Json | Refused:
    """A form as that JSON. `event` is a name, or JSON that a button carries; fields fill it up."""
    checked = bodies.form_body()
    if isinstance(checked, Refused):
        return checked
    named = _event_named(str(checked.get("event", "")))
    if named is None:
        return bodies.malformed()
    envelope: Json = {}
    if checked.get("id"):
        envelope["id"] = checked["id"]
    seen = bodies.whole_number(str(checked.get("seen", "")))
    if seen is not None:
        envelope["seen"] = seen
    codes = " ".join(request.form.getlist("anyway")).replace(",", " ").split()
    if codes:
        envelope["anyway"] = True if codes == ["true"] else codes
    if "events" in named:
        return {"events": named["events"], **envelope}
    fields = {
        name: tuple(values)
        for name, values in request.form.lists()
        if name not in ENVELOPE and name not in named
    }
    pages = GAME_PAGES[callers.table().table.game_key]
    read = pages.event_from_form(named, fields)
    if read.get("event") == "player_joined" and "player" in fields:
        read = {"player": "", **read}  # an empty name stays one: the core says how long one is
    return {**read, **envelope}


def _event_named(text: str) -> Json | None:
    """{"event": name}, or the object that the text holds; None when it holds none."""
    if not text.startswith("{"):
        return {"event": text} if text else None
    held = bodies.read_json(text, parts().settings.caps.json_depth)
    return None if isinstance(held, Refused) else held
