"""Slows down who guesses the host's word, without shutting out who knows it."""

from __future__ import annotations

from companion.services.networks import network_of
from companion.services.pace import Tries

TRIES, TRIES_SECONDS = 10, 180.0
"""Wrong words of one network."""
TRIES_OVERALL, OVERALL_SECONDS = 60, 60.0
TIDY_SECONDS = 60.0


class WordGuard:
    """Counts wrong words, each only once for a network: an old cookie comes with every page."""

    def __init__(self) -> None:
        self._wrong = Tries(TRIES, TRIES_SECONDS)
        self._overall = Tries(TRIES_OVERALL, OVERALL_SECONDS)
        self._told = Tries(1, TRIES_SECONDS)
        self._tidied = 0.0

    def wait_seconds(self, address: str, now: float) -> int | None:
        """None when this address may try a word, else the seconds until then.

        Over the overall limit only those wait who were wrong before.
        """
        who = network_of(address)
        wait = self._wrong.wait_seconds(who, now)
        if wait is None and self._wrong.any_recent(who, now):
            return self._overall.wait_seconds("all", now)
        return wait

    def was_wrong(self, address: str, mark: str, now: float) -> None:
        """`mark` is what stands for the word that was tried."""
        who = network_of(address)
        if self._told.any_recent((who, mark), now):
            return
        self._told.add((who, mark), now)
        self._wrong.add(who, now)
        self._overall.add("all", now)
        if now - self._tidied >= TIDY_SECONDS:
            self._tidied = now
            for tries in (self._wrong, self._overall, self._told):
                tries.tidy(now)
