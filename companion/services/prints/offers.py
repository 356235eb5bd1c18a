"""What can be printed, thought through before anything is made: drafts and offers."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.outcome import Json, Phrase

SHOP = "shop"
"""The place of prints that belong to nobody's table; every table's code is a place of its own."""


@dataclass(frozen=True, slots=True)
class PrintDraft:
    """A print thought through: what the options make of the subject; nothing is made yet."""

    of: str
    """The deck's id, the game's key, the paper's or the table's code."""
    title: str
    options: Json
    task: Json
    """What the file depends on, and what the worker needs: equal tasks, equal files."""
    pages: int
    papers: int
    """Sheets of paper; both sides count as one."""
    cards: int = 0
    files: tuple[str, ...] = ("sheets.pdf",)
    """Names of the files, the main one first: small letters, a dot, the ending."""
    notes: tuple[Phrase, ...] = ()
    """What to know before printing it, beside what its fit report says."""
    place: str = SHOP
    """Whose it is: the shop's, or by its code the table's with which it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(PrintDraft):
    """A draft that can be ordered."""

    key: str
    """Hash of the content, the options and the print shop's own versions."""
    kind: str
    """Which of the print shop's products (companion.printing.products)."""
