"""Pages that take long to make take turns, so that a phone which asks for many holds up nobody."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from companion.services.networks import network_of
from companion.web import callers
from companion.web.parts import parts

REST_SECONDS = 0.002
"""Before each such page: the loop goes round, and the thread that writes a tap gets the
interpreter without asking for it. Measured with 8 connections in a loop: the taps of another table
take a third of the time (p95)."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@contextmanager
def a_turn() -> Iterator[None]:
    """A turn of the address that asks; taps that have come meanwhile are answered first.

    Hold it for work of this process only, never while a worker or a person is waited for.
    """
    with parts().turns.turn(network_of(callers.address())):
        time.sleep(REST_SECONDS)
        yield


def in_turn(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The whole of a view in one turn."""

    @wraps(view)
    def taking(*given: Given.args, **named: Given.kwargs) -> Answer:
        with a_turn():
            return view(*given, **named)

    return taking
