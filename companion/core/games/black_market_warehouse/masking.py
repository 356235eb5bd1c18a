"""Events as everybody may see them while the game runs: what went to a hand is not named."""

from __future__ import annotations

from companion.core.outcome import Json


def masked(event: Json) -> Json:
    """The event as everybody may see it: of what went to a hand only the place is kept.

    So that an export can be decided again; `slot` holds as the event is decided on its log.
    """
    if event["event"] != "insider_played":
        return event
    steps = [_masked_step(step) for step in event["steps"]]
    return event if steps == event["steps"] else {**event, "steps": steps}


def _masked_step(step: Json) -> Json:
    if step.get("do") == "move":
        return _without_face(step, "from", "to")
    if step.get("do") == "swap_items":
        return _without_face(_without_face(step, "a", "b"), "b", "a")
    return step


def _without_face(step: Json, source: str, target: str) -> Json:
    """The step without what went from one end to a hand at the other."""
    if step[target]["zone"] != "hand":
        return step
    kept = ("zone", "player", "slot")
    return {**step, source: {key: step[source][key] for key in kept if key in step[source]}}
