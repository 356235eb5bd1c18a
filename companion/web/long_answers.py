"""Answers that hold a whole log as JSON, written row by row so that nobody else waits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Response

from companion.core.outcome import Json
from companion.web.parts import parts


def json_of_log(entries: int, body: Callable[[], Json]) -> Response:
    """The JSON that `body` makes of a log of so many entries; `body` must be pure."""
    text = parts().long_work.on_log(entries, lambda: _written(body()))
    return Response(text, mimetype="application/json")


def _written(body: Json) -> str:
    """The object on one line; each row of a list by itself, so that no step takes long."""
    fields = (f"{json.dumps(name)}:{_field(body[name])}" for name in sorted(body))
    return "{" + ",".join(fields) + "}\n"


def _field(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(map(_plain, value)) + "]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
