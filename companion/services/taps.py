"""Makes one tap of the table's form into what it means: the item, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from companion.core.games import GAMES
from companion.core.names import name_key
from companion.core.outcome import Json
from companion.core.table import Entry, Recorded, Submission, Table, record

GAME = "black_market_warehouse"
"""The game of these flows; another game may have events of the same names."""
FIRST_TAPS = frozenset({"item_added", "insider_played", "cards_discarded"})
"""What a next player's first tap can be; their own `turn_ended` would skip somebody by mistake."""

TURN_STARTS = frozenset({"game_dealt", "turn_ended", "player_left"})
_NO_TIME = ""
"""A trial is never stored, so it needs no instant."""


def tap_group(
    table: Table,
    event: Json,
    ends_by_hand: bool,
    seen: int | None = None,
    settled: bool = True,
    asked: bool = False,
) -> tuple[Json, ...]:
    """The events that one tap of the form records together, in order.

    An item whose type and money only one catalogue card can still be names that card. Adding an
    item ends the turn, unless an extra item is allowed, the game is over with it, it is
    not this player's turn, or this phone ends its turns by hand. When the active player logged
    nothing and the next player taps, the active player's `turn_ended` goes first; only if the
    phone had seen whose turn it is (`seen`, None: it shows the present version) and the table is
    `settled` (no event within the last moments), so that a double tap never skips a turn. It
    stays away too when the next player's own tap ended the turn before: among two that is as
    likely a slip. Then the tap asks `not_your_turn`. Once `asked` in this turn it keeps asking,
    and what is logged anyway is what was tapped, alone.
    (Flows on the phone: adding ends the turn, nobody taps "start turn".)
    """
    if table.game_key != GAME or event["event"] not in FIRST_TAPS:
        return (event,)
    view = _view(table)
    event = _named(view, event)
    events: tuple[Json, ...] = (event,)
    if not _turns_run(view):
        return events
    player = event.get("player")
    shown = seen is None or seen >= table.version
    clear = shown and settled and not asked and not _tapped_last_turn(table, player)
    if clear and _is_idle_turn_before(table, view, player):
        events = ({"event": "turn_ended", "player": view.active}, event)
    if event["event"] == "item_added" and not ends_by_hand and _turn_is_over(table, events):
        events = (*events, {"event": "turn_ended", "player": event["player"]})
    return events


def _named(view: Any, event: Json) -> Json:
    """The item with the one card of the deck that still fits it; any other event as it is."""
    if event["event"] != "item_added" or "card" in event:
        return event
    for row in view.grid:
        for cell in row.cells:
            if row.item_type == event.get("item_type") and cell.money == event.get("money"):
                return event if cell.card is None else {**event, "card": cell.card}
    return event


def _turns_run(view: Any) -> bool:
    return bool(view.status == "playing" and view.options.get("track") == "turns")


def _is_idle_turn_before(table: Table, view: Any, player: object) -> bool:
    """Whether the active player logged nothing yet and this player sits next to the left."""
    if view.active is None or not isinstance(player, str):
        return False
    playing = [each.name for each in view.players if each.status == "playing"]
    place = playing.index(view.active)
    following = playing[(place + 1) % len(playing)]
    if name_key(following) != name_key(player) or following == view.active:
        return False
    return not any(entry.event.get("player") == view.active for entry in _this_turn(table))


def turn_began(table: Table) -> int:
    """The number of the event with which the present turn began; 0 before the first."""
    return next((entry.seq for entry in _standing_back(table) if _starts_turn(entry)), 0)


def _tapped_last_turn(table: Table, player: object) -> bool:
    """Whether the turn before this one was this player's and ended with a tap of theirs."""
    entries = _standing_back(table)
    ended = next((entry for entry in entries if _starts_turn(entry)), None)
    if ended is None or not _is_of(player, ended):
        return False
    before = takewhile(lambda entry: not _starts_turn(entry), entries)
    return any(_is_of(player, each) and each.event["event"] in FIRST_TAPS for each in before)


def _this_turn(table: Table) -> list[Entry]:
    """The standing entries since the turn began, newest first."""
    return list(takewhile(lambda entry: not _starts_turn(entry), _standing_back(table)))


def _standing_back(table: Table) -> Iterator[Entry]:
    return (entry for entry in reversed(table.entries) if entry.struck_by is None)


def _starts_turn(entry: Entry) -> bool:
    return entry.event["event"] in TURN_STARTS or "active" in entry.event


def _is_of(player: object, entry: Entry) -> bool:
    theirs = entry.event.get("player")
    if not isinstance(player, str) or not isinstance(theirs, str):
        return False
    return name_key(theirs) == name_key(player)


def _turn_is_over(table: Table, events: tuple[Json, ...]) -> bool:
    """Whether the player of the last event, an item, has nothing more to add this turn."""
    trial = Submission(events, batch=len(events) > 1, id=None, seen=None, anyway=True)
    tried = record(table, trial, None, _NO_TIME)
    if not isinstance(tried, Recorded):
        return False
    # The state says the same as its view, which would be made for this trial alone.
    state: Any = tried.table.state
    return bool(
        state.status == "playing"
        and state.active == tried.entries[-1].event["player"]
        and state.items_added >= state.items_allowed
    )


def _view(table: Table) -> Any:
    return GAMES[table.game_key].view(table.state, ())
