"""The deck's part of a view: its list, what lies where, and what may come up."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market import odds, setup
from companion.core.games.dominion_black_market.card_view import CardView, card_view
from companion.core.games.dominion_black_market.cards import Cost
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.hidden_list import hides_list
from companion.core.games.dominion_black_market.seat_snapshot import order_told
from companion.core.games.dominion_black_market.state import Block, State

MOST_PLAYS = 5
"""How far ahead chances are shown."""
EXPECTED_MONEY = range(2, 9)
"""Money for which the chance of an affordable card is estimated."""


@dataclass(frozen=True, slots=True)
class DeckCardView:
    """One card of the deck's list."""

    card: CardView
    where: str
    """top | front | open | bottom | bought"""
    seen: bool
    bought_by: str | None
    price: int | None
    leak: str | None
    """unique | class | physical"""
    chances: tuple[float, ...]
    """Of coming up within 1, 2, 3, 4 and 5 plays; () while a play is open and for what is gone."""
    mean_plays: float | None


@dataclass(frozen=True, slots=True)
class BlockView:
    """Cards that went down together."""

    cards: tuple[CardView, ...]
    order_known: bool
    """To this viewer."""
    shown: bool
    """To everybody."""
    by: str | None
    """Who put them down, and so knows the order; None where nobody does."""


@dataclass(frozen=True, slots=True)
class DeckView:
    """The Black Market deck as this viewer may know it."""

    cards: tuple[DeckCardView, ...] | None
    """None: the list is hidden (and not seen); then only `seen_cards`."""
    seen_cards: tuple[DeckCardView, ...]
    count: int
    """All cards that were put in."""
    size: int
    unseen: int
    known_top: tuple[CardView, ...]
    tail: tuple[BlockView, ...]
    affordable: tuple[tuple[int, float], ...]
    """(money, chance that the next reveal holds a card for it): an estimate at printed prices.

    () while a play is open, before the deck is agreed and while the list is hidden."""
    order_held_by: str | None
    all_seen: bool
    hidden: bool
    policy: str
    policy_size: int | None
    mixed_piles: str | None
    leave_out_telling: bool


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
