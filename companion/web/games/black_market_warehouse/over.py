"""What every sheet over the table is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.core.games.black_market_warehouse.view import PlayerView, WarehouseTableView
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games.contract import AskedPage


@dataclass(frozen=True, slots=True)
class Over:
    """What every sheet is made from."""

    live: LiveTable
    caller: Caller
    view: WarehouseTableView
    player: PlayerView | None
    """Whose warehouse is on screen."""
    of: PlayerView | None
    """Whom the sheet is about: the one named in the address, else the one on screen."""
    asked: AskedPage

    def address(self, sheet: str, **fields: Any) -> str:
        """The address of a sheet over the same tab, seat kept."""
        kept = {name: self.asked.text(name) for name in ("seat",) if self.asked.text(name)}
        tab = {"tab": self.asked.tab} if self.asked.tab else {}
        query = urlencode({**tab, **kept, "sheet": sheet, **fields}, doseq=True)
        return f"/tables/{self.live.code}?{query}"
