"""Black Market Warehouse on the screens: its tabs, its forms, its sheets, its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.consequence_words import describe_briefly
from companion.core.games.black_market_warehouse.view import ItemView, WarehouseTableView
from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import callers
from companion.web.games.black_market_warehouse import (
    counting,
    forms,
    grid,
    panels,
    pile_photos,
    piles,
    remedies,
    results,
    sheets,
)
from companion.web.games.black_market_warehouse.over import Over
from companion.web.games.black_market_warehouse.piles import photo_seat
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.games.contract import AskedPage, Context, Gathering, Remedy, Sheet, Tab
from companion.web.games.plain import PlainPages
from companion.web.parts import parts
from companion.web.phrasing import words

ICONS = {
    "item_added": "package-plus",
    "insider_played": "venetian-mask",
    "warehouse_described": "warehouse",
    "turn_ended": "chevron-right",
    "cards_discarded": "trash-2",
    "item_corrected": "pencil",
    "hand_corrected": "pencil",
    "table_corrected": "pencil",
    "pile_counted": "coins",
    "player_joined": "user-plus",
    "player_left": "log-out",
    "seats_arranged": "arrow-up-down",
    "first_player_chosen": "dices",
    "game_dealt": "hand-coins",
    "game_called": "scale",
}
BEST_FROM_2_TO_5 = N_("{seated} of {most}, 2 to 5 play best")
"""Simulated with the starter deck: with six, a fifth of the players finish with nothing."""
LOUD = ("game_over", "last_round", "warehouse_completed")
"""What is worth a word beside the last event, weightiest first: a small screen cuts the end off.

The rest stands in the history.
"""


TOUCHES_PRIVATE = frozenset(
    {"insider_played", "taken_back", "put_back", "player_left", "player_joined", "seat_moved"}
)


@dataclass(frozen=True, slots=True)
class Chip:
    """A card that its holder took from a warehouse: one tap adds it."""

    name: str | None
    money: int
    face: TypeFace
    event: Json


@dataclass(frozen=True, slots=True)
class Chips:
    """The known cards in one player's hand."""

    player: str
    seat: int
    held: tuple[Chip, ...]


class WarehousePages(PlainPages):
    """See companion.web.games.contract.GamePages."""

    key = "black_market_warehouse"
    icon = "warehouse"
    icons = ICONS
    _tabs: tuple[Tab, ...] = (
        Tab("mine", N_("Mine"), "warehouse", seated=True),
        Tab("table", N_("Table"), "users"),
        Tab("log", N_("Log"), "history"),
        Tab("more", N_("More"), "ellipsis"),
    )
    tab_keys = frozenset(tab.key for tab in _tabs)
    spectator_sheets = frozenset({"item", "player", "rule", "warehouse"})
    blueprints: tuple[Blueprint, ...] = (pile_photos.blueprint,)

    def tabs(self, live: LiveTable) -> tuple[Tab, ...]:
        return self._tabs

    def started(self, body: Json) -> Json:
        """Just counting the piles is a choice of cards to people: own ones, and no turns."""
        if body.get("deck") != "tally":
            return body
        return {**body, "deck": "none", "options": {**body["options"], "track": "scores"}}

    def event_from_form(self, event: Json, fields: Mapping[str, tuple[str, ...]]) -> Json:
        view: WarehouseTableView = self.view_of(callers.table())
        return forms.event_from_form(event, fields, view.money_unit, view.five)

    def waits_for_deal(self, live: LiveTable) -> bool:
        view: WarehouseTableView = self.view_of(live)
        return view.status == "lobby" and view.options["track"] != "scores"

    def gathering(self, live: LiveTable) -> Gathering:
        view: WarehouseTableView = self.view_of(live)
        return Gathering(
            min(GAMES[self.key].players[1], view.warehouse_total),
            BEST_FROM_2_TO_5,
            first=view.first,
            deal=Phrase(
                N_("Deal everybody {n} cards and one Warehouse card, face up."),
                {"n": view.hand_size},
            ),
            deck=view.deck_name or words(Phrase(N_("your own cards"))),
            options=view.options,
        )

    def takes_turns(self, live: LiveTable) -> bool:
        return bool(self.view_of(live).options["track"] == "turns")

    def awaited(self, live: LiveTable, caller: Caller) -> str | None:
        return counting.next_pile(live, self.view_of(live), caller)

    def leads_to(self, live: LiveTable, event: Json) -> str | None:
        return counting.leads_to(self.view_of(live), event)

    def private_version(self, live: LiveTable) -> int:
        entries = reversed(live.table.entries)
        return next((e.seq for e in entries if e.event["event"] in TOUCHES_PRIVATE), 0)

    def shared(self, live: LiveTable) -> Context:
        return {"game": panels.shared(live, self.view_of(live))}

    def private(self, live: LiveTable, caller: Caller) -> Context:
        if not any(p.known for p in live.table.state.players if p.name in caller.names):
            return {"chips": ()}  # as nearly always
        view: WarehouseTableView = self.view_of(live, caller.names)
        if view.status != "playing":
            return {"chips": ()}
        known = faces(view)
        return {
            "chips": tuple(
                Chips(player.name, number, tuple(_chip(player.name, i, known) for i in held))
                for number, name in zip(caller.seats, caller.names, strict=True)
                if (player := view.player(name)) and (held := player.own_chips)
            )
        }

    def tap(self, live: LiveTable, caller: Caller, player: str | None) -> Context:
        view: WarehouseTableView = self.view_of(live)
        return {
            "tap": grid.tap(view, player),
            "count": piles.count(view, player or ""),
            "piles": counting.lines(live, view, caller),
            "photo_seat": photo_seat(live, player),
            "just_counted": counting.just_counted(live, view, player),
        }

    def sheet(
        self, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
    ) -> Sheet | None:
        view: WarehouseTableView = self.view_of(live, caller.names)
        shown = view.player(player) if player else None
        named = asked.text("of")
        of = view.player(named) if named else shown
        return sheets.sheet(Over(live, caller, view, shown, of, asked))

    def result(self, live: LiveTable) -> Context:
        return results.result(live, self.view_of(live), parts().long_work)

    def remedy(self, live: LiveTable, event: Json, code: str) -> Remedy | None:
        return remedies.remedy(self.view_of(live), event, code)

    def follows(self, entry: Entry, briefly: bool) -> tuple[Phrase, ...]:
        told = list(entry.consequences)
        if briefly:
            told = [each for each in told if each.name in LOUD]
            told.sort(key=lambda each: LOUD.index(each.name))
        describe = describe_briefly if briefly else GAMES[self.key].describe_consequence
        found = (describe(consequence) for consequence in told)
        return tuple(phrase for phrase in found if phrase is not None)


def _chip(player: str, item: ItemView, known: dict[str, TypeFace]) -> Chip:
    named: Json = {"item_type": item.item_type, "money": item.money}
    if item.card is not None:
        named = {"card": item.card}
    event: Json = {"event": "item_added", "player": player, **named}
    return Chip(item.name, item.money, known[item.item_type], event)
