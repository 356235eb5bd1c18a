"""The market's part of a view: deck, play, money, Treasures."""

from __future__ import annotations

from companion.core.games.dominion_black_market import (
    in_use,
    ledger,
    odds,
    offers,
    queue,
    rulings,
    setup,
)
from companion.core.games.dominion_black_market.card_view import card_view
from companion.core.games.dominion_black_market.cards import Cost
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.hidden_list import as_told, hides_list
from companion.core.games.dominion_black_market.seat_snapshot import order_told
from companion.core.games.dominion_black_market.state import Block, State
from companion.core.games.dominion_black_market.view import (
    BlockView,
    DeckCardView,
    DeckView,
    LedgerView,
    OfferView,
    PlayView,
    TreasureView,
)

MOST_PLAYS = 5
"""How far ahead chances are shown."""
EXPECTED_MONEY = range(2, 9)
"""Money for which the chance of an affordable card is estimated."""


def deck_view(state: State, seats: tuple[str, ...]) -> DeckView:
    """The deck as these players may know it."""
    held = state.deck
    cards = _deck_cards(state, seats)
    agreed = held.order_held_by is not None
    seen = set(held.seen)
    known = catalogue()
    return DeckView(
        cards=None if hides_list(state) else cards,
        seen_cards=tuple(each for each in cards if each.card.name in seen),
        count=len(held.cards),
        size=held.size if agreed else len(held.cards),
        unseen=held.unseen if agreed else len(held.cards),
        known_top=tuple(card_view(known.card(name)) for name in held.known_top),
        tail=tuple(_block(block, seats) for block in held.tail),
        affordable=_affordable(state, seats),
        order_held_by=held.order_held_by,
        all_seen=agreed and bool(held.cards) and not held.unseen,
        hidden=hides_list(state),
        policy=state.policy.policy,
        policy_size=state.policy.size,
        mixed_piles=state.policy.mixed_piles,
        leave_out_telling=state.policy.leave_out_telling,
    )


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


def _affordable(state: State, seats: tuple[str, ...]) -> tuple[tuple[int, float], ...]:
    """Rule 9.10: the next reveal combined with the prices, for the money one may have."""
    if state.status != "playing" or state.play is not None or hides_list(state):
        return ()
    segments = odds.queue(state.deck, seats)
    cards = [catalogue().card(name) for name in state.deck.left]
    found = []
    for money in EXPECTED_MONEY:
        cheap = [card.name for card in cards if card.cost.at_most(Cost(money, 0, card.cost.debt))]
        found.append((money, float(odds.any_of(segments, cheap))))
    return tuple(found)


def _block(block: Block, seats: tuple[str, ...]) -> BlockView:
    told = order_told(block, seats)
    names = block.cards if told else tuple(sorted(block.cards))
    known = catalogue()
    return BlockView(
        cards=tuple(card_view(known.card(name)) for name in names),
        order_known=told,
        shown=block.shown,
        by=block.by if block.known else None,
    )


def _deck_cards(state: State, seats: tuple[str, ...]) -> tuple[DeckCardView, ...]:
    held, known = state.deck, catalogue()
    bought = {each.card: each for each in held.bought}
    leaks = dict(setup.leaks(state)) if state.status == "preparing" else {}
    segments = odds.queue(held, seats) if state.status == "playing" and state.play is None else ()
    ahead = [odds.within(segments, plays) for plays in range(1, MOST_PLAYS + 1)]
    means = odds.mean_plays(segments)
    rows = []
    for name in sorted(held.cards):
        mean = means.get(name)
        buyer = bought.get(name)
        rows.append(
            DeckCardView(
                card=card_view(known.card(name)),
                where=_where(state, name),
                seen=name in held.seen,
                bought_by=buyer.player if buyer else None,
                price=buyer.price if buyer else None,
                leak=leaks.get(name),
                chances=tuple(float(each[name]) for each in ahead) if mean is not None else (),
                mean_plays=float(mean) if mean is not None else None,
            )
        )
    return tuple(rows)


def _where(state: State, name: str) -> str:
    held = state.deck
    if any(each.card == name for each in held.bought):
        return "bought"
    if name in held.revealed:
        return "open"
    if name in held.known_top:
        return "top"
    return "bottom" if any(name in block.cards for block in held.tail) else "front"
