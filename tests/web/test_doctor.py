"""The doctor: addresses, whether a phone reached us, and only to those whom it concerns."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.factory import build
from companion.serve.addresses import Addresses
from companion.settings import Settings
from tests.security.phones import LAN, Browser, Fresh


def here(browser: Fresh) -> Browser:
    """A browser on the computer that runs Backroom."""
    phone = browser()
    phone.device = LAN
    return phone


def test_the_hosts_computer_sees_its_addresses(browser: Fresh) -> None:
    page = here(browser).get("/doctor").text
    assert f"{LAN}:8000" in page
    assert "in the QR" in page
    assert "wlan0" in page


def test_a_phone_sees_the_hints_but_no_interfaces(browser: Fresh) -> None:
    page = browser().get("/doctor").text
    assert "guest Wi-Fi" in page
    assert "wlan0" not in page


def test_what_an_unknown_proxy_brings_is_not_the_hosts_computer(browser: Fresh) -> None:
    through_a_proxy = here(browser)
    headers = {"Accept": "text/html", "X-Forwarded-For": "203.0.113.9"}
    page = through_a_proxy.get("/doctor", headers=headers).text
    assert "wlan0" not in page


def test_the_test_turns_green_when_a_phone_says_hello(browser: Fresh) -> None:
    computer, phone = here(browser), browser()
    before = computer.json("GET", "/doctor").json
    assert "This phone reaches us" in phone.get("/doctor/hello").text
    after = computer.json("GET", "/doctor").json
    assert before is not None
    assert after is not None
    assert (before["greeted"], after["greeted"]) == (False, True)
    assert after["addresses"] == [{"address": f"{LAN}:8000", "devices": 1, "likely": True}]


def test_the_computer_itself_is_no_phone(browser: Fresh, product: Backroom) -> None:
    computer = here(browser)
    computer.get("/doctor/hello")
    assert product.parts.sightings.any() is None


def test_every_visit_of_another_device_counts_as_reached(browser: Fresh, product: Backroom) -> None:
    browser().get("/decks")
    sighting = product.parts.sightings.at(LAN)
    assert sighting is not None
    assert sighting.devices == 1


def test_another_address_goes_into_the_qr_from_the_hosts_computer_only(browser: Fresh) -> None:
    phone, computer = browser(), here(browser)
    assert phone.post("/doctor/address", data={"address": LAN}).status_code == 403
    assert computer.post("/doctor/address", data={"address": LAN}).status_code == 303
    assert computer.post("/doctor/address", data={"address": "10.9.9.9"}).status_code == 422


def test_the_doctor_names_the_host_that_keeps_phones_out(tmp_path: Path) -> None:
    alone = Addresses(8000, bound_to="127.0.0.1", public_url=None, monotonic=time.monotonic)
    product = build(Settings(data=tmp_path, host="127.0.0.1"), alone)
    client = product.app.test_client()
    page = client.get("/doctor", base_url="http://localhost:8000").text
    product.close()
    assert "Backroom listens on 127.0.0.1, for this computer alone." in page
    assert "without --host or BACKROOM_HOST" in page
    assert "in no network" not in page


@pytest.mark.parametrize("public_url", [None, "http://192.168.1.50:8443"])
def test_the_firewall_hint_names_the_port_that_is_listened_on(
    tmp_path: Path, public_url: str | None
) -> None:
    addresses = Addresses(
        9123, bound_to="127.0.0.1", public_url=public_url, monotonic=time.monotonic
    )
    settings = Settings(data=tmp_path, host="127.0.0.1", public_url=public_url)
    product = build(settings, addresses)
    try:
        page = product.app.test_client().get("/doctor", base_url="http://localhost:9123").text
    finally:
        product.close()

    assert "sudo ufw allow 9123/tcp" in page
    assert "--add-port=9123/tcp" in page
