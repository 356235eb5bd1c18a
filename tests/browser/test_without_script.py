"""Every form of the product posts without script, at an address that is not loopback."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Request, expect

from tests.browser.looking import MEASURES, TALL, opened
from tests.browser.phones import PIXEL_7, Phone
from tests.browser.screens import dominion
from tests.browser.screens.every import GROUPS, a_house
from tests.browser.screens.screen import nothing
from tests.browser.server import Server

pytestmark = pytest.mark.browser
SCREENS = (
    "",
    "?tab=table",
    "?tab=more",
    "?sheet=insider",
    "?sheet=other",
    "?sheet=right",
    "?sheet=call",
    "?sheet=leave",
    "?sheet=grid",
    "/log",
    "/seats",
    "/result",
)
"""Pages of a running table, beside those that are linked from them."""
LAST = re.compile("forget|leave|phone|host|rewind|game_called|player_left|DELETE")
"""Forms after which the others would be gone."""
NOTHING_TO_SEE: FilePayload = {
    "name": "photo.png",
    "mimeType": "image/png",
    "buffer": b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
}
"""A picture of one point, for forms that want a file."""
GOOD = {200, 201, 202, 303, 409, 422}


def test_every_form_posts_without_script(away_from_loopback: tuple[Server, Browser]) -> None:
    server, browser = away_from_loopback
    ana = Phone(browser, server.url, PIXEL_7, script=False)
    ben = Phone(browser, server.url, PIXEL_7, script=False)
    answers: dict[str, int] = {}
    for each in (ana, ben):
        each.page.on(
            "response",
            lambda answer: (
                answers.__setitem__(_kind(answer.request), answer.status)
                if answer.request.method == "POST"
                else None
            ),
        )

    code = _begin(ana, ben)
    _play(ana, ben, code)
    _post_everything(ana, f"{server.url}/tables/{code}", answers)

    assert {kind: status for kind, status in answers.items() if status not in GOOD} == {}
    assert len(answers) >= 15, sorted(answers)
    assert ana.strange == ben.strange == []


def _begin(ana: Phone, ben: Phone) -> str:
    ana.open("/tables/new?game=black_market_warehouse")
    ana.page.get_by_label("Your name").fill("Ana")
    code = ana.goes_in("Open the table")
    ben.open(f"/j/{code}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.goes_in("Join the table")
    ben.heading("Ana’s table")
    return code


def _play(ana: Phone, ben: Phone, code: str) -> None:
    """Deal, describe, add, undo: what everybody does, on paper-plain pages."""
    ana.open(f"/tables/{code}")
    ana.page.get_by_text("Name one").click()
    ana.press("Ana", exact=True)
    ana.press("Start the game")
    ana.heading("Your turn, Ana")
    ana.press("On the Level Storage")
    ana.press("Weapon, 3 Million")
    ana.heading("Ben’s turn")
    ben.open(f"/tables/{code}")
    ben.press("Animal, 5 Million")
    ben.heading("Ana’s turn")
    ben.press("Undo")
    ben.heading("Your turn, Ben")
    ben.press("Animal, 4 Million")
    ben.heading("Ana’s turn")
    ana.open(f"/tables/{code}?sheet=insider")
    ana.page.get_by_role("link", name="Cat Burglar").click()
    ana.page.get_by_role("button", name=re.compile("Animal")).first.click()
    ana.shows("Ana played Cat Burglar")


def _post_everything(phone: Phone, table: str, answers: dict[str, int]) -> None:
    """Open every screen and every kind of sheet; post each kind of form not posted yet."""
    tried = set(answers)
    screens = [table + screen for screen in SCREENS]
    sheets: set[str] = set()
    for late in (False, True):
        for screen in screens:
            phone.page.goto(screen)
            for link in phone.page.evaluate("[...document.links].map(link => link.href)"):
                sheet = re.search("sheet=[a-z_]+", link)
                if link.startswith(table) and sheet and sheet.group() not in sheets:
                    sheets.add(sheet.group())
                    screens.append(link)
            while (number := _unposted(phone.page, tried, late)) is not None:
                for chooser in phone.page.locator("input[type=file]").all():
                    chooser.set_input_files(NOTHING_TO_SEE)
                with phone.page.expect_navigation():
                    phone.page.evaluate(POST, number)
                phone.page.goto(screen)


@pytest.mark.soak
@pytest.mark.parametrize("group", list(GROUPS))
def test_every_screen_reads_without_script(chrome: Browser, tmp_path: Path, group: str) -> None:
    found = {}
    with a_house(tmp_path) as house:
        screens = [screen for screen in GROUPS[group](house) if screen.act is nothing]
        for screen, page in opened(house, chrome, screens, java_script_enabled=False):
            page.set_viewport_size({"width": screen.size["width"], "height": TALL})
            titles = page.locator("h1:visible, h2:visible").count()
            unfit = [] if screen.television else page.evaluate(f"{MEASURES}.room()")
            if unfit or not titles:
                found[screen.name] = unfit or ["no title"]
    assert found == {}


def test_a_market_of_dominion_is_bought_at_without_script(chrome: Browser, tmp_path: Path) -> None:
    with a_house(tmp_path) as house:
        table = dominion.agreed(house)
        context = house.ana(chrome, java_script_enabled=False)
        page = context.new_page()
        page.goto(house.url + table.path)
        page.get_by_role("button", name="Black Market played").click()
        expect(page.locator("h1:visible").first).to_contain_text("Ana’s Black Market")
        for _ in range(3):
            page.get_by_role("button", name="Gold").click()
        page.get_by_role("button", name=re.compile("^Buy \\$")).first.click()
        expect(page.locator("h1:visible").first).to_contain_text("under the deck")
        page.get_by_role("link", name=re.compile("goes under")).first.click()
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Ana’s turn ended").click()
        expect(page.locator("h1:visible").first).to_contain_text("Ben’s turn")
        context.close()


FORMS = """[...document.querySelectorAll("button")].map(b => b.form?.method === "post"
  ? `${b.form.action} ${b.name}=${b.value} `
    + [...new FormData(b.form)].map(pair => pair.join("=")).join(" ") : null)"""
POST = """number => {
  const button = document.querySelectorAll("button")[number];
  for (const field of button.form.elements)
    if (!field.value && field.type === "text") field.value = "Dora";
  button.form.requestSubmit(button);
}"""


def _unposted(page: Page, tried: set[str], late: bool) -> int | None:
    """The number of a button on this page that posts a form of a kind not tried yet."""
    for number, form in enumerate(page.evaluate(FORMS)):
        if form and _named(form) not in tried and bool(LAST.search(form)) == late:
            tried.add(_named(form))
            return number
    return None


def _kind(request: Request) -> str:
    """Which form it was: its address without the table, and the event it carries."""
    return _named(f"{request.url} {unquote_plus(request.post_data or '')}")


def _named(text: str) -> str:
    path = re.sub(r"\?.*", "", text.split(" ")[0])
    path = re.sub(r".*?/tables/[A-Z0-9]{6,8}", "/tables/<code>", path)
    event = re.search(r'"?event"?[=:] ?"?(\w+)', text)
    return f"{path} {event.group(1) if event else ''}".strip()
