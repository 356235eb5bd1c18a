"""What a request to the print shop asks for: which product, of what, in which language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.printing.sheets.product import DECK
from companion.services.answers import NotRecorded
from companion.services.prints.offers import Offer
from companion.web.parts import parts
from companion.web.prints.answers import prints
from companion.web.prints.forms import at_own_field
from companion.web.prints.language import own_words, pad_of, print_language, with_language
from companion.web.prints.scan_ids import with_scan_id
from companion.web.taking_turns import a_turn

_NO_DECK = N_("This server has no deck by that name.")


def offer_of(given: Json, ordered: bool = False) -> Offer | Refused:
    """What the options ask for, in the language that they ask for or the phone reads.

    `ordered`: from now on the scan marks of this deck are known here.
    """
    with print_language(given) as language:
        offer = with_language(_in_words(given, ordered), given, language)
    return at_own_field(offer, given) if isinstance(offer, Refused) else offer


def product_of(given: Mapping[str, Any]) -> Product:
    """The product that is asked for by its own word; a deck's cards without any."""
    return next((each for each in PRODUCTS.values() if given.get(each.key)), DECK)


def subject_of(product: Product, given: Mapping[str, Any]) -> str:
    """Of what it is asked for: a deck's id, a game's key, a paper."""
    return str(given.get(product.key) or "starter")


def _in_words(given: Json, ordered: bool) -> Offer | Refused:
    product = product_of(given)
    subject = subject_of(product, given)
    if product.about == "game":  # its words are said while it is drafted: here, not aside
        return prints().shop.offer(product.key, pad_of(subject), given)
    if product.about == "paper":
        return _planned(product.key, subject, given)
    deck = parts().decks.for_print(subject) if product.about == "deck" else None
    if isinstance(deck, NotRecorded):
        return deck.refused
    if deck is None:
        return Refused("unknown_deck", Phrase(_NO_DECK))
    options = _as_measured(given)
    if isinstance(options, Refused):
        return options
    marked = with_scan_id(deck, options, ordered)
    return marked if isinstance(marked, Refused) else _planned(product.key, deck, marked)


def _as_measured(given: Json) -> Mapping[str, Any] | Refused:
    """The options with the card size that was typed and the figures of the printer's profile."""
    if given.get("own_size"):
        given = {**given, "card": given["own_size"]}
    printers = parts().printers
    return given if printers is None else printers.resolved(given)


def _planned(kind: str, subject: Any, given: Mapping[str, Any]) -> Offer | Refused:
    """Planned aside: a large deck is read and laid out in 10 ms or more."""
    shop, words = prints().shop, own_words(kind)  # aside there is no request to ask for it
    with a_turn():
        return parts().long_work.drawing(lambda: shop.offer(kind, subject, given, words))
