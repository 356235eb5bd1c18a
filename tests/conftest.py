"""What all tests share: no test is timed, and one driver and one browser look through Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.postgres_server import postgres as postgres

# A busy computer is no fault; speed is measured by `make bench`.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The browser's program; `make test` installs it."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program is not None, "Chromium is missing: make test installs it"
    return program


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """The driver, one for all tests: a second would not start."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chrome(playwright_driver: Playwright) -> Iterator[Browser]:
    """One browser; every phone is a context of its own."""
    browser = playwright_driver.chromium.launch(executable_path=chromium(), args=QUIET)
    yield browser
    browser.close()
