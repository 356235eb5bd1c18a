"""The pages of the deck maker, filled: the deck, one card, the settings, two that clash."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template, request

from companion.core.decks.analysis import analysed
from companion.core.decks.changes import changes_in_words
from companion.core.decks.model import Card, Deck
from companion.core.outcome import Json
from companion.services.decks.answers import Clash
from companion.web import callers
from companion.web.decks import edits, maker_views
from companion.web.decks.card_fields import NEEDS
from companion.web.decks.faces import card_face
from companion.web.decks.my_decks import note_deck
from companion.web.decks.new_decks import maker
from companion.web.form_ids import fresh_id
from companion.web.phrasing import say


def maker_page(name: str, secret: str, status: int = 200, **more: object) -> Response:
    """A page of the deck maker; this phone has the deck among its own from now on."""
    opened = callers.deck()
    shown = maker_views.Maker(opened, edit_address(secret), maker().last_change(opened))
    page = render_template(
        f"decks/maker/{name}.html",
        maker=shown,
        deck=opened.deck,
        address=shown.address,
        choices=maker_views.CHOICES,
        tap=fresh_id(),
        beside=request.args.get("beside") == "yes",
        **{"wrong": None, "mend": None, "typed": {}, **more},
    )
    response = make_response(page, status)
    note_deck(response, opened.row.deck_id, secret)
    return response


def card_page(
    card: Card,
    secret: str,
    typed: Json | None = None,
    wrong: str | None = None,
    status: int = 422,
) -> Response:
    """One card with its form, filled with what was `typed` where something was wrong."""
    form = maker_views.card_form(callers.deck().deck, card)
    return maker_page(
        "card",
        secret,
        status=status if wrong else 200,
        form=form,
        face=card_face(callers.deck().deck, card),
        needs=NEEDS,
        unit=maker_views.unit_word(callers.deck().deck),
        typed=typed or {},
        wrong=wrong,
    )


def settings_page(secret: str, status: int = 200, **more: object) -> Response:
    """The deck's settings and its item types."""
    deck = callers.deck().deck
    units = [(each, say(word, currency=deck.currency)) for each, word in maker_views.UNITS]
    if deck.money_unit not in dict(maker_views.UNITS):
        units.append((deck.money_unit, f"{deck.currency} × {deck.money_unit}"))
    return maker_page(
        "settings",
        secret,
        status,
        units=units,
        next_mark=deck.mark_of(""),
        colour_words=maker_views.COLOUR_WORDS,
        icon_words=maker_views.ICON_WORDS,
        **more,
    )


def deck_parts(wanted: str = "") -> dict[str, Any]:
    """What the page of the whole deck shows; only cards with the wanted words."""
    deck = callers.deck().deck
    return {
        "analysis": analysed(deck),
        "groups": maker_views.groups(deck, wanted),
        "wanted": wanted,
        "unit": maker_views.unit_word(deck),
        "figure": maker_views.figure,
    }


def clash_page(clash: Clash, body: Json, secret: str) -> Response:
    """Both versions in words, and three ways to go on. What was typed stands in the form."""
    both = edits.edit(clash.theirs.deck, body)
    began = clash.base or clash.theirs.deck
    again = {k: v for k, v in body.items() if k not in ("base", "over") and isinstance(v, str)}
    return maker_page(
        "clash",
        secret,
        mine=changes_in_words(began, clash.mine),
        theirs=changes_in_words(began, clash.theirs.deck),
        both=isinstance(both, Deck),
        fields=again,
        began=str(body.get("base") or ""),
        status=409,
    )


def edit_address(secret: str) -> str:
    """Where the deck of this request is changed."""
    return f"/decks/{callers.deck().row.deck_id}/edit/{secret}"
