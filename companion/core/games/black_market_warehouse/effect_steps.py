"""Turns a structured effect and the taps made so far into steps, or into the next question."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.games.black_market_warehouse.picking import (
    Pick,
    Question,
    Taps,
    is_open,
    items_meant,
    player_of,
    players_meant,
)
from companion.core.games.black_market_warehouse.state import Player, State
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_

ALONE = {
    "draw": "draw",
    "look_and_take": "draw",
    "extra_fill": "extra_fill",
    "protect": "protect",
    "return_warehouse": "return_warehouse",
}
"""Verbs of the deck that need no choice, with the step they become."""
SWAPPED = {"warehouse", "hand", "discard"}
"""Zones whose cards can be swapped."""
ON_THE_TABLE: Json = {"zone": "warehouse"}
"""What a swap means that does not say what is swapped."""


def is_supported(effect: Json) -> bool:
    """False for effects on completed warehouses: those are corrected by hand (Ruling 9).

    Also for swaps within one place, and for those with what no step can name, a deck say.
    """
    parts = (effect.get("first") or {}, effect, effect.get("then") or {})
    ends = [part.get(end, {}) for part in parts for end in ("source", "target")]
    safe = all(end.get("state") != "completed" for end in ends)
    return safe and all(_can_swap(part) for part in parts if part.get("verb") == "swap_items")


def _can_swap(effect: Json) -> bool:
    ends = [effect.get(end, ON_THE_TABLE) for end in ("source", "target")]
    zones = [end["zone"] for end in ends]
    own_hand = zones == ["hand", "hand"] and all(end.get("owner") == "self" for end in ends)
    return set(zones) <= SWAPPED and zones != ["discard", "discard"] and not own_hand


def steps_of(
    state: State, player: str, effect: Json, picked: Sequence[str]
) -> tuple[list[Json] | Question, tuple[str, ...]]:
    """(the finished steps or the next question, the taps that hold so far)."""
    taps = Taps(picked)
    steps: list[Json] = []
    for part in (effect.get("first"), effect, effect.get("then")):
        if part is None or (part is not effect and part.get("what") == "warehouse"):
            # Drawing the next Warehouse card belongs to return_warehouse itself.
            continue
        made = _part(state, player, part, taps)
        if isinstance(made, Question):
            return made, tuple(taps.used)
        steps += made
    return steps, tuple(taps.used)


def _part(state: State, player: str, effect: Json, taps: Taps) -> list[Json] | Question:
    verb = effect["verb"]
    if verb == "return_warehouse" and player_of(state, player).warehouse is None:
        return []  # Ruling 8: without a legal target it is played for nothing.
    if verb in ALONE:
        counted = verb in ("draw", "look_and_take", "extra_fill")
        count = {"count": effect.get("count", 1)} if counted else {}
        return [{"do": ALONE[verb], **count}]
    if verb == "move":
        return _moves(state, player, effect, taps)
    if verb == "swap_items":
        return _swap_items(state, player, effect, taps)
    if verb == "block":
        picks = players_meant(state, player, effect.get("target", {}), touches_warehouse=False)
        who = taps.take(picks)
        if who is None:
            return Question(Phrase(N_("Who skips the next Drop and Fill?")), picks)
        return [{"do": "block", "player": who.player}]
    return _swap_warehouses(state, player, effect, taps)


def _moves(state: State, player: str, effect: Json, taps: Taps) -> list[Json] | Question:
    steps: list[Json] = []
    for _ in range(effect.get("count", 1)):
        gone = [step["from"].get("item") for step in steps]
        made = _move(state, player, effect, taps, [each for each in gone if each])
        if isinstance(made, Question):
            return made
        steps.append(made)
    return steps


def _move(
    state: State, player: str, effect: Json, taps: Taps, gone: Sequence[str]
) -> Json | Question:
    source, target = effect.get("source", {}), effect.get("target", {})
    start = _source(state, player, source, target, taps, gone)
    if isinstance(start, Question):
        return start
    end: Json = {"zone": target.get("zone")}
    if target.get("zone") == "hand":
        end["player"] = player
    if target.get("zone") == "warehouse":
        left = start.get("player") if start["zone"] == "warehouse" else None
        picks = tuple(
            pick
            for pick in players_meant(state, player, target)
            if pick.player != left and is_open(state, pick.player)
        )
        own = target.get("owner") == "self" and bool(picks)
        into = picks[0] if own else taps.take(picks)
        if into is None:
            return Question(Phrase(N_("Into whose warehouse?")), picks)
        end["player"] = into.player
    return {"do": "move", "from": start, "to": end}


def _source(
    state: State,
    player: str,
    source: Json,
    target: Json,
    taps: Taps,
    gone: Sequence[str] = (),
    besides: str | None = None,
) -> Json | Question:
    """Where the card comes from: none of the items `gone`, nothing of the player `besides`."""
    zone = source.get("zone")
    if zone == "warehouse":
        picks = tuple(
            pick
            for pick in items_meant(state, player, source)
            if pick.item and pick.item.id not in gone and pick.player != besides
        )
        taken = taps.take(picks)
        if taken is None or taken.item is None:
            return Question(_WHERE.get(target.get("zone", ""), _WHERE["warehouse"]), picks)
        return {"zone": "warehouse", "player": taken.player, "item": taken.item.id}
    if zone == "hand" and source.get("owner") != "self":
        players = players_meant(state, player, source, touches_warehouse=False)
        picks = tuple(pick for pick in players if pick.player != besides)
        whose = taps.take(picks)
        if whose is None:
            return Question(Phrase(N_("From whose hand?")), picks)
        return {"zone": "hand", "player": whose.player}
    if zone == "hand":
        return {"zone": "hand", "player": player}
    return {"zone": "discard"}


_WHERE = {
    "hand": Phrase(N_("Which item goes to your hand? Completed warehouses are safe.")),
    "discard": Phrase(N_("Which item is discarded? Completed warehouses are safe.")),
    "warehouse": Phrase(N_("Which item moves? Completed warehouses are safe.")),
}


def _swap_items(state: State, player: str, effect: Json, taps: Taps) -> list[Json] | Question:
    """Two items, tapped in either order; or an item and a card of a hand or the discard pile."""
    source, target = effect.get("source", ON_THE_TABLE), effect.get("target", ON_THE_TABLE)
    if {source["zone"], target["zone"]} != {"warehouse"}:
        return _swap_cards(state, player, {"a": source, "b": target}, taps)
    ones = items_meant(state, player, source)
    others = items_meant(state, player, target)
    # An item that may be either is the one that is given.
    one = taps.take_either(ones, [pick for pick in others if pick not in ones])
    if one is None:
        return _question_of_swap(taps, ones, others)
    others = tuple(pick for pick in others if pick.player != one.player)
    other = taps.take(others)
    if other is None:
        return Question(Phrase(N_("Which item do you get for it?")), others)
    zones = {
        key: {"zone": "warehouse", "player": pick.player, "item": pick.item.id}
        for key, pick in (("a", one), ("b", other))
        if pick.item is not None
    }
    return [{"do": "swap_items", **zones}]


def _swap_cards(
    state: State, player: str, ends: dict[str, Json], taps: Taps
) -> list[Json] | Question:
    """The item on the table first, so that it can be tapped before the Insider is named."""
    found: dict[str, Json] = {}
    owners = [end.get("owner") for end in ends.values()]
    apart = ends["a"]["zone"] == ends["b"]["zone"] or "any_other" in owners
    whose = player if "self" in owners else None
    for key in sorted(ends, key=lambda end: ends[end]["zone"] != "warehouse"):
        end, other = ends[key], ends["b" if key == "a" else "a"]
        besides = whose if apart and end.get("owner") != "self" else None
        # "Your hand" is said of the own one alone.
        into = {} if other["zone"] == "hand" and other.get("owner") != "self" else other
        card = _source(state, player, end, into, taps, besides=besides)
        if isinstance(card, Question):
            return card
        found[key] = card
        whose = card.get("player")
    return [{"do": "swap_items", "a": found["a"], "b": found["b"]}]


def _question_of_swap(taps: Taps, ones: tuple[Pick, ...], others: tuple[Pick, ...]) -> Question:
    first = taps.waiting[0] if taps.waiting else None
    kept = next((pick for pick in others if pick.token == first), None)
    if kept is not None:
        # The item of the other side was tapped first: it holds, ask for the own one.
        taps.used.append(kept.token)
        ones = tuple(pick for pick in ones if pick.player != kept.player)
    return Question(Phrase(N_("Which item do you give?")), ones)


def _swap_warehouses(state: State, player: str, effect: Json, taps: Taps) -> list[Json] | Question:
    own = player_of(state, player).warehouse
    same = effect.get("condition") == "same_item_count"
    lying = 0 if own is None else len(own.items)
    picks = tuple(
        pick
        for pick in players_meant(state, player, effect.get("target", {}))
        if _may_swap(player_of(state, pick.player), own is not None, same, lying)
        and pick.player != player
    )
    other = taps.take(picks)
    if other is None:
        return Question(Phrase(N_("With whom do you swap warehouses?")), picks)
    return [{"do": "swap_warehouses", "a": player, "b": other.player}]


def _may_swap(other: Player, has_own: bool, same: bool, lying: int) -> bool:
    if other.warehouse is None or not has_own:
        return False
    return not same or len(other.warehouse.items) == lying
