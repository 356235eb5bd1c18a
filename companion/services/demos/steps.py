"""One step of a demo's script: who taps, and what their phone would send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Json

PLAYERS = VISITOR, BEN, CLEO = ("Ana", "Ben", "Cleo")
"""Who plays at every demo, in seat order; the visitor sits in the first seat."""


@dataclass(frozen=True, slots=True)
class Step:
    """What the phone sends, before it is made the group that it means (see Game.grouped)."""

    player: str
    event: Json


def tap(player: str, event: str, **fields: Any) -> Step:
    """A step that is about the player who taps."""
    return Step(player, {"event": event, "player": player, **fields})


def ends_turn(player: str) -> Step:
    """The player's turn is over, with nothing more to log."""
    return tap(player, "turn_ended")
