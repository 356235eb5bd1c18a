"""The doctor's test turns green while the host looks at it, and the used address gets its tick."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.server import OwnNetwork, Server
from tests.conftest import QUIET, chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not OwnNetwork.possible(), reason="needs a network of its own, as root"),
]
A_PHONE = "10.77.0.9"
AS_PHONE = (
    "import sys, urllib.request as r;"
    "r.urlopen(r.Request(sys.argv[1], headers={'X-Forwarded-For': sys.argv[2]}), timeout=5)"
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that finds its own addresses; what we say is forwarded comes from elsewhere."""
    network = OwnNetwork()
    network.open()
    own = {"BACKROOM_PUBLIC_URL": "", "BACKROOM_PROXIES": "1"}
    server = Server(tmp_path / "data", network.ADDRESS, network.inside, own)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        network.close()


@pytest.fixture
def computer(playwright_driver: Playwright, server: Server, tmp_path: Path) -> Iterator[Page]:
    """The browser of the host's own computer, at the doctor."""
    program = tmp_path / "chromium-inside"
    program.write_text(f'#!/bin/sh\nexec {" ".join(server.inside)} {chromium()} "$@"\n')
    program.chmod(0o755)
    browser = playwright_driver.chromium.launch(executable_path=str(program), args=QUIET)
    page = browser.new_page()
    page.goto(f"{server.url}/doctor")
    yield page
    browser.close()


def a_phone_opens(server: Server, path: str) -> None:
    command = [*server.inside, sys.executable, "-c", AS_PHONE, server.url + path, A_PHONE]
    subprocess.run(command, check=True, capture_output=True)


def test_ticked_when_a_phone_comes_and_green_when_it_says_hello(
    server: Server, computer: Page
) -> None:
    loads: list[str] = []
    computer.on("load", lambda page: loads.append(page.url))
    address = computer.locator("#addresses li").filter(has_text=OwnNetwork.ADDRESS)
    expect(address).to_contain_text("no phone yet")
    second = computer.locator("details").nth(1)
    second.locator("summary").click()

    a_phone_opens(server, "/")
    expect(address).to_contain_text("used by 1 device")
    expect(computer.locator("#greeted")).to_be_hidden()

    a_phone_opens(server, "/doctor/hello")
    expect(computer.locator("#greeted")).to_be_visible()
    expect(computer.locator("#waiting")).to_be_hidden()
    assert second.get_attribute("open") is not None
    assert loads == []
