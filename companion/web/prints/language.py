"""In which language a print speaks: that of the phone that asks, or the one chosen on its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask_babel import force_locale

from companion.core.outcome import Refused
from companion.printing.own_words import OwnWords
from companion.printing.pages.pad_product import PadOf
from companion.printing.products import PRODUCTS
from companion.services.prints.offers import Offer
from companion.web.language import SOURCE, languages
from companion.web.phrasing import in_short, reader, translated

OPTION = "language"


@contextmanager
def print_language(given: Mapping[str, Any]) -> Iterator[str]:
    """Everything said inside is said in the language of this print; gives the language."""
    asked = given.get(OPTION)
    language = asked if asked in languages() else reader()
    with force_locale(language):
        yield str(language)


def own_words(kind: str) -> OwnWords:
    """What a product says itself, as far as it is not English, for its worker."""
    product = PRODUCTS.get(kind)
    said = ((text, translated(text)) for text in (product.says if product else ()))
    return {text: other for text, other in said if other != text}


def pad_of(game_key: str) -> PadOf:
    """A game's pad in the present language."""
    return PadOf(game_key, reader().replace("_", "-"), in_short, translated)


def with_language(
    offer: Offer | Refused, given: Mapping[str, Any], language: str
) -> Offer | Refused:
    """The offer with its language among its options, so that every address of it keeps it.

    English that nobody asked for is left out, as every option that was not chosen is.
    """
    if isinstance(offer, Refused) or (language == SOURCE and given.get(OPTION) != SOURCE):
        return offer
    return replace(offer, options={**offer.options, OPTION: language})


def language_of(offer: Offer) -> str:
    """The language that the print speaks, as a page names it."""
    return str(offer.options.get(OPTION, SOURCE)).replace("_", "-")
