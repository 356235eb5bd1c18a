"""Pig on the screens: a turn to log, the table of all, the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.outcome import Json
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games.contract import AskedPage, Context, Gathering, Sheet, Tab
from companion.web.games.plain import PlainPages
from companion.web.games.rule_help import page_of
from tests.toy_game.core.view import PigView
from tests.toy_game.web.rules import RULES, about_now

ICONS: Mapping[str, str] = {
    "player_joined": "user-plus",
    "player_left": "log-out",
    "seats_arranged": "arrow-up-down",
    "first_player_chosen": "dices",
    "game_dealt": "dices",
    "turn_scored": "plus",
    "game_called": "scale",
}


class PigPages(PlainPages):
    """See companion.web.games.contract.GamePages."""

    key = "pig"
    icon = "dices"
    icons = ICONS
    numbers = frozenset({"points"})
    loud = ("game_over", "last_round")
    _tabs = (
        Tab("mine", N_("Turn"), "dices", seated=True),
        Tab("table", N_("Table"), "users"),
        Tab("log", N_("Log"), "history"),
        Tab("more", N_("More"), "ellipsis"),
    )
    tab_keys = frozenset(tab.key for tab in _tabs)

    def tabs(self, live: LiveTable) -> tuple[Tab, ...]:
        """Always the same."""
        return self._tabs

    def gathering(self, live: LiveTable) -> Gathering:
        """With the goal among what was chosen."""
        view: PigView = self.view_of(live)
        return replace(super().gathering(live), options={"goal": str(view.goal)})

    def leads_to(self, live: LiveTable, event: Json) -> str | None:
        """Points that are logged are gone from their field."""
        return "" if event["event"] == "turn_scored" else None

    def tap(self, live: LiveTable, caller: Caller, player: str | None) -> Context:
        """The player on screen."""
        view: PigView = self.view_of(live)
        return {"shown": next((each for each in view.players if each.name == player), None)}

    def sheet(
        self, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
    ) -> Sheet | None:
        """The rules in short, and what is asked before it is done."""
        view: PigView = self.view_of(live)
        if asked.sheet == "rule":
            about = asked.text("about") or ""
            known = about if about in RULES else about_now(view)
            return Sheet("rule", page_of(RULES, known, {"goal": view.goal}))
        if asked.sheet == "call" and view.status == "playing":
            return Sheet("call", {})
        of = asked.text("of")
        if asked.sheet == "leave" and of in {p.name for p in view.players if p.status != "left"}:
            return Sheet("leave", {"player": of})
        return None

    def result(self, live: LiveTable) -> Context:
        """Ranks with their reasons."""
        view: PigView = self.view_of(live)
        return {"final": view.winners is not None, "view": view}
