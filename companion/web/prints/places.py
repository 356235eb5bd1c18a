"""Where prints lie on the web: the shop's at one address, those of a table under the table's."""

from __future__ import annotations

from companion.services.prints.offers import SHOP


def address_of(place: str) -> str:
    """The address of all prints of this place (see PrintDraft.place)."""
    return "/prints" if place == SHOP else f"/tables/{place}/prints"
