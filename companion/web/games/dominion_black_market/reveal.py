"""The open cards of the market on the screens: price now, yours or why not, the rulings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.view import (
    CardView,
    DominionTableView,
    OfferView,
    PlayView,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.contract import Asked, Context
from companion.web.games.dominion_black_market.market import DESTINATIONS
from companion.web.games.dominion_black_market.money import gives
from companion.web.games.dominion_black_market.quiet_lines import QuietLine, quiet_lines

QUIET_LINES = 2
"""Rulings beside an open card; the others are one tap further."""
FOUND = 60


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


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of the deck that may lie open: it is tapped into the list, or closes it."""

    card: CardView
    seen: bool
    chosen: tuple[str, ...]
    """The list with this card."""
    event: Json | None
    """The whole event, when this card is the last one awaited."""


def offers(view: DominionTableView) -> tuple[OfferLine, ...]:
    """The open cards in the order revealed."""
    if view.play is None:
        return ()
    return tuple(_line(view, view.play, offer) for offer in view.play.offers)


def offer_of(view: DominionTableView, card: str | None) -> OfferLine | None:
    """The open card of that name."""
    return next((line for line in offers(view) if line.offer.card.name == card), None)


def _line(view: DominionTableView, play: PlayView, offer: OfferView) -> OfferLine:
    yours, quiet = not offer.asks, quiet_lines(offer.rulings)
    return OfferLine(
        offer=offer,
        yours=yours,
        price_now=price(offer) if price(offer) != (offer.card.cost or "$0") else None,
        now=_yours(offer) if yours else _why_not(view, offer),
        brief=_briefly(offer),
        hint=None if yours else _hint(view, offer),
        rulings=quiet[:QUIET_LINES],
        all_rulings=quiet,
        more=max(0, len(quiet) - QUIET_LINES),
        event={"event": "card_bought", "player": play.player, "card": offer.card.name},
    )


def _yours(offer: OfferView) -> Phrase:
    params = {"price": price(offer), "left": offer.left_over, "debt": offer.debt}
    if offer.debt:
        return Phrase(N_("Yours for {price}. The debt comes to you."), params)
    if offer.left_over:
        return Phrase(N_("Yours for {price}. ${left} stays for the Buy phase."), params)
    return Phrase(N_("Yours for {price}. Nothing is left over."), params)


def _briefly(offer: OfferView) -> Phrase:
    if not offer.asks:
        return Phrase(N_("Yours for {price}"), {"price": price(offer)})
    if offer.asks[0].code != "cannot_afford":
        return offer.asks[0].phrase
    if offer.short_potions:
        both = N_("${n} and a Potion short") if offer.short else N_("Needs a Potion")
        return Phrase(both, {"n": offer.short})
    return Phrase(N_("${n} short"), {"n": offer.short})


def price(offer: OfferView) -> str:
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


def card_sheet(view: DominionTableView, asked: Asked) -> Context | None:
    """One open card: every ruling with its source, and a purchase with all its fields."""
    line = offer_of(view, asked.text("card"))
    if line is None or view.play is None:
        return None
    places = tuple((key, Phrase(text)) for key, text in DESTINATIONS)
    return {"line": line, "play": view.play, "places": places}


def table_sheet(view: DominionTableView, asked: Asked) -> Context | None:
    """What else is in use at this table and bears on this play."""
    lines = quiet_lines(view.play.rulings) if view.play else ()
    return {"rulings": lines} if lines else None


def treasures_sheet(view: DominionTableView, asked: Asked) -> Context | None:
    """Several Treasures at once, money of any other kind, a card that Contraband named."""
    if view.play is None:
        return None
    rows = tuple({"treasure": each, "gives": gives(each)} for each in view.treasures)
    return {"play": view.play, "rows": rows}


def reveal_sheet(view: DominionTableView, asked: Asked) -> Context | None:
    """Real cards lie open: they are found in the list and tapped in turn."""
    if view.play is None or view.play.stage != "revealing":
        return None
    awaited = view.play.reveal_size
    text = (asked.text("q") or "").strip()[:40]
    there = _face_down(view)
    names = [card.name for card, _seen in there]
    chosen = tuple(dict.fromkeys(name for name in asked.fields.get("card", ()) if name in names))[
        : max(0, awaited - 1)
    ]
    picks = [
        _pick(card, seen, chosen, awaited)
        for card, seen in there
        if card.name not in chosen and text.casefold() in card.name.casefold()
    ]
    return {
        "awaited": awaited,
        "chosen": chosen,
        "picks": tuple(picks[:FOUND]),
        "text": text,
        "hidden": view.deck.cards is None,
        "left": tuple(names),
    }


def _face_down(view: DominionTableView) -> list[tuple[CardView, bool]]:
    """The cards that may lie open, soonest first, each with whether it was seen."""
    known = view.deck.cards if view.deck.cards is not None else view.deck.seen_cards
    down = [each for each in known if each.where in ("top", "front", "bottom")]
    places = {"top": 0, "front": 1, "bottom": 2}
    blocks = {
        card.name: place for place, block in enumerate(view.deck.tail) for card in block.cards
    }
    down.sort(key=lambda each: (places[each.where], blocks.get(each.card.name, 0), each.card.name))
    return [(each.card, each.seen) for each in down]


def _pick(card: CardView, seen: bool, chosen: tuple[str, ...], awaited: int) -> Pick:
    with_it = (*chosen, card.name)
    event: Json | None = None
    if len(with_it) == awaited:
        event = {"event": "cards_revealed", "cards": list(with_it)}
    return Pick(card, seen, with_it, event)
