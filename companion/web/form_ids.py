"""The id that a form carries, by which a double tap does a thing once."""

from __future__ import annotations

import secrets


def fresh_id() -> str:
    """Unlike every other, and not to be guessed."""
    return secrets.token_urlsafe(16)
