"""Putting the rest under the deck: cards are tapped in turn, and who knows the order is told."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json
from companion.web.games.contract import AskedPage, Context


@dataclass(frozen=True, slots=True)
class Under:
    """The cards that go under the deck now."""

    player: str
    cards: tuple[CardView, ...]
    others: tuple[str, ...]
    """Who sees which cards, and not their order."""
    may_be_unknown: bool
    """Real cards: perhaps nobody knows the order."""
    mixed: Json
    """The event for an order that nobody knows."""
    fetch: CardView | None
    """The card that was bought and lies in its box still: the phones are the deck."""


def under(view: DominionTableView) -> Under | None:
    """What waits to be put down; None while nothing does."""
    if view.play is None or view.play.stage != "bottoming":
        return None
    player = view.play.player
    return Under(
        player=player,
        cards=tuple(offer.card for offer in view.play.offers),
        others=tuple(p.name for p in view.players if p.name != player and p.status == "playing"),
        may_be_unknown=view.deck.order_held_by == "cards",
        mixed={"event": "rest_bottomed", "player": player},
        fetch=_in_its_box(view, view.play.bought),
    )


def _in_its_box(view: DominionTableView, bought: str | None) -> CardView | None:
    if view.deck.order_held_by != "app":
        return None
    known = view.deck.cards if view.deck.cards is not None else view.deck.seen_cards
    return next((each.card for each in known if each.card.name == bought), None)


def sheet(view: DominionTableView, asked: AskedPage) -> Context | None:
    """The order so far; complete as soon as only one card is left to place."""
    waiting = under(view)
    if waiting is None:
        return None
    by_name = {card.name: card for card in waiting.cards}
    tapped = [name for name in asked.fields.get("order", ()) if name in by_name]
    order = tuple(dict.fromkeys(tapped))
    rest = tuple(name for name in by_name if name not in order)
    if len(rest) == 1:
        order, rest = (*order, *rest), ()
    event: Json = {"event": "rest_bottomed", "player": waiting.player, "order": list(order)}
    return {
        "under": waiting,
        "order": tuple(by_name[name] for name in order),
        "rest": tuple((by_name[name], (*order, name)) for name in rest),
        "event": None if rest else event,
    }
