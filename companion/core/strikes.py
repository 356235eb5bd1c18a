"""Taking back and putting back: an event is struck and the rest of the log is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.log import OWN_EVENTS, Entry, Table
from companion.core.outcome import Ask, Json, Phrase, Refused
from companion.core.phrases import HOST, N_, SENTENCES, refused
from companion.core.replay import game_of, group_of, restruck, struck_together


@dataclass(frozen=True, slots=True)
class Struck:
    """The table with other strike marks, still without the entry that says so."""

    table: Table
    event: Json
    """The `taken_back` or `put_back` as recorded, its number spelled out."""
    asks: tuple[Ask, ...] = ()


def take_back(
    table: Table, event: Json, seq: int, seen: int | None, by: str | None
) -> Struck | Refused:
    """Strike an event with all that was logged together, and replay the rest.

    Without `number` the last game event that stands; the asks `moved_on` and `big_take_back`
    come with the result. Refused `others_build_on_it` when a later event no longer replays.
    """
    target = _target(table, event)
    if isinstance(target, Refused):
        return target
    if target is None or target.event["event"] in OWN_EVENTS:
        return refused("nothing_to_take_back")
    if target.struck_by is not None:
        return refused("already_taken_back")
    group = group_of(table.entries, target)
    asks = (*_moved_on(table, event, seen), *_big_take_back(table, group, by))
    struck = _restruck(table, {each.seq: seq for each in group})
    if isinstance(struck, Refused):
        return struck
    return Struck(struck, {"event": "taken_back", "number": target.seq}, asks)


def put_back(table: Table, event: Json) -> Struck | Refused:
    """Let a struck event stand again, with all that was struck together, if the log replays.

    Without `number` what was struck last.
    """
    target = _target(table, event)
    if isinstance(target, Refused):
        return target
    together = () if target is None else struck_together(table.entries, target)
    if target is None or not together:
        return refused("nothing_to_put_back")
    stands = _restruck(table, {each.seq: None for each in together})
    if isinstance(stands, Refused):
        return stands
    return Struck(stands, {"event": "put_back", "number": target.seq})


def _target(table: Table, event: Json) -> Entry | Refused | None:
    """The entry that is meant; None when there is none."""
    number = event.get("number")
    if number is None:
        return _default_target(table, event["event"])
    if type(number) is not int:
        return refused("malformed")
    return next((entry for entry in table.entries if entry.seq == number), None)


def _default_target(table: Table, name: str) -> Entry | None:
    if name == "put_back":
        struck = [entry for entry in table.entries if entry.struck_by is not None]
        return max(struck, key=lambda entry: (entry.struck_by or 0, entry.seq), default=None)
    for entry in reversed(table.entries):
        if entry.struck_by is None and entry.event["event"] not in OWN_EVENTS:
            return entry
    return None


def _restruck(table: Table, marks: dict[int, int | None]) -> Table | Refused:
    new, blocked = restruck(table, marks)
    if not blocked:
        return new
    return refused(
        "others_build_on_it",
        {"list": tuple(_numbered(table, entry) for entry in blocked)},
        {"events": [entry.seq for entry in blocked]},
    )


def _numbered(table: Table, entry: Entry) -> Phrase:
    return Phrase(
        N_("{words} ({number})"),
        {
            "words": words(table, entry, None),
            "number": entry.seq,
        },
    )


def _moved_on(table: Table, event: Json, seen: int | None) -> tuple[Ask, ...]:
    if event.get("number") is not None or seen is None or seen == table.version:
        return ()
    last = table.entries[-1]
    params = {"name": last.by or HOST, "words": words(table, last, None)}
    return (Ask("moved_on", Phrase(SENTENCES["moved_on"], params)),)


def _big_take_back(table: Table, group: Sequence[Entry], by: str | None) -> tuple[Ask, ...]:
    game = game_of(table)
    for entry in group:
        big = game.big_take_back(entry.event, by, entry.by)
        if big is not None:
            return (Ask("big_take_back", big),)
    return ()


def words(table: Table, entry: Entry, viewer: tuple[str, ...] | None) -> Phrase:
    """The entry in plain words; `viewer` None means everybody: nothing private is named."""
    event = entry.event
    match event["event"]:
        case "taken_back" | "put_back":
            return _strike_words(table, entry, viewer)
        case "seat_moved" if event.get("signed_out"):
            return Phrase(N_("{player} goes on without a phone"), {"player": event["player"]})
        case "seat_moved":
            return Phrase(N_("{player} moved to another phone"), {"player": event["player"]})
        case "host_changed" if event.get("player") is None:
            return Phrase(N_("The host changed"))
        case "host_changed":
            return Phrase(N_("{player} is the host now"), {"player": event["player"]})
    return game_of(table).describe(table.state, event, viewer)


def _strike_words(table: Table, entry: Entry, viewer: tuple[str, ...] | None) -> Phrase:
    target = next(each for each in table.entries if each.seq == entry.event["number"])
    together = (
        (target,)
        if target.group is None
        else tuple(
            each
            for each in table.entries
            if each.group == target.group and each.event["event"] not in OWN_EVENTS
        )
    )
    listed = tuple(words(table, each, viewer) for each in together)
    said = {"name": entry.by, "words": listed[0] if len(listed) == 1 else listed}
    back = entry.event["event"] == "taken_back"
    if entry.by is None:
        return Phrase(N_("Taken back: {words}") if back else N_("Put back: {words}"), said)
    return Phrase(N_("{name} took back: {words}") if back else N_("{name} put back: {words}"), said)
