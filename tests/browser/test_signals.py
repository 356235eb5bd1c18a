"""Sound and vibration: off at first, for what others do alone, once however much came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, Phone
from tests.browser.server import Server
from tests.browser.tables import Table

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]

HEARD = """
window.heard = { ticks: 0, buzzes: [], made: 0 };
window.AudioContext = class {
  constructor() { window.heard.made += 1; this.state = "suspended"; this.currentTime = 0; }
  resume() { this.state = "running"; return Promise.resolve(); }
  createOscillator() {
    const tone = { frequency: {}, connect: (to) => to, start: () => { window.heard.ticks += 1; } };
    return { ...tone, stop: () => {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
navigator.vibrate = (length) => { window.heard.buzzes.push(length); return true; };
"""
"""Stands in for loudspeaker and motor, and counts what they are told."""
CANNOT = "delete navigator.vibrate; delete Navigator.prototype.vibrate;"
TICK, BUZZ = "A soft tick when others log something", "A buzz when it is your turn"


def at_a_running_table(phone: Make, server: Server, size: Any = PIXEL_7) -> tuple[Table, Phone]:
    """Ana, Ben and Chloé, Ana's turn; and Ben's phone with a loudspeaker that counts."""
    table = Table(server, "black_market_warehouse")
    ben = phone(size)
    ben.context.add_init_script(HEARD)
    ben.open(f"/tables/{table.code}/join")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.goes_in("Join the table")
    table.log(
        {"event": "player_joined", "player": "Chloé"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    )
    return table, ben


def switch_on(phone: Phone, table: Table, *signals: str) -> None:
    """Tick the switches in "More", then look at the table with one touch, as a hand does."""
    phone.open(f"/tables/{table.code}?tab=more")
    for signal in signals:
        phone.page.get_by_label(signal).check()
    phone.open(f"/tables/{table.code}")
    phone.is_live()
    phone.page.locator("#top").click()
    phone.page.evaluate("Object.assign(heard, { ticks: 0, buzzes: [] })")


def heard(phone: Phone) -> tuple[int, list[int]]:
    """Ticks and buzzes since the page was opened."""
    told: tuple[int, list[int]] = phone.page.evaluate("[heard.ticks, heard.buzzes]")
    return told[0], told[1]


def has_seen(phone: Phone, words: str) -> None:
    """The last event stands on the phone, and what follows from it in the page is done."""
    expect(phone.page.locator("#dock > p")).to_contain_text(words)
    phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")


def item(player: str) -> dict[str, Any]:
    return {"event": "item_added", "player": player, "item_type": "Weapon", "money": 3_000_000}


def test_a_phone_makes_no_sound_until_it_is_switched_on(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server)
    ben.open(f"/tables/{table.code}")
    ben.is_live()
    ben.page.locator("#top").click()
    assert ben.page.locator("script[src*=signals]").count() == 0
    table.log(item("Ana"))
    has_seen(ben, "Ana added")
    assert heard(ben) == (0, [])
    assert ben.page.evaluate("heard.made") == 0


def test_anothers_event_ticks_once_and_ones_own_never(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server)
    table.log({"event": "turn_ended", "player": "Ana"})
    switch_on(ben, table, TICK)
    ben.press("No item this turn")
    has_seen(ben, "Ben")
    assert heard(ben) == (0, [])
    table.log(item("Chloé"))
    has_seen(ben, "Chloé added")
    assert heard(ben) == (1, [])


def test_one_buzz_when_the_turn_comes_and_none_when_it_goes(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server)
    switch_on(ben, table, BUZZ)
    table.log(item("Ana"), {"event": "turn_ended", "player": "Ana"})
    ben.shows("Your turn, Ben")
    has_seen(ben, "Ana")
    ticks, buzzes = heard(ben)
    assert (ticks, len(buzzes)) == (0, 1)
    ben.press("No item this turn")
    ben.shows("Chloé’s turn")
    table.log({"event": "turn_ended", "player": "Chloé"})
    ben.shows("Ana’s turn")
    assert len(heard(ben)[1]) == 1


def test_what_came_while_there_was_no_contact_is_one_tick(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server)
    switch_on(ben, table, TICK, BUZZ)
    ben.context.set_offline(True)
    ben.looks_for_the_table()
    for player in ("Ana", "Ben", "Chloé", "Ana"):
        table.log({"event": "turn_ended", "player": player})
    ben.context.set_offline(False)
    ben.is_live()
    ben.shows("Your turn, Ben")
    has_seen(ben, "Ana")
    ticks, buzzes = heard(ben)
    assert (ticks, len(buzzes)) == (1, 1)


def test_a_hidden_page_keeps_quiet(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server)
    switch_on(ben, table, TICK, BUZZ)
    ben.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    table.log({"event": "turn_ended", "player": "Ana"})
    ben.shows("Your turn, Ben")
    has_seen(ben, "Ana")
    assert heard(ben) == (0, [])


def test_the_switches_let_one_hear_what_they_do_and_are_remembered(
    phone: Make, server: Server
) -> None:
    table, ben = at_a_running_table(phone, server)
    ben.open(f"/tables/{table.code}?tab=more")
    tick, buzz = ben.page.get_by_label(TICK), ben.page.get_by_label(BUZZ)
    expect(tick).not_to_be_checked()
    expect(buzz).not_to_be_checked()
    tick.check()
    buzz.check()
    ben.page.wait_for_function("heard.ticks === 1 && heard.buzzes.length === 1")
    ben.page.reload()
    expect(tick).to_be_checked()
    expect(buzz).to_be_checked()
    tick.uncheck()
    buzz.uncheck()
    ben.page.reload()
    expect(tick).not_to_be_checked()
    ben.open(f"/tables/{table.code}")
    assert ben.page.locator("script[src*=signals]").count() == 0


def test_a_phone_that_cannot_buzz_offers_no_such_switch(phone: Make, server: Server) -> None:
    table, ben = at_a_running_table(phone, server, IPHONE_13)
    ben.context.add_init_script(CANNOT)
    ben.open(f"/tables/{table.code}?tab=more")
    expect(ben.page.get_by_label(TICK)).to_be_visible()
    expect(ben.page.get_by_text(BUZZ)).to_be_hidden()


@pytest.mark.parametrize("can_hold", [True, False])
def test_where_the_screen_cannot_be_held_awake_one_line_tells_how(
    phone: Make, server: Server, can_hold: bool
) -> None:
    table, ana = Table(server, "black_market_warehouse"), phone(IPHONE_13)
    if not can_hold:  # as browsers do on plain HTTP
        ana.context.add_init_script("delete Navigator.prototype.wakeLock;")
    ana.open(f"/tables/{table.code}")
    ana.is_live()
    line = ana.page.get_by_text("Screen goes dark? Raise the screen timeout")
    expect(line).to_be_visible(visible=not can_hold)
