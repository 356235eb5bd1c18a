"""Where a refusal leads on, by the address that was asked: back to what it is part of."""

from __future__ import annotations

from dataclasses import dataclass

from flask import g, request

from companion.core.phrases import N_


@dataclass(frozen=True, slots=True)
class Onward:
    """The one next step of a page that says no."""

    label: str
    """Message id."""
    href: str


ADD_CARDS = N_("Add cards")
LOOK_AT_DECK = N_("Back to the deck")
TO_SHOP = Onward(N_("Go to the print shop"), "/prints")
_PRINTERS = Onward(N_("Back to the printers"), "/prints/printers")
_DECKS = Onward(N_("Go to the decks"), "/decks")
BACK_TO_TABLE = N_("Back to the table")
_TABLE_PRINTS = N_("Back to the table’s prints")


def onward() -> Onward | None:
    """The nearest place above the address of this request; None for the start page.

    A table or a deck is offered only when the guards found it, and no place to those who are there.
    """
    here = request.path if request.method == "GET" else ""
    return next((each for each in _above() if each.href != here), None)


def _above() -> list[Onward]:
    """Every place above, the nearest first."""
    path, found = request.path, []
    table, deck = g.get("backroom_table"), g.get("backroom_deck")
    if table is not None:
        home = f"/tables/{table.code}"
        ordered = request.method == "POST" and path == f"{home}/prints"
        if ordered or path.startswith(f"{home}/prints/"):
            found.append(Onward(_TABLE_PRINTS, f"{home}/prints"))
        found.append(Onward(BACK_TO_TABLE, home))
    if deck is not None:
        secret = (request.view_args or {}).get("secret", "")
        found.append(Onward(LOOK_AT_DECK, f"/decks/{deck.deck.id}/edit/{secret}"))
    if path == "/decks" or path.startswith("/decks/"):
        found.append(_DECKS)
    if path.startswith("/prints/printers/"):
        found.append(_PRINTERS)
    if path == "/prints" or path.startswith("/prints/"):
        found.append(TO_SHOP)
    return found
