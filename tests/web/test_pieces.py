"""A piece that was rendered before is what it would be now: nothing on a screen is ever stale."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask_babel import force_locale
from jinja2 import FileSystemLoader
from markupsafe import Markup

from companion.web.phrasing import MILLION, reckon_in
from companion.web.pieces import Pieces
from companion.web.tables import fragments
from tests.bench.evening import evening
from tests.web.table_stand import Phone


def _shown(app: Flask, phone: Phone, anew: bool, language: str = "en") -> str:
    """The shared part of the table, with the pieces that are there or with none."""
    kept = app.jinja_env.globals["piece"]
    if anew:
        app.jinja_env.globals["piece"] = Pieces(app.jinja_env).piece
    live = app.extensions["backroom"].tables.doors.find(phone.code)
    text: str = fragments.renderer(app)(live, language)
    app.jinja_env.globals["piece"] = kept
    return text


def _same(app: Flask, phone: Phone) -> None:
    for read in ("en", "de", "en+screen"):
        assert _shown(app, phone, False, read) == _shown(app, phone, True, read)


def test_after_every_tap_of_an_evening_the_screen_is_as_if_drawn_anew(app: Flask) -> None:
    phone = Phone(app).start("Ana")
    lobby, taps = evening(3)
    for event in lobby[1:]:
        phone.log(**event)
    for number, tap in enumerate(taps):
        before = phone.version()
        phone.form(event=json.dumps(tap[0]))
        assert phone.version() > before
        if number % 5 == 3:
            phone.log("taken_back", number=phone.version())
            _same(app, phone)
            phone.log("put_back", number=phone.version() - 1)
        _same(app, phone)


def test_what_lies_beside_the_log_is_not_stale_either(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    ben = Phone(app, ana.code).sit("Ben")
    ana.log("first_player_chosen", player="Ana")
    ana.log("game_dealt")
    _same(app, ana)
    before = _shown(app, ana, False)
    stranger = Phone(app, ana.code)
    stranger.client.post(f"{ana.home}/knocks", json={"player": "Cleo"})
    _same(app, ben)
    assert "Cleo knocks" in _shown(app, ana, False)
    assert "Cleo knocks" not in before


@dataclass(frozen=True, slots=True)
class _Sum:
    name: str
    dollars: int
    things: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Small:
    """Pieces of one small template, and how often it was rendered."""

    pieces: Pieces
    drawn: list[int]

    def sum(self, name: str, dollars: int, things: tuple[str, ...]) -> Markup:
        return self.pieces.piece("sum.html", _Sum(name, dollars, things))


@pytest.fixture
def small(tmp_path: Path, app: Flask) -> _Small:
    drawn: list[int] = []
    environment = app.jinja_env.overlay(loader=FileSystemLoader(tmp_path))
    environment.globals = {**environment.globals, "drawn": lambda: drawn.append(1) or ""}
    (tmp_path / "sum.html").write_text(
        "{{ drawn() }}{{ name }} {{ _('Undo') }} {{ money(dollars, true) }} {{ things|length }}"
    )
    return _Small(Pieces(environment), drawn)


def test_the_same_piece_is_rendered_once_and_escaped(app: Flask, small: _Small) -> None:
    things = ("a",)
    with app.app_context(), force_locale("en"):
        told = [small.sum("<b>", 2_000_000, things) for _ in range(3)]

    assert told == [Markup("&lt;b&gt; Undo $2M 1")] * 3
    assert small.drawn == [1]


def test_another_field_or_currency_is_another_piece(app: Flask, small: _Small) -> None:
    things, told = ("a",), []
    for currency, name, dollars, here in (
        ("$", "Ana", 2_000_000, things),
        ("$", "Ben", 2_000_000, things),
        ("$", "Ana", 3_000_000, things),
        ("$", "Ana", 2_000_000, ("a", "b")),
        ("€", "Ana", 2_000_000, things),
    ):
        with app.app_context(), force_locale("en"):
            reckon_in(currency, MILLION, MILLION)
            told.append(str(small.sum(name, dollars, here)))

    assert told == [
        "Ana Undo $2M 1",
        "Ben Undo $2M 1",
        "Ana Undo $3M 1",
        "Ana Undo $2M 2",
        "Ana Undo €2M 1",
    ]
