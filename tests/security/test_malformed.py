"""Requests made from openapi.yaml, right and wrong in every way: never an answer of 500 or more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from companion.services.prints.shop import Made
from companion.settings import Settings
from companion.settings.caps import Caps
from tests.security.phones import GAME, HTML, JSON, Browser, build_at

SPEC = Path(__file__).resolve().parents[2] / "openapi.yaml"
SCHEMA = schemathesis.openapi.from_dict(yaml.safe_load(SPEC.read_text(encoding="utf-8")))
OPERATIONS = {
    operation.label: operation
    for operation in (result.ok() for result in SCHEMA.get_all_operations())
    if not operation.path.endswith("/stream")  # never ends; tests/live has its own
}
IN_ALL, IN_SOAK = 1_000, 10_000
PATIENT = Caps(
    events_per_second=10_000, events_burst=10_000, new_tables_private=10_000,
    imports_an_address=10_000, live_tables=10_000, new_decks_per_hour=10_000, decks=10_000,
)  # fmt: skip


class QuickPress:
    """Prints nothing, so that a thousand orders cost no hour."""

    def __init__(self, shop: Any) -> None:
        self._shop = shop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shop, name)

    def make(self, offer: Any, progress: Any) -> Made:
        return Made(b"%PDF-1.7", 1)

    def look(self, asked: Any) -> dict[str, Any]:
        return {}

    def picture(self, *asked: Any) -> bytes:
        return b"\x89PNG"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, Browser]]]:
    """A dealt table, the phone of its host, one that watches, and one from somewhere else."""
    product = build_at(tmp_path_factory.mktemp("data"), Settings(caps=PATIENT))
    product.parts.prints.shop = QuickPress(product.parts.prints.shop)
    host, watching, other = (Browser(product.app.test_client()) for _ in range(3))
    made = host.json("POST", "/tables", {"game": GAME, "player": "Ana"}).json
    assert made is not None
    events = [
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    ]
    host.json("POST", f"/tables/{made['code']}/events", {"events": events, "anyway": True})
    watching.get(f"/tables/{made['code']}")
    yield made["code"], {"host": host, "watching": watching, "other": other}
    product.close()


def sent(case: Case, browser: Browser, code: str | None, accept: dict[str, str]) -> Any:
    """Send a made request as it is, with the real code in its place where one is given."""
    places = dict(case.path_parameters or {})
    if code is not None and "code" in places:
        places["code"] = code
    path = case.operation.path
    for name, value in places.items():
        path = path.replace(f"{{{name}}}", quote(str(value), safe="", errors="replace"))
    more: dict[str, Any] = {"headers": {**accept, **_plain(case.headers)}}
    if case.query:
        more["query_string"] = {str(k): str(v) for k, v in _plain(case.query).items()}
    more |= _body(case)
    return browser.open(case.method, path, **more)


def _plain(given: Any) -> dict[str, str]:
    """What can be sent at all: a header of control characters is refused before it leaves."""
    told = {str(name): str(value) for name, value in (given or {}).items()}
    return {
        name: value
        for name, value in told.items()
        if name.isascii() and (name + value).isprintable() and value.isascii()
    }


def _body(case: Case) -> dict[str, Any]:
    body, media_type = case.body, case.media_type
    if isinstance(body, bytes):
        return {"data": body, "content_type": media_type}
    if media_type is None or not isinstance(body, dict | list | str | int | float | bool | None):
        return {}
    if media_type == "application/json":
        return {"data": json.dumps(body), "content_type": media_type}
    fields = body if isinstance(body, dict) else {"x": str(body)}
    return {"data": {str(k): str(v).encode("utf-8", "replace").decode() for k, v in fields.items()}}


def try_out(label: str, table: tuple[str, dict[str, Browser]], count: int) -> None:
    """`count` requests to one operation, each to be answered below 500."""
    operation = OPERATIONS[label]
    code, browsers = table
    cases = st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
    )

    @settings(max_examples=count, database=None, suppress_health_check=list(HealthCheck))
    @given(cases, st.sampled_from(sorted(browsers)), st.booleans(), st.sampled_from([HTML, JSON]))
    def each(case: Case, phone: str, known: bool, accept: dict[str, str]) -> None:
        answer = sent(case, browsers[phone], code if known else None, accept)
        assert answer.status_code < 500, (answer.status_code, answer.text[:400])

    each()


@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_nothing_that_is_sent_breaks_us(label: str, table: Any) -> None:
    try_out(label, table, -(-IN_ALL // len(OPERATIONS)))


@pytest.mark.soak
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_nothing_of_ten_thousand_requests_breaks_us(label: str, table: Any) -> None:
    try_out(label, table, -(-IN_SOAK // len(OPERATIONS)))


def test_the_check_sees_a_break(
    table: tuple[str, dict[str, Browser]], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        status_code, text = 500, "a trace"

    monkeypatch.setattr("tests.security.test_malformed.sent", lambda *_: Broken)

    with pytest.raises(AssertionError):
        try_out("GET /", table, 1)
