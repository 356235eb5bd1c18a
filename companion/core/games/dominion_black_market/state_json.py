"""A state as JSON for snapshots, and back, field by field of its frozen classes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Json

SCHEMA = 1


def state_to_json(state: State) -> Json:
    """The whole state with its schema number."""
    return {"schema": SCHEMA, **_plain(state)}


def state_from_json(data: Any) -> State | None:
    """The state again; None when it was written by another schema."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        return None
    state: State = _typed(State, data)
    return state


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _typed(kind: Any, data: Any) -> Any:
    """The value of that type: a class of the state, a tuple, or JSON as it is."""
    if get_origin(kind) is UnionType:
        inner = next(each for each in get_args(kind) if each is not type(None))
        return None if data is None else _typed(inner, data)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if inner[1:] == (...,):
            return tuple(_typed(inner[0], each) for each in data)
        return tuple(_typed(each, part) for each, part in zip(inner, data, strict=True))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _typed(hint, data[name]) for name, hint in hints.items()})
    return data


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
