"""What all tests share: how many random cases they try, one driver and one browser, Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.postgres_server import postgres as postgres

# A busy computer is no fault (speed is measured by `make bench`), and a game that is long is none.
_UNTIMED = settings(
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)
settings.register_profile("suite", _UNTIMED, derandomize=True, max_examples=100)
settings.register_profile(
    "soak",
    _UNTIMED,
    max_examples=int(os.environ.get("BACKROOM_SOAK_EXAMPLES", "2000")),
    print_blob=True,
)


def _soaking(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr").strip() == "soak")


def pytest_configure(config: pytest.Config) -> None:
    """Random cases: few and always the same in the suite, many and new ones in `make soak`."""
    settings.load_profile("soak" if _soaking(config) else "suite")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every property is part of the soak."""
    if _soaking(config):
        for item in items:
            if is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker(pytest.mark.soak)


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
