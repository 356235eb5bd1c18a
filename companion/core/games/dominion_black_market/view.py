"""What a phone may see of a Dominion table: frozen values that templates and JSON are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.count_form import CountForm
from companion.core.games.dominion_black_market.deck_view import DeckView
from companion.core.games.dominion_black_market.market_view import (
    LedgerView,
    PlayView,
    TreasureView,
)
from companion.core.games.dominion_black_market.result import Tally
from companion.core.games.dominion_black_market.tally import Points
from companion.core.outcome import Json, Phrase


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One seat."""

    name: str
    number: int
    status: str
    """playing | left"""
    turns: int
    accepted: bool
    bought: tuple[tuple[str, int], ...]
    """(card, price)."""
    points: Points | None
    """None: not counted yet."""
    counted: tuple[tuple[str, int], ...]
    """(card, how many) as last counted."""
    rank: int | None


@dataclass(frozen=True, slots=True)
class BoxChoice:
    """One box of the shelf."""

    word: str
    set_name: str
    edition: int | None
    """None where there is only one."""
    owned: bool


@dataclass(frozen=True, slots=True)
class ExtraView:
    """An extra pile or card."""

    extra: str
    name: Phrase
    card: CardView | None
    causes: tuple[str, ...]
    """What asks for it; () when it is only reserved."""
    needed: bool
    """Something asks for it and nobody has chosen it."""
    choices: tuple[str, ...]
    """What it could be; filled while it is needed."""


@dataclass(frozen=True, slots=True)
class SupplyView:
    """One Supply pile."""

    card: CardView
    size: int | None
    role: str
    """basic | kingdom | bane | army | brought (Potion, Ruins)"""


@dataclass(frozen=True, slots=True)
class SetupView:
    """One line of the checklist."""

    kind: str
    what: str
    count: int | None
    causes: tuple[str, ...]
    from_deck: tuple[str, ...]
    """The causes that lie in the Black Market deck."""
    step: str
    """What `setup_step_done` names."""
    sentence: Phrase
    because: Phrase
    done_by: str | None


@dataclass(frozen=True, slots=True)
class StartView:
    """The starting deck of every player."""

    coppers: int
    heirlooms: tuple[str, ...]
    coffers: int
    favors: int
    shelters: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """Cards to take from one box, and to put back there."""

    set_name: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class DominionTableView:
    """The whole table as these seats may see it."""

    status: str
    """preparing | playing | over"""
    active: str | None
    """Whose turn it is; None unless playing and turns are tracked."""
    tracked: bool
    extra_turn: bool
    hermit: str
    deck_needed: bool
    players: tuple[PlayerView, ...]
    """In seat order, those who left included."""
    shelf: tuple[BoxChoice, ...]
    shelf_set: bool
    """False: everything counts as owned."""
    promos: tuple[str, ...]
    owned_promos: tuple[str, ...]
    without: tuple[str, ...]
    kingdom: tuple[CardView, ...]
    landscapes: tuple[CardView, ...]
    colony: bool
    shelters: bool
    extras: tuple[ExtraView, ...]
    """Chosen or needed ones."""
    supply: tuple[SupplyView, ...]
    eligible: int
    setup: tuple[SetupView, ...]
    check_for_setup: tuple[str, ...]
    """Cards of newer expansions: "check the card for setup"."""
    start: StartView
    pull_list: tuple[BoxView, ...]
    """The deck's cards by box; () while the list is hidden."""
    deck: DeckView
    ledger: LedgerView
    market: str
    """idle | revealing | revealed | bottoming"""
    play: PlayView | None
    treasures: tuple[TreasureView, ...]
    """The common ones first."""
    count_form: CountForm
    tally: Tally
    silent: tuple[str, ...]
    """Seated players who have not said yes to the deck."""
    seats: tuple[str, ...]
    """Whose view this is; () for a spectator and for everything that is shared."""
    public: Json = field(repr=False)
    """The snapshot as these seats may see it."""

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who won together; None until the game is over and everybody seated is counted."""
        return self.tally.winners

    def player(self, name: str) -> PlayerView | None:
        """The seat of that name."""
        return next((each for each in self.players if each.name == name), None)

    def to_json(self) -> Json:
        """A superset of the snapshot (Snapshot), masked for these seats."""
        return {
            **self.public,
            "seats": list(self.seats),
            "tracked": self.tracked,
            "kingdom": [card.name for card in self.kingdom],
            "landscapes": [card.name for card in self.landscapes],
            "hidden": self.deck.hidden,
            "check_for_setup": list(self.check_for_setup),
        }
