"""The options of a table: which wording of Hermit lies on it."""

from __future__ import annotations

CHOICES: dict[str, tuple[str, ...]] = {"hermit": ("current", "old")}
"""Every option with the values it takes; the first is the default."""
