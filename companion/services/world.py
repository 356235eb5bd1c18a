"""The real clock and the real chance, for the factory and the command line."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

from companion.services.codes import ALPHABET

T = TypeVar("T")

TOKEN_BYTES = 16
"""128 bits."""


class SystemClock:
    """The computer's clock (see services.ports.Clock)."""

    def now(self) -> datetime:
        """The present instant, UTC; as wrong as the computer's clock is."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()


class SystemRandomness:
    """The system's own source of secrets (see services.ports.Randomness)."""

    def __init__(self) -> None:
        self._chance = secrets.SystemRandom()

    def token(self) -> str:
        """A URL-safe secret of 128 bits."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def code(self, length: int) -> str:
        """A table code; each letter is drawn evenly."""
        return "".join(secrets.choice(ALPHABET) for _ in range(length))

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order."""
        return tuple(self._chance.sample(items, len(items)))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return self._chance.choice(items)
