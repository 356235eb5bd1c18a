"""A duel at the warehouses that has begun, on two phones without script."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import a_duel


def a_started_duel(app: Flask, deck: Any = "starter") -> tuple[PaperBrowser, PaperBrowser]:
    """Ana's turn; both warehouses described; Ana has a Commodity, Ben a Weapon."""
    ana, ben = a_duel(app, deck)
    ana.log("warehouse_described", player="Ana", card="perfectly-normal-pallets")
    ana.log("warehouse_described", player="Ben", card="the-big-respectable-barn")
    for player, item_type in (("Ana", "Commodity"), ("Ben", "Weapon")):
        ana.log("item_added", player=player, item_type=item_type, money=3_000_000)
        ana.log("turn_ended", player=player)
    return PaperBrowser(ana), PaperBrowser(ben)
