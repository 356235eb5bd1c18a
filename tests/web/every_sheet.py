"""Tables of both games on which every sheet opens, and the address of each sheet."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from flask import Flask

from tests.web.dominion_stand import GAME as DOMINION
from tests.web.dominion_stand import a_market
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import Phone, a_duel

PREPARING = {
    "box": "?tab=shelf&sheet=box&box=base_2e",
    "pasted": "?tab=kingdom&sheet=pasted&text=Village",
    "extra": "?tab=deck&sheet=extra&pile=bane",
}
IDLE = {
    "played": "?sheet=played",
    "turn": "?sheet=turn",
    "chances": "?sheet=chances&plays=2",
    "reshuffle": "?sheet=reshuffle",
    "correct": "?sheet=correct",
    "call": "?tab=more&sheet=call",
    "leave": "?tab=more&sheet=leave&of=Ben",
    "rule": "?sheet=rule&about=play",
}
LYING = {"card": "?sheet=card&card=", "treasures": "?sheet=treasures"}
RULED = {"tablerules": "?sheet=tablerules"}
ASKED = {"reveal": "?sheet=reveal"}
GOING_UNDER = {"under": "?sheet=under"}
RUNNING = {
    "insider": "?sheet=insider",
    "other": "?sheet=other",
    "item": "?sheet=item&of=Ana&at=in_play&slot=0",
    "warehouse": "?sheet=warehouse&of=Ana",
    "player": "?tab=table&sheet=player&of=Ana",
    "right": "?sheet=right&of=Ana",
    "count": "?sheet=count&of=Ana",
    "leave": "?sheet=leave&of=Ben",
    "call": "?sheet=call",
    "search": "?sheet=search&q=tank",
    "rule": "?sheet=rule&about=fill",
    "describe": "?sheet=describe&of=Ben&type=Animal",
}
OVER = {
    "item": "?sheet=item&of=Ana&at=in_play&slot=0",
    "player": "?tab=table&sheet=player&of=Ana",
    "count": "?sheet=count&of=Ana",
    "rule": "?sheet=rule",
}
OF_A_GAME = {
    WAREHOUSE: (RUNNING, OVER),
    DOMINION: (PREPARING, IDLE, LYING, RULED, ASKED, GOING_UNDER),
}


def a_warehouse(app: Flask) -> Phone:
    """Ana's warehouse is described and an item lies in it; Ben's is not described."""
    ana, ben = a_duel(app)
    ben.log("warehouse_described", player="Ben", card="perfectly-normal-pallets")
    ana.log("warehouse_described", player="Ana", card="on-the-level-storage")
    ana.log("item_added", player="Ana", item_type="Animal", money=4_000_000)
    return ana


def tables_with_sheets(app: Flask, game: str) -> Iterator[tuple[Phone, dict[str, str]]]:
    """A phone that may log at a table of each kind, and the sheets that open there."""
    if game == WAREHOUSE:
        yield a_warehouse(app), RUNNING
        over = a_warehouse(app)
        over.log("game_called")
        yield over, OVER
        return
    yield Phone(app, game=DOMINION).start("Ana", None), PREPARING
    yield a_market(app, "app")["Ana"], IDLE
    lying = a_market(app, "app")["Ana"]
    lying.log("market_played", player="Ana", coins=9)
    card = lying.view()["deck"]["revealed"][0]
    yield lying, {**LYING, "card": LYING["card"] + quote(card)}
    ruled = a_market(app, "app", landscapes=("Way of the Mouse",))["Ana"]
    ruled.log("market_played", player="Ana")
    yield ruled, RULED
    asked = a_market(app, "cards")["Ana"]
    asked.log("market_played", player="Ana")
    yield asked, ASKED
    under = a_market(app, "app")["Ana"]
    under.log("market_played", player="Ana")
    under.log("nothing_bought", player="Ana")
    yield under, GOING_UNDER
