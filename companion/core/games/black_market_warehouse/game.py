"""Black Market Warehouse behind the Game contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.decks.odd_letters import has_control
from companion.core.games.black_market_warehouse import (
    consequence_words,
    masking,
    rules,
    state_json,
    tapping,
    words,
)
from companion.core.games.black_market_warehouse.cards import shared_catalogue
from companion.core.games.black_market_warehouse.events import TEXTS, shaped, valued
from companion.core.games.black_market_warehouse.insiders import read_steps
from companion.core.games.black_market_warehouse.options import read_options
from companion.core.games.black_market_warehouse.pad import pad
from companion.core.games.black_market_warehouse.phrases import SENTENCES, TOLERATED
from companion.core.games.black_market_warehouse.snapshot import snapshot
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.black_market_warehouse.tally import Tally, tally
from companion.core.games.black_market_warehouse.view import WarehouseTableView
from companion.core.games.black_market_warehouse.view_making import view
from companion.core.games.black_market_warehouse.zones import NOWHERE, PAIRS, resolved_zone
from companion.core.games.contract import Decided, FormTap, Standing
from companion.core.games.pad import Pad, PadRoom
from companion.core.games.plain import PlainGame
from companion.core.games.recent import Recent
from companion.core.outcome import Consequence, Json, Phrase, Refused
from companion.core.phrases import N_
from companion.core.phrases import refused as shared_refused

TOTALS = ("warehouse_total", "market_total")
"""Totals that a transcript sets beside the options; over HTTP a deck of that size is used."""
LARGEST_TOTAL = 30_000

_views = Recent(view, most=256)
"""The page, the stream and the JSON of one version look at the same view several times."""


class BlackMarketWarehouse(PlainGame):
    """The rules as pure functions of a State (see contract.Game)."""

    key = "black_market_warehouse"
    name = Phrase(N_("Black Market Warehouse"))
    players = (2, 10)
    event_names = frozenset(TEXTS)
    sentences = SENTENCES
    schema = state_json.SCHEMA
    signed = frozenset({"pile_counted"})

    def setup(self, options: Any, deck: Json | None) -> State | Refused:
        """A new table: options by name, a deck file's JSON or None for the group's own cards."""
        given = dict(options) if isinstance(options, dict) else options
        totals = {}
        if isinstance(given, dict):
            totals = {key: given.pop(key) for key in TOTALS if key in given}
        chosen = read_options(given)
        if isinstance(chosen, Refused):
            return chosen
        for total in totals.values():
            if type(total) is not int or not 0 <= total <= LARGEST_TOTAL:
                return Refused("bad_options", Phrase(SENTENCES["bad_count"]))
        cards = shared_catalogue(deck, totals)
        if isinstance(cards, Refused):
            return cards
        if cards.warehouse_total < 2:
            text = N_("This deck has too few Warehouse cards for two players.")
            return Refused("bad_deck", Phrase(text))
        return State(
            cards, chosen, warehouse_deck=cards.warehouse_total, market_deck=cards.market_total
        )

    def read(self, event: Json) -> Json | Refused:
        """The event with its known fields only; refused when its shape cannot be read."""
        read = shaped(event)
        if isinstance(read, Refused) or not _speakable(read):
            return shared_refused("malformed")
        read = valued(read)
        if isinstance(read, Refused) or read["event"] != "insider_played":
            return read
        steps = read_steps(read, read["player"])
        return steps if isinstance(steps, Refused) else {**read, "steps": steps}

    def resolved(self, past: Callable[[], State], event: Json) -> Json:
        """The event with its slots as the phone saw them turned into item identities.

        A description is of the warehouse that the phone showed.
        """
        if event["event"] == "warehouse_described" and "warehouse" not in event:
            return {**event, **_shown_warehouse(past(), event)}
        if event["event"] == "item_corrected" and "item" not in event:
            return {**event, "item": self._corrected_identity(past(), event)}
        steps = event.get("steps")
        if event["event"] != "insider_played" or not isinstance(steps, list) or not steps:
            return event
        state = past()
        return {**event, "steps": [self._resolved_step(state, step) for step in steps]}

    def _resolved_step(self, state: State, step: Any) -> Any:
        verb = step.get("do") if isinstance(step, dict) else None
        keys = PAIRS.get(verb, ()) if isinstance(verb, str) else ()
        if not keys:
            return step
        return {**step, **{key: resolved_zone(state, step.get(key)) for key in keys}}

    def _corrected_identity(self, state: State, event: Json) -> str:
        where, slot = event.get("warehouse", "in_play"), event.get("slot")
        player = next((p for p in state.players if p.name == event.get("player")), None)
        if player is None or type(slot) is not int:
            return NOWHERE
        items = player.warehouse.items if player.warehouse is not None else ()
        if type(where) is int:
            items = player.pile[where].items if 0 <= where < len(player.pile) else ()
        return items[slot].id if 0 <= slot < len(items) else NOWHERE

    def decide(self, state: State, event: Json, seq: int) -> Decided | Refused:
        """Judge one event on `state`; never throws, whatever the event holds."""
        return rules.decide(state, event, seq)

    def grouped(self, state: State, event: Json, tap: FormTap) -> tuple[Json, ...]:
        """An item with the end of the turn, and the turn that nobody ended before it."""
        return tapping.grouped(state, event, tap)

    def turn_began(self, standing: Standing) -> int:
        """Where the present turn began in the log."""
        return tapping.turn_began(standing)

    def tolerated(self) -> frozenset[str]:
        """Asks that rest on counts alone."""
        return TOLERATED

    def big_take_back(self, event: Json, by: str | None, logged_by: str | None) -> Phrase | None:
        """The deal; and as in every game a seat that is not the tapper's."""
        if event["event"] == "game_dealt":
            return Phrase(N_("This takes back the whole game."))
        return super().big_take_back(event, by, logged_by)

    def snapshot(self, state: State) -> Json:
        """The full public state as JSON."""
        return snapshot(state)

    def view(self, state: State, seats: tuple[str, ...]) -> WarehouseTableView:
        """What a phone with these players' seats may see; () for what is shared."""
        return _views(state, seats)

    def tally(self, state: State) -> Tally:
        """Ranks with the reason for each place."""
        return tally(state)

    def pad(self, state: State | None, room: PadRoom) -> Pad:
        """The score pad, as the table of `state` needs it."""
        return pad(state, room)

    def describe(self, state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
        """The event in plain words, without a full stop."""
        return words.describe(state, event, viewer)

    def describe_consequence(self, consequence: Consequence) -> Phrase | None:
        """What followed, as a sentence."""
        return consequence_words.describe_consequence(consequence)

    def state_to_json(self, state: State) -> Json:
        """For snapshots."""
        return state_json.state_to_json(state)

    def state_from_json(self, data: Json, start: State) -> State | None:
        """The state again, on what `setup` gave."""
        return state_json.state_from_json(data, start)

    def masked(self, event: Json) -> Json:
        """The event without what only one player knows."""
        return masking.masked(event)


def _shown_warehouse(state: State, event: Json) -> Json:
    """The identity of the warehouse in front of the player; nothing when there was none."""
    player = next((each for each in state.players if each.name == event.get("player")), None)
    warehouse = player.warehouse if player is not None else None
    return {} if warehouse is None else {"warehouse": warehouse.id}


def _speakable(value: Any) -> bool:
    """True when no text in it holds what nobody can see or what turns a line around."""
    if isinstance(value, dict):
        return all(_speakable(each) for each in value.values())
    if isinstance(value, list):
        return all(_speakable(each) for each in value)
    return not isinstance(value, str) or not has_control(value)


GAME = BlackMarketWarehouse()
