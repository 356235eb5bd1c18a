"""Events as everybody may see them while the game runs: no order and no list that is secret."""

from __future__ import annotations

import hashlib
import json

from companion.core.outcome import Json

DECK_ORDERS = ("deck_agreed", "deck_reshuffled", "deck_corrected")
"""Events that hold the order of the face-down deck."""


def masked(event: Json) -> Json:
    """The event with the deck's order as its salted sha256, a bottom order as the set of cards.

    The salt was drawn with the order and stays hidden with it; when the game is over both are
    shown, and everybody can check that nobody changed the order. Without a salt there is no
    digest, as few cards could be tried out.
    """
    name = event["event"]
    if name in DECK_ORDERS and "order" in event:
        return {**_without(event, "order", "salt"), "order": _sealed(event)}
    if name == "deck_drawn" and event.get("hidden"):
        return {**event, "cards": {"count": len(event["cards"])}}
    if name == "rest_bottomed" and "order" in event and not event.get("shown"):
        return {**_without(event, "order"), "cards": sorted(event["order"])}
    return event


def _sealed(event: Json) -> Json:
    if "salt" not in event:
        return {"sha256": None}
    told = json.dumps([event["salt"], event["order"]], separators=(",", ":"))
    return {"sha256": hashlib.sha256(told.encode()).hexdigest()}


def _without(event: Json, *names: str) -> Json:
    return {name: value for name, value in event.items() if name not in names}
