"""Each cap of docs/settings.md is felt: one more than it allows is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.settings import Settings
from companion.settings.caps import Caps
from tests.security.phones import GAME, Browser, build_at

PROJECT = Path(__file__).resolve().parents[2]
Refusal = tuple[int, str]


class Stand:
    """A product with one cap set low."""

    def __init__(self, product: Backroom) -> None:
        self.product = product
        self.phone = self.a_phone()

    def a_phone(self, device: str = "192.168.1.77") -> Browser:
        phone = Browser(self.product.app.test_client())
        phone.device = device
        return phone

    def table(self, phone: Browser | None = None, **more: Any) -> str:
        """The address of a new table."""
        body = {"game": GAME, "player": "Ana", **more}
        made = (phone or self.phone).json("POST", "/tables", body)
        assert made.status_code == 201, made.json
        assert made.json is not None
        return f"/tables/{made.json['code']}"

    def start(self, phone: Browser | None = None) -> Any:
        return (phone or self.phone).json("POST", "/tables", {"game": GAME, "player": "Ana"})

    def log(self, home: str, *events: dict[str, Any]) -> Any:
        return self.phone.json("POST", f"{home}/events", {"events": list(events), "anyway": True})

    def deck(self, phone: Browser | None = None) -> Any:
        return (phone or self.phone).json("POST", "/decks", {"from": "starter"})


def joined(name: str) -> dict[str, Any]:
    return {"event": "player_joined", "player": name}


def body_bytes(at: Stand) -> Any:
    return at.phone.json("POST", f"{at.table()}/events", {"event": "x" * 4_100})


def deck_bytes(at: Stand) -> Any:
    return at.phone.json("POST", "/decks", {"deck": {"name": "x" * 64_000}})


def import_bytes(at: Stand) -> Any:
    return at.phone.json("POST", "/tables", {"schema": "x" * 64_000})


def picture_bytes(at: Stand) -> Any:
    edit = at.deck().json["edit"]
    heavy = {"picture": (BytesIO(b"\x89PNG" + b"x" * 64_000), "heavy.png")}
    place = edit.removeprefix("http://192.168.1.23:8000") + "/cards/golden-idol/picture"
    return at.phone.post(place, data=heavy, content_type="multipart/form-data")


def photo_bytes(at: Stand) -> Any:
    heavy = {"photo": (BytesIO(b"\xff\xd8\xff" + b"x" * 64_000), "heavy.jpg")}
    place = f"{at.table(deck='starter')}/piles/1/photo"
    return at.phone.post(place, data=heavy, content_type="multipart/form-data")


def photos_a_minute(at: Stand) -> Any:
    place = f"{at.table(deck='starter')}/piles/1/photo"
    for _ in range(2):
        no_photo = {"photo": (BytesIO(b"no photo"), "photo.jpg")}
        answer = at.phone.post(place, data=no_photo, content_type="multipart/form-data")
    return answer


def decks(at: Stand) -> Any:
    assert at.deck().status_code == 201
    return at.deck()


def new_decks_per_hour(at: Stand) -> Any:
    assert at.deck().status_code == 201
    assert at.deck(at.a_phone("192.168.1.78")).status_code == 201
    return at.deck()


def table_name_letters(at: Stand) -> Any:
    return at.phone.json("POST", f"{at.table()}/settings", {"name": "Fives"})


def players(at: Stand) -> Any:
    home = at.table()
    assert at.log(home, joined("Ben")).status_code == 200
    return at.log(home, joined("Cleo"))


def live_tables(at: Stand) -> Any:
    at.table()
    return at.start(at.a_phone("192.168.1.78"))


def demo_tables(at: Stand) -> Any:
    assert at.phone.json("POST", "/demos", {"game": GAME}).status_code == 201
    return at.a_phone("192.168.1.78").json("POST", "/demos", {"game": GAME})


def new_tables_private(at: Stand) -> Any:
    at.table()
    at.table(at.a_phone("192.168.1.78"))
    return at.start()


def new_tables_public(at: Stand) -> Any:
    at.table(at.a_phone("93.184.216.1"))
    return at.start(at.a_phone("93.184.216.1"))


def imports_an_address(at: Stand) -> Any:
    line = {"seq": 1, "at": "2026-01-01T00:00:00Z", "by": None, "id": None, "event": joined("A")}
    no_table = {"schema": "backroom-table/1", "game": GAME, "options": {}, "deck": None}
    no_table |= {"events": [line, line]}
    assert at.phone.json("POST", "/tables", no_table).status_code == 422
    return at.phone.json("POST", "/tables", no_table)


def events_per_table(at: Stand) -> Any:
    home = at.table()
    once = {"event": "seats_arranged", "order": ["Ana"]}
    assert at.log(home, *(once,) * 49).status_code == 200
    assert at.log(home, *(once,) * 50).status_code == 200
    return at.log(home, once)


def events_burst(at: Stand) -> Any:
    home = at.table()
    assert at.log(home, joined("Ben")).status_code == 200
    return at.log(home, joined("Cleo"))


def printer_profiles(at: Stand) -> Any:
    for name in ("Laser", "Inkjet"):
        answer = at.phone.json("POST", "/prints/printers", {"name": name})
    return answer


def json_depth(at: Stand) -> Any:
    deep: Any = "x"
    for _ in range(9):
        deep = [deep]
    return at.phone.json("POST", f"{at.table()}/events", {"event": deep})


EXERCISES: dict[Callable[[Stand], Any], tuple[int, Refusal]] = {
    body_bytes: (4_096, (413, "too_large")),
    deck_bytes: (64_000, (413, "too_large")),
    import_bytes: (64_000, (413, "too_large")),
    picture_bytes: (64_000, (413, "too_large")),
    photo_bytes: (64_000, (413, "too_large")),
    photos_a_minute: (1, (429, "too_many_photos")),
    decks: (1, (503, "too_many_decks")),
    new_decks_per_hour: (1, (429, "too_many_new_decks")),
    table_name_letters: (4, (422, "bad_table_name")),
    players: (2, (422, "table_full")),
    live_tables: (1, (503, "too_many_tables")),
    demo_tables: (1, (503, "too_many_tables")),
    new_tables_private: (1, (429, "too_many_new_tables")),
    new_tables_public: (1, (429, "too_many_new_tables")),
    imports_an_address: (1, (429, "too_many_new_tables")),
    events_per_table: (100, (503, "table_full_of_events")),
    events_burst: (1, (429, "too_fast")),
    printer_profiles: (1, (422, "too_many")),
    json_depth: (8, (400, "malformed")),
}
"""What crosses a cap: its value, and how the answer refuses."""

ELSEWHERE = {
    "pictures_bytes": "services/test_deck_pictures.py::test_picture_over_the_servers_room",
    "scan_decks": "storage/test_scan_decks.py::test_over_the_cap_the_oldest_is_forgotten",
    "deck_revisions": "services/test_deck_history.py::test_history_is_capped_by_steps",
    "deck_history_bytes": "services/test_deck_history.py::test_history_is_capped_by_bytes",
    "spectators": "live/test_stream_limits.py::test_thirteenth_spectator_asks_instead",
    "events_per_second": "services/test_recording.py::test_pace_of_a_seat_is_limited",
    "streams": "live/test_stream_limits.py::test_process_with_too_many_streams_asks_instead",
    "streams_per_address": "live/test_stream_limits.py::test_address_with_too_many_streams",
    "streams_per_seat": "live/test_stream_limits.py::test_third_stream_of_a_seat",
    "connections": "serve/test_gevent_server.py",
    "connections_per_address": "serve/test_gevent_server.py",
    "print_queue": "printing/test_queue.py",
    "print_cache_bytes": "printing/test_cache.py",
}
"""Caps that need more than one request at a time, or a disk, and where they are crossed."""


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.__name__)
def test_one_more_than_the_cap_is_refused(exercise: Callable[[Stand], Any], tmp_path: Path) -> None:
    value, refusal = EXERCISES[exercise]
    caps = {"events_burst": 10_000} | {exercise.__name__: value}
    product = build_at(tmp_path, Settings(caps=Caps(**caps)))
    answer = exercise(Stand(product))
    product.close()

    assert (answer.status_code, answer.headers.get("Backroom-Answer")) == refusal


@pytest.mark.parametrize(("cap", "place"), ELSEWHERE.items())
def test_the_other_caps_are_crossed_elsewhere(cap: str, place: str) -> None:
    file, _, test = place.partition("::")

    assert f"def {test or 'test_'}" in (PROJECT / "tests" / file).read_text(encoding="utf-8")


def test_no_cap_is_forgotten() -> None:
    crossed = {exercise.__name__ for exercise in EXERCISES}

    assert crossed | ELSEWHERE.keys() == {each.name for each in fields(Caps)}
