"""The market's list for one phone: not seen, under the deck, bought, with the chances."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.deck_view import BlockView, DeckCardView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.web.games.dominion_black_market.chances import percent


@dataclass(frozen=True, slots=True)
class Row:
    """A face-down card with its chances."""

    card: CardView
    percent: str | None
    """In the next reveal; None while a play is open."""
    width: int
    """Of the bar, 0 to 100."""
    later: Phrase | None
    """Within three plays; None where the next reveal is certain to show it."""


@dataclass(frozen=True, slots=True)
class Under:
    """Cards that went under together."""

    words: Phrase
    cost: str
    """Of a card that lies alone; "" for several."""
    who: Phrase
    private: bool
    """Only this phone shows the order."""
    percent: str | None


@dataclass(frozen=True, slots=True)
class Sold:
    """A card that left the deck."""

    card: CardView
    line: Phrase


@dataclass(frozen=True, slots=True)
class MarketList:
    """The whole list as one phone may see it."""

    top: tuple[Row, ...]
    unseen: tuple[Row, ...]
    seen_again: tuple[Row, ...]
    """Face down in the front, but seen before a reshuffle."""
    open: tuple[CardView, ...]
    tail: tuple[Under, ...]
    sold: tuple[Sold, ...]
    hidden: bool
    unseen_count: int
    affordable: tuple[tuple[int, str], ...]
    """(money, chance that something for it comes up next)."""
    idle: bool


def market_list(view: DominionTableView) -> MarketList:
    """The list for these seats; for () what everybody may know."""
    deck = view.deck
    cards = deck.cards if deck.cards is not None else deck.seen_cards
    by_name = {each.card.name: each for each in cards}
    front = [each for each in cards if each.where == "front"]
    top = [by_name[card.name] for card in deck.known_top if card.name in by_name]
    return MarketList(
        top=tuple(_row(each) for each in top),
        unseen=tuple(_row(each) for each in front if not each.seen),
        seen_again=tuple(_row(each) for each in front if each.seen),
        open=tuple(each.card for each in cards if each.where == "open"),
        tail=tuple(_under(block, by_name) for block in deck.tail),
        sold=tuple(_sold(each) for each in cards if each.bought_by is not None),
        hidden=deck.hidden,
        unseen_count=deck.unseen,
        affordable=tuple((money, percent(chance)) for money, chance in deck.affordable),
        idle=view.play is None and view.status == "playing",
    )


def _row(each: DeckCardView) -> Row:
    later = None
    if each.chances and each.chances[0] < 1:
        later = Phrase(N_("{chance} within 3 plays"), {"chance": percent(each.chances[2])})
    return Row(
        card=each.card,
        percent=percent(each.chances[0]) if each.chances else None,
        width=round(each.chances[0] * 100) if each.chances else 0,
        later=later,
    )


def _under(block: BlockView, by_name: dict[str, DeckCardView]) -> Under:
    names = tuple(card.name for card in block.cards)
    first = by_name.get(names[0])
    chances = [by_name[name].chances for name in names if name in by_name]
    soonest = max((each[0] for each in chances if each), default=None)
    if block.order_known and len(names) > 1:
        then = Phrase(N_("then {cards}"), {"cards": _then(names[1:])})
        words = Phrase(N_("{first}, {then}"), {"first": names[0], "then": then})
    else:
        words = Phrase("{cards}", {"cards": names})
    return Under(
        words=words,
        cost=first.card.cost if first and len(names) == 1 else "",
        who=_who(block),
        private=block.order_known and not block.shown and len(names) > 1,
        percent=percent(soonest) if soonest is not None else None,
    )


def _then(names: tuple[str, ...]) -> Phrase | str:
    if len(names) == 1:
        return names[0]
    return Phrase(N_("{first}, then {cards}"), {"first": names[0], "cards": _then(names[1:])})


def _who(block: BlockView) -> Phrase:
    if len(block.cards) == 1:
        return Phrase(N_("one card, so everybody knows its place"))
    if block.shown:
        return Phrase(N_("everybody saw this order"))
    if block.order_known:
        return Phrase(N_("only this phone shows the order"))
    if block.by is not None:
        return Phrase(N_("order unknown to you · {name} knows it"), {"name": block.by})
    return Phrase(N_("nobody knows the order"))


def _sold(each: DeckCardView) -> Sold:
    params = {"name": each.bought_by, "price": each.price}
    return Sold(each.card, Phrase(N_("{name}, for ${price}"), params))
