"""What all phones see of the seats: a panel each, made of pieces, and what stands beside them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.black_market_warehouse.consequence_words import describe_consequence
from companion.core.games.black_market_warehouse.view import (
    CardChoice,
    ItemView,
    PlayerView,
    WarehouseChoice,
    WarehouseTableView,
    WarehouseView,
)
from companion.core.log import Entry
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import LiveTable
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.tables.last_tap import last_tap


@dataclass(frozen=True, slots=True)
class Which:
    """The item that was added last and could be several cards: one more tap may name it."""

    player: str
    warehouse: str | int
    """"in_play", or the index in the pile."""
    slot: int
    item_type: str
    money: int
    cards: tuple[CardChoice, ...]


@dataclass(frozen=True, slots=True)
class StripPiece:
    """One player in the strip: `_strip.html`."""

    home: str
    """The table's address."""
    name: str
    seat: int
    total: int
    now: bool
    """It is their turn."""
    left: bool


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """One seat's own warehouse on its phone: `_panel.html`."""

    home: str
    name: str
    seat: int
    left: bool
    warehouse: WarehouseView | None
    needed: str
    """Types that keep the exact match possible, joined by |."""
    done: bool
    """A warehouse of theirs is completed."""
    completed: Phrase | None
    """The last tap completed one: how, in words."""
    skips: Phrase | None
    """They skip a Drop and Fill: which one."""
    protected: bool
    playing: bool
    """The game runs."""
    choices: tuple[WarehouseChoice, ...]
    """Cards to describe the warehouse with; () with own cards, and where it is described."""
    catalogue: bool
    """The deck's cards are known by name."""
    hand_size: int
    """Cards that everybody begins with."""
    faces: dict[str, TypeFace]


@dataclass(frozen=True, slots=True)
class HeadPiece:
    """One player in the table of all, money, pile and hand: `_player_head.html`."""

    home: str
    name: str
    seat: int
    left: bool
    counted: bool
    completed: int
    hand: int | None
    total: int
    scores: bool
    """Only the piles are counted."""


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """What lies in front of that player: `_player_lying.html`."""

    home: str
    name: str
    warehouse: WarehouseView
    blocked: bool
    protected: bool
    faces: dict[str, TypeFace]


@dataclass(frozen=True, slots=True)
class Panel:
    """One seat on the screens."""

    player: PlayerView
    seat: int
    """Seat number on this page, as in `<body data-seats>`."""
    turn_line: Phrase | None
    """How far the turn is from this seat; None where nothing is to say."""
    which: Which | None
    strip: StripPiece
    own: OwnPiece
    head: HeadPiece
    lying: LyingPiece | None
    """None without a warehouse."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What all phones see."""

    view: WarehouseTableView
    panels: tuple[Panel, ...]
    faces: dict[str, TypeFace]
    gone: str
    """Cells of the grid whose cards all lie on the table, as `type:money`, joined by |."""
    turns: bool
    """Turns are tracked."""
    scores: bool
    """Only the piles are counted."""
    uncounted: tuple[str, ...]
    """With scores: whose pile is not in yet."""


def shared(live: LiveTable, view: WarehouseTableView) -> Shared:
    """Every seat's panel, and what stands beside them."""
    track = view.options["track"]
    cells = ((row.item_type, cell) for row in view.grid for cell in row.cells)
    tapped = last_tap(live)
    return Shared(
        view=view,
        panels=tuple(_panel(live, view, player, tapped) for player in view.players),
        faces=faces(view),
        gone="|".join(f"{kind}:{cell.money}" for kind, cell in cells if cell.all_used),
        turns=track == "turns",
        scores=track == "scores",
        uncounted=tuple(
            p.name for p in view.players if p.counted is None and p.status == "playing"
        ),
    )


def _panel(
    live: LiveTable, view: WarehouseTableView, player: PlayerView, tapped: tuple[Entry, ...]
) -> Panel:
    found = live.seat_of(player.name)
    seat = found.number if found else player.number
    home, left = f"/tables/{live.code}", player.status == "left"
    now, scores = player.name == view.active, view.options["track"] == "scores"
    hand, counted = player.hand, player.counted is not None
    name, total, done = player.name, player.total, player.completed
    return Panel(
        player=player,
        seat=seat,
        turn_line=_turn_line(view, player),
        which=_which(view, player, tapped),
        strip=StripPiece(home, name, seat, total, now, left),
        own=_own(home, view, player, seat, tapped),
        head=HeadPiece(home, name, seat, left, counted, done, hand, total, scores),
        lying=_lying(home, view, player),
    )


def _own(
    home: str,
    view: WarehouseTableView,
    player: PlayerView,
    seat: int,
    tapped: tuple[Entry, ...],
) -> OwnPiece:
    warehouse, catalogue = player.warehouse, view.deck_id is not None
    asks_card = warehouse is not None and warehouse.requires is None
    return OwnPiece(
        home=home,
        name=player.name,
        seat=seat,
        left=player.status == "left",
        warehouse=warehouse,
        needed="|".join(dict.fromkeys(warehouse.still_needed)) if warehouse else "",
        done=player.completed > 0,
        completed=_completed(tapped, player),
        skips=_skips(view, player),
        protected=player.protected,
        playing=view.status == "playing",
        choices=view.warehouse_cards if asks_card and catalogue else (),
        catalogue=catalogue,
        hand_size=view.hand_size,
        faces=faces(view),
    )


def _lying(home: str, view: WarehouseTableView, player: PlayerView) -> LyingPiece | None:
    if player.warehouse is None:
        return None
    known = faces(view)
    return LyingPiece(home, player.name, player.warehouse, player.blocked, player.protected, known)


def _skips(view: WarehouseTableView, player: PlayerView) -> Phrase | None:
    if not player.blocked:
        return None
    if player.name == view.active and player.blocked_now:
        return Phrase(N_("{name} skips Drop and Fill this turn."), {"name": player.name})
    return Phrase(N_("{name} skips the next Drop and Fill."), {"name": player.name})


def _turn_line(view: WarehouseTableView, player: PlayerView) -> Phrase | None:
    order = [each.name for each in view.players if each.status == "playing"]
    if view.active not in order or player.name not in order or player.name == view.active:
        return None
    ahead = (order.index(player.name) - order.index(view.active)) % len(order)
    if ahead == 1:
        return Phrase(N_("You are next"))
    return Phrase(N_("Yours in {n} turns"), {"n": ahead})


def _completed(tap: tuple[Entry, ...], player: PlayerView) -> Phrase | None:
    for entry in tap:
        for followed in entry.consequences:
            mine = followed.fields.get("player") == player.name
            if followed.name == "warehouse_completed" and mine:
                return describe_consequence(followed)
    return None


def _which(view: WarehouseTableView, player: PlayerView, tapped: tuple[Entry, ...]) -> Which | None:
    """The item that this player added with the last tap, while no card of several is named."""
    entry = next((e for e in tapped if e.event["event"] == "item_added"), None)
    if entry is None or entry.event["player"] != player.name:
        return None
    lying: list[tuple[str | int, tuple[ItemView, ...]]]
    lying = [("in_play", player.warehouse.items)] if player.warehouse else []
    lying += [(done.number, done.items) for done in player.pile]
    for where, items in lying:
        for slot, item in enumerate(items):
            if item.id == str(entry.seq) and item.card is None:
                cards = _fitting(view, item.item_type, item.money)
                found = Which(player.name, where, slot, item.item_type, item.money, cards)
                return found if cards else None
    return None


def _fitting(view: WarehouseTableView, item_type: str, money: int) -> tuple[CardChoice, ...]:
    for row in view.grid:
        for cell in row.cells:
            if row.item_type == item_type and cell.money == money:
                return tuple(card for card in cell.cards if card.copies_left > 0)
    return ()
