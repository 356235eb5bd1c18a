"""What each open card of the market means for who plays: price now, why not, which rulings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market import ledger as money
from companion.core.games.dominion_black_market import rulings
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.refusals import ask, in_order
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Ask


@dataclass(frozen=True, slots=True)
class Offer:
    """One card of the market, open on the table."""

    card: str
    price: int
    potions: int
    debt: int
    asks: tuple[Ask, ...]
    """What would be asked on buying it now."""
    rulings: tuple[str, ...]
    """Keys of the rulings that apply to it here and now, sorted."""


def offers(state: State, catalogue: Catalogue) -> tuple[Offer, ...]:
    """Every open card, in the order revealed; () while none lies open."""
    play = state.play
    if play is None or play.stage == "revealing":
        return ()
    return tuple(_offer(state, catalogue.card(name), catalogue) for name in state.deck.revealed)


def asks_on_buying(state: State, card: Card, coins: int, extra_potions: int = 0) -> tuple[Ask, ...]:
    """What the rules question about this purchase, Mission to money (rules 5.1 to 5.4).

    `coins` is the price with what is paid beyond it.
    """
    play, ledger = state.play, state.ledger
    buyer = play.player if play else ""
    asks = []
    if ledger.mission:
        asks.append(ask("mission_blocks_buying"))
    if ledger.debt:
        asks.append(ask("debt_blocks_buying", name=buyer))
    if play is not None and play.bought is not None:
        asks.append(ask("one_buy_per_play", card=play.bought))
    if card.name in ledger.forbidden:
        asks.append(ask("forbidden_this_turn", card=card.name))
    if card.name == "Grand Market" and ledger.coppers:
        asks.append(ask("copper_in_play"))
    if money.missing_money(ledger, card, coins, extra_potions):
        cost = money.money_text(coins, card.cost.potions + extra_potions)
        has = money.money_text(ledger.coins, ledger.potions)
        asks.append(ask("cannot_afford", card=card.name, price=cost, name=buyer, money=has))
    return in_order(asks)


def _offer(state: State, card: Card, catalogue: Catalogue) -> Offer:
    phase = state.play.phase if state.play else "action"
    price = money.price(card, state.ledger, phase)
    return Offer(
        card=card.name,
        price=price,
        potions=card.cost.potions,
        debt=card.cost.debt,
        asks=asks_on_buying(state, card, price),
        rulings=tuple(each.key for each in rulings.for_card(state, card, catalogue)),
    )
