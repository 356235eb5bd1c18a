"""Bodies that are no plain JSON object are refused before anything else looks at them."""

from __future__ import annotations

import json

import pytest

from companion.core.outcome import Refused
from companion.web.bodies import read_json


def nested(depth: int) -> bytes:
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": 1, "a": 1}',
        b'{"a": 1, "\\u0061": 2}',
        b'{"a": [{"b": 1, "c": 2, "b": 3}]}',
        nested(33),
        b'{"a":' + b"[" * 100_000,
    ],
    ids=lambda data: repr(data[:24]),
)
def test_a_body_that_is_no_plain_object_is_malformed(data: bytes) -> None:
    read = read_json(data, 32)
    assert isinstance(read, Refused)
    assert read.code == "malformed"


@pytest.mark.parametrize("body", [{}, {"name": "Zoë 🦜"}, {"a": [1, 2.5, None, True, {"b": "c"}]}])
def test_a_plain_object_is_read_as_it_is(body: object) -> None:
    assert read_json(json.dumps(body).encode(), 32) == body


def test_thirty_two_levels_are_still_read() -> None:
    assert not isinstance(read_json(nested(32), 32), Refused)
