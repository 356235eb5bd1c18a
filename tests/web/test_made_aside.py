"""Cards are drawn once and aside, prints are planned aside, and pages of one address take turns."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import Any

import pytest

from companion.printing import shop
from companion.printing.cards import preview
from companion.services.turns import Turns
from tests.security.phones import Browser, Fresh

HERE = threading.get_ident()
SLOW = (
    "/",
    "/decks",
    "/decks/starter",
    "/decks/starter/faces",
    "/decks/starter/deck.json",
    "/decks/starter/cards.csv",
    "/prints/new?deck=starter",
)


class Watched:
    """Which threads did some work, and for what."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.threads: list[int] = []
        self.about: Counter[str] = Counter()
        real = getattr(owner, name)

        def watching(*given: Any, **named: Any) -> Any:
            self.threads.append(threading.get_ident())
            self.about[str(getattr(given[1], "id", ""))] += 1
            return real(*given, **named)

        patch.setattr(owner, name, watching)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch, preview, "draw_front")


@pytest.fixture
def phone(browser: Fresh) -> Browser:
    return browser()


def a_deck(phone: Browser) -> str:
    """The edit address of a copy of the starter deck."""
    made = phone.post("/decks", data={"from": "starter", "name": "Quay Nights"})
    return str(made.headers["Location"])


def test_faces_are_drawn_aside_and_each_once(phone: Browser, drawn: Watched) -> None:
    pages = [phone.get("/decks/starter/faces?from=12").text for _ in range(3)]

    assert pages[0] == pages[1] == pages[2]
    assert (len(drawn.about), set(drawn.about.values())) == (12, {1})
    assert HERE not in drawn.threads


def test_a_changed_card_is_drawn_anew_and_the_others_are_not(
    phone: Browser, drawn: Watched
) -> None:
    address = a_deck(phone)
    faces = f"/decks/{address.split('/')[2]}/faces"
    before = phone.get(faces).text
    first = next(iter(drawn.about))
    data = {"do": "change", "card": first, "name": "Brass Moon"}
    data["base"] = phone.json("GET", address).json["revision"]  # type: ignore[index]
    assert phone.post(address, data=data).status_code == 303

    after = phone.get(faces).text

    assert "Brass Moon" not in before
    assert "Brass Moon" in after
    assert {card: count for card, count in drawn.about.items() if count > 1} == {first: 2}


def test_a_preview_is_drawn_aside_and_once_for_the_same_words(
    phone: Browser, drawn: Watched
) -> None:
    address = f"{a_deck(phone)}/cards/golden-idol/preview"

    shown = [phone.post(address, data={"name": name}).text for name in ("A", "B", "A", "B")]

    assert (shown[0], shown[1]) == (shown[2], shown[3])
    assert shown[0] != shown[1]
    assert drawn.about == {"golden-idol": 2}
    assert HERE not in drawn.threads


def test_faces_that_two_pages_show_keep_their_own_ids(phone: Browser) -> None:
    one, other = (phone.get(f"/decks/starter/faces?from={place}").text for place in (0, 1))

    for page in (one, other):
        ids = re.findall(r'<clipPath id="([^"]+)"', page)
        assert len(ids) == len(set(ids)) > 0


@pytest.mark.parametrize("path", ["/prints/new?deck=starter", "/prints/new?service=starter"])
def test_a_print_is_planned_aside(
    phone: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    planned = Watched(monkeypatch, shop.PrintShop, "offer")

    assert phone.get(path).status_code == 200

    assert planned.threads != []
    assert HERE not in planned.threads


@pytest.mark.parametrize("path", SLOW)
def test_a_page_that_takes_long_waits_for_its_turn(
    phone: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    turns = Watched(monkeypatch, Turns, "turn")

    assert phone.get(path).status_code == 200

    assert turns.threads == [HERE]
