"""Dominion: Black Market on the screens: its tabs, its forms, its sheets, its result."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games.contract import AskedPage, Context, Remedy, Sheet, Tab
from companion.web.games.dominion_black_market import (
    before,
    forms_before,
    forms_of_play,
    playing,
    remedies_before,
    result,
    sheets_before,
    sheets_of_play,
    shelf,
    words,
)
from companion.web.games.plain import PlainPages


class DominionPages(PlainPages):
    """See companion.web.games.contract.GamePages."""

    key = "dominion_black_market"
    icon = "layers"
    styles: tuple[str, ...] = ("css/dominion.css", "css/dominion-setup.css")
    _before = (
        Tab("players", N_("Players"), "users"),
        Tab("shelf", N_("Shelf"), "package"),
        Tab("kingdom", N_("Kingdom"), "crown"),
        Tab("deck", N_("Deck"), "layers"),
        Tab("setup", N_("Setup"), "badge-check"),
    )
    _running = (
        Tab("mine", N_("Market"), "layers"),
        Tab("table", N_("List"), "list-ordered"),
        Tab("points", N_("Points"), "shield"),
        Tab("log", N_("Log"), "history"),
        Tab("more", N_("More"), "ellipsis"),
        Tab("setup", N_("Setup"), "badge-check", hidden=True),
    )
    tab_keys = frozenset(tab.key for tab in (*_before, *_running))
    spectator_sheets = frozenset({"card", "chances", "rule", "tablerules"})

    def tabs(self, live: LiveTable) -> tuple[Tab, ...]:
        return self._before if self.page(live) == "preparing" else self._running

    def page(self, live: LiveTable) -> str:
        return "preparing" if self.view_of(live).status == "preparing" else "table"

    def keeps(self, events: tuple[Json, ...]) -> Mapping[str, str]:
        return shelf.kept(events)

    def event_from_form(self, event: Json, fields: Mapping[str, tuple[str, ...]]) -> Json:
        if event.get("event") in forms_of_play.EVENTS:
            return forms_of_play.event_from_form(event, fields)
        return forms_before.event_from_form(event, fields)

    def waits_for_deal(self, live: LiveTable) -> bool:
        return False

    def active_player(self, live: LiveTable) -> str | None:
        view: DominionTableView = self.view_of(live)
        return view.active

    def leads_to(self, live: LiveTable, event: Json) -> str | None:
        return playing.leads_to(self.view_of(live), event)

    def private_version(self, live: LiveTable) -> int:
        return playing.private_version(live)

    def shared(self, live: LiveTable) -> Context:
        view: DominionTableView = self.view_of(live)
        if view.status == "preparing":
            return {"game": {"view": view, "before": before.shared(live, view)}}
        parts = {"before": before.shared(live, view), **playing.shared(live, view)}
        return {"game": {"view": view, **parts}}

    def private(self, live: LiveTable, caller: Caller) -> Context:
        view: DominionTableView = self.view_of(live, caller.names)
        if view.status == "preparing":
            return {"status": view.status}
        return {"status": view.status, **playing.private(live, caller, view)}

    def tap(self, live: LiveTable, caller: Caller, player: str | None) -> Context:
        view: DominionTableView = self.view_of(live)
        if view.status == "preparing":
            return {"tap": before.tap(live, view)}
        return playing.tap(live, view, player)

    def sheet(
        self, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
    ) -> Sheet | None:
        view: DominionTableView = self.view_of(live, caller.names)
        found = sheets_before.sheet(live, view, asked)
        return found or sheets_of_play.sheet(live, view, player, asked)

    def again(self, same: bool) -> tuple[str, ...]:
        """The boxes stand on the same shelf; the Kingdom may be another one."""
        return ("shelf_set", "kingdom_chosen") if same else ("shelf_set",)

    def result(self, live: LiveTable) -> Context:
        return result.result(live, self.view_of(live))

    def icon_of(self, event: Json) -> str:
        return words.icon_of(event)

    def tapped(self, live: LiveTable, event: Json, caller: Caller) -> Phrase:
        return words.tapped(live, event, caller)

    def remedy(self, live: LiveTable, event: Json, code: str) -> Remedy | None:
        view: DominionTableView = self.view_of(live)
        first = remedies_before.remedy(live, view, event, code)
        return first or words.remedy(live, event, code)

    def follows(self, entry: Entry, briefly: bool) -> tuple[Phrase, ...]:
        return words.follows(entry, briefly)
