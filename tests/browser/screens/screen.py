"""One screen in one state, and the house in which all of them stand ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.server import post

PHONE: ViewportSize = {"width": 390, "height": 844}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
MINE = 4
"""Tables on Ana's start page."""


def nothing(page: Page) -> None:
    """Do nothing: the screen is there as soon as it is open."""


@dataclass(frozen=True, slots=True)
class Screen:
    """How to get there: the address, and what is done once it is open."""

    name: str
    path: str
    act: Callable[[Page], None] = nothing
    guest: bool = False
    """Opened by somebody who has no seat anywhere."""
    television: bool = False
    exhibits: bool = False
    """Pieces to look at, smaller than in their place: nobody's finger needs them."""
    body: str | None = None
    """A page that the server gives only in trouble: rendered aside, answered in its place."""

    @property
    def plain(self) -> bool:
        """Only opened: nothing is done to the page or its network."""
        return self.act is nothing and self.body is None

    @property
    def size(self) -> ViewportSize:
        """The glass that it is made for, px."""
        return TELEVISION if self.television else PHONE


@dataclass(slots=True)
class House:
    """A running server with tables in every state, and the seats that "Ana" has at them."""

    url: str
    seats: list[tuple[str, str]] = field(default_factory=list)
    """Of each table of Ana's: the path and the token."""

    def ana(self, browser: Browser, **how: Any) -> BrowserContext:
        """A browser with Ana's seat at every table."""
        context = self.guest(browser, **how)
        host = self.url.split("//")[1].split(":")[0]
        seats = [("seat", token, path) for path, token in self.seats]
        mine = [path.rsplit("/", 1)[1] for path, _token in self.seats[:MINE]]
        others = [("tables", ".".join(mine), "/")]
        for name, value, path in seats + others:
            cookie = {"name": name, "value": value, "domain": host, "path": path}
            context.add_cookies([{**cookie, "httpOnly": True}])  # type: ignore[typeddict-item]
        return context

    def guest(self, browser: Browser, **how: Any) -> BrowserContext:
        """A browser that was never here."""
        return browser.new_context(viewport=PHONE, reduced_motion="reduce", **how)

    def send(self, path: str, body: Any, token: str | None = None) -> Any:
        """Post JSON; a refusal fails loudly."""
        return post(self.url + path, body, token)


class Table:
    """A table of Ana's, played by JSON."""

    def __init__(self, house: House, game: str, **more: Any) -> None:
        self.house = house
        made = house.send("/tables", {"game": game, "player": "Ana", **more})
        self.code, self.token = made["code"], made["seat_token"]
        self.path = f"/tables/{self.code}"
        self.phones: dict[str, Callable[..., Any]] = {}
        """Of those who joined with one: what logs events from it."""
        house.seats.append((self.path, self.token))

    def log(self, *events: dict[str, Any], token: str | None = None) -> Any:
        """Log events as the host, or from the phone of this token, whatever the rules ask."""
        body = {"events": list(events), "anyway": True}
        return self.house.send(f"{self.path}/events", body, token or self.token)

    def sit(self, player: str) -> Callable[..., Any]:
        """Somebody joins with a phone; gives what logs events from it."""
        token = self.house.send(f"{self.path}/seats", {"player": player})["seat_token"]
        self.phones[player] = lambda *events: self.log(*events, token=token)
        return self.phones[player]

    def add(self, *players: str) -> None:
        """Players without a phone."""
        self.log(*({"event": "player_joined", "player": name} for name in players))
