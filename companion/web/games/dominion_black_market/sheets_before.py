"""The sheets before the game: a box's cards, a pasted Kingdom, what an extra could be."""

from __future__ import annotations

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.services.tables.live_table import LiveTable
from companion.web.games.contract import AskedPage, Sheet
from companion.web.games.dominion_black_market import kingdom, shelf


def sheet(live: LiveTable, view: DominionTableView, asked: AskedPage) -> Sheet | None:
    """The sheet that was asked for; None when it is none of these, or it is past."""
    if view.status == "over":
        return None
    if asked.sheet == "extra":
        extra = kingdom.extra_sheet(live, asked.text("pile") or "")
        return Sheet("extra", {"extra": extra}) if extra else None
    if view.status != "preparing":
        return None
    if asked.sheet == "box":
        box = shelf.box_sheet(view, asked.text("box") or "")
        return Sheet("box", {"box": box}) if box else None
    if asked.sheet == "pasted" and (text := asked.text("text")):
        return Sheet("pasted", {"pasted": kingdom.pasted_sheet(text[:5000])})
    return None
