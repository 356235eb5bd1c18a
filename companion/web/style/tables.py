"""Tables that were never played: what the style guide shows its pieces with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.core.games import GAMES
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Json, Refused
from companion.core.table import read_submission, record
from companion.services.decks.lookup import STARTER, built_in
from companion.services.ports import SeatRow, TableRow
from companion.services.tables.live_table import Caller, LiveTable, Seat

CODE = "STYLE"
"""No table can have it: codes are longer. Nothing on the guide leads there."""
ANA, BEN, CLEO = "Ana", "Ben", "Cleo"
PLAYERS = (ANA, BEN, CLEO)
WAREHOUSE, DOMINION = "black_market_warehouse", "dominion_black_market"
_EVENING = "2026-01-17T20:{minute:02d}:00Z"

MINE = Caller("phone-1", (1,), (ANA,), host=True)
"""Ana's phone, which is the host's."""
KINGDOM = (
    "Black Market", "Village", "Smithy", "Market", "Festival", "Laboratory", "Mine", "Moat",
    "Gardens", "Harem",
)  # fmt: skip
ORDER = ("Caravan", "Peddler", "Bridge", "Wharf", "Tunnel", "Herald", "Steward", "Courtyard")


@dataclass(frozen=True, slots=True)
class Played:
    """A table as it stands, and what the last tap met."""

    live: LiveTable
    answer: Any
    """Recorded, Asks or Refused."""
    body: Json
    """The event that was sent last."""


def played(game: str, deck: Json | None, *taps: Json) -> Played:
    """The table after these events; the last one may be asked about or refused, no other."""
    table = new_table(game, {}, deck)
    if isinstance(table, Refused):
        raise ValueError(table.code)
    answer: Any = None
    for minute, event in enumerate(taps):
        if answer is not None and not isinstance(answer, Recorded):
            raise ValueError(f"{taps[minute - 1]} was answered {answer}")
        submission = read_submission(dict(event))
        if isinstance(submission, Refused):
            raise ValueError(f"{event} cannot be read")
        by = event.get("player", ANA)
        answer = record(table, submission, by, _EVENING.format(minute=minute % 60))
        table = answer.table if isinstance(answer, Recorded) else table
    return Played(_live(table), answer, taps[-1] if taps else {})


def _live(table: Table) -> LiveTable:
    names = list(GAMES[table.game_key].snapshot(table.state)["players"])
    rows = tuple(SeatRow(n, name, f"phone-{n}") for n, name in enumerate(names, 1) if name != CLEO)
    rows += tuple(SeatRow(n, name, None) for n, name in enumerate(names, 1) if name == CLEO)
    seats = tuple(Seat(row.number, row.player, row.phone_id) for row in rows)
    at = table.entries[-1].at if table.entries else _EVENING.format(minute=0)
    row = TableRow(
        code=CODE,
        game_key=table.game_key,
        options="{}",
        deck_sha256=None,
        created_at=at,
        name="",
        who_logs="anyone",
        who_lets_in="any_seat",
        host_phone_id=MINE.phone_id,
        former_host_phone_id=None,
        rematch_code=None,
        head_seq=table.version,
        head_hash="",
        last_event_at=at,
        imported=False,
    )
    return LiveTable(row, table, seats, (), rows, "")


def tap(name: str, player: str | None = None, **fields: Any) -> Json:
    """One event, about a player where it is about one."""
    return {"event": name, **({"player": player} if player else {}), **fields}


def _joined(names: Iterable[str] = PLAYERS) -> tuple[Json, ...]:
    return tuple(tap("player_joined", name) for name in names)


DEALT = (*_joined(), tap("first_player_chosen", ANA), tap("game_dealt"))
_CARDS: Mapping[str, str] = {
    ANA: "on-the-level-storage",
    BEN: "perfectly-normal-pallets",
}


def _item(player: str, item_type: str, millions: int) -> Json:
    return tap("item_added", player, item_type=item_type, money=millions * 1_000_000)


def _turn(player: str, item_type: str, millions: int) -> tuple[Json, Json]:
    return _item(player, item_type, millions), tap("turn_ended", player)


GAME = (
    *DEALT,
    *(tap("warehouse_described", name, card=card) for name, card in _CARDS.items()),
    *_turn(ANA, "Animal", 4),
    *_turn(BEN, "Commodity", 2),
    *_turn(CLEO, "Top Secret", 5),
)
"""Ana's second turn: her warehouse is half full, Ben's too, Cleo's card is not described."""


@cache
def table(name: str) -> Played:
    """One of the guide's tables, by its name in TABLES; made once."""
    return TABLES[name]()


@cache
def starter() -> Json | None:
    """Our own deck, as its file holds it."""
    return built_in().find(STARTER)


PREPARED = (
    *_joined((ANA, BEN)),
    tap("kingdom_chosen", kingdom=list(KINGDOM)),
    tap("deck_drawn", policy="agreed_list", cards=sorted(ORDER)),
    tap("deck_accepted", ANA),
)


def _market(*taps: Json) -> Played:
    yes = tap("deck_accepted", BEN)
    agreed = tap("deck_agreed", order_held_by="app", order=list(ORDER), salt="guide", anyway=True)
    return played(DOMINION, None, *PREPARED, yes, agreed, tap("first_player_chosen", ANA), *taps)


_PLAYED = tap("market_played", ANA, coins=4)
_BOUGHT = tap("card_bought", ANA, card="Caravan")

_LARGE = tap(
    "warehouse_described",
    ANA,
    requires=["Animal", "Animal", "Weapon", "Weapon", "Artifact", "Commodity"],
    bonus=4_000_000,
)


def _dearer() -> Json:
    """Our deck with one value more than a phone has columns for, as own decks may have."""
    deck = starter() or {}
    first = next(card for card in deck["cards"] if card["kind"] == "item")
    dear = {**first, "id": "dear", "money": 6_000_000}
    return {**deck, "cards": [*deck["cards"], dear]}


TABLES: Mapping[str, Callable[[], Played]] = {
    "empty lobby": lambda: played(WAREHOUSE, starter()),
    "joined": lambda: played(WAREHOUSE, starter(), *_joined()),
    "lobby": lambda: played(WAREHOUSE, starter(), *_joined(), tap("first_player_chosen", BEN)),
    "dealt": lambda: played(WAREHOUSE, starter(), *DEALT),
    "game": lambda: played(WAREHOUSE, starter(), *GAME),
    "out of reach": lambda: played(WAREHOUSE, starter(), *GAME, _item(ANA, "Commodity", 1)),
    "own cards": lambda: played(WAREHOUSE, None, *DEALT, _LARGE, _item(ANA, "Animal", 4)),
    "six values": lambda: played(WAREHOUSE, _dearer(), *DEALT),
    "asked": lambda: played(WAREHOUSE, starter(), *GAME, _item(BEN, "Weapon", 3)),
    "refused": lambda: played(
        WAREHOUSE, starter(), *GAME, tap("item_added", "Dora", item_type="Weapon", money=3_000_000)
    ),
    "struck": lambda: played(
        WAREHOUSE, starter(), *GAME, *_turn(ANA, "Weapon", 3), tap("taken_back", number=14)
    ),
    "over": lambda: played(
        WAREHOUSE,
        starter(),
        *GAME,
        *_turn(ANA, "Weapon", 3),
        *_turn(BEN, "Weapon", 5),
        *_turn(CLEO, "Commodity", 1),
        *_turn(ANA, "Top Secret", 3),
        tap("game_called"),
    ),
    "before the market": lambda: played(DOMINION, None, *PREPARED),
    "market": lambda: _market(),
    "open market": lambda: _market(_PLAYED),
    "under": lambda: _market(_PLAYED, _BOUGHT),
}
