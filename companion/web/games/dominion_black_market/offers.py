"""The open cards of the market on the screens: price now, yours or why not, the rulings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.market_view import OfferView, PlayView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.contract import AskedPage, Context
from companion.web.games.dominion_black_market.market import DESTINATIONS
from companion.web.games.dominion_black_market.quiet_lines import QuietLine, quiet_lines

QUIET_LINES = 2
"""Rulings beside an open card; the others are one tap further."""


@dataclass(frozen=True, slots=True)
class OfferLine:
    """One open card as it is shown."""

    offer: OfferView
    yours: bool
    price_now: str | None
    """$4, when that is not what is printed."""
    now: Phrase
    """Yours for what, or why not."""
    brief: Phrase
    """The same for the big screen."""
    hint: Phrase | None
    """What would help."""
    rulings: tuple[QuietLine, ...]
    """The first ones."""
    all_rulings: tuple[QuietLine, ...]
    more: int
    """How many rulings stand on the card's sheet only."""
    event: Json


def offers(view: DominionTableView) -> tuple[OfferLine, ...]:
    """The open cards in the order revealed."""
    if view.play is None:
        return ()
    return tuple(_line(view, view.play, offer) for offer in view.play.offers)


def _offer_of(view: DominionTableView, card: str | None) -> OfferLine | None:
    """The open card of that name."""
    return next((line for line in offers(view) if line.offer.card.name == card), None)


def _line(view: DominionTableView, play: PlayView, offer: OfferView) -> OfferLine:
    yours, quiet = not offer.asks, quiet_lines(offer.rulings)
    return OfferLine(
        offer=offer,
        yours=yours,
        price_now=_price(offer) if _price(offer) != (offer.card.cost or "$0") else None,
        now=_yours(offer) if yours else _why_not(view, offer),
        brief=_briefly(offer),
        hint=None if yours else _hint(view, offer),
        rulings=quiet[:QUIET_LINES],
        all_rulings=quiet,
        more=max(0, len(quiet) - QUIET_LINES),
        event={"event": "card_bought", "player": play.player, "card": offer.card.name},
    )


def _yours(offer: OfferView) -> Phrase:
    params = {"price": _price(offer), "left": offer.left_over, "debt": offer.debt}
    if offer.debt:
        return Phrase(N_("Yours for {price}. The debt comes to you."), params)
    if offer.left_over:
        return Phrase(N_("Yours for {price}. ${left} stays for the Buy phase."), params)
    return Phrase(N_("Yours for {price}. Nothing is left over."), params)


def _briefly(offer: OfferView) -> Phrase:
    if not offer.asks:
        return Phrase(N_("Yours for {price}"), {"price": _price(offer)})
    if offer.asks[0].code != "cannot_afford":
        return offer.asks[0].phrase
    if offer.short_potions:
        both = N_("${n} and a Potion short") if offer.short else N_("Needs a Potion")
        return Phrase(both, {"n": offer.short})
    return Phrase(N_("${n} short"), {"n": offer.short})


def _price(offer: OfferView) -> str:
    """The price now as on a coin: $4, $3P, 8D."""
    coins = f"${offer.price}" if offer.price or not offer.debt else ""
    debt = f"{offer.debt}D" if offer.debt else ""
    return " ".join(part for part in (coins + "P" * offer.potions, debt) if part)


def _why_not(view: DominionTableView, offer: OfferView) -> Phrase:
    ask = offer.asks[0]
    if ask.code != "cannot_afford":
        return ask.phrase
    if offer.short and offer.short_potions:
        return Phrase(N_("${n} and a Potion short."), {"n": offer.short})
    if offer.short_potions:
        return Phrase(N_("Needs a Potion. There is none."))
    by_value = sorted(view.treasures, key=lambda t: (t.coins, t.buys))
    enough = next((t.name for t in by_value if t.coins >= offer.short), None)
    if enough is None:
        return Phrase(N_("${n} short."), {"n": offer.short})
    return Phrase(
        N_("${n} short. One {treasure} would do."), {"n": offer.short, "treasure": enough}
    )


def _hint(view: DominionTableView, offer: OfferView) -> Phrase | None:
    has_potion = any(treasure.potions for treasure in view.treasures)
    if offer.asks[0].code == "cannot_afford" and offer.short_potions and has_potion:
        return Phrase(N_("A Potion may still be played now."))
    return None


def sheet(view: DominionTableView, asked: AskedPage) -> Context | None:
    """One open card: every ruling with its source, and a purchase with all its fields."""
    line = _offer_of(view, asked.text("card"))
    if line is None or view.play is None:
        return None
    places = tuple((key, Phrase(text)) for key, text in DESTINATIONS)
    return {"line": line, "play": view.play, "places": places}
