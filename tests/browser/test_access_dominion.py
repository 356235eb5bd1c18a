"""Every screen of Dominion: Black Market: read by all, hit by every finger, in every size."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.looking import CHECKS, Findings, seen_in

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def seen(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Looked at once, for all checks."""
    return seen_in("dominion", chrome, tmp_path_factory.mktemp("house"))


@pytest.mark.parametrize("check", CHECKS)
def test_no_screen_shuts_anybody_out(seen: Findings, check: str) -> None:
    assert seen[check] == {}
