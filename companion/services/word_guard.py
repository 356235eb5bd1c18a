"""Slows down who guesses the host's word; an old cookie counts once, though it always comes."""

from __future__ import annotations

from companion.services.guesses import Guesses
from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.pace import Tries

TIDY_SECONDS = 60.0


class WordGuard:
    """Counts the wrong words of each network, every word once."""

    def __init__(self, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._guesses = Guesses(limits)
        self._told = Tries(1, limits.wrong_code_seconds)
        self._tidied = 0.0

    def wait_seconds(self, address: str, now: float) -> int | None:
        """None when this address may try a word, else the seconds until then."""
        return self._guesses.wait_seconds(address, now)

    def was_wrong(self, address: str, mark: str, now: float) -> None:
        """`mark` is what stands for the word that was tried."""
        word = network_of(address), mark
        if self._told.any_recent(word, now):
            return
        self._told.add(word, now)
        self._guesses.add(address, now)
        if now - self._tidied >= TIDY_SECONDS:
            self._tidied = now
            self._told.tidy(now)
            self._guesses.tidy(now)
