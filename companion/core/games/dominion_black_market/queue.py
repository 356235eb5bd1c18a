"""The Black Market deck as a queue: front, then blocks at the bottom, oldest first (rule 9.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.core.games.dominion_black_market.state import BlackMarketDeck, Block

AT_ONCE = 3
"""Cards that one Black Market reveals, where so many are left."""


Backs = tuple[tuple[str, int], ...]
"""(card, place from the top) of real cards whose backs are their own."""


def agreed(
    deck: BlackMarketDeck, held_by: str, order: tuple[str, ...], backs: Backs = ()
) -> BlackMarketDeck:
    """The list laid face down; `order` is the app's, top first, or () with real cards."""
    front = order if held_by == "app" else tuple(sorted(deck.cards))
    return replace(deck, order_held_by=held_by, front=front, backs=tuple(sorted(backs)))


def next_size(deck: BlackMarketDeck) -> int:
    """How many cards the next Black Market reveals (rule 4.5)."""
    return min(AT_ONCE, deck.size)


def next_cards(deck: BlackMarketDeck) -> tuple[str, ...]:
    """What the app's deck reveals next, in order."""
    return _queue(deck)[: next_size(deck)]


def revealed(deck: BlackMarketDeck, cards: tuple[str, ...]) -> BlackMarketDeck:
    """These cards lie open; front and blocks keep what is left of them."""
    return replace(
        taken_out(deck, cards),
        revealed=cards,
        seen=tuple(sorted({*deck.seen, *cards})),
        backs=_moved_up(deck, cards),
    )


def taken_out(deck: BlackMarketDeck, cards: Iterable[str]) -> BlackMarketDeck:
    """The face-down cards without these."""
    gone = frozenset(cards)
    return replace(
        deck,
        front=tuple(card for card in deck.front if card not in gone),
        peeked=tuple(card for card in deck.peeked if card not in gone),
        tail=_without(deck.tail, gone),
    )


def lies_further_down(deck: BlackMarketDeck, cards: tuple[str, ...]) -> str | None:
    """The first of these real cards that cannot be on top by our count; None when all can.

    Front before tail, blocks in order, an order that was shown, and backs that were seen. An
    order that one player told stays theirs: a question would show it to whoever asks.
    """
    certain, possible = _on_top(deck, len(cards))
    for card in cards:
        if card not in possible:
            return card
    if certain <= set(cards):
        return None
    return next(card for card in reversed(cards) if card not in certain)


def doubted(deck: BlackMarketDeck, cards: tuple[str, ...]) -> BlackMarketDeck:
    """Orders that one player told and that these real cards contradict are nobody's any more."""
    return replace(deck, tail=tuple(_doubted(block, cards) for block in deck.tail))


def bottomed(
    deck: BlackMarketDeck, order: tuple[str, ...], known: bool, shown: bool, by: str | None
) -> BlackMarketDeck:
    """The open cards go down as one block; `order` is as they lie, the first comes up first."""
    if not order:
        return replace(deck, revealed=())
    single = len(order) == 1
    block = Block(
        cards=order if known or single else tuple(sorted(order)),
        known=known or single,
        shown=shown or single,
        by=by,
    )
    return replace(deck, revealed=(), tail=(*deck.tail, block))


def positions_forgotten(deck: BlackMarketDeck, open_cards: tuple[str, ...] = ()) -> BlackMarketDeck:
    """Nobody knows any more where a card lies: everything left but the open ones is front."""
    front = tuple(card for card in deck.left if card not in open_cards)
    return replace(
        deck, front=front, peeked=(), tail=(), revealed=open_cards, backs=(), all_seen_told=False
    )


def shuffled(deck: BlackMarketDeck, order: tuple[str, ...], backs: Backs = ()) -> BlackMarketDeck:
    """Everything left is front again; what was seen stays on record (rule 9.7)."""
    front = order if deck.order_held_by == "app" else deck.left
    return replace(
        deck,
        front=front,
        peeked=(),
        tail=(),
        all_seen_told=False,
        backs=tuple(sorted(backs)),
    )


def corrected(
    deck: BlackMarketDeck,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    order: tuple[str, ...] | None,
) -> BlackMarketDeck:
    """List and front change as the real deck has it; `order` is the app's whole new front."""
    changed = replace(
        taken_out(deck, removed),
        cards=tuple(card for card in deck.cards if card not in removed) + added,
    )
    changed = replace(changed, backs=())
    if not added:
        return changed
    if order is not None:
        return replace(changed, front=order, peeked=(), all_seen_told=False)
    return replace(changed, front=tuple(sorted(changed.front + added)), all_seen_told=False)


def exchanged(deck: BlackMarketDeck, cards: Mapping[str, str]) -> BlackMarketDeck:
    """Real front cards that turned out to be others: {listed: what it is}."""
    if not cards:
        return deck
    return replace(
        deck,
        cards=tuple(cards.get(card, card) for card in deck.cards),
        front=tuple(sorted(cards.get(card, card) for card in deck.front)),
    )


def peeked(deck: BlackMarketDeck, cards: tuple[str, ...]) -> BlackMarketDeck:
    """A reveal of the app's deck was taken back: these stay seen, and lie on top in their order.

    Taking back does not un-see (Must hold). Cards that lie elsewhere by now are only seen.
    """
    known = replace(deck, seen=tuple(sorted({*deck.seen, *(set(cards) & {*deck.cards})})))
    on_top = _leading(cards, _queue(deck))
    pulled = on_top[len(deck.front) :]
    if pulled:
        known = replace(known, front=deck.front + pulled, tail=_without(deck.tail, pulled))
    newly = [card for card in cards if card in known.front and card not in known.peeked]
    return replace(known, peeked=(*known.peeked, *newly))


def _queue(deck: BlackMarketDeck) -> tuple[str, ...]:
    """Everything face down as it lies, top first; the front's order is the app's only."""
    return deck.front + tuple(card for block in deck.tail for card in block.cards)


def _leading(cards: tuple[str, ...], queue: tuple[str, ...]) -> tuple[str, ...]:
    """The first of these cards, as far as they lie on top in this order."""
    count = 0
    while count < len(cards) and queue[count : count + 1] == cards[count : count + 1]:
        count += 1
    return cards[:count]


def _on_top(deck: BlackMarketDeck, wanted: int) -> tuple[frozenset[str], frozenset[str]]:
    """(cards that must, cards that can) be among the first so many."""
    if len(deck.front) >= wanted:
        must = frozenset(card for card, place in deck.backs if place <= wanted)
        below = {card for card, place in deck.backs if place > wanted}
        return must, frozenset(card for card in deck.front if card not in below)
    certain, possible = set(deck.front), set(deck.front)
    left = wanted - len(deck.front)
    for block in deck.tail:
        if left <= 0:
            break
        if len(block.cards) <= left:
            certain.update(block.cards)
        possible.update(block.cards[:left] if block.shown else block.cards)
        left -= len(block.cards)
    return frozenset(certain), frozenset(possible)


def _doubted(block: Block, cards: tuple[str, ...]) -> Block:
    up = {card for card in block.cards if card in cards}
    if block.shown or up == {*block.cards[: len(up)]}:
        return block
    return replace(block, cards=tuple(sorted(block.cards)), known=False)


def _without(tail: tuple[Block, ...], gone: Iterable[str]) -> tuple[Block, ...]:
    """The blocks without these cards; a block of one has an order that everybody knows."""
    left = []
    for block in tail:
        cards = tuple(card for card in block.cards if card not in gone)
        if cards:
            single = len(cards) == 1
            left.append(
                replace(
                    block, cards=cards, known=block.known or single, shown=block.shown or single
                )
            )
    return tuple(left)


def _moved_up(deck: BlackMarketDeck, cards: tuple[str, ...]) -> Backs:
    """Places of visible backs after these came off the top."""
    off = sum(1 for card in cards if card in deck.front)
    return tuple((card, place - off) for card, place in deck.backs if card not in cards)
