"""Events in plain words; what only one player knows stays unnamed for others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.games.black_market_warehouse.phrases import face, type_words
from companion.core.games.black_market_warehouse.state import State
from companion.core.outcome import Json, Money, Phrase
from companion.core.phrases import N_


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom words are found: the table's names of cards, and what this viewer may know."""

    state: State
    viewer: tuple[str, ...] | None
    """Names of the viewer's seats; None means everybody."""

    def item(self, named: Json) -> Phrase:
        """An item by its face."""
        card = named.get("card")
        known = self.state.catalogue.cards.get(card) if isinstance(card, str) else None
        if "item_type" in named and "money" in named:
            name = None if known is None else known.name
            return face(named["item_type"], named["money"], name)
        if known is None:
            return Phrase(N_("a Market item"))
        return Phrase("{card}", {"card": known.name})

    def card(self, id_: Any) -> str | None:
        """The printed name of a card."""
        return self.state.catalogue.name(id_)

    def may_know(self, player: str) -> bool:
        """True when this viewer holds that hand, or the game is over."""
        if self.state.status == "over":
            return True
        return self.viewer is not None and player in self.viewer


def describe(state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
    """The event in plain words, without a full stop; who did it is named in it."""
    return _EVENTS[event["event"]](Reader(state, viewer), event)


def _by_player(text: str) -> Callable[[Reader, Json], Phrase]:
    return lambda reader, event: Phrase(text, {"player": event["player"]})


def _arranged(reader: Reader, event: Json) -> Phrase:
    return Phrase(N_("The seats are now {names}"), {"names": tuple(event["order"])})


def _described(reader: Reader, event: Json) -> Phrase:
    name, player = reader.card(event.get("card")), event["player"]
    if name is not None:
        return Phrase(N_("{player} has {card}"), {"player": player, "card": name})
    said = {
        "player": player,
        "types": tuple(type_words(each) for each in event.get("requires") or ()),
        "bonus": Money(event.get("bonus", 0)),
    }
    return Phrase(N_("{player} has a warehouse for {types}, bonus {bonus}"), said)


def _added(reader: Reader, event: Json) -> Phrase:
    said = {"player": event["player"], "item": reader.item(event)}
    return Phrase(N_("{player} added {item}"), said)


def _discarded(reader: Reader, event: Json) -> Phrase:
    text = N_("{player} discarded {n} cards")
    if event["count"] == 1:
        text = N_("{player} discarded one card")
    return Phrase(text, {"player": event["player"], "n": event["count"]})


def _hand(reader: Reader, event: Json) -> Phrase:
    text = N_("{player} holds {n} cards")
    if event["count"] == 1:
        text = N_("{player} holds one card")
    return Phrase(text, {"player": event["player"], "n": event["count"]})


def _corrected(reader: Reader, event: Json) -> Phrase:
    said = {"player": event["player"], "item": reader.item(event)}
    if "was" not in event:
        return Phrase(N_("{player}'s item is really {item}"), said)
    said["was"] = reader.item(event["was"])
    return Phrase(N_("{player}'s {was} is really {item}"), said)


def _counted(reader: Reader, event: Json) -> Phrase:
    money = sum(int(value) * count for value, count in event["items"].items())
    said = {"player": event["player"], "money": Money(money + sum(event["bonuses"]))}
    if event.get("by") in (None, event["player"]):
        return Phrase(N_("{player}'s pile was counted: {money}"), said)
    return Phrase(N_("{by} counted {player}'s pile: {money}"), {**said, "by": event["by"]})


def _table(reader: Reader, event: Json) -> Phrase:
    parts: list[Phrase] = []
    if event.get("items"):
        listed = tuple(reader.item(item) for item in event["items"])
        said = {"player": event["player"], "items": listed}
        parts.append(Phrase(N_("{player} has {items}"), said))
    elif "items" in event:
        said = {"player": event["player"]}
        parts.append(Phrase(N_("{player}'s warehouse is empty"), said))
    if "active" in event:
        parts.append(Phrase(N_("it is {player}'s turn"), {"player": event["active"]}))
    for key, text in _DECKS.items():
        if key in event:
            parts.append(Phrase(text, {"n": event[key]}))
    return Phrase(N_("The table was corrected: {changes}"), {"changes": tuple(parts)})


_DECKS = {
    "warehouse_deck": N_("{n} in the Warehouse deck"),
    "market_deck": N_("{n} in the Market deck"),
    "discard": N_("{n} in the discard pile"),
}


def _played(reader: Reader, event: Json) -> Phrase:
    name = reader.card(event.get("card"))
    said: dict[str, Any] = {"player": event["player"]}
    if name is not None:
        said["card"] = name
    effects = tuple(
        said for step in event["steps"] for said in step_words(reader, event["player"], step)
    )
    if not effects:
        if name is None:
            return Phrase(N_("{player} played an Insider"), said)
        return Phrase(N_("{player} played {card}"), said)
    said["effects"] = effects
    if name is None:
        return Phrase(N_("{player} played an Insider: {effects}"), said)
    return Phrase(N_("{player} played {card}: {effects}"), said)


def step_words(reader: Reader, actor: str, step: Json) -> tuple[Phrase, ...]:
    """One step of an effect, as it follows "Ana played Cat Burglar:"."""
    if step.get("do") == "swap_items":
        return _swap(reader, actor, step["a"], step["b"])
    return (_one_way(reader, actor, step),)


def _swap(reader: Reader, actor: str, a: Json, b: Json) -> tuple[Phrase, ...]:
    """Two items on the table in one phrase; else what each card did, one of them perhaps unseen."""
    if {a["zone"], b["zone"]} & {"hand", "discard"}:
        return (_move(reader, actor, a, b), _move(reader, actor, b, a))
    said = {"item": reader.item(a), "a": a["player"], "other": reader.item(b), "b": b["player"]}
    return (Phrase(N_("{item} of {a} for {other} of {b}"), said),)


def _one_way(reader: Reader, actor: str, step: Json) -> Phrase:
    match step.get("do"):
        case "move":
            return _move(reader, actor, step["from"], step["to"])
        case "swap_warehouses":
            return Phrase(N_("{a} and {b} swap warehouses"), {"a": step["a"], "b": step["b"]})
        case "draw":
            if step["count"] == 1:
                return Phrase(N_("one card drawn"))
            return Phrase(N_("{n} cards drawn"), {"n": step["count"]})
        case "extra_fill":
            if step["count"] == 1:
                return Phrase(N_("one more item this turn"))
            return Phrase(N_("{n} more items this turn"), {"n": step["count"]})
        case "block":
            said = {"player": step["player"]}
            return Phrase(N_("{player} skips the next Drop and Fill"), said)
        case "protect":
            return Phrase(N_("{player}'s warehouse is protected"), {"player": actor})
        case "return_warehouse":
            return Phrase(N_("a new Warehouse card, the items go to the hand"))
    return Phrase(N_("a look at the cards"))


def _move(reader: Reader, actor: str, source: Json, target: Json) -> Phrase:
    ends = (source["zone"], target["zone"])
    said: dict[str, Any] = {"a": source.get("player"), "b": target.get("player")}
    if ends == ("warehouse", "hand") and not reader.may_know(target["player"]):
        if target["player"] == actor:
            return Phrase(N_("took an item from {a}'s warehouse"), said)
        return Phrase(N_("an item from {a}'s warehouse to {b}'s hand"), said)
    if "warehouse" in ends:
        said["item"] = reader.item(source)
    match ends:
        case ("warehouse", "hand"):
            return Phrase(N_("{item} from {a}'s warehouse to {b}'s hand"), said)
        case ("warehouse", "warehouse"):
            return Phrase(N_("{item} from {a} to {b}"), said)
        case ("warehouse", _):
            return Phrase(N_("{item} of {a} to the discard pile"), said)
        case ("hand", "warehouse"):
            return Phrase(N_("{item} from the hand to {b}'s warehouse"), said)
        case (_, "warehouse"):
            return Phrase(N_("{item} from the discard pile to {b}'s warehouse"), said)
        case ("hand", "hand"):
            return Phrase(N_("a card from {a}'s hand to {b}'s hand"), said)
        case ("hand", _):
            return Phrase(N_("a card from {a}'s hand to the discard pile"), said)
    return Phrase(N_("a card from the discard pile to {b}'s hand"), said)


_EVENTS: dict[str, Callable[[Reader, Json], Phrase]] = {
    "player_joined": _by_player(N_("{player} sat down")),
    "player_left": _by_player(N_("{player} left the table")),
    "seats_arranged": _arranged,
    "first_player_chosen": _by_player(N_("{player} draws first")),
    "game_dealt": lambda reader, event: Phrase(N_("The cards are dealt")),
    "warehouse_described": _described,
    "item_added": _added,
    "insider_played": _played,
    "cards_discarded": _discarded,
    "turn_ended": _by_player(N_("{player}'s turn ended")),
    "game_called": lambda reader, event: Phrase(N_("The table called the game")),
    "item_corrected": _corrected,
    "hand_corrected": _hand,
    "pile_counted": _counted,
    "table_corrected": _table,
}
