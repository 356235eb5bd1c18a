"""Edit links are the only way in and told to nobody; what is typed into a deck stays text."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.settings import Settings
from companion.settings.caps import Caps
from companion.web.rights import RIGHTS, Right
from tests.security.evenings import deck_of
from tests.security.payloads import PAYLOADS
from tests.security.phones import ORIGIN, Browser, Fresh, build_at
from tests.security.shapes import shape_of

ROUTES = sorted(key for key, right in RIGHTS.items() if right is Right.EDITOR)
CARD = "golden-idol"


def made(phone: Browser, deck: object = None) -> tuple[str, str]:
    """(id, secret) of a new deck."""
    answer = phone.json("POST", "/decks", {"deck": deck} if deck else {"from": "starter"})
    assert answer.status_code == 201, answer.json
    assert answer.json is not None
    return answer.json["deck"], answer.json["edit"].rsplit("/", 1)[1]


def filled(route: str, deck: str, secret: str, card: str = CARD) -> tuple[str, str]:
    """(method, path) of a route."""
    method, rule = route.split(" ", 1)
    for place, value in (("<deck>", deck), ("<secret>", secret), ("<card>", card)):
        rule = rule.replace(place, value)
    assert "<" not in rule
    return method, rule


@pytest.mark.parametrize("route", ROUTES)
def test_a_wrong_secret_is_answered_like_no_deck_and_does_nothing(
    route: str, patient: Fresh
) -> None:
    owner, stranger = patient(), patient()
    deck, secret = made(owner)
    other, other_secret = made(patient())
    before = owner.json("GET", f"/decks/{deck}/edit/{secret}").json

    tries = [
        (deck, secret[:-1] + ("A" if secret[-1] != "A" else "B")),
        (deck, other_secret),
        (deck, "x"),
        ("starter", secret),
        ("nobodys", secret),
    ]
    answers = []
    for deck_id, guess in tries:
        method, path = filled(route, deck_id, guess)
        answer = stranger.json(method, path, None if method == "GET" else {"do": "undo"})
        answers.append((answer.status_code, answer.get_data(), guess in answer.text))

    assert len(set(answers)) == 1
    assert answers[0][0] == 404
    assert owner.json("GET", f"/decks/{deck}/edit/{secret}").json == before
    assert owner.json("GET", f"/decks/{other}/edit/{other_secret}").status_code == 200


def test_looking_changes_nothing(browser: Fresh, tmp_path: Path) -> None:
    owner = browser()
    deck, secret = made(owner)

    def rows() -> list[str]:
        with sqlite3.connect(tmp_path / "backroom.sqlite3") as connection:
            lines = list(connection.iterdump())
        connection.close()
        return lines

    before = rows()
    looks = [filled(route, deck, secret) for route in ROUTES if route.startswith("GET ")]
    looks.append(filled(f"POST {ROUTE_OF_PREVIEW}", deck, secret))
    for method, path in looks:
        assert owner.open(method, path, headers={"Origin": ORIGIN}).status_code == 200, path
    assert rows() == before


ROUTE_OF_PREVIEW = "/decks/<deck>/edit/<secret>/cards/<card>/preview"


def test_another_site_cannot_change_a_deck(browser: Fresh) -> None:
    owner = browser()
    deck, secret = made(owner)
    path = f"/decks/{deck}/edit/{secret}"

    for origin in ("https://evil.example", "null"):
        for method, place in (("POST", path), ("POST", f"{path}/delete"), ("DELETE", path)):
            answer = owner.open(method, place, headers={"Origin": origin})
            assert answer.status_code == 403, (origin, method, place)
    assert owner.json("GET", path).status_code == 200


def test_the_cookie_of_my_decks_is_kept_from_scripts_and_other_sites(browser: Fresh) -> None:
    answer = browser().json("POST", "/decks", {"from": "blank"})
    cookie = answer.headers["Set-Cookie"]

    assert cookie.startswith("decks=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_edit_links_go_to_no_log_and_to_no_other_site(
    browser: Fresh, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    owner = browser()
    deck, secret = made(owner)
    page = owner.get(f"/decks/{deck}/edit/{secret}")
    owner.post(f"/decks/{deck}/edit/{secret}", data={"do": "dance"})
    owner.get(f"/decks/{deck}/edit/{secret}/nothing-here")

    assert [each for each in caplog.records if secret in each.getMessage()] == []
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["Cache-Control"] == "no-store"
    assert re.findall(r'(?:href|src|action)="(?:https?:)?//', page.text) == []


def test_a_table_and_a_print_of_a_deck_do_not_hold_its_secret(browser: Fresh) -> None:
    owner, guest = browser(), browser()
    deck, secret = made(owner)
    body = {"game": "black_market_warehouse", "deck": deck, "player": "Ana"}
    code = owner.json("POST", "/tables", body).json["code"]  # type: ignore[index]
    guest.json("POST", f"/tables/{code}/seats", {"player": "Ben"})
    places = [f"/tables/{code}", f"/tables/{code}/export", f"/prints/new?deck={deck}", "/decks"]

    for place in places:
        for answer in (guest.get(place), guest.json("GET", place)):
            assert answer.status_code == 200, place
            assert secret not in answer.text, place


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Backroom]:
    """The product on an address of the internet."""
    settings = Settings(public_url="https://cards.example.org", host_key="correct horse battery")
    product = build_at(tmp_path, settings)
    yield product
    product.close()


def test_on_a_public_address_making_needs_the_hosts_word_and_editing_the_link(
    public: Backroom,
) -> None:
    host, stranger = (
        Browser(public.app.test_client(), host="cards.example.org", device="203.0.113.7")
        for _ in range(2)
    )
    origin = {"Origin": "https://cards.example.org"}
    denied = stranger.json("POST", "/decks", {"from": "blank"}, **origin)
    made_by_host = host.json(
        "POST",
        "/decks",
        {"from": "blank"},
        **{"Backroom-Host-Key": "correct horse battery"},
        **origin,
    )
    assert made_by_host.json is not None
    edit = made_by_host.json["edit"]
    body = {"do": "add_insider", "base": made_by_host.json["revision"]}
    changed = stranger.json("POST", edit, body, **origin)

    assert (denied.status_code, made_by_host.status_code, changed.status_code) == (403, 201, 200)


# --- what is typed into a deck stays text ---

AT_ONCE = 6
GROUPS = [list(PAYLOADS.values())[n : n + AT_ONCE] for n in range(0, len(PAYLOADS), AT_ONCE)]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Browsers at a product that takes any number of decks."""
    caps = Caps(new_decks_per_hour=10_000, decks=10_000)
    product = build_at(tmp_path_factory.mktemp("data"), Settings(caps=caps))
    yield lambda: Browser(product.app.test_client())
    product.close()


def pages_of(phone: Browser, texts: Sequence[str]) -> dict[str, str]:
    """Every page that shows a deck with these texts; "" for texts that no deck may hold."""
    deck, secret = made(phone, deck_of(texts))
    cards = ("item-0", "insider-0", "warehouse-0")
    paths = [filled(r, deck, secret, c)[1] for r in ROUTES if r.startswith("GET ") for c in cards]
    shown = {}
    for path in dict.fromkeys(paths):
        answer = phone.get(path)
        assert answer.status_code == 200, (path, answer.text)
        shown[path.replace(deck, "ID").replace(secret, "SECRET")] = answer.text
    path = f"/decks/{deck}/edit/{secret}"
    preview = phone.post(f"{path}/cards/item-0/preview", data={"name": texts[0]})
    shown["preview"] = preview.text
    for place in (
        "/decks",
        f"/decks/{deck}",
        f"/decks/{deck}/faces",
        f"/tables/new?game=black_market_warehouse&deck={deck}",
    ):
        shown[place.replace(deck, "ID")] = phone.get(place).text
    return shown


def usable(text: str) -> bool:
    """Whether a deck may hold the text at all; that others are refused is tested elsewhere."""
    return isinstance(read_deck(deck_of([text])), Deck)


@pytest.mark.parametrize("texts", GROUPS, ids=lambda texts: texts[0][:20])
def test_every_page_of_the_maker_keeps_its_shape(texts: list[str], patient: Fresh) -> None:
    texts = [text for text in texts if usable(text)]
    assert texts
    plain = [f"Harmless {number}" for number in range(len(texts))]
    expected, odd = pages_of(patient(), plain), pages_of(patient(), texts)

    assert expected.keys() == odd.keys()
    for place, page in odd.items():
        before, here = frame_of(expected[place]), frame_of(page)
        assert (place, here - before, before - here) == (place, Counter(), Counter())


DRAWN = {"svg", "g", "path", "text", "tspan", "clippath", "p", "span", "use", "rect", "circle"}
"""What a preview may be made of: the drawing of a card, and remarks about it."""
_PREVIEW = re.compile(r'(<div id="preview" class="stack">)(.*?)(</div></section>)', re.DOTALL)
_FACE = re.compile(r'(<a class="face-of"[^>]*>)(.*?)(</a>)', re.DOTALL)


def frame_of(page: str) -> Counter[str]:
    """The shape of a page without its preview: other letters are other elements of a drawing."""
    if page.lstrip().startswith("<svg"):
        page = f'<div id="preview" class="stack">{page}</div></section>'
    for drawn in (_PREVIEW, _FACE):
        for _, inside, _end in drawn.findall(page):
            assert {tag for tag, _ in shape_of(inside)} <= DRAWN
        page = drawn.sub(r"\1\3", page)
    frame = shape_of(page)
    return Counter({str(key): number for key, number in frame.items()})
