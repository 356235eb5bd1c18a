"""What every game's screens promise, played over HTTP through all games and the third one."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from flask import Blueprint, Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.core.games import GAMES
from companion.services.demos.scripts import SCRIPTS as SCRIPTS_OF_DEMOS
from companion.services.tables.permissions import STARTS
from companion.web import rights
from companion.web.games import GAME_PAGES
from companion.web.games.contract import Gathering
from tests.core.scripts import SCRIPTS
from tests.toy_game.registered import known_everywhere, with_templates
from tests.web.paper_browser import Control, Page, PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone, an_app

EVERY_GAME = sorted(SCRIPTS)
SHARED_FORMS = {
    "/order": "seats_arranged",
    "/draw": "first_player_chosen",
    "/leave": "player_left",
    "/seats": "player_joined",
}
"""Forms of the shared screens, by the end of their address, and what they record."""
ELSEWHERE = ("/export", "/prints", "/screen", "/photo", "/forget")
MOST_PAGES = 100
"""Nothing at a table is further away than this many pages, the nearest first."""
UNFILLED = re.compile(r"\{[a-z_]+\}")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with known_everywhere(), an_app(tmp_path_factory.mktemp("games")) as running:
        with_templates(running)
        yield running


class Evening:
    """A table of one game: a host without a seat, Ana with a phone, and somebody who watches."""

    def __init__(self, app: Flask, game: str) -> None:
        deck, self.script = SCRIPTS[game]
        self.host = Phone(app, game=game).start(None, deck or "none")
        self.ana = Phone(app, self.host.code)
        self.watching = Phone(app, self.host.code)

    def log(self, event: dict[str, Any]) -> None:
        self.logged(event)
        if event == {"event": "player_joined", "player": "Ana"}:
            self.ana.sit("Ana")

    def logged(self, event: dict[str, Any]) -> None:
        answer = self.host.send(event, anyway=True)
        assert answer.status_code == 200, (event, answer.json)

    def log_all(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            self.log(event)


def test_all_games_and_the_third_one_are_played(app: Flask) -> None:
    assert EVERY_GAME == sorted(GAMES) == sorted(GAME_PAGES)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_each_event_has_a_control_where_it_is_logged(app: Flask, game: str) -> None:
    """Found by its links alone, and tapped without script: it is recorded, asked or refused."""
    evening, known = Evening(app, game), set()
    for event in evening.script:
        name = event["event"]
        if name not in known:
            known.add(name)
            browser, found = control_of(evening, name)
            if found is not None:
                tapped_and_taken_back(evening, browser, found)
        evening.log(event)
    assert known == GAMES[game].event_names


def control_of(evening: Evening, name: str) -> tuple[PaperBrowser, Control | None]:
    """Where Ana's phone or the host's has it; no control for a form of the shared screens."""
    phones = (evening.host,) if name in STARTS else (evening.ana, evening.host)
    for phone in phones:
        browser = PaperBrowser(phone)
        for page in pages(browser):
            control = next((c for c in page.controls if name in recorded_by(c)), None)
            if control is not None:
                browser.page = page
                return browser, control
            if name in shared_forms(page):
                return browser, None
    raise AssertionError(f"nothing on any screen records {name}")


def pages(browser: PaperBrowser) -> Iterator[Page]:
    """The pages of the table that links lead to, the nearest first."""
    home, known = browser.phone.home, set()
    waiting = deque([home])
    while waiting and len(known) < MOST_PAGES:
        address = waiting.popleft()
        if address in known:
            continue
        known.add(address)
        page = browser.go(address.removeprefix(home))
        assert page.status == 200, address
        yield page
        for _words, link in page.links:
            where = urljoin(page.address, link)
            place = urlsplit(where).path
            if place.startswith(home) and not any(each in place for each in ELSEWHERE):
                waiting.append(where)


def recorded_by(control: Control) -> set[str]:
    """Names of the events that a button or a hidden field of a form holds."""
    if control.name != "event":
        return set()
    if not control.value.startswith("{"):
        return {control.value}
    held = json.loads(control.value)
    return {each["event"] for each in held.get("events", [held])}


def shared_forms(page: Page) -> set[str]:
    actions = (form.get("action", "") for form in page.forms.values())
    return {
        name for action in actions for end, name in SHARED_FORMS.items() if action.endswith(end)
    }


def tapped_and_taken_back(evening: Evening, browser: PaperBrowser, found: Control) -> None:
    """A form without script leads to a page in any case, and what it recorded can go again."""
    pressed = found
    if found.tag != "button":
        pressed = next(b for b in browser.page.buttons() if b.form == found.form)
    before, shown = evening.host.version(), evening.host.view()
    page = browser.tap(pressed)
    assert page.status in (200, 409, 422), (page.address, page.status, page.seen)
    assert UNFILLED.findall(page.seen) == []
    if evening.host.version() > before:
        evening.host.log("taken_back", anyway=True)
        assert without_news(evening.host.view()) == without_news(shown)


def without_news(view: dict[str, Any]) -> dict[str, Any]:
    return {name: told for name, told in view.items() if name != "consequences"}


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("share", [0.2, 0.7, 1.0], ids=["begun", "played", "ended"])
def test_every_page_of_a_table_answers_everybody(app: Flask, game: str, share: float) -> None:
    evening = Evening(app, game)
    evening.log_all(evening.script[: max(4, round(len(evening.script) * share))])
    for phone in (evening.host, evening.ana, evening.watching):
        home = PaperBrowser(phone).page
        tabs = {parse_qs(urlsplit(link).query).get("tab", [""])[0] for _, link in home.links}
        for place in (*(f"?tab={tab}" for tab in tabs - {""}), "/log", "/result", "/screen"):
            seen = PaperBrowser(phone).go(place)
            assert seen.status == 200, place
            assert UNFILLED.findall(seen.seen) == [], place
        for place in ("", "/log", "/result", "/seats", "/export"):
            answer = phone.client.get(phone.home + place, headers=JSON)
            spared = place == "/export" and phone is evening.watching
            assert answer.status_code == (404 if spared else 200), place


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_live_part_tells_the_script_what_it_goes_by(app: Flask, game: str) -> None:
    """See static/js/table.js: without these a page does not follow the table, or never rests."""
    evening = Evening(app, game)
    for event in evening.script:
        evening.log(event)
        page = evening.ana.get()
        live, body = attributes(page, '<div id="live"'), attributes(page, "<body")
        assert live["data-page"] == body["data-page"]
        if live["data-page"] != "lobby":
            mine = attributes(page, '<div id="mine"')
            assert live["data-active"] == seat_of_active(evening)
            assert live.get("data-private", mine["data-private"]) == mine["data-private"]


def test_a_game_where_nobody_is_named_first_is_dealt_at_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(app, "pig")
    evening.log_all(evening.script[:2])
    offered = {"draw": 'id="draw"', "deal": 'id="deal"'}
    before = evening.ana.get()
    monkeypatch.setattr(
        type(GAME_PAGES["pig"]),
        "gathering",
        lambda self, live: Gathering(
            6, "{seated} of {most}", names_first=False, options={"goal": "100"}
        ),
    )
    after = evening.ana.get()
    assert [name for name, shown in offered.items() if shown in before] == ["draw"]
    assert [name for name, shown in offered.items() if shown in after] == ["deal"]


@pytest.mark.parametrize(
    ("game", "told"), [("pig", "Options"), ("black_market_warehouse", "Options your own cards")]
)
def test_a_lobby_speaks_of_cards_only_where_a_game_has_some(
    app: Flask, game: str, told: str
) -> None:
    lobby = Phone(app, game=game).start("Ana", "none").get()
    assert options_line(lobby) == told


def test_a_new_table_is_as_in_the_rulebook_only_where_something_can_be_chosen(
    tmp_path: Path,
) -> None:
    nothing = DictLoader({"games/pig/_options.html": "{#- Nothing to choose. -#}\n"})
    with known_everywhere(), an_app(tmp_path) as running:
        with_templates(running)
        running.jinja_loader = ChoiceLoader([nothing, running.jinja_loader])
        phone = Phone(running)
        phone.client.set_cookie("handed_over", "1")
        lines = {
            game: options_line(phone.client.get(f"/tables/new?game={game}").text)
            for game in ("dominion_black_market", "pig")
        }
    assert lines == {"dominion_black_market": "Options as in the rulebook", "pig": "Options"}


def options_line(page: str) -> str:
    """What the line says that unfolds the options."""
    found = re.search(r"<summary>(Options.*?)</summary>", page, re.S)
    assert found is not None
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", "", found[1]).split())


def test_routes_of_a_game_are_served_once_the_table_of_rights_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Blueprint("dice", __name__)
    own.get("/dice/<int:sides>")(lambda sides: f"a die of {sides}")
    with known_everywhere():
        monkeypatch.setattr(type(GAME_PAGES["pig"]), "blueprints", (own,))
        with an_app(tmp_path) as running:
            closed = running.test_client().get("/dice/6")
            named = {**rights.RIGHTS, "GET /dice/<int:sides>": rights.Right.PUBLIC}
            monkeypatch.setattr(rights, "RIGHTS", named)
            served = running.test_client().get("/dice/6")
    assert (closed.status_code, served.text) == (404, "a die of 6")


def attributes(page: str, start: str) -> dict[str, str]:
    """Of the element that begins so."""
    return dict(re.findall(r'([a-z-]+)="([^"]*)"', page.partition(start)[2].partition(">")[0]))


def seat_of_active(evening: Evening) -> str:
    seats = evening.host.client.get(f"{evening.host.home}/seats", headers=JSON).json["seats"]
    active = evening.host.view().get("active")
    return next((str(each["number"]) for each in seats if each["player"] == active), "")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_form_starts_a_table_and_the_start_page_knows_it(app: Flask, game: str) -> None:
    phone = Phone(app)
    phone.client.set_cookie("handed_over", "1")
    shop = phone.client.get("/", headers=HTML).get_data(as_text=True)
    assert f"/tables/new?game={game}" in shop
    assert (f'name="game" value="{game}"' in shop) == (game in SCRIPTS_OF_DEMOS)
    form = phone.client.get(f"/tables/new?game={game}")
    assert form.status_code == 200
    made = phone.client.post(
        "/tables", data={"game": game, "player": "Ana", "id": f"new-{game}"}, headers=HTML
    )
    assert made.status_code == 303
    assert phone.client.get(made.headers["Location"]).status_code == 200
    mine = phone.client.get("/", headers=HTML).get_data(as_text=True)
    assert made.headers["Location"] in mine


def test_the_files_of_the_third_game_are_those_of_the_others() -> None:
    """What the recipe names is enough: the third game brings no other kind of template."""
    folder = Path(__file__).resolve().parents[2]
    ours = {path.name for path in (folder / "templates/games").rglob("*.html")}
    theirs = {path.name for path in (folder / "tests/toy_game/templates").rglob("*.html")}
    assert theirs <= ours
