"""What a table of Dominion: Black Market remembers: frozen values, nothing that acts."""

from __future__ import annotations

from dataclasses import dataclass, replace

EXTRAS = ("bane", "ferryman", "riverboat", "mouse", "army", "ally", "prophecy", "obelisk")
"""What some cards need beside the ten Kingdom piles, in the order in which it is asked for."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one player counted at the end."""

    cards: tuple[tuple[str, int], ...]
    """(card as printed, how many), in the order told."""
    size: int
    """All cards the player owns, States left out."""
    tokens: int = 0
    favors: int = 0
    turns: int | None = None
    """None: not told."""
    empty_piles: tuple[str, ...] = ()
    tavern: int = 0
    """Distant Lands on the Tavern mat."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    name: str
    number: int
    """Seat number from 1, never given twice at a table."""
    left: bool = False
    turns: int = 0
    accepted: bool = False
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the group owns."""

    sets: tuple[str, ...]
    promos: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kingdom:
    """The piles and landscapes on the table, extras not among them."""

    piles: tuple[str, ...] = ()
    landscapes: tuple[str, ...] = ()
    colony: bool = False
    shelters: bool = False
    boons: tuple[str, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Extras:
    """Extra piles and cards that were chosen; None where not."""

    bane: str | None = None
    ferryman: str | None = None
    riverboat: str | None = None
    mouse: str | None = None
    army: str | None = None
    ally: str | None = None
    prophecy: str | None = None
    obelisk: str | None = None

    def get(self, extra: str) -> str | None:
        """What was chosen for one of EXTRAS."""
        chosen: str | None = getattr(self, extra)
        return chosen

    def chosen(self) -> tuple[tuple[str, str], ...]:
        """(extra, card) of everything that was chosen, in the order of EXTRAS."""
        pairs = ((extra, self.get(extra)) for extra in EXTRAS)
        return tuple((extra, card) for extra, card in pairs if card is not None)

    def having(self, extra: str, card: str | None) -> Extras:
        """The same with one choice set or taken away."""
        return replace(self, **{extra: card})


@dataclass(frozen=True, slots=True)
class Policy:
    """How the deck was last drawn; later additions keep to it."""

    policy: str = "agreed_list"
    """all_owned | agreed_list | random_n | sets_in_use | online_60"""
    size: int | None = None
    mixed_piles: str | None = None
    """none | one_random | one_chosen; None: nothing was said."""
    leave_out_telling: bool = False
    hidden: bool = False

    @property
    def no_telling(self) -> bool:
        """True when cards that give themselves away stay out."""
        return self.leave_out_telling or self.hidden or self.policy == "online_60"


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that went down together, the first one comes up first."""

    cards: tuple[str, ...]
    """In the order they lie; sorted where nobody knows it."""
    known: bool
    """False: real cards went down and nobody told the order."""
    shown: bool
    """True: everybody saw the order."""
    by: str | None = None
    """The player who put them down and so knows the order."""


@dataclass(frozen=True, slots=True)
class Bought:
    """A card that left the deck."""

    card: str
    player: str
    price: int
    """Without what was overpaid."""
    overpaid: int = 0
    to: str = "discard"
    """discard | deck | hand | set_aside | trash"""


@dataclass(frozen=True, slots=True)
class BlackMarketDeck:
    """The Black Market deck: front, then blocks at the bottom, oldest first."""

    cards: tuple[str, ...] = ()
    """The list: every card that was put in, bought ones too."""
    order_held_by: str | None = None
    """None until agreed, then app | cards."""
    front: tuple[str, ...] = ()
    """App: in the hidden order, top first. Cards: sorted, the order is nobody's."""
    peeked: tuple[str, ...] = ()
    """App: cards of the front that a taken-back reveal had shown."""
    tail: tuple[Block, ...] = ()
    revealed: tuple[str, ...] = ()
    """Open on the table, in order."""
    seen: tuple[str, ...] = ()
    """Ever revealed, sorted."""
    bought: tuple[Bought, ...] = ()
    all_seen_told: bool = False
    backs: tuple[tuple[str, int], ...] = ()
    """Real cards with a back of their own: (card, place from the top, 1 first), front only."""

    @property
    def known_top(self) -> tuple[str, ...]:
        """The cards on top that everybody knows, top first."""
        known: list[str] = []
        for card in self.front:
            if card not in self.peeked:
                break
            known.append(card)
        return tuple(known)

    @property
    def unseen(self) -> int:
        """How many front cards nobody knows the place of (F)."""
        return len(self.front) - len(self.known_top)

    @property
    def size(self) -> int:
        """Cards face down now."""
        return len(self.front) + sum(len(block.cards) for block in self.tail)

    @property
    def left(self) -> tuple[str, ...]:
        """Every card that was not bought, sorted."""
        gone = {each.card for each in self.bought}
        return tuple(sorted(card for card in self.cards if card not in gone))


@dataclass(frozen=True, slots=True)
class Ledger:
    """The money of one turn."""

    coins: int = 0
    potions: int = 0
    debt: int = 0
    buys: int = 1
    mission: bool = False
    cheaper: int = 0
    actions_in_play: int = 0
    coppers: int = 0
    quarries: int = 0
    forbidden: tuple[str, ...] = ()
    player: str | None = None
    """Whose turn it is; None before the first play of an untracked table."""


@dataclass(frozen=True, slots=True)
class Play:
    """One Black Market being resolved."""

    player: str
    phase: str = "action"
    """action | buy | start | night"""
    stage: str = "revealed"
    """revealing | revealed | bottoming"""
    bought: str | None = None
    """The last card bought in this play."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole table. `players` stand in seat order, those who left included."""

    hermit: str = "current"
    """Which wording of Hermit lies on the table: current | old."""
    status: str = "preparing"
    """preparing | playing | over"""
    players: tuple[Player, ...] = ()
    seats_given: int = 0
    shelf: Shelf | None = None
    kingdom: Kingdom | None = None
    extras: Extras = Extras()
    policy: Policy = Policy()
    deck: BlackMarketDeck = BlackMarketDeck()
    players_set_up: int | None = None
    """For how many players the setup counts, fixed at agreement."""
    steps_done: tuple[tuple[str, str], ...] = ()
    """(step, who ticked it)."""
    tracked: bool = False
    """True once the first player is chosen: turns are counted."""
    active: str | None = None
    started: bool = False
    """True after the first turn ended or the first play."""
    extra_turn: bool = False
    """True while the active player takes an extra turn."""
    ledger: Ledger = Ledger()
    play: Play | None = None
    """None: the market is idle."""

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who sits here now, in seat order."""
        return tuple(player for player in self.players if not player.left)

    @property
    def player_count(self) -> int:
        """n of the setup: seated players, at least 2, fixed when the deck is agreed."""
        return self.players_set_up or max(2, len(self.seated))

    @property
    def market(self) -> str:
        """idle | revealing | revealed | bottoming"""
        return self.play.stage if self.play else "idle"

    @property
    def cards_open(self) -> bool:
        """True while cards of the market lie open, their names entered or not."""
        return self.play is not None and (
            self.play.stage == "revealing" or bool(self.deck.revealed)
        )

    def find(self, name: str) -> Player | None:
        """The player of that very name, whether still seated or not."""
        return next((player for player in self.players if player.name == name), None)

    def seat(self, name: str) -> Player:
        """The player of that very name, who is known to sit or have sat here."""
        return next(player for player in self.players if player.name == name)

    def with_player(self, changed: Player) -> State:
        """The same table with one seat changed."""
        return replace(
            self,
            players=tuple(
                changed if player.name == changed.name else player for player in self.players
            ),
        )
