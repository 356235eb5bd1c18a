"""The answers of a game that hides nothing, draws nothing and logs one event a tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.games.contract import FormTap, Shuffled, Standing
from companion.core.games.frozen_json import plain, typed
from companion.core.games.pad import Pad, PadRoom
from companion.core.outcome import Consequence, Json, Phrase, Refused
from companion.core.phrases import N_


class PlainGame:
    """What most games answer to the rarer questions of the contract; a game overrides the rest.

    Its state names its players in seat order as `players`, each with a `name`, and says with
    `status` when it is over.
    """

    sentences: Mapping[str, str] = {}
    signed: frozenset[str] = frozenset()
    secret_orders: frozenset[str] = frozenset()
    state_class: type
    """The class of its states, where no shorter form of them is worth while."""
    schema = 1
    """One more whenever `state_class` changes its fields: older snapshots are then replayed."""

    def big_take_back(self, event: Json, by: str | None, logged_by: str | None) -> Phrase | None:
        """The seat of a player who is not the one that taps.

        A host without a seat may take back without a question the seats that the host gave.
        """
        own = by == event.get("player") or (by is None and logged_by is None)
        if event["event"] == "player_joined" and not own:
            return Phrase(N_("This takes back {name}'s seat."), {"name": event["player"]})
        return None

    def resolved(self, past: Any, event: Json) -> Json:
        """The event as it is: everything in it has a name, nothing is a position."""
        return event

    @property
    def draws(self) -> bool:
        """True for a game with a `drawn` of its own."""
        return type(self).drawn is not PlainGame.drawn

    def drawn(self, state: Any, event: Json, shuffled: Shuffled, salt: str) -> Json | Refused:
        """Nothing in an event is left to chance: real cards do the playing."""
        return event

    def hides_list(self, state: Any) -> bool:
        """No order is secret, so no list is."""
        return False

    def grouped(self, state: Any, event: Json, tap: FormTap) -> tuple[Json, ...]:
        """One tap, one event."""
        return (event,)

    def turn_began(self, standing: Standing) -> int:
        """Nothing hangs on when a turn began."""
        return 0

    def passed_over(self, state: Any, event: Json) -> Any:
        """A struck event leaves nothing behind."""
        return state

    def uncovers(self, state: Any, event: Json) -> bool:
        """All cards are on the table."""
        return False

    def keeps_secrets(self, state: Any) -> bool:
        """Never."""
        return False

    def builds_on(self, event: Json, followed: Sequence[Consequence], later: Json) -> bool:
        """Nothing is kept standing by what came later."""
        return False

    def tolerated(self) -> frozenset[str]:
        """No ask rests on counts alone."""
        return frozenset()

    def pad(self, state: Any, room: PadRoom) -> Pad | None:
        """Nothing is written down."""
        return None

    def players_of(self, state: Any) -> tuple[str, ...]:
        """Everybody in seat order, those who left included."""
        return tuple(player.name for player in state.players)

    def is_over(self, state: Any) -> bool:
        """True once the game has a result."""
        return bool(state.status == "over")

    def state_to_json(self, state: Any) -> Json:
        """All of it, with the schema number."""
        return {"schema": self.schema, **plain(state)}

    def state_from_json(self, data: Json, start: Any) -> Any:
        """The state again; None when it was written by another schema."""
        if not isinstance(data, dict) or data.get("schema") != self.schema:
            return None
        return typed(self.state_class, data)

    def masked(self, event: Json) -> Json:
        """The event as it is: it tells no secret."""
        return event
