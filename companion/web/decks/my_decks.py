"""The decks of this phone: a cookie with their ids and edit secrets, as it has its tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from companion.core.decks.model import Deck
from companion.services.decks.answers import OpenDeck
from companion.web.callers import KEPT
from companion.web.parts import parts

DECKS_COOKIE = "decks"
"""`<deck id>~<secret>` of each deck, newest first, joined by dots. Only for "my decks"."""
MOST = 20
_PAIR = re.compile(r"([a-z0-9]{4,20})~([A-Za-z0-9_-]{16,64})")


@dataclass(frozen=True, slots=True)
class MyDeck:
    """One deck that this phone may change."""

    deck: Deck
    secret: str
    revision: str

    @property
    def id(self) -> str:
        """The id in its address."""
        return self.deck.id

    @property
    def address(self) -> str:
        """Its edit address here."""
        return f"/decks/{self.deck.id}/edit/{self.secret}"


def my_decks() -> tuple[MyDeck, ...]:
    """The decks in this phone's cookie that are still here, newest first."""
    return tuple(mine for mine in (_mine(*pair) for pair in _pairs()) if mine is not None)


def named_decks() -> tuple[tuple[str, str], ...]:
    """(id, name) of every deck that this phone may play or print: ours first, then its own."""
    known = parts().decks.built_in.by_id.items()
    own = ((each.id, each.deck.name) for each in my_decks())
    return (*((deck_id, str(deck["name"])) for deck_id, deck in known), *own)


def secret_of(deck_id: str) -> str | None:
    """The edit secret that this phone says it has for a deck; not yet checked."""
    return dict(_pairs()).get(deck_id)


def note_deck(response: Response, deck_id: str, secret: str) -> None:
    """Put this deck first among mine."""
    others = tuple(pair for pair in _pairs() if pair[0] != deck_id)
    _set(response, ((deck_id, secret), *others))


def drop_deck(response: Response, deck_id: str) -> None:
    """Take this deck from mine."""
    _set(response, tuple(pair for pair in _pairs() if pair[0] != deck_id))


def _mine(deck_id: str, secret: str) -> MyDeck | None:
    maker = parts().decks.maker
    opened = maker.editable(deck_id, secret) if maker is not None else None
    if not isinstance(opened, OpenDeck):
        return None
    return MyDeck(opened.deck, secret, opened.revision)


def _pairs() -> tuple[tuple[str, str], ...]:
    said = request.cookies.get(DECKS_COOKIE, "").split(".")
    found = (_PAIR.fullmatch(each) for each in said[:MOST])
    return tuple((each[1], each[2]) for each in found if each is not None)


def _set(response: Response, pairs: tuple[tuple[str, str], ...]) -> None:
    response.set_cookie(
        DECKS_COOKIE,
        ".".join(f"{deck_id}~{secret}" for deck_id, secret in pairs[:MOST]),
        max_age=KEPT * 12,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
