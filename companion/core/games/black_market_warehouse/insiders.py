"""Insider cards: who may play one, what the card itself forbids, and the record of its steps."""

from __future__ import annotations

from companion.core.decks.model import InsiderCard
from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.events import is_count, is_money
from companion.core.games.black_market_warehouse.faces import insider
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.steps import take_step
from companion.core.games.black_market_warehouse.turns import settle
from companion.core.games.black_market_warehouse.zones import PAIRS, in_a_pile, read_zone
from companion.core.games.contract import Decided
from companion.core.outcome import Json, Refused

COUNTED = {"draw": 0, "extra_fill": 1}
"""Verbs with a count, and the least it may be."""
SILENT = frozenset({"protect", "return_warehouse", "look"})


def insider_played(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """One Insider from the hand, effect at once; one per turn, before Drop and Fill.

    Order: hand -1, the steps, the Insider to the discard pile (Ruling 5), completions (30).
    """
    name = draft.players[index].name
    card = insider(draft.catalogue, event.get("card"))
    if isinstance(card, Refused):
        return card
    steps = read_steps(event, name)
    if isinstance(steps, Refused):
        return steps
    refusal = _unknown_name(draft, steps) or _own_limits(draft, card, steps, name)
    if refusal is not None:
        return refusal
    if draft.counts:
        _ask_limits(draft, index)
    draft.leave_hand(index)
    recorded: list[Json] = []
    for number, step in enumerate(steps):
        taken = take_step(draft, index, step, number)
        if isinstance(taken, Refused):
            return taken
        recorded.append(taken)
    draft.enter_discard()
    if card is not None and draft.counts:
        draft.insiders_discarded = (*draft.insiders_discarded, card.id)
    if draft.active == name:
        draft.insider_played = True
    settle(draft)
    named = {} if card is None else {"card": card.id}
    return draft.decided({"event": event["event"], "player": name, **named, "steps": recorded})


def read_steps(event: Json, actor: str) -> list[Json] | Refused:
    """The steps with their known fields only; `bad_step`, `bad_count`, `bad_money`."""
    steps: list[Json] = []
    for given in event["steps"]:
        step = _read_step(given, actor)
        if isinstance(step, Refused):
            return step
        steps.append(step)
    return steps


def _read_step(given: Json, actor: str) -> Json | Refused:
    verb = given.get("do")
    if not isinstance(verb, str):
        return refused("bad_step")
    if verb in SILENT:
        return {"do": verb}
    if verb in COUNTED:
        count = given.get("count", 1)
        return (
            {"do": verb, "count": count}
            if is_count(count, COUNTED[verb])
            else (refused("bad_count"))
        )
    if verb == "block":
        return _named(given, verb, ("player",))
    if verb == "swap_warehouses":
        return _named(given, verb, ("a", "b"))
    if verb not in PAIRS:
        return refused("bad_step")
    step: Json = {"do": verb}
    for key in PAIRS[verb]:
        zone = read_zone(given.get(key), actor)
        if isinstance(zone, Refused):
            return zone
        if "money" in zone and not is_money(zone["money"]):
            return refused("bad_money")
        step[key] = zone
    return step


def _named(given: Json, verb: str, keys: tuple[str, ...]) -> Json | Refused:
    step: Json = {"do": verb}
    for key in keys:
        if not isinstance(given.get(key), str):
            return refused("bad_step")
        step[key] = given[key]
    return step


def names_in(step: Json) -> list[str]:
    """Every player whom a step names."""
    if step["do"] == "swap_warehouses":
        return [step["a"], step["b"]]
    if step["do"] == "block":
        return [step["player"]]
    zones = [step[key] for key in PAIRS.get(step["do"], ())]
    return [zone["player"] for zone in zones if "player" in zone]


def _unknown_name(draft: DraftState, steps: list[Json]) -> Refused | None:
    """Nobody is named who does not sit here; names are written as the table knows them."""
    for step in steps:
        for holder in (step, *(step[key] for key in PAIRS.get(step["do"], ()))):
            for key in ("player", "a", "b"):
                if not isinstance(holder.get(key), str):
                    continue
                index = draft.seated(holder[key])
                if isinstance(index, Refused):
                    return index
                holder[key] = draft.players[index].name
    return None


def _own_limits(
    draft: DraftState, card: InsiderCard | None, steps: list[Json], actor: str
) -> Refused | None:
    """What the card itself rules out: `opponent_only`, `completed_is_safe`, `not_same_count`."""
    for step in steps:
        zones = [step[key] for key in PAIRS.get(step["do"], ())]
        if any(zone["zone"] == "pile" or _lies_in_pile(draft, zone) for zone in zones):
            return refused("completed_is_safe")
    if card is None or card.effect is None:
        return None
    effect = card.effect
    effects: list[Json] = [effect.get("first") or {}, effect, effect.get("then") or {}]
    for each in effects:
        for step in steps:
            if _spares_opponents(each, step, actor):
                about = "opponent_only" if _about_warehouses(each) else "opponent_player"
                return refused(about, "opponent_only", card=card.name)
    if effect.get("condition") == "same_item_count" and not _same_counts(draft, steps):
        return refused("not_same_count")
    return None


def _lies_in_pile(draft: DraftState, zone: Json) -> bool:
    return "item" in zone and in_a_pile(draft, zone["item"])


def _spares_opponents(effect: Json, step: Json, actor: str) -> bool:
    """True when the effect names an opponent where this step names the actor."""
    source, target = effect.get("source", {}), effect.get("target", {})
    if step["do"] == "move":
        return any(
            end.get("owner") == "opponent"
            and end.get("zone") == zone["zone"]
            and zone.get("player") == actor
            for end, zone in ((source, step["from"]), (target, step["to"]))
        )
    if "opponent" not in (source.get("owner"), target.get("owner")):
        return False
    names = _meant(effect, step) if step["do"] == effect.get("verb") else []
    return bool(names) and all(name == actor for name in names)


def _meant(effect: Json, step: Json) -> list[str]:
    """Whom the step names where the effect says opponent; without such a place all it names."""
    ends = (effect.get("source", {}), effect.get("target", {}))
    kinds = [end.get("zone") for end in ends if end.get("owner") == "opponent"]
    zones = [step[key] for key in PAIRS.get(step["do"], ())]
    there = [zone["player"] for zone in zones if zone["zone"] in kinds and "player" in zone]
    return there or names_in(step)


def _about_warehouses(effect: Json) -> bool:
    ends = (effect.get("source", {}), effect.get("target", {}))
    return any(e.get("owner") == "opponent" and e.get("zone") == "warehouse" for e in ends)


def _same_counts(draft: DraftState, steps: list[Json]) -> bool:
    for step in steps:
        if step["do"] != "swap_warehouses":
            continue
        lying = []
        for name in (step["a"], step["b"]):
            warehouse = draft.players[draft.index_of(name)].warehouse
            lying.append(-1 if warehouse is None else len(warehouse.items))
        if -1 not in lying and lying[0] != lying[1]:
            return False
    return True


def _ask_limits(draft: DraftState, index: int) -> None:
    """Rule limits of Shop and Hire; those of a turn hold for the active player."""
    player = draft.players[index]
    name = player.name
    if name != draft.active:
        draft.ask("not_your_turn", active=draft.active, name=name)
    else:
        if draft.insider_played:
            draft.ask("insider_already_played", name=name)
        if draft.items_added:
            draft.ask("insider_after_fill", name=name)
    if not player.hand:
        draft.ask("hand_empty", name=name)
