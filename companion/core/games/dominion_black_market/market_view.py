"""The market's part of a view: the open play, its money, the Treasures of this game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market import in_use, ledger, offers, queue, rulings, setup
from companion.core.games.dominion_black_market.card_view import CardView, card_view
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.hidden_list import as_told
from companion.core.games.dominion_black_market.rulings import Ruling
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Ask


@dataclass(frozen=True, slots=True)
class OfferView:
    """One open card of the market."""

    card: CardView
    price: int
    potions: int
    debt: int
    asks: tuple[Ask, ...]
    """What would be asked on buying it now; () means: yours."""
    short: int
    """$ that are missing, 0 when it is affordable."""
    short_potions: int
    left_over: int
    """$ that stay for the Buy phase when it is bought."""
    may_overpay: bool
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class TreasureView:
    """A Treasure that can be tapped."""

    name: str
    coins: int
    potions: int
    buys: int
    """+Buys as printed."""
    send_buys: int
    """`buys` that the tap must send along, as the known values leave it out."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """The Black Market being resolved."""

    player: str
    phase: str
    """action | buy | start | night"""
    stage: str
    """revealing | revealed | bottoming"""
    bought: str | None
    reveal_size: int
    """How many names are awaited while `revealing`."""
    offers: tuple[OfferView, ...]
    rulings: tuple[Ruling, ...]
    """About what else is in use at this table."""


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The money of this turn."""

    coins: int
    potions: int
    debt: int
    buys: int
    mission: bool
    cheaper: int
    actions_in_play: int
    forbidden: tuple[str, ...]


def play_view(state: State) -> PlayView | None:
    """The open play with its cards; None while the market is idle."""
    play = state.play
    if play is None:
        return None
    known = catalogue()
    return PlayView(
        player=play.player,
        phase=play.phase,
        stage=play.stage,
        bought=play.bought,
        reveal_size=queue.next_size(state.deck) if play.stage == "revealing" else 0,
        offers=tuple(_offer(state, offer) for offer in offers.offers(state, known)),
        rulings=rulings.for_table(state, known),
    )


def _offer(state: State, offer: offers.Offer) -> OfferView:
    known = catalogue()
    money = state.ledger
    card = known.card(offer.card)
    return OfferView(
        card=card_view(card),
        price=offer.price,
        potions=offer.potions,
        debt=offer.debt,
        asks=offer.asks,
        short=max(0, offer.price - money.coins),
        short_potions=max(0, offer.potions - money.potions),
        left_over=max(0, money.coins - offer.price),
        may_overpay=offer.card in ledger.OVERPAY,
        rulings=rulings.for_card(state, card, known),
    )


def ledger_view(state: State) -> LedgerView:
    """The money of this turn."""
    money = state.ledger
    return LedgerView(
        coins=money.coins,
        potions=money.potions,
        debt=money.debt,
        buys=money.buys,
        mission=money.mission,
        cheaper=money.cheaper,
        actions_in_play=money.actions_in_play,
        forbidden=money.forbidden,
    )


def treasures(state: State) -> tuple[TreasureView, ...]:
    """Known Treasures that this game may hold, the common ones first."""
    known = catalogue()
    state = as_told(state)
    charlatan = in_use.is_in_use(state, "Charlatan")
    there = {*setup.supply(state), *in_use.cards_in_use(state), *setup.start(state).heirlooms}
    there |= {entry.what for entry in setup.entries(state) if entry.kind == "non_supply"}
    return tuple(
        TreasureView(
            name=name,
            coins=values.get("coins", 0),
            potions=values.get("potions", 0),
            buys=values.get("buys", 0) + values.get("printed_buys", 0),
            send_buys=values.get("printed_buys", 0),
        )
        for name, values in known.treasures.items()
        if name in there and ledger.known_treasure(name, known, charlatan)
    )
