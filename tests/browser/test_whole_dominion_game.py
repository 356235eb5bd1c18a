"""A whole evening of Dominion: three players, three phones and a television, to the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.dominion_evening import Evening
from tests.browser.phones import Phone
from tests.browser.server import Server

pytestmark = pytest.mark.browser
SLOW = 30_000
"""Milliseconds that a busy machine may need after the power came back."""


def ana_buys_with_a_nervous_finger(evening: Evening) -> None:
    """Back leaves a sheet, two taps on Buy are one purchase, a reload keeps the rest."""
    ana, ben = evening.ana, evening.ben
    cards = evening.play(ana, "Ana")
    ben.hears(f"Ana played Black Market. {cards[0]}, {cards[1]}, and {cards[2]} lie open.")
    ana.page.get_by_role("link", name=re.compile(f"^{cards[0]} .*another price")).click()
    expect(ana.page.get_by_role("dialog", name=cards[0])).to_be_visible()
    ana.page.go_back()
    ana.is_live()
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    before = ana.version()

    ana.taps_twice(f"{cards[0]}")

    ana.heading("Put two under the deck")
    ben.hears(re.compile(rf"^Ana bought {cards[0]} for \$\d\.$"))
    assert ana.version() == ben.version() == before + 1
    ben.heading("Ana puts two under")
    ana.page.get_by_role("link", name=re.compile(f"{cards[1]} tap: goes under first")).click()
    expect(ana.page.get_by_role("dialog", name="Under the deck")).to_be_visible()
    ana.page.reload()
    ana.is_live()
    expect(ana.page.get_by_role("dialog", name="Under the deck")).to_be_visible()
    ana.page.go_back()
    ana.is_live()
    evening.put_under(ana, [cards[2], cards[1]])
    ana.heading("Your turn, Ana")
    ben.shows(f"Ana put under the deck: {_listed(cards[1:])}")
    evening.television.shows(cards[0])
    evening.end_turn(ana, "Ana", "Ben")


def the_power_fails_while_cards_lie_open(evening: Evening, server: Server) -> None:
    """`kill -9`, and the same three cards lie open again; Ben passes."""
    ana, ben = evening.ana, evening.ben
    cards = evening.play(ben, "Ben")
    expect(ana.page.locator(".ledger:visible").first).to_contain_text("$11")
    before = ben.version()

    server.kill()
    for each in (ana, ben):
        each.looks_for_the_table()
    ben.press("Buy nothing")
    expect(ben.page.get_by_role("alert")).to_contain_text("That tap was not logged.")
    server.start()

    for each in (ana, ben):
        expect(each.page.locator("[data-net=live]:visible")).to_have_count(1, timeout=SLOW)
        assert evening.offered(each) == cards
        assert each.version() == before
    evening.television.shows(cards[2])
    ben.press("Buy nothing")
    ben.heading("Put three under the deck")
    ana.heading("Ben puts three under")
    ana.hears(re.compile("^Ben bought nothing"))
    evening.put_under(ben, cards)
    evening.end_turn(ben, "Ben", "Cleo")


def cleo_plays_without_a_script(evening: Evening) -> None:
    """A whole play by forms alone; Back shows how it is now, not what could be bought before."""
    cleo = evening.cleo
    evening.open(cleo)
    cleo.heading("Your turn, Cleo")
    cards = evening.play(cleo, "Cleo")
    cleo.press(cards[1])
    cleo.heading("Put two under the deck")
    cleo.page.go_back()
    cleo.heading("Put two under the deck")
    evening.put_under(cleo, [cards[2], cards[0]])
    cleo.heading("Your turn, Cleo")
    cleo.shows(f"{cards[1]}")
    evening.ana.hears(f"Cleo put under the deck: {_listed([cards[0], cards[2]])}.")
    evening.end_turn(cleo, "Cleo", "Ana")


def one_phone_is_offline_and_one_asleep(evening: Evening) -> None:
    """Who comes back knows everything at once, and nothing tapped meanwhile was logged."""
    ana, ben = evening.ana, evening.ben
    ben.goes_offline()
    cards = evening.play(ana, "Ana")
    ben.heading("Ana’s turn")
    ben.press("Ana’s turn ended")
    expect(ben.page.get_by_role("alert")).to_contain_text("That tap was not logged.")
    ana.press(cards[2])
    ana.heading("Put two under the deck")
    ben.comes_back_online()
    ben.heading("Ana puts two under")
    assert ben.version() == ana.version()
    evening.put_under(ana, [cards[0], cards[1]])
    evening.end_turn(ana, "Ana", "Ben")

    ana.falls_asleep()
    cards = evening.play(ben, "Ben")
    ben.press(cards[0])
    ben.heading("Put two under the deck")
    ana.heading("Ben’s turn")
    ana.wakes_up()
    ana.heading("Ben puts two under")
    evening.put_under(ben, [cards[2], cards[1]])
    evening.end_turn(ben, "Ben", "Cleo")


def back_shows_how_it_is_now(evening: Evening) -> None:
    """A page that Back brings is no older than the table."""
    ana, ben = evening.ana, evening.ben
    ana.page.get_by_role("link", name="List", exact=True).click()
    ana.is_live()
    ben.press("Cleo’s turn ended")
    ben.heading("Ana’s turn")
    ana.page.go_back()
    ana.is_live()
    ana.heading("Your turn, Ana")
    assert ana.version() == ben.version()
    ana.press("Ana’s turn ended")
    ana.heading("Ben’s turn")


def everybody_counts(evening: Evening) -> None:
    """Each on the own phone, one of them without a script; every phone sees who has won."""
    ana, ben, cleo = evening.ana, evening.ben, evening.cleo
    ben.page.get_by_role("link", name="More", exact=True).click()
    ben.page.get_by_role("link", name="The game is over").click()
    ben.page.get_by_role("dialog", name="Is the game over?").get_by_role(
        "button", name="Yes, count the points"
    ).click()
    ana.heading("Count the points")
    for phone, provinces in ((ana, 3), (ben, 3), (cleo, 1)):
        evening.open(phone, "?tab=points")
        phone.page.get_by_role("spinbutton", name="Province").fill(str(provinces))
        phone.page.get_by_role("spinbutton", name="Cards in all Gardens").fill("20")
        phone.press("Count them")
        phone.shows(f"{6 * provinces} points")
    ana.hears("Cleo’s cards were counted.")


def the_result_says_why(evening: Evening) -> None:
    """Level with 18 points, and Ben took two turns to Ana's three."""
    reason = "Ben and Ana are level with 18 points. Fewer turns wins: Ben."
    evening.television.heading(reason)
    for phone in (evening.ana, evening.ben, evening.cleo):
        evening.open(phone)
        phone.page.get_by_role("link", name="See the result").click()
        expect(phone.page.get_by_role("heading", name="Result", level=1)).to_be_visible()
        expect(phone.page.get_by_role("heading", name="Ben wins", level=2)).to_be_visible()
        phone.shows(reason)
        expect(phone.page.get_by_role("region", name="Ranks").get_by_role("group")).to_have_text(
            [re.compile(line) for line in ("1Ben2 turns18", "2Ana3 turns18", "3Cleo2 turns6")]
        )


def a_rematch_brings_everybody_along(evening: Evening) -> None:
    """One tap by whoever lost; the others are called, the television goes by itself."""
    ana, ben, cleo = evening.ana, evening.ben, evening.cleo
    evening.open(ben)
    ana.press("Rematch, same seats and Kingdom")
    ana.heading("Getting ready")
    ana.shows("10 of 10 piles")
    there = ana.page.url.removeprefix(ana.url)
    assert there != evening.home
    evening.television.page.wait_for_url(f"**{there}/screen")
    evening.open(cleo)
    for phone in (ben, cleo):
        phone.press("Come along")
        phone.page.wait_for_url(f"**{there}")
        phone.heading("Getting ready")
        phone.shows("3 of 6")


def _listed(cards: list[str]) -> str:
    """What others may know of cards that went under: which, not in which order."""
    return " and ".join(sorted(cards))


def test_an_evening_of_dominion(phone: Callable[..., Phone], server: Server) -> None:
    evening = Evening(phone)
    evening.sit_down()
    evening.choose()
    evening.agree()
    evening.set_up()
    ana_buys_with_a_nervous_finger(evening)
    the_power_fails_while_cards_lie_open(evening, server)
    cleo_plays_without_a_script(evening)
    one_phone_is_offline_and_one_asleep(evening)
    back_shows_how_it_is_now(evening)
    everybody_counts(evening)
    the_result_says_why(evening)
    a_rematch_brings_everybody_along(evening)
