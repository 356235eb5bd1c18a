"""The big screen on a small television: read from 3 m, and nothing cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phones import Phone
from tests.browser.server import Server
from tests.browser.tables import DealtTable

pytestmark = pytest.mark.browser
SMALL_TELEVISION = {"width": 1280, "height": 720}
LONGEST = "Annabella Maria Hohenloh"
LEAST_CHIP = 28
"""Pixels of a figure on 720 lines: the size of the text beside it."""


def measured(screen: Phone, css: str) -> list[dict[str, float]]:
    """Size of the text, and how much of each element does not show."""
    found: list[dict[str, float]] = screen.page.locator(css).evaluate_all(
        "all => all.map(e => ({ font: parseFloat(getComputedStyle(e).fontSize),"
        " cut: Math.max(e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth),"
        " below: e.getBoundingClientRect().bottom - innerHeight }))"
    )
    return found


def test_the_line_of_the_last_event_is_whole_when_the_game_is_over(
    server: Server, phone: Callable[..., Phone]
) -> None:
    names = (LONGEST, *(f"P{number}" for number in range(2, 11)))
    host = DealtTable(server, *names)
    host.fill(LONGEST, 3)
    screen = phone(SMALL_TELEVISION)
    screen.open(f"{host.path}/screen")
    screen.shows("The game is over: no Warehouse card is left.")
    screen.shows("completed")
    [line] = measured(screen, ".say p")
    assert line["cut"] <= 1
    assert line["below"] <= 0


@pytest.mark.parametrize("slots", [3, 4, 5])
def test_chips_are_read_from_afar_and_fit(
    server: Server, phone: Callable[..., Phone], slots: int
) -> None:
    host = DealtTable(server, "Ana", "Ben", "Cleo")
    host.fill("Ana", slots, leave=1)
    screen = phone(SMALL_TELEVISION)
    screen.open(f"{host.path}/screen")
    chips = measured(screen, ".pip")
    assert len(chips) == slots
    assert [each for each in chips if each["cut"] > 0] == []
    assert min(each["font"] for each in chips) >= LEAST_CHIP
    tops = screen.page.locator(".pip").evaluate_all(
        "all => [...new Set(all.map(e => Math.round(e.getBoundingClientRect().top)))]"
    )
    assert len(tops) == 1, "all in one row"
