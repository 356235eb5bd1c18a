"""Only addresses that are ours are answered, and no address is ever taken from a request."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.backroom import Backroom
from companion.web.guards import host_name
from tests.security.phones import LAN, Browser


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("192.168.1.23:8000", "192.168.1.23"),
        ("LapTop.LOCAL:8000", "laptop.local"),
        ("localhost", "localhost"),
        ("localhost.", "localhost"),
        ("[::1]:8000", "::1"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("", None),
        ("evil.example/path", None),
        ("user@localhost", None),
        ("localhost?x", None),
        ("localhost#x", None),
        ("localhost:0", None),
        ("localhost:99999", None),
        ("localhost:abc", None),
        ("[::1", None),
    ],
)
def test_a_host_header_is_read_without_port_and_brackets(header: str, host: str | None) -> None:
    assert host_name(header) == host


@pytest.mark.parametrize(
    "host",
    [f"{LAN}:8000", LAN, "localhost:8000", "127.0.0.1", "[::1]:8000", "LAPTOP.local", "laptop"],
)
def test_our_own_names_are_answered(host: str, browser: Callable[[], Browser]) -> None:
    phone = browser()
    phone.host = host
    assert phone.get("/decks").status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "192.168.1.24:8000",
        "laptop.evil.example",
        "127.0.0.1.evil.example",
        "0.0.0.0",
    ],
)
def test_any_other_name_is_refused_with_a_page_that_says_what_to_do(
    host: str, browser: Callable[[], Browser]
) -> None:
    phone = browser()
    phone.host = host
    answer = phone.get("/")
    assert answer.status_code == 400
    assert "I do not know this address" in answer.text
    assert "--public-url" in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_a_hostile_host_is_escaped(product: Backroom) -> None:
    environ = {"HTTP_HOST": '"><script>x</script>.example', "REMOTE_ADDR": "10.0.0.9"}
    answer = product.app.test_client().get("/", environ_overrides=environ)
    assert answer.status_code == 400
    assert "<script>" not in answer.text


def test_a_forwarded_host_is_ignored_without_a_proxy(
    browser: Callable[[], Browser], product: Backroom
) -> None:
    phone = browser()
    answer = phone.get("/", headers={"X-Forwarded-Host": "evil.example", "Accept": "text/html"})
    assert "evil.example" not in answer.text
    assert product.parts.sightings.unexpected_proxy


def test_the_qr_holds_the_configured_origin_whatever_the_host_header_says(
    browser: Callable[[], Browser],
) -> None:
    phone = browser()
    code = phone.json("POST", "/tables", {"game": "black_market_warehouse", "player": "Ana"}).json
    assert code is not None
    phone.host = "laptop.local:8000"
    page = phone.get(f"/tables/{code['code']}").text
    spoken = re.findall(r'aria-label="QR code of ([^"]+)"', page)
    assert spoken == [f"http://{LAN}:8000/j/{code['code']}"]


def test_localhost_is_handed_over_to_the_address_of_the_qr_once(
    browser: Callable[[], Browser],
) -> None:
    phone = browser()
    phone.host, phone.device = "localhost:8000", "127.0.0.1"
    first, second = phone.get("/"), phone.get("/")
    assert (first.status_code, first.headers["Location"]) == (302, f"http://{LAN}:8000/")
    assert second.status_code == 200
