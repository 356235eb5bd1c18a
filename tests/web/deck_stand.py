"""A phone with a deck of its own, for the tests of the deck maker's pages."""

from __future__ import annotations

import html
import re
from typing import Any

from werkzeug.test import TestResponse

from tests.security.phones import Browser


class Maker:
    """A phone with a deck of its own."""

    def __init__(self, phone: Browser, source: str = "starter", name: str = "Quay Nights") -> None:
        self.phone = phone
        made = phone.post("/decks", data={"from": source, "name": name})
        assert made.status_code == 303, made.text
        self.address = made.headers["Location"]
        self.id = self.address.split("/")[2]

    def told(self) -> dict[str, Any]:
        """The deck and its revision, as a program gets them."""
        answer = self.phone.json("GET", self.address)
        assert answer.status_code == 200
        return dict(answer.json)  # type: ignore[arg-type]

    @property
    def base(self) -> str:
        """The revision that a change begins from."""
        return str(self.told()["revision"])

    def cards(self) -> dict[str, dict[str, Any]]:
        """The cards of the deck by their ids."""
        return {card["id"]: card for card in self.told()["deck"]["cards"]}

    def do(self, what: str, base: str | None = None, **fields: str) -> TestResponse:
        """A form sent by a browser without script."""
        data = {"do": what, "base": base or self.base, **fields}
        return self.phone.post(self.address, data=data)

    def page(self, path: str = "") -> str:
        """A page of the deck as a person reads it."""
        answer = self.phone.get(self.address + path)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)


def hidden(page: str, name: str) -> str:
    """What a form of the page sends along unseen."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return html.unescape(found[1])
