"""The Game contract: everything that the rest of the product may ask of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.games.pad import Pad, PadRoom
from companion.core.outcome import Ask, Consequence, Json, Phrase, Refused

Shuffled = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Gives the same names in a random order; the services bring it."""
State = Any
"""A game's own frozen, slotted state. Only the game looks inside."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The event may stand: as it is recorded, what follows, and the state after it.

    `asks` holds what the rules question; the table records the event only when each of these
    codes was answered. A game always returns the state as if they were answered.
    """

    event: Json
    """The whole event as recorded: positions resolved to item identities, chance spelled out."""
    consequences: tuple[Consequence, ...]
    state: State
    asks: tuple[Ask, ...] = ()


class Sitting(Protocol):
    """A player as every view shows them."""

    @property
    def name(self) -> str:
        """As it was given."""

    @property
    def status(self) -> str:
        """`left` for somebody who left; any other word while they play."""


class TableView(Protocol):
    """What the screens that all games share read of a view, whichever the game."""

    @property
    def status(self) -> str:
        """`lobby` or `preparing` while the door is open, then `playing`, then `over`."""

    @property
    def players(self) -> Sequence[Sitting]:
        """In seat order, those who left included."""

    @property
    def active(self) -> str | None:
        """Whose turn it is; None while it is nobody's."""

    @property
    def winners(self) -> Sequence[str] | None:
        """Who won together; None while nobody has."""

    def to_json(self) -> Json:
        """As phones and programs get it; all of the snapshot is in it."""


Standing = Callable[[], Iterable[tuple[int, Json]]]
"""Number and event of every entry of the log that stands, newest first."""


@dataclass(frozen=True, slots=True)
class FormTap:
    """How an event of the table's form came about, for a game that makes several of one tap."""

    version: int
    """Number of the last event."""
    standing: Standing
    ends_by_hand: bool = False
    """This phone ends its turns itself."""
    shown: bool = True
    """The phone showed the table as it is now."""
    settled: bool = True
    """Nothing was recorded within the last moments: this is no double tap."""
    asked: bool = False
    """This seat was asked in this turn whether it is their turn."""


class Game(Protocol):
    """One card game. Implementations are modules' worth of pure functions behind one object.

    Nothing here throws for bad input, reads a clock, or draws by chance.
    """

    key: str
    """The game key, as in `black_market_warehouse`."""
    name: Phrase
    players: tuple[int, int]
    """Fewest and most players."""
    event_names: frozenset[str]
    """Every event of this game; the table's own (`taken_back`, …) are not among them.

    Shared screens record `player_joined` and `player_left`, each with its `player`, and the
    shared lobby (see companion.web.games.contract) some more: a game takes them by these names.
    """
    sentences: Mapping[str, str]
    """The message id of every ask and refusal code."""
    signed: frozenset[str]
    """Events that record who tapped: the table writes `by` into them before they are judged."""

    secret_orders: frozenset[str]
    """Events that record an order which nobody at the table may know."""

    @property
    def draws(self) -> bool:
        """False when nothing is ever left to chance: `drawn` gives every event as it is."""

    def big_take_back(self, event: Json, by: str | None, logged_by: str | None) -> Phrase | None:
        """What taking this event back would undo, when that asks first (`big_take_back`).

        `by` taps now, `logged_by` logged it; None is a host without a seat.
        """

    def setup(self, options: Json, deck: Json | None) -> State | Refused:
        """The state of a new table; unknown options or an unusable deck are refused."""

    def read(self, event: Json) -> Json | Refused:
        """The event with its known fields only; refused when its shape cannot be read.

        It needs no state. Whatever it lets through, `describe` can put into words.
        """

    def resolved(self, past: Callable[[], State], event: Json) -> Json:
        """The event with its positions as the phone saw them turned into item identities.

        `past` gives the state that the phone showed; it replays the log, so it is called only
        for an event that names positions. A position that holds nothing there becomes an
        identity that never exists, so that it cannot hit a neighbour later.
        """

    def decide(self, state: State, event: Json, seq: int) -> Decided | Refused:
        """Judge one event on `state`; `seq` names what it puts on the table."""

    def drawn(self, state: State, event: Json, shuffled: Shuffled, salt: str) -> Json | Refused:
        """The event with what it leaves to chance drawn: services call it before recording.

        `salt` is a fresh secret that is recorded beside a hidden order (see `masked`).
        """

    def hides_list(self, state: State) -> bool:
        """True when nobody knows the cards of a secret order either: then nobody can name one."""

    def grouped(self, state: State, event: Json, tap: FormTap) -> tuple[Json, ...]:
        """The events that one tap of the form records together, in order."""

    def turn_began(self, standing: Standing) -> int:
        """The number of the event with which the present turn began; 0 before the first."""

    def passed_over(self, state: State, event: Json) -> State:
        """The state after a struck event was passed over: what its showing leaves behind."""

    def uncovers(self, state: State, event: Json) -> bool:
        """True when this recorded event, on `state`, may show what a phone could not know.

        Such an event ends its batch: what a refusal of a later one says would tell a secret, and
        nothing would stand in the log. The answer itself hangs on nothing secret.
        """

    def keeps_secrets(self, state: State) -> bool:
        """True while the table holds what some phone may not know.

        Then nothing but further take-backs follows a strike within a batch, as a replay may show
        what it struck on other cards.
        """

    def builds_on(self, event: Json, followed: Sequence[Consequence], later: Json) -> bool:
        """True when `later`, while it stands, keeps `event` as it is: it showed cards after it.

        `followed` is what followed from `event` while it stood. Where a replay of `later` would
        hang on a secret, it must be held whatever the secret is.
        """

    def tolerated(self) -> frozenset[str]:
        """Ask codes that rest on counts alone: they never stop a replay."""

    def snapshot(self, state: State) -> Json:
        """The full public state as JSON.

        `status` as in TableView and `players`, by name, each with a `status`; the rest is the
        game's own.
        """

    def view(self, state: State, seats: tuple[str, ...]) -> Any:
        """What a phone holding these players' seats may see: a frozen dataclass, a TableView."""

    def tally(self, state: State) -> Any:
        """Ranks with the reason for each place, as a frozen dataclass."""

    def pad(self, state: State | None, room: PadRoom) -> Pad | None:
        """Its score pad, for the table of `state` or, with None, for any; None: it has no pad."""

    def describe(self, state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
        """The event in plain words. `viewer` None means everybody: nothing private is named."""

    def describe_consequence(self, consequence: Consequence) -> Phrase | None:
        """What followed, in plain words; None where there is nothing worth reading."""

    def players_of(self, state: State) -> tuple[str, ...]:
        """Names of everybody who ever sat here, in seat order, those who left included."""

    def is_over(self, state: State) -> bool:
        """True once the game has a result."""

    def state_to_json(self, state: State) -> Json:
        """For snapshots, with a schema number."""

    def state_from_json(self, data: Json, start: State) -> State | None:
        """The state again; `start` is what `setup` gave. None when the schema is not this one."""

    def masked(self, event: Json) -> Json:
        """The event as everybody may see it while the game runs (exports, shared lists)."""
