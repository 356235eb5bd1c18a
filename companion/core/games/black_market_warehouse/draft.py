"""A working copy of the state while one event is judged: changed freely, then frozen again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.games.black_market_warehouse.phrases import ask, in_order, refused
from companion.core.games.black_market_warehouse.state import Item, Player, State, Warehouse
from companion.core.games.contract import Decided
from companion.core.names import name_key
from companion.core.outcome import Ask, Consequence, Json, Refused


class DraftState:
    """The state's fields, to be changed in place, with what follows and what is asked so far."""

    __slots__ = (
        "active",
        "asks",
        "before",
        "catalogue",
        "consequences",
        "discard",
        "drift",
        "event",
        "first",
        "insider_played",
        "insiders_discarded",
        "items_added",
        "items_allowed",
        "last_round",
        "market_deck",
        "options",
        "players",
        "reason",
        "round",
        "seats_given",
        "seq",
        "status",
        "turn",
        "warehouse_deck",
        "warehouse_drift",
    )

    def __init__(self, state: State, event: Json, seq: int) -> None:
        self.before = state
        self.event = event
        self.seq = seq
        self.consequences: list[Consequence] = []
        self.asks: dict[str, Ask] = {}
        self.catalogue = state.catalogue
        self.options = state.options
        self.players: list[Player] = list(state.players)
        self.status = state.status
        self.first = state.first
        self.active = state.active
        self.turn = state.turn
        self.round = state.round
        self.items_added = state.items_added
        self.items_allowed = state.items_allowed
        self.insider_played = state.insider_played
        self.last_round = state.last_round
        self.warehouse_deck = state.warehouse_deck
        self.market_deck = state.market_deck
        self.discard = state.discard
        self.drift = state.drift
        self.warehouse_drift = state.warehouse_drift
        self.insiders_discarded = state.insiders_discarded
        self.reason = state.reason
        self.seats_given = state.seats_given

    # --- answers --------------------------------------------------------------------------

    def decided(self, event: Json | None = None) -> Decided:
        """The event as it is recorded, what follows and the state after it."""
        state = State(
            self.catalogue,
            self.options,
            tuple(self.players),
            self.status,
            self.first,
            self.active,
            self.turn,
            self.round,
            self.items_added,
            self.items_allowed,
            self.insider_played,
            self.last_round,
            self.warehouse_deck,
            self.market_deck,
            self.discard,
            self.drift,
            self.warehouse_drift,
            self.insiders_discarded,
            self.reason,
            self.seats_given,
        )
        asks = in_order(self.asks.values()) if self.asks else ()
        return Decided(
            self.event if event is None else event, tuple(self.consequences), state, asks
        )

    def follow(self, name: str, /, **fields: Any) -> None:
        """Note a consequence."""
        self.consequences.append(Consequence(name, fields))

    def ask(self, sentence: str, code: str | None = None, /, **params: Any) -> None:
        """Note what the rules question; the first of a code stands."""
        asked = ask(sentence, code, **params)
        self.asks.setdefault(asked.code, asked)

    # --- players --------------------------------------------------------------------------

    @property
    def counts(self) -> bool:
        """True where hands, Market deck and discard pile are counted (`track` turns)."""
        return self.options.track == "turns"

    def seat(self, name: str) -> int | None:
        """Index of a player, by name or by the same name in another case."""
        for index, player in enumerate(self.players):
            if player.name == name:
                return index
        key = name_key(name)
        for index, player in enumerate(self.players):
            if name_key(player.name) == key:
                return index
        return None

    def seated(self, name: str) -> int | Refused:
        """Index of a player who sits here and has not left."""
        index = self.seat(name)
        if index is None:
            return refused("unknown_player", name=name)
        if self.players[index].left:
            return refused("player_left", name=self.players[index].name)
        return index

    def change(self, index: int, **fields: Any) -> None:
        """Give a player other values."""
        self.players[index] = replace(self.players[index], **fields)

    def index_of(self, name: str) -> int:
        """Index of a player of whom it is known that they sit here."""
        return next(i for i, player in enumerate(self.players) if player.name == name)

    def holder_of(self, warehouse: str) -> int | None:
        """Index of the player in front of whom the warehouse of that identity lies."""
        for index, player in enumerate(self.players):
            if player.warehouse is not None and player.warehouse.id == warehouse:
                return index
        return None

    def to_the_left(self, index: int) -> int:
        """The next seated player after this seat, of whom there is always one while playing."""
        order: list[int] = [*range(index + 1, len(self.players)), *range(index)]
        return next(seat for seat in order if not self.players[seat].left)

    def from_active(self) -> list[int]:
        """Seated players, the active one first, then to the left (Ruling 11)."""
        count = len(self.players)
        start = 0
        if self.active is not None:
            start = self.index_of(self.active)
        order = [(start + step) % count for step in range(count)]
        return [index for index in order if not self.players[index].left]

    # --- cards between hand, deck and discard pile ------------------------------------------

    def leave_hand(self, index: int, count: int = 1) -> None:
        """Cards leave a hand. Where our count falls short the rest goes to `drift`."""
        if not self.counts:
            return
        hand = self.players[index].hand
        short = max(0, count - hand)
        self.drift -= short
        left = hand - count + short
        if left:
            self.change(index, hand=left)
        else:
            self.change(index, hand=0, known=())

    def enter_hand(self, index: int, count: int = 1) -> None:
        """Cards come into a hand."""
        if self.counts:
            self.change(index, hand=self.players[index].hand + count)

    def enter_discard(self, count: int = 1) -> None:
        """Cards come onto the discard pile."""
        if self.counts:
            self.discard += count

    def leave_discard(self) -> None:
        """One card leaves the discard pile; an empty one gives it from `drift`."""
        if not self.counts:
            return
        if self.discard:
            self.discard -= 1
        else:
            self.drift -= 1
        if not self.discard:
            self.insiders_discarded = ()

    def draw_warehouse(self, index: int, step: int | None = None) -> None:
        """A Warehouse card that nobody has described yet, in front of this player."""
        drawn_by = str(self.seq) if step is None else f"{self.seq}.{step}"
        self.change(index, warehouse=Warehouse(f"{drawn_by}:{self.players[index].number}"))

    def draw(self, index: int, count: int, **fields: Any) -> int:
        """Draw from the Market deck; returns how many cards came (Ruling 3)."""
        if not self.counts:
            return 0
        name, drawn = self.players[index].name, 0
        while drawn < count:
            if not self.market_deck and not self._reshuffle():
                break
            taken = min(count - drawn, self.market_deck)
            self.market_deck -= taken
            drawn += taken
        if drawn:
            self.enter_hand(index, drawn)
            self.follow("card_drawn", player=name, count=drawn, **fields)
        if drawn < count:
            self.follow("no_card_to_draw", player=name, count=count - drawn, **fields)
        return drawn

    def _reshuffle(self) -> bool:
        if self.options.market_deck_empty == "no_more_draws" or not self.discard:
            return False
        self.follow("market_deck_reshuffled", count=self.discard)
        self.market_deck, self.discard, self.insiders_discarded = self.discard, 0, ()
        return True

    # --- what only the holder knows -----------------------------------------------------------

    def learn(self, index: int, items: tuple[Item, ...]) -> None:
        """Items went from the table into this hand: the holder goes on knowing them."""
        self.change(index, known=(*self.players[index].known, *items))

    def show(self, index: int, item: Item) -> None:
        """An item came from this hand onto the table: a chip of that face is gone."""
        known = self.players[index].known
        fits = [k for k in known if (k.item_type, k.money) == (item.item_type, item.money)]
        if item.card is not None:
            fits = [k for k in fits if k.card in (item.card, None)]
            fits.sort(key=lambda k: k.card is None)
        if fits:
            self.change(index, known=tuple(k for k in known if k is not fits[0]))
