"""Slows down who guesses a secret, without shutting out who knows it."""

from __future__ import annotations

from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.pace import Tries

_ALL = "all"


class Guesses:
    """Counts wrong tries of each network and of all together. (Trust rule: join codes.)

    Times are monotonic seconds. Under a storm only those wait who had a wrong try themselves.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_one = Tries(limits.wrong_codes_an_address, limits.wrong_code_seconds)
        self._of_all = Tries(limits.wrong_codes_overall, limits.wrong_code_overall_seconds)

    def wait_seconds(self, address: str | None, now: float) -> int | None:
        """None when this address may try, else the whole seconds until then."""
        who = network_of(address)
        wait = self._of_one.wait_seconds(who, now)
        if wait is None and self._of_one.any_recent(who, now):
            return self._of_all.wait_seconds(_ALL, now)
        return wait

    def add(self, address: str | None, now: float) -> None:
        """Count one wrong try; over a limit nothing is counted, so that a wait comes to its end."""
        for tries, key in ((self._of_one, network_of(address)), (self._of_all, _ALL)):
            if tries.wait_seconds(key, now) is None:
                tries.add(key, now)

    def tidy(self, now: float) -> None:
        """Drop what no longer counts."""
        self._of_one.tidy(now)
        self._of_all.tidy(now)
