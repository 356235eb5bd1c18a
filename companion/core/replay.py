"""Replays a log: decides its standing events again, from the last checkpoint that still holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.core.games import GAMES
from companion.core.games.contract import Decided, Game, State
from companion.core.log import OWN_EVENTS, Entry, LoggedRow, Table
from companion.core.outcome import Ask, Consequence, Refused

CHECKPOINT_EVERY = 32
"""Entries between two kept states: an undo near the end replays at most this many and its own."""


class BrokenLog(Exception):
    """A log holds an event that its own rules refuse: it is damaged, or rules were changed."""


def game_of(table: Table) -> Game:
    """The rules of this table's game."""
    return GAMES[table.game_key]


def unanswered(game: Game, asks: Sequence[Ask], answered: Iterable[str]) -> tuple[Ask, ...]:
    """Asks that would stop a replay: neither answered when logged nor resting on counts alone."""
    passed = {*answered, *game.tolerated()}
    return tuple(ask for ask in asks if ask.code not in passed)


def restruck(table: Table, marks: Mapping[int, int | None]) -> tuple[Table, tuple[Entry, ...]]:
    """The table with other strike marks (seq -> seq of its taken_back, None to stand again).

    Also the standing entries that no longer replay: when there are any, the table is of no use.
    """
    game = game_of(table)
    index = {entry.seq: place for place, entry in enumerate(table.entries)}
    kept, state, checkpoints = _resume(table, min(index[seq] for seq in marks))
    entries = list(table.entries[:kept])
    blocked: list[Entry] = []
    for entry in table.entries[kept:]:
        struck_by = marks.get(entry.seq, entry.struck_by)
        consequences: tuple[Consequence, ...] = ()
        if struck_by is None and entry.event["event"] not in OWN_EVENTS:
            decided = game.decide(state, entry.event, entry.seq)
            if isinstance(decided, Refused) or unanswered(game, decided.asks, entry.anyway):
                blocked.append(entry)
            else:
                state, consequences = decided.state, decided.consequences
        elif entry.event["event"] not in OWN_EVENTS:
            state = game.passed_over(state, entry.event)
        if struck_by != entry.struck_by or consequences != entry.consequences:
            entry = replace(entry, struck_by=struck_by, consequences=consequences)
        entries.append(entry)
        checkpoints = _checkpointed(checkpoints, len(entries), state)
    new = replace(table, entries=tuple(entries), state=state, checkpoints=checkpoints)
    # What else no longer replays may hang on a secret once cards come up otherwise: it is not told.
    return new, _held_by(game, (*table.entries, *entries), entries, marks) or tuple(blocked)


def _held_by(
    game: Game, both: Sequence[Entry], entries: Sequence[Entry], marks: Mapping[int, int | None]
) -> tuple[Entry, ...]:
    """Standing entries that keep an earlier one, whose mark changes, as it is.

    `both` holds the entries before and after: one of the two stands and says what followed.
    """
    changed = [entry for entry in both if entry.seq in marks]
    return tuple(
        later
        for later in entries
        if later.seq not in marks
        and later.struck_by is None
        and later.event["event"] not in OWN_EVENTS
        and any(
            entry.seq < later.seq and game.builds_on(entry.event, entry.consequences, later.event)
            for entry in changed
        )
    )


def appended(table: Table, entry: Entry, decided: Decided | None) -> Table:
    """The table with one more entry; `decided` is None for the table's own events."""
    entries = (*table.entries, entry)
    state = table.state if decided is None else decided.state
    return replace(
        table,
        entries=entries,
        state=state,
        checkpoints=_checkpointed(table.checkpoints, len(entries), state),
    )


def fold(table: Table, rows: Iterable[LoggedRow]) -> Table:
    """The table after further rows of its own log; total on what `record` produced.

    Struck events are not decided at all, so a long log with many strikes costs one pass.
    Raises BrokenLog when the log was not made by these rules.
    """
    entries = list(table.entries)
    first_changed = len(entries)
    index = {entry.seq: place for place, entry in enumerate(entries)}
    for row in rows:
        index[row.seq] = len(entries)
        entries.append(standing(row))
        for seq, struck_by in marks_of(entries, index, row).items():
            place = index[seq]
            entries[place] = replace(entries[place], struck_by=struck_by, consequences=())
            first_changed = min(first_changed, place)
    kept, state, checkpoints = _resume(table, first_changed)
    game = game_of(table)
    for place in range(kept, len(entries)):
        entry = entries[place]
        if entry.struck_by is None and entry.event["event"] not in OWN_EVENTS:
            decided = game.decide(state, entry.event, entry.seq)
            if isinstance(decided, Refused):
                raise BrokenLog(f"event {entry.seq} does not replay: {decided.code}")
            state = decided.state
            if decided.consequences != entry.consequences:
                entries[place] = replace(entry, consequences=decided.consequences)
        elif entry.event["event"] not in OWN_EVENTS:
            state = game.passed_over(state, entry.event)
        checkpoints = _checkpointed(checkpoints, place + 1, state)
    return replace(table, entries=tuple(entries), state=state, checkpoints=checkpoints)


def state_at(table: Table, version: int) -> State:
    """The game's state as a phone saw it at this version: strikes logged later do not count."""
    rows = tuple(entry.row() for entry in table.entries if entry.seq <= version)
    return fold(replace(table, entries=(), state=table.start, checkpoints=()), rows).state


def standing(row: LoggedRow) -> Entry:
    """The row as an entry that nothing has struck."""
    return Entry(row.seq, row.at, row.by, row.id, row.group, row.event, row.anyway)


def marks_of(
    entries: Sequence[Entry], index: Mapping[int, int], row: LoggedRow
) -> dict[int, int | None]:
    """What a row changes about strikes: {seq: seq of its taken_back, or None}; mostly nothing."""
    name = row.event["event"]
    if name not in ("taken_back", "put_back"):
        return {}
    place = index.get(row.event["number"])
    if place is None:
        return {}
    if name == "taken_back":
        return {each.seq: row.seq for each in group_of(entries, entries[place])}
    return {each.seq: None for each in struck_together(entries, entries[place])}


def group_of(entries: Sequence[Entry], entry: Entry) -> tuple[Entry, ...]:
    """The standing entries that are taken back with this one: what was logged together."""
    if entry.group is None:
        return (entry,)
    return tuple(
        each
        for each in entries
        if each.group == entry.group
        and each.struck_by is None
        and each.event["event"] not in OWN_EVENTS
    )


def struck_together(entries: Sequence[Entry], entry: Entry) -> tuple[Entry, ...]:
    """The entries that one taken_back struck together with this one."""
    if entry.struck_by is None:
        return ()
    return tuple(each for each in entries if each.struck_by == entry.struck_by)


def _resume(table: Table, place: int) -> tuple[int, State, tuple[tuple[int, State], ...]]:
    """(entries kept, state after them, checkpoints up to there) for a change at `place`."""
    if place >= len(table.entries):
        return len(table.entries), table.state, table.checkpoints
    checkpoints = tuple(each for each in table.checkpoints if each[0] <= place)
    kept, state = checkpoints[-1] if checkpoints else (0, table.start)
    return kept, state, checkpoints


def _checkpointed(
    checkpoints: tuple[tuple[int, State], ...], count: int, state: State
) -> tuple[tuple[int, State], ...]:
    return (*checkpoints, (count, state)) if count % CHECKPOINT_EVERY == 0 else checkpoints
