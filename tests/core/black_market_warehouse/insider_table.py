"""A table at which Ana plays Insiders on what lies in front of Ben."""

from __future__ import annotations

from typing import Any

from tests.core.builders import At, code, dealt, starter


def a_table() -> At:
    """Ana draws first; Ben has a Weapon of $5 Million and an Animal of $2 Million."""
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    at = at.adds("Ben", "Weapon", 5, anyway=True)
    return at.adds("Ben", "Animal", 2, anyway=True)


def played(at: At, *steps: Any, player: str = "Ana", **more: Any) -> tuple[str, ...]:
    return code(at.says("insider_played", player=player, steps=list(steps), **more))
