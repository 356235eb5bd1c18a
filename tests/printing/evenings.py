"""Evenings that were played, for the pages of a table: made from events alone, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.games.black_market_warehouse.view_making import still_needed
from companion.core.log import Recorded, Submission, Table, new_table
from companion.core.outcome import Json
from companion.core.table import record
from companion.services.decks.lookup import built_in
from companion.web.prints.evening import Evening, evening_of_file

ADDRESS = "http://192.168.1.23:8000/j/K7MQ2X"
WAREHOUSE, DOMINION = "black_market_warehouse", "dominion_black_market"
AT = "2026-11-30T18:00:00.000Z"
KINGDOM = ("Black Market", "Village", "Smithy", "Market", "Festival", "Laboratory", "Mine", "Moat",
           "Gardens", "Harem")  # fmt: skip
DECK = ("Baker", "Bridge", "Caravan", "Death Cart", "Familiar", "Golem", "Grand Market", "Herald",
        "Peddler", "Sir Martin", "Stonemason", "Tournament", "Trade Route", "Tunnel", "Wharf",
        "Wishing Well")  # fmt: skip
PLAIN = ("Bridge", "Caravan", "Grand Market", "Herald", "Peddler", "Tunnel", "Wharf")
"""Cards of DECK that nothing gives away."""


def played(game: str, events: Sequence[Json], deck: Json | None = None, **options: Any) -> Table:
    """A table after these events, every ask answered."""
    table = new_table(game, options, deck)
    assert isinstance(table, Table), table
    return after(table, *events)


def after(table: Table, *events: Json) -> Table:
    """The table after more events."""
    for event in events:
        submission = Submission((event,), False, None, None, True)  # type: ignore[arg-type]
        done = record(table, submission, None, AT)
        assert isinstance(done, Recorded), (event, done)
        table = done.table
    return table


def evening(table: Table, name: str = "Friday at Ana’s", address: str = ADDRESS) -> Evening:
    return evening_of_file(table, name, "30 November 2026", address)


def starter() -> Json:
    deck = built_in().find("starter")
    assert deck is not None
    return deck


def joined(players: Sequence[str]) -> list[Json]:
    return [{"event": "player_joined", "player": player} for player in players]


def a_duel(players: Sequence[str] = ("Ana", "Ben"), rounds: int = 3) -> Table:
    """Black Market Warehouse with the starter deck, running: every card is described when it
    comes, and every player adds what it still needs, but Ana now and then something else."""
    deck, first = starter(), players[0]
    cards = [card["id"] for card in deck["cards"] if card["kind"] == "warehouse"]
    opening = [
        *joined(players),
        {"event": "first_player_chosen", "player": first},
        {"event": "game_dealt"},
    ]
    table = played(WAREHOUSE, opening, deck)
    for turn in range(rounds * len(players)):
        player = players[turn % len(players)]
        table = _described(table, player, cards)
        mine = table.state.players[turn % len(players)].warehouse
        if table.state.status == "over" or mine is None:
            break
        needed = still_needed(mine) or ("Weapon",)
        item_type = "Weapon" if turn % 7 == 6 else needed[0]
        item = {"item_type": item_type, "money": 1_000_000 * (1 + turn % 5)}
        table = after(table, {"event": "item_added", "player": player, **item})
        if table.state.status != "over":
            table = after(table, {"event": "turn_ended", "player": player})
    for player in players:
        table = _described(table, player, cards)
    return table


def _described(table: Table, player: str, cards: list[str]) -> Table:
    mine = next(each for each in table.state.players if each.name == player).warehouse
    if table.state.status == "over" or mine is None or mine.requires is not None or not cards:
        return table
    return after(table, {"event": "warehouse_described", "player": player, "card": cards.pop(0)})


def a_market(
    players: Sequence[str] = ("Ana", "Ben"),
    deck: Sequence[str] = DECK,
    held_by: str = "cards",
    landscapes: Sequence[str] = ("Keep",),
    hidden: bool = False,
    more: Sequence[Json] = (),
) -> Table:
    """Dominion with an agreed deck, playing; `more` follows."""
    agreed: Json = {"event": "deck_agreed", "order_held_by": held_by}
    if held_by == "app":
        agreed |= {"order": sorted(deck, reverse=True), "salt": "0" * 32}
    drawn: Json = {"event": "deck_drawn", "policy": "agreed_list", "cards": list(deck)}
    if hidden:
        drawn |= {"hidden": True}
    events = [
        *joined(players),
        {"event": "kingdom_chosen", "kingdom": list(KINGDOM), "landscapes": list(landscapes)},
        drawn,
        *({"event": "deck_accepted", "player": player} for player in players),
        agreed,
        {"event": "first_player_chosen", "player": players[0]},
        *more,
    ]
    return played(DOMINION, events)
