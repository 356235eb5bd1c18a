"""Reads what was sent: JSON or a form, with the rules that keep odd bodies out of the core."""

from __future__ import annotations

import json
from typing import Any

from flask import request

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.web.parts import parts

_MALFORMED = N_("That could not be read. Please go back and try again.")
_UNKNOWN_KEY = N_("The key {key} is not known here. Remove it.")


def malformed() -> Refused:
    """The answer to a body that is not what its route takes."""
    return Refused("malformed", Phrase(_MALFORMED))


def unknown_key(key: str) -> Refused:
    """The answer to a body that says what its route does not know."""
    return Refused("malformed", Phrase(_UNKNOWN_KEY, {"key": key[:60]}))


LONGEST_NUMBER = 9
"""Digits of a number in an address or a form; Python refuses to read thousands of them."""


def whole_number(text: str) -> int | None:
    """A whole number of at most LONGEST_NUMBER plain digits; None for anything else."""
    fits = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if fits else None


def sent_json() -> bool:
    """Whether the body says that it is JSON."""
    return request.mimetype == "application/json"


def json_body() -> Json | Refused:
    """The JSON object that was sent, by the rules of `read_json`."""
    return read_sent(request.get_data())


def read_sent(data: bytes) -> Json | Refused:
    """A JSON object by the rules of `read_json`; a long one is read aside."""
    depth = parts().settings.caps.json_depth
    return parts().long_work.on_text(len(data), lambda: read_json(data, depth))


def read_json(data: bytes | str, depth: int) -> Json | Refused:
    """A JSON object. Refused when it is none, deeper than `depth`, or holds no plain text.

    NaN and Infinity are no JSON, a lone surrogate could not be stored or shown, and of a key that
    stands twice nobody knows which one is meant.
    """
    try:
        body = json.loads(data, parse_constant=_no_constant, object_pairs_hook=_once_each)
        ok = isinstance(body, dict) and _plain(body, depth)
    except (ValueError, RecursionError):
        ok = False
    return body if ok else malformed()


def body() -> Json | Refused:
    """The JSON object, or the form as one: the last value of each field, as text."""
    return json_body() if sent_json() else form_body()


def form_body() -> Json | Refused:
    """The form's fields as text. A field that was sent twice counts with its last value."""
    fields = {name: values[-1] for name, values in request.form.lists()}
    return fields if _plain(fields, 2) else malformed()


def text_of(body: Json, name: str) -> str | None:
    """A field as text; None when it is missing, empty, or no text."""
    value = body.get(name)
    return value if isinstance(value, str) and value.strip() else None


def yes_or_no(body: Json, name: str) -> bool | None:
    """A field as yes or no: true and false of JSON, `yes` and `no` of a form; None for neither."""
    value = body.get(name)
    if sent_json():
        return value if isinstance(value, bool) else None
    return {"yes": True, "no": False}.get(value) if isinstance(value, str) else None


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _once_each(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _plain(value: Any, depth: int) -> bool:
    """No deeper than `depth`, every text encodable, every number finite."""
    if isinstance(value, str):
        return value.isascii() or _encodable(value)
    if isinstance(value, dict):
        inside = (*value.keys(), *value.values())
    elif isinstance(value, list):
        inside = tuple(value)
    else:
        return not isinstance(value, float) or abs(value) != float("inf")
    return depth > 0 and all(_plain(each, depth - 1) for each in inside)


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
