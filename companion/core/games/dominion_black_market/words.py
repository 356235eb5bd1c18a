"""Events and consequences in plain words; no order that the reader may not know is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.games.dominion_black_market.phrases import CONSEQUENCES, EXTRA_NAMES
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Consequence, Json, Phrase
from companion.core.phrases import N_

Teller = Callable[[Json], Phrase]

SIMPLE: Mapping[str, str] = {
    "player_joined": N_("{player} sat down"),
    "player_left": N_("{player} left the table"),
    "first_player_chosen": N_("{player} begins"),
    "game_called": N_("The game is over"),
    "deck_card_added": N_("{player} added {card} to the deck"),
    "deck_card_struck": N_("{player} struck {card} from the deck"),
    "deck_accepted": N_("{player} said yes to the deck"),
    "nothing_bought": N_("{player} bought nothing"),
}
"""Events whose sentence is filled with their own fields."""


def describe(state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
    """The event in plain words, without a full stop; `viewer` None means everybody."""
    name = event["event"]
    if name in SIMPLE:
        return Phrase(SIMPLE[name], event)
    if name == "rest_bottomed":
        return _bottomed(event, viewer)
    if name == "card_bought":
        return _bought(state, event)
    return TELLERS[name](event)


def describe_consequence(consequence: Consequence) -> Phrase | None:
    """What followed, as a sentence; None where the event itself says it."""
    sentence = CONSEQUENCES.get(consequence.name)
    if sentence is None:
        return None
    params = dict(consequence.fields)
    if "extra" in params:
        params["extra"] = Phrase(EXTRA_NAMES[params["extra"]])
    return Phrase(sentence, {name: _listed(value) for name, value in params.items()})


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _arranged(event: Json) -> Phrase:
    return Phrase(N_("Seats: {order}"), {"order": tuple(event["order"])})


def _turn(event: Json) -> Phrase:
    text = N_("{player}'s turn ended, an extra turn follows")
    return Phrase(text if event.get("again") else N_("{player}'s turn ended"), event)


def _shelf(event: Json) -> Phrase:
    return Phrase(N_("The shelf holds {count} boxes"), {"count": len(event["sets"])})


def _kingdom(event: Json) -> Phrase:
    return Phrase(N_("The Kingdom: {cards}"), {"cards": tuple(event["kingdom"])})


def _extra(event: Json) -> Phrase:
    params = {"extra": Phrase(EXTRA_NAMES[event["pile"]]), "card": event["card"]}
    return Phrase(N_("{extra}: {card}"), params)


def _drawn(event: Json) -> Phrase:
    count = len(event["cards"])
    text = N_("A deck of {count} cards was drawn up")
    return Phrase(N_("A deck of one card was drawn up") if count == 1 else text, {"count": count})


def _agreed(event: Json) -> Phrase:
    if event["order_held_by"] == "app":
        return Phrase(N_("The deck is agreed; our phones hold it"))
    return Phrase(N_("The deck is agreed; the real cards hold it"))


def _step(event: Json) -> Phrase:
    what = event["step"].partition(":")[2] or event["step"]
    return Phrase(N_("{player} ticked {step}"), {"player": event["player"], "step": what})


def _played(event: Json) -> Phrase:
    return Phrase(N_("{player} played Black Market"), event)


def _revealed(event: Json) -> Phrase:
    return Phrase(N_("{cards} lie open"), {"cards": tuple(event["cards"])})


def _treasures(event: Json) -> Phrase:
    told = [
        Phrase(N_("{copies} × {card}"), {"copies": copies, "card": card})
        for card, copies in event.get("treasures", {}).items()
        if copies
    ]
    if event.get("coins"):
        told.append(Phrase(N_("${coins}"), {"coins": event["coins"]}))
    if event.get("potions"):
        text = N_("one Potion") if event["potions"] == 1 else N_("{potions} Potions")
        told.append(Phrase(text, {"potions": event["potions"]}))
    if event.get("buys"):
        text = N_("one more Buy") if event["buys"] == 1 else N_("{buys} more Buys")
        told.append(Phrase(text, {"buys": event["buys"]}))
    if event.get("forbidden"):
        named = Phrase(N_("not to be bought: {cards}"), {"cards": tuple(event["forbidden"])})
        told.append(named)
    if not told:
        return Phrase(N_("No Treasure was played"))
    if "player" in event:
        return Phrase(
            N_("{player} played {what}"), {"player": event["player"], "what": tuple(told)}
        )
    return Phrase(N_("Played: {what}"), {"what": tuple(told)})


def _bought(state: State, event: Json) -> Phrase:
    """With the price that stands now, as what an earlier event made cheaper may be struck."""
    player, card = event["player"], event["card"]
    paid = next((b for b in state.deck.bought if (b.card, b.player) == (card, player)), None)
    price = paid.price if paid else event.get("price")
    if price is None:
        return Phrase(N_("{player} bought {card}"), {"player": player, "card": card})
    params = {"player": player, "card": card, "price": f"${price}"}
    if paid and paid.overpaid:
        text = N_("{player} bought {card} for {price} and overpaid {over}")
        return Phrase(text, {**params, "over": f"${paid.overpaid}"})
    return Phrase(N_("{player} bought {card} for {price}"), params)


def _bottomed(event: Json, viewer: tuple[str, ...] | None) -> Phrase:
    """The order only where it was shown, or to who put the cards down."""
    player, order = event.get("player", ""), event.get("order")
    if not isinstance(order, list):
        return Phrase(N_("{player} put the rest under the deck"), {"player": player})
    if event.get("shown") or (viewer is not None and player in viewer):
        params = {"player": player, "cards": tuple(order)}
        return Phrase(N_("{player} put under the deck, in this order: {cards}"), params)
    params = {"player": player, "cards": tuple(sorted(order))}
    return Phrase(N_("{player} put under the deck: {cards}"), params)


def _reshuffled(event: Json) -> Phrase:
    if event["why"] == "all_seen":
        return Phrase(N_("The deck was reshuffled, as all cards were seen"))
    return Phrase(N_("The deck was shuffled anew"))


def _corrected(event: Json) -> Phrase:
    added, removed = tuple(event.get("added", ())), tuple(event.get("removed", ()))
    if added and removed:
        text = N_("The deck was corrected: {added} in, {removed} out")
        return Phrase(text, {"added": added, "removed": removed})
    if added:
        return Phrase(N_("The deck was corrected: {added} in"), {"added": added})
    if removed:
        return Phrase(N_("The deck was corrected: {removed} out"), {"removed": removed})
    return Phrase(N_("The deck was corrected"))


def _counted(event: Json) -> Phrase:
    return Phrase(N_("{player}'s cards were counted"), event)


TELLERS: Mapping[str, Teller] = {
    "seats_arranged": _arranged,
    "turn_ended": _turn,
    "shelf_set": _shelf,
    "kingdom_chosen": _kingdom,
    "extra_chosen": _extra,
    "deck_drawn": _drawn,
    "deck_agreed": _agreed,
    "setup_step_done": _step,
    "market_played": _played,
    "cards_revealed": _revealed,
    "treasures_played": _treasures,
    "deck_reshuffled": _reshuffled,
    "deck_corrected": _corrected,
    "pile_counted": _counted,
}
