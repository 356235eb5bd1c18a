"""Sound and vibration of one phone: off until its cookie says otherwise; signals.js makes them."""

from __future__ import annotations

from flask import request

COOKIE = "signals"
"""The phone's own script writes it: `tick`, `buzz` or both, joined by dots."""
KNOWN = frozenset({"tick", "buzz"})


def switched_on() -> bool:
    """Whether this phone has any signal on, so that its pages bring the script along."""
    return not KNOWN.isdisjoint(request.cookies.get(COOKIE, "").split("."))
