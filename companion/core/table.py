"""A table as every game shares it: what is submitted is judged, logged and folded here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.core.games import GAMES
from companion.core.games.contract import Decided
from companion.core.log import (
    OWN_EVENTS,
    Entry,
    Recorded,
    Submission,
    Table,
)
from companion.core.outcome import Ask, Asks, Consequence, Json, Phrase, Refused
from companion.core.phrases import SENTENCES, refused
from companion.core.replay import appended, game_of, state_at
from companion.core.strikes import Struck, put_back, take_back, words

LONGEST_ID = 100
MOST_EVENTS = 50
"""Events in one batch."""
_ENVELOPE = ("id", "seen", "anyway")


@dataclass(frozen=True, slots=True)
class _Judged:
    """One event that may stand: the table with its entry, and what it asks first."""

    table: Table
    entry: Entry
    asks: tuple[Ask, ...]


def read_submission(body: Any) -> Submission | Refused:
    """What a phone sent: one event, or {"events": […]}; `malformed` when it cannot be read.

    A batch holds nothing beside its events and the envelope, an `event` least of all.
    `anyway` inside the events of a batch counts for the whole batch.
    """
    if not isinstance(body, dict):
        return refused("malformed")
    batch = "events" in body
    if batch and not body.keys() <= {"events", *_ENVELOPE}:
        return refused("malformed")
    listed = body["events"] if batch else [body]
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_EVENTS:
        return refused("malformed")
    if not all(isinstance(e, dict) and isinstance(e.get("event"), str) for e in listed):
        return refused("malformed")
    id_, seen = body.get("id"), body.get("seen")
    if id_ is not None and not _is_label(id_):
        return refused("malformed")
    if seen is not None and not (type(seen) is int and seen >= 0):
        return refused("malformed")
    answered = _answered([body, *listed])
    if answered is None:
        return refused("malformed")
    events = tuple({k: v for k, v in e.items() if k not in _ENVELOPE} for e in listed)
    return Submission(events, batch, id_, seen, answered)


def _is_label(value: Any) -> bool:
    """True for what a phone may make up as an `id` or a `group`: short and printable."""
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_ID and value.isprintable()


def _answered(bodies: list[Json]) -> Any:
    """All codes answered anywhere, True for all there are; None when it cannot be read."""
    codes: set[str] = set()
    everything = False
    for body in bodies:
        given = body.get("anyway")
        if given is True:
            everything = True
        elif isinstance(given, list) and all(isinstance(code, str) for code in given):
            codes.update(given)
        elif given is not None and given is not False:
            return None
    return everything or frozenset(codes)


def record(
    table: Table, submission: Submission, by: str | None, at: str
) -> Recorded | Asks | Refused:
    """Judge a submission; all of its events are recorded, or none.

    `by` is the player whose seat tapped, None for a host without a seat. The caller knows that no
    tap of that seat has this `id` yet (see known_ids.record_once). Asks name every code that any
    event of the batch asks, answered or not, so that one answer settles the batch.
    """
    if submission.seen is not None and submission.seen > table.version:
        return refused("malformed")  # no phone has shown what was not logged yet
    first = table.version + 1
    asks: list[Ask] = []
    asked_on: int | None = None
    new: list[Entry] = []
    for index, event in enumerate(submission.events):
        group = first if len(submission.events) > 1 else _labelled(table, event, first, by)
        judged = _judge(table, event, submission, by, at, group, index)
        if isinstance(judged, Refused):
            return replace(judged, on=index) if submission.batch else judged
        following = submission.events[index + 1 : index + 2]
        if following and _ends_batch(table, judged, following[0]):
            return replace(refused("malformed"), on=index)
        table = judged.table
        new.append(judged.entry)
        open_codes = [a for a in judged.asks if not _passes(submission, a.code)]
        if open_codes and asked_on is None:
            asked_on = index
        asks += [a for a in judged.asks if all(a.code != other.code for other in asks)]
    if asked_on is not None:
        return Asks(tuple(asks), asked_on if submission.batch else None)
    return Recorded(table, tuple(new))


def _ends_batch(table: Table, judged: _Judged, following: Json) -> bool:
    """True when an answer about `following` could tell what `judged` uncovers, with no log of it.

    A strike replays what stands, perhaps on an order that nobody has seen. Take-backs may go on:
    what they are refused for hangs on nothing secret (Game.builds_on).
    """
    game, event = game_of(table), judged.entry.event
    if event["event"] not in OWN_EVENTS:
        return game.uncovers(table.state, event)
    if event["event"] == following["event"] == "taken_back":
        return False
    return game.keeps_secrets(table.state) or game.keeps_secrets(judged.table.state)


def _judge(
    table: Table,
    event: Json,
    submission: Submission,
    by: str | None,
    at: str,
    group: int | None,
    index: int,
) -> _Judged | Refused:
    seq = table.version + 1
    id_ = submission.id if index == 0 else None
    name = event["event"]
    if name in ("taken_back", "put_back"):
        # Within a batch the phone has seen what the batch itself has added.
        seen = None if submission.seen is None else submission.seen + index
        struck = (
            take_back(table, event, seq, seen, by)
            if name == "taken_back"
            else put_back(table, event)
        )
        if isinstance(struck, Refused):
            return struck
        return _logged(struck, Entry(seq, at, by, id_, group, struck.event), None)
    if name in OWN_EVENTS:
        return refused("malformed")
    decided = _decide(table, event, seq, submission.seen, by, index)
    if isinstance(decided, Refused):
        return decided
    entry = Entry(seq, at, by, id_, group, decided.event, consequences=decided.consequences)
    return _logged(Struck(table, decided.event, decided.asks), entry, decided)


def _logged(struck: Struck, entry: Entry, decided: Decided | None) -> _Judged:
    entry = replace(entry, anyway=tuple(ask.code for ask in struck.asks))
    return _Judged(appended(struck.table, entry, decided), entry, struck.asks)


def _decide(
    table: Table, event: Json, seq: int, seen: int | None, by: str | None, index: int
) -> Decided | Refused:
    game = game_of(table)
    if event["event"] not in game.event_names:
        return refused("malformed")
    if seen is not None and seen + index < table.version:
        event = game.resolved(partial(state_at, table, seen), event)
    event = {key: value for key, value in event.items() if key != "by"}
    if by is not None and event["event"] in game.signed:
        event["by"] = by
    label = event.get("group")
    decided = game.decide(table.state, event, seq)
    if isinstance(decided, Decided) and (type(label) is int or _is_label(label)):
        return replace(decided, event={**decided.event, "group": label})
    return decided


def _passes(submission: Submission, code: str) -> bool:
    return submission.anyway is True or code in submission.anyway


def _labelled(table: Table, event: Json, seq: int, by: str | None) -> int | None:
    """The group of an event with a `group` label: the first entry with it from the same seat."""
    label = event.get("group")
    if not (type(label) is int or _is_label(label)):
        return None
    for entry in table.entries:
        if entry.event.get("group") == label and entry.by == by:
            return entry.group
    return seq


def note(table: Table, event: Json, by: str | None, at: str) -> Recorded:
    """Log `seat_moved` {player, signed_out?} or `host_changed` {player?}: no phone can post these.

    `signed_out` true: the seat has no phone any more; else it has another one.
    """
    entry = Entry(table.version + 1, at, by, None, None, event)
    return Recorded(appended(table, entry, None), (entry,))


def last_consequences(table: Table) -> tuple[Consequence, ...]:
    """What followed from the last event of the log."""
    return table.entries[-1].consequences if table.entries else ()


def snapshot(table: Table) -> Json:
    """The full public state with the consequences of the last event, as transcripts compare it."""
    names = [each.name for each in last_consequences(table)]
    return {**game_of(table).snapshot(table.state), "consequences": names}


def view_json(table: Table, seats: tuple[str, ...]) -> Json:
    """The game's view for these seats as JSON, with the consequences of the last event."""
    names = [each.name for each in last_consequences(table)]
    view: Json = game_of(table).view(table.state, seats).to_json()
    return {**view, "consequences": names}


def describe_entry(table: Table, entry: Entry, viewer: tuple[str, ...] | None) -> Phrase:
    """The entry in plain words; `viewer` None means everybody: nothing private is named."""
    return words(table, entry, viewer)


def sentences(game_key: str) -> dict[str, str]:
    """The message id of every code that a table of this game can answer with."""
    return {**SENTENCES, **GAMES[game_key].sentences}
