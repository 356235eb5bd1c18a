"""Answers a print that cannot be as asked for: the form again, what is wrong beside its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.outcome import Json, Refused
from companion.services.prints.offers import Offer
from companion.services.prints.queue import PrintQueue
from companion.web.decks.my_decks import my_decks
from companion.web.errors import wants_json
from companion.web.onward import ADD_CARDS, LOOK_AT_DECK, TO_SHOP, Onward
from companion.web.phrasing import words
from companion.web.prints.pages import PrintPage, offer_page

NO_CARDS = "no_cards"


@dataclass(frozen=True, slots=True)
class Nearest:
    """The print that can be made when every option that cannot be is left out."""

    offer: Offer
    wrong: Mapping[str, Refused] = field(default_factory=dict)
    """By the option that it is about."""


def nearest(offered: Callable[[Json], Offer | Refused], given: Json) -> Nearest | Refused:
    """Leave out one refused option after the other, or put in what its refusal says would do.

    Refused when no option can mend it: the deck is empty, the table has no such page.
    """
    kept = dict(given)
    wrong: dict[str, Refused] = {}
    while isinstance(offer := offered(kept), Refused):
        option = str(offer.fields.get("option", ""))
        if not option or option in wrong:
            return offer
        wrong[option] = offer
        kept.pop(option, None)
        if "instead" in offer.fields:
            kept[option] = offer.fields["instead"]
    return Nearest(offer, wrong)


def form_again(
    offered: Callable[[Json], Offer | Refused],
    given: Json,
    refused: Refused,
    prints: PrintQueue,
    besides: Mapping[str, Refused] | None = None,
) -> PrintPage | None:
    """The page with all that was chosen, each refusal beside its field; where there is none, on
    top: another print waits, there is no such card.

    None for programs, and where no option can mend it. `besides`: what is wrong by its field
    though no option of the print.
    """
    found = refused if wants_json() else nearest(offered, given)
    if isinstance(found, Refused):
        return None
    wrong = {**found.wrong, **(besides or {})}
    page = offer_page(found.offer, prints, looked=not wrong)
    typed = {name: str(given.get(name) or page.options.get(name, "")) for name in wrong}
    return replace(
        page,
        options={**page.options, **typed},
        wrong={name: words(each.phrase) for name, each in wrong.items()},
        told="" if wrong else words(refused.phrase),
    )


def at_own_field(refused: Refused, given: Json) -> Refused:
    """A refused card size belongs to the field where it was typed, if it was typed there."""
    if refused.fields.get("option") != "card" or not given.get("own_size"):
        return refused
    return replace(refused, fields={**refused.fields, "option": "own_size"})


def onward_of(refused: Refused, deck_id: str) -> Onward:
    """Where a refusal of a deck's print can be mended: where cards are added, else at the deck."""
    if refused.code == "unknown_deck" or not deck_id:
        return TO_SHOP
    mine = next((each.address for each in my_decks() if each.id == deck_id), None)
    if mine is None:
        return Onward(LOOK_AT_DECK, f"/decks/{deck_id}")
    if refused.code == NO_CARDS:
        return Onward(ADD_CARDS, f"{mine}/add")
    return Onward(LOOK_AT_DECK, mine)
