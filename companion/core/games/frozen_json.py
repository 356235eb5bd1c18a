"""Frozen classes as JSON and back, field by field: states that need no shorter form."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints


def plain(value: Any) -> Any:
    """A frozen class as an object of its fields, a tuple as a list, JSON as it is."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def typed(kind: Any, data: Any) -> Any:
    """The value of that type again: a frozen class, a tuple, None or either, JSON as it is."""
    if get_origin(kind) is UnionType:
        inner = next(each for each in get_args(kind) if each is not type(None))
        return None if data is None else typed(inner, data)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if inner[1:] == (...,):
            return tuple(typed(inner[0], each) for each in data)
        return tuple(typed(each, part) for each, part in zip(inner, data, strict=True))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: typed(hint, data[name]) for name, hint in hints.items()})
    return data


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
