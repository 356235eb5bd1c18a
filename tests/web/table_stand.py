"""The whole web over the real services on a temporary SQLite file, and phones that use it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.live.broadcaster import Broadcaster
from companion.serve.addresses import Addresses
from companion.services.decks.lookup import Decks
from companion.services.decks.maker import DeckMaker
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import StorageTrouble
from companion.services.tables.tables import Tables
from companion.services.world import SystemClock, SystemRandomness
from companion.settings import Settings
from companion.storage.sqlite import open_store
from companion.web import assembly
from companion.web.assets import Assets
from companion.web.bundles import BUNDLES
from companion.web.parts import Parts
from companion.web.tables import events, history, result, screen, stream, table
from companion.web.tables.fragments import renderer

PROJECT = Path(__file__).parent.parent.parent
GAME = "black_market_warehouse"
FAST = Limits(
    events_per_second=10_000.0,
    events_burst=10_000,
    taken_backs_a_minute=10_000,
    live_tables=10_000,
    knocks_an_address=10_000,
)
"""Tests tap faster than people."""


@contextmanager
def an_app(
    folder: Path, limits: Limits = FAST, long_work: LongWork | None = None
) -> Iterator[Flask]:
    """The product with everything but prints."""
    clock, settings = SystemClock(), Settings(data=folder)
    long_work = long_work or LongWork()
    store = open_store(folder)
    assert not isinstance(store, StorageTrouble)
    app = Flask("companion", root_path=str(PROJECT), static_folder=None)
    app.testing = True
    addresses = Addresses(
        8000, bound_to="127.0.0.1", public_url="http://192.168.1.23:8000", monotonic=clock.monotonic
    )
    broadcaster = Broadcaster(clock, limits)
    tables = Tables(store, clock, SystemRandomness(), broadcaster, limits, long_work=long_work)
    broadcaster.attach(
        tables.doors.find,
        renderer(app),
        tables.presence.stream_opened,
        tables.presence.stream_closed,
    )
    parts = Parts(
        settings=settings,
        tables=tables,
        broadcaster=broadcaster,
        addresses=addresses,
        assets=Assets(PROJECT / "static", BUNDLES),
        decks=Decks(maker=DeckMaker(store.decks(), clock, SystemRandomness())),
        long_work=long_work,
    )
    screens = (each.blueprint for each in (table, events, history, result, screen, stream))
    assembly.install(app, parts, screens)
    yield app
    store.close()


class Phone:
    """One phone at a table: a browser with its cookies, or a program with JSON."""

    def __init__(self, app: Flask, code: str = "", game: str = GAME) -> None:
        self.client: FlaskClient = app.test_client()
        self.code = code
        self.game = game
        self._taps = 0

    @property
    def home(self) -> str:
        return f"/tables/{self.code}"

    def start(self, player: str | None, deck: Any = "starter", **options: Any) -> Phone:
        """Start a table as its host."""
        body = {"game": self.game, "deck": deck, "options": options, "player": player}
        made = self.client.post("/tables", json=body, headers=JSON)
        assert made.status_code == 201, made.json
        self.code = made.json["code"]
        return self

    def sit(self, player: str) -> Phone:
        """Take a seat while the door is open."""
        made = self.client.post(f"{self.home}/seats", json={"player": player}, headers=JSON)
        assert made.status_code == 201, made.json
        return self

    def send(self, event: str | dict[str, Any], **fields: Any) -> Any:
        """Post one event as JSON."""
        body = dict(event) if isinstance(event, dict) else {"event": event}
        return self.client.post(f"{self.home}/events", json={**body, **fields}, headers=JSON)

    def log(self, event: str, **fields: Any) -> dict[str, Any]:
        """Post one event that must be recorded."""
        answer = self.send(event, **fields)
        assert answer.status_code == 200, answer.json
        found: dict[str, Any] = answer.json
        return found

    def view(self) -> dict[str, Any]:
        """The table as this phone may see it."""
        answer = self.client.get(self.home, headers=JSON)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found: dict[str, Any] = answer.json["view"]
        return found

    def version(self) -> int:
        """The table's version."""
        found: int = self.client.get(self.home, headers=JSON).json["version"]
        return found

    def entries(self) -> list[dict[str, Any]]:
        """The log as this phone may read it."""
        answer = self.client.get(f"{self.home}/log", headers=JSON)
        found: list[dict[str, Any]] = answer.json["events"]
        return found

    def last_event(self) -> dict[str, Any]:
        """The newest event of the log."""
        event: dict[str, Any] = self.entries()[-1]["event"]
        return event

    def get(self, place: str = "") -> str:
        """A page of the table as HTML."""
        answer = self.client.get(self.home + place, headers=HTML)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)

    def form(self, **fields: Any) -> Any:
        """Post a form to the events, as a browser without script does."""
        self._taps += 1
        fields.setdefault("id", f"tap-{self._taps}")
        return self.client.post(f"{self.home}/events", data=fields, headers=HTML)


JSON = {"Accept": "application/json", "Origin": "http://localhost"}
HTML = {"Accept": "text/html", "Origin": "http://localhost"}


def a_duel(app: Flask, deck: Any = "starter", **options: Any) -> tuple[Phone, Phone]:
    """Ana (host, first) and Ben, cards dealt."""
    ana = Phone(app).start("Ana", deck, **options)
    ben = Phone(app, ana.code).sit("Ben")
    ana.log("first_player_chosen", player="Ana")
    ana.log("game_dealt")
    return ana, ben
