"""Playing an Insider on the phone."""

from __future__ import annotations

from typing import Any


def sheet(over: Any) -> Any:
    return None


def on_item(over: Any, player: Any, slot: int, item: Any) -> Any:
    return ()
