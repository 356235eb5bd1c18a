"""Debian's Chromium over the real server; a table to sit down at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.looking import Findings, seen_in
from tests.browser.phones import Phone
from tests.browser.server import OwnNetwork, Server, own_address, running
from tests.conftest import QUIET, chromium

expect.set_options(timeout=10_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server, one for all tests of a file: each has a table of its own there."""
    with running(tmp_path_factory.mktemp("house") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def seen(
    request: pytest.FixtureRequest, chrome: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Findings:
    """What is found on the screens of the file's GROUP, looked at once for all checks."""
    return seen_in(request.module.GROUP, chrome, tmp_path_factory.mktemp("house"))


@pytest.fixture
def phone(chrome: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end none of them may have met a fault or asked a stranger."""
    phones: list[Phone] = []

    def make(size: Any, **how: Any) -> Phone:
        phones.append(Phone(chrome, server.url, size, **how))
        return phones[-1]

    yield make
    assert [each.faults for each in phones] == [[] for _each in phones]
    assert [each.strange for each in phones] == [[] for _each in phones]
    for each in phones:
        each.context.close()


@pytest.fixture
def away_from_loopback(
    playwright_driver: Playwright, tmp_path: Path
) -> Iterator[tuple[Server, Browser]]:
    """Server and browser that meet at an address that is not loopback.

    As root in a network of their own; else at this machine's address on its network.
    """
    if OwnNetwork.possible():
        network = OwnNetwork()
        network.open()
        server = Server(tmp_path / "data", network.ADDRESS, network.inside)
        program = network.browser(tmp_path, chromium())
    else:
        address = own_address()
        assert address is not None, "this test needs a network, or root"
        network = None
        server = Server(tmp_path / "data", address)
        program = chromium()
    try:
        server.start()
        browser = playwright_driver.chromium.launch(executable_path=program, args=QUIET)
        yield server, browser
        browser.close()
        server.stop()
    finally:
        if network is not None:
            network.close()
