"""JSON answers mean the same whichever library writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask, jsonify

from companion.web import json_answers

ODD = {
    "a number beyond 64 bits": {"money": 10**30},
    "a lone surrogate": {"name": "\ud800"},
    "a number as a key": {"counts": {"1": {2: 3}}},
    "a tuple and an emoji": {"list": ("🦝", None, True, 2.5)},
    "control characters": {"text": '\x00\u2028"\\\n'},
}


@pytest.mark.parametrize("what", ODD)
def test_every_value_is_answered_as_flask_would_answer_it(what: str) -> None:
    plain, ours = Flask("plain"), Flask("ours")
    json_answers.install(ours)

    def told(app: Flask) -> tuple[Any, str | None]:
        with app.test_request_context("/"):
            answer = jsonify(ODD[what])
        return json.loads(answer.get_data()), answer.mimetype

    assert told(ours) == told(plain)
