"""The sentences that every game shares: refusals and asks of the table itself, and its own events."""

from __future__ import annotations


def N_(text: str) -> str:
    """Mark a message id for translation; the words themselves are translated by the web."""
    return text
