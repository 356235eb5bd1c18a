"""One whole evening of Black Market Warehouse as the taps that phones would send, by the rules."""

from __future__ import annotations

from typing import Any

from companion.core.log import Submission, Table, new_table
from companion.core.outcome import Asks, Refused
from companion.core.table import record, view_json
from companion.services.decks.lookup import built_in

GAME = "black_market_warehouse"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
MOST_TAPS = 400
Event = dict[str, Any]


Tap = tuple[Event, ...]
"""What one tap sends: one event, or the group of an item and the turn's end."""


def evening(players: int) -> tuple[tuple[Event, ...], tuple[Tap, ...]]:
    """(all that is logged in the lobby, the taps of the game to its end).

    Each tap is one that the screen offers: describe the warehouse when a new one is drawn, add an
    item that it still needs, which ends the turn too; every second turn brings no item.
    """
    start: list[Event] = [{"event": "player_joined", "player": n} for n in NAMES[:players]]
    start += [{"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"}]
    table = new_table(GAME, {}, built_in().find("starter"))
    assert isinstance(table, Table)
    for event in start:
        table = _after(table, (event,))
    taps: list[Tap] = []
    while (tap := _next_tap(table)) and len(taps) < MOST_TAPS:
        table = _after(table, tap)
        taps.append(tap)
    return tuple(start), tuple(taps)


def _after(table: Table, tap: Tap) -> Table:
    sent = Submission(tap, batch=len(tap) > 1, id=None, seen=None, anyway=frozenset())
    recorded = record(table, sent, by=None, at="2026-01-01T00:00:00Z")
    assert not isinstance(recorded, Asks | Refused), (tap, recorded)
    return recorded.table


def _next_tap(table: Table) -> Tap:
    """The next tap of the player whose turn it is; () when the game is over."""
    view = view_json(table, ())
    if view["status"] != "playing":
        return ()
    name = view["active"]
    warehouse = view["players"][name]["warehouse"]
    if warehouse is not None and warehouse["requires"] is None:
        card = next(c for c in view["warehouse_cards"] if c["copies_left"] and not c["with_player"])
        return ({"event": "warehouse_described", "player": name, "card": card["id"]},)
    turn_ended = {"event": "turn_ended", "player": name}
    if warehouse is None or view["turn"] % 2 == 0:
        return (turn_ended,)
    for item_type in (*warehouse["still_needed"], *view["item_types"]):
        row = next(each for each in view["grid"] if each["item_type"] == item_type)
        for cell in row["cells"]:
            if cell["cards"] and not cell["all_used"]:
                item = {"item_type": item_type, "money": cell["money"]}
                added = {"event": "item_added", "player": name, **item}
                ends = _after(table, (added,)).state.status != "playing"
                return (added,) if ends else (added, turn_ended)
    return (turn_ended,)
