"""A table in and out of JSON: snapshots for a quick opening, and exports that are decided again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.core.games.contract import Decided
from companion.core.log import OWN_EVENTS, Entry, LoggedRow, Table, new_table
from companion.core.names import clean_name
from companion.core.outcome import Consequence, Json, Phrase, Refused
from companion.core.phrases import SENTENCES, refused
from companion.core.replay import fold, game_of, marks_of, standing, unanswered

SNAPSHOT_SCHEMA = "backroom-snapshot/1"
ROW_KEYS = frozenset({"seq", "at", "by", "id", "group", "event", "anyway", "struck_by"})
"""What a line of an export may say; `struck_by` follows from the taking back itself."""
INSTANT = re.compile(
    r"(19[7-9]\d|20\d\d)-"
    r"((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z",
    re.ASCII,
)
"""A UTC instant as a log writes it; a computer without a clock starts in 1970."""


def table_to_json(table: Table) -> Json:
    """A snapshot: state, strike marks and consequences at the table's version."""
    return {
        "schema": SNAPSHOT_SCHEMA,
        "game": table.game_key,
        "version": table.version,
        "state": game_of(table).state_to_json(table.state),
        "struck": [[e.seq, e.struck_by] for e in table.entries if e.struck_by is not None],
        "consequences": [
            [entry.seq, [[each.name, dict(each.fields)] for each in entry.consequences]]
            for entry in table.entries
            if entry.consequences
        ],
    }


def table_from_json(new: Table, data: Any, rows: Iterable[LoggedRow]) -> Table | None:
    """The table from a snapshot and its whole log; only rows after the snapshot are decided.

    `new` is what `new_table` gives for the same options and deck. None when the snapshot has
    another schema or does not fit the log: then fold the log.
    """
    if not isinstance(data, dict) or data.get("schema") != SNAPSHOT_SCHEMA:
        return None
    state = game_of(new).state_from_json(data["state"], new.start)
    if state is None or data["game"] != new.game_key:
        return None
    struck = dict(data["struck"])
    followed = {
        seq: tuple(Consequence(name, fields) for name, fields in listed)
        for seq, listed in data["consequences"]
    }
    entries: list[Entry] = []
    later: list[LoggedRow] = []
    for row in rows:
        if row.seq > data["version"]:
            later.append(row)
        else:
            entries.append(
                Entry(
                    row.seq,
                    row.at,
                    row.by,
                    row.id,
                    row.group,
                    row.event,
                    row.anyway,
                    struck.get(row.seq),
                    followed.get(row.seq, ()),
                )
            )
    if (entries[-1].seq if entries else 0) != data["version"]:
        return None
    table = replace(new, entries=tuple(entries), state=state, checkpoints=((len(entries), state),))
    return fold(table, later)


def exported(table: Table) -> list[Json]:
    """The whole log for the export, struck events included and marked (`struck_by`).

    While the game runs, what only one player knows is masked.
    """
    game = game_of(table)
    state, over = table.start, game.is_over(table.state)
    rows: list[Json] = []
    for entry in table.entries:
        event = entry.event
        if not over and event["event"] not in OWN_EVENTS:
            # Decided again: places named instead of identities must hold on the log as it stands.
            decided = game.decide(state, event, entry.seq) if entry.struck_by is None else None
            if isinstance(decided, Decided):
                state, event = decided.state, decided.event
            else:
                state = game.passed_over(state, event)
            event = game.masked(event)
        rows.append(
            {
                "seq": entry.seq,
                "at": entry.at,
                "by": entry.by,
                "id": entry.id,
                "group": entry.group,
                "event": event,
                "anyway": list(entry.anyway),
                "struck_by": entry.struck_by,
            }
        )
    return rows


def imported(game_key: str, options: Any, deck: Json | None, events: Any) -> Table | Refused:
    """A table from an export's `events`: every standing event is decided again, in order.

    The first that cannot be refuses the file by its number (`bad_import`). Answers that were
    given are taken from each row's `anyway`; counts never stop an import.
    """
    table = new_table(game_key, options, deck)
    if isinstance(table, Refused):
        return table
    if not isinstance(events, list):
        return refused("not_an_export")
    rows: list[LoggedRow] = []
    for place, given in enumerate(events, start=1):
        row = _row(table, given, place)
        if isinstance(row, Refused):
            return row
        rows.append(row)
    return _decided_again(table, rows)


def _row(table: Table, given: Any, seq: int) -> LoggedRow | Refused:
    """One line of the file with its known fields only; seqs must run from 1 without a gap."""
    if not isinstance(given, dict) or given.get("seq") != seq or not _is_row(given, seq):
        return _bad(seq, Phrase(SENTENCES["malformed"]))
    read = _event(table, given["event"])
    if isinstance(read, Refused):
        return _bad(seq, read.phrase)
    return LoggedRow(
        seq,
        given["at"],
        given.get("by"),
        given.get("id"),
        given.get("group"),
        read,
        tuple(given.get("anyway", ())),
    )


def _is_row(given: Json, seq: int) -> bool:
    event, by, anyway = given.get("event"), given.get("by"), given.get("anyway", [])
    at, id_, group = given.get("at"), given.get("id"), given.get("group")
    return (
        given.keys() <= ROW_KEYS
        and isinstance(event, dict)
        and isinstance(event.get("event"), str)
        and (by is None or clean_name(by) == by)
        and isinstance(anyway, list)
        and all(isinstance(code, str) and len(code) <= 40 for code in anyway)
        and isinstance(at, str)
        and INSTANT.fullmatch(at) is not None
        and (id_ is None or (isinstance(id_, str) and len(id_) <= 100))
        and (group is None or (type(group) is int and 1 <= group <= seq))
    )


def _event(table: Table, event: Json) -> Json | Refused:
    """The event with its known fields only."""
    name = event["event"]
    if name in ("taken_back", "put_back"):
        number = event.get("number")
        known = type(number) is int
        return {"event": name, "number": number} if known else refused("malformed")
    if name in OWN_EVENTS:
        return _own_event(event)
    game = game_of(table)
    return game.read(event) if name in game.event_names else refused("malformed")


def _own_event(event: Json) -> Json | Refused:
    """`seat_moved` or `host_changed`."""
    name, player, signed_out = event["event"], event.get("player"), event.get("signed_out", False)
    if player is not None and clean_name(player) != player:
        return refused("malformed")
    if name == "host_changed":
        return {"event": name, "player": player}
    if player is None or not isinstance(signed_out, bool):
        return refused("malformed")
    return {"event": name, "player": player, **({"signed_out": True} if signed_out else {})}


def _decided_again(table: Table, rows: list[LoggedRow]) -> Table | Refused:
    """Strikes first, then every standing event by the rules."""
    entries: list[Entry] = []
    index: dict[int, int] = {}
    for row in rows:
        index[row.seq] = len(entries)
        entries.append(standing(row))
        marks = marks_of(entries, index, row)
        if row.event["event"] in ("taken_back", "put_back") and not marks:
            return _bad(row.seq, Phrase(SENTENCES["nothing_to_take_back"]))
        for seq, struck_by in marks.items():
            target = entries[index[seq]]
            own = target.event["event"] in OWN_EVENTS
            if own or (struck_by is not None and target.struck_by is not None):
                return _bad(row.seq, Phrase(SENTENCES["nothing_to_take_back"]))
            entries[index[seq]] = replace(target, struck_by=struck_by)
    game = game_of(table)
    state = table.start
    for place, entry in enumerate(entries):
        if entry.event["event"] in OWN_EVENTS:
            continue
        if entry.struck_by is not None:
            state = game.passed_over(state, entry.event)
            continue
        decided = game.decide(state, entry.event, entry.seq)
        if isinstance(decided, Refused):
            return _bad(entry.seq, decided.phrase)
        open_asks = unanswered(game, decided.asks, entry.anyway)
        if open_asks:
            return _bad(entry.seq, open_asks[0].phrase)
        state = decided.state
        entries[place] = replace(
            entry,
            event=decided.event,
            consequences=decided.consequences,
            anyway=tuple(ask.code for ask in decided.asks),
        )
    return fold(table, (entry.row() for entry in entries))


def _bad(seq: int, problem: Phrase) -> Refused:
    phrase = Phrase(SENTENCES["bad_import"], {"number": seq, "problem": problem})
    return Refused("bad_import", phrase, fields={"number": seq})
