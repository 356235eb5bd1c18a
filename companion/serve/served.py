"""What the server needs from the whole that the factory puts together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol
from wsgiref.types import WSGIApplication

from companion.serve.addresses import Addresses
from companion.serve.keep_awake import KeepAwake
from companion.settings import Settings


class Served(Protocol):
    """One running whole (see companion.backroom.Backroom)."""

    @property
    def application(self) -> WSGIApplication:
        """What answers requests."""

    def say_bye(self) -> None:
        """End every stream with a message, so that phones wait for us to come back."""

    def close(self) -> None:
        """Finish what is being written; nothing is served after this."""

    def seconds_since_last_event(self) -> float | None:
        """Age of the latest event of any table; None without one since the start."""

    def tick(self) -> None:
        """Once a second: what the tables do by themselves."""

    def prune(self) -> str | None:
        """Forget what nobody used for too long; a sentence when that could not be done."""

    def address_changed(self) -> None:
        """Show the new address on every open screen."""

    def warm_up(self) -> Iterator[None]:
        """Make ready what the first taps would wait for, a little at each step."""

    def troubles(self) -> tuple[str, ...]:
        """What the host should know now, each in a sentence; said once."""


Build = Callable[[Settings, Addresses, KeepAwake], Served]


class CannotOpen(Exception):
    """The product cannot be put together; the message is a sentence for the terminal."""
