"""Ways in at a table, by the forms of a browser without script: start, sit, knock, deal."""

from __future__ import annotations

import re

from tests.security.phones import GAME, Browser, Fresh


def form_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form with this action."""
    form = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert form, f"no form to {action}"
    hidden = r'<input type="hidden" name="([^"]+)" value="([^"]*)"'
    return dict(re.findall(hidden, form.group(1)))


def start(phone: Browser, **fields: str) -> str:
    """Start a table with the form; its code."""
    page = phone.get(f"/tables/new?game={GAME}").text
    sent = {**form_of(page, "/tables"), "player": "Ana", "deck": "starter", **fields}
    answer = phone.post("/tables", data=sent)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rsplit("/", 1)[1]


def view(phone: Browser, code: str) -> dict[str, object]:
    """The table as a program with this phone's seat sees it."""
    found = phone.json("GET", f"/tables/{code}").json
    assert found is not None
    return dict(found["view"])


def sit(phone: Browser, code: str, player: str) -> None:
    """Take a seat with the form of the door."""
    page = phone.get(f"/tables/{code}/join").text
    sent = {**form_of(page, f"/tables/{code}/seats"), "player": player}
    assert phone.post(f"/tables/{code}/seats", data=sent).status_code == 303


def deal(host: Browser, code: str) -> None:
    """Draw the first player and deal."""
    assert host.post(f"/tables/{code}/draw", data={"id": "draw-1"}).status_code == 303
    event = {"event": "game_dealt", "id": "deal-1"}
    assert host.json("POST", f"/tables/{code}/events", event).status_code == 200


def running(browser: Fresh) -> tuple[str, Browser, Browser]:
    """A table where Ana (host) and Ben play: (code, Ana's phone, Ben's phone)."""
    ana, ben = browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    deal(ana, code)
    return code, ana, ben


def knock(phone: Browser, code: str, player: str) -> str:
    """Knock as a program; the knock's id."""
    answer = phone.json("POST", f"/tables/{code}/knocks", {"player": player})
    assert answer.status_code == 202
    assert answer.json is not None
    assert answer.json["watch"] == f"/tables/{code}"
    return str(answer.json["knock"])


def players(phone: Browser, code: str) -> list[str]:
    """Who has a seat, in seat order."""
    found = phone.json("GET", f"/tables/{code}/seats").json
    assert found is not None
    return [seat["player"] for seat in found["seats"]]
