"""The rule that applies on a page without sheets: it unfolds in place."""

from __future__ import annotations

from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games import GAME_PAGES
from companion.web.games.contract import AskedPage, Context


def rule_here(live: LiveTable, about: str) -> Context | None:
    """The game's rule about the start, the end or the history (see games.rule_help)."""
    asked = AskedPage("", "rule", {"about": (about,)})
    found = GAME_PAGES[live.table.game_key].sheet(live, Caller(None), None, asked)
    return found.context if found else None
