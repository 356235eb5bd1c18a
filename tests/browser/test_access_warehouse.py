"""Every screen of Black Market Warehouse: read by all, hit by every finger, in every size."""

from __future__ import annotations

import pytest

from tests.browser.looking import CHECKS, Findings

pytestmark = pytest.mark.browser
GROUP = "warehouse"


@pytest.mark.parametrize("check", CHECKS)
def test_no_screen_shuts_anybody_out(seen: Findings, check: str) -> None:
    assert seen[check] == {}
