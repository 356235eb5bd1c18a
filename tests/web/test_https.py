"""Served over HTTPS by ourselves: plain HTTP leads there, and a phone's warning is explained."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.backroom import Backroom

PHONE = {"REMOTE_ADDR": "192.168.1.77"}


@pytest.fixture
def self_signed(product: Backroom, monkeypatch):
    return _with(product, monkeypatch, https=True)


@pytest.fixture
def certified(product: Backroom, monkeypatch):
    here = Path(__file__)
    return _with(product, monkeypatch, https=True, certificate=here, certificate_key=here)


def _with(product: Backroom, monkeypatch, **settings):
    changed = replace(product.parts, settings=replace(product.parts.settings, **settings))
    monkeypatch.setitem(product.app.extensions, "backroom", changed)
    return product.app.test_client()


def test_a_first_visit_is_told_what_the_warning_is(self_signed):
    answer = self_signed.get("/j/K7MQ2X?a=b", environ_base=PHONE)

    assert answer.status_code == 200
    assert "Your phone will warn you once" in answer.text
    assert 'href="https://localhost/j/K7MQ2X?a=b"' in answer.text


def test_a_phone_that_was_here_is_led_on(self_signed):
    secure = self_signed.get("/", base_url="https://localhost", environ_base=PHONE)
    assert any(cookie.startswith("https=known;") for cookie in secure.headers.getlist("Set-Cookie"))

    again = self_signed.get("/j/K7MQ2X", environ_base=PHONE)

    assert (again.status_code, again.headers["Location"]) == (302, "https://localhost/j/K7MQ2X")


def test_with_a_real_certificate_everybody_is_led_on(certified):
    answer = certified.get("/j/K7MQ2X", environ_base=PHONE)

    assert (answer.status_code, answer.headers["Location"]) == (302, "https://localhost/j/K7MQ2X")
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT"])
def test_nothing_is_taken_unencrypted(self_signed, method):
    answer = self_signed.open("/tables", method=method, environ_base=PHONE)

    assert answer.status_code == 403
    assert answer.headers["Backroom-Answer"] == "https_only"


def test_a_program_is_told_in_json(self_signed):
    answer = self_signed.get("/", headers={"Accept": "application/json"}, environ_base=PHONE)

    assert (answer.status_code, answer.json["refused"]["code"]) == (403, "https_only")


def test_style_sheets_and_this_computer_are_served_as_they_come(self_signed, product: Backroom):
    sheet = product.parts.assets.url("app.css")

    assert self_signed.get(sheet, environ_base=PHONE).status_code == 200
    assert self_signed.get("/decks").status_code == 200


def test_a_server_of_plain_http_leads_nobody_anywhere(product: Backroom):
    answer = product.app.test_client().get("/decks", environ_base=PHONE)

    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
