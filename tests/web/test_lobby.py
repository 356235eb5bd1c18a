"""The lobby: everybody pops in, seats move by a tap, chance draws who starts, the deal."""

from __future__ import annotations

import re

from companion.backroom import Backroom
from companion.services.tables.live_table import LiveTable
from companion.web.tables import lobby
from tests.security.phones import HTML, Browser, Fresh
from tests.web.doors import players, sit, start


def three(browser: Fresh) -> tuple[str, Browser, Browser]:
    """Ana's lobby with Ben and, without a phone, Dev: (code, Ana's phone, Ben's phone)."""
    ana, ben = browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    added = {"event": "player_joined", "player": "Dev", "id": "add-1"}
    assert ana.post(f"/tables/{code}/events", data=added).status_code == 303
    return code, ana, ben


def test_the_lobby_shows_the_qr_with_its_quiet_zone_and_spells_the_code(browser: Fresh) -> None:
    ana = browser()
    code = start(ana)
    page = ana.get(f"/tables/{code}").text
    size, path = re.findall(
        r'<svg class="qr" viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)"', page
    )[0]
    columns = [int(x) for x, _ in re.findall(r"M(\d+) (\d+)", path)]
    rows = [int(y) for _, y in re.findall(r"M(\d+) (\d+)", path)]
    ends = [int(x) + int(run) for x, run in re.findall(r"M(\d+) \d+h(\d+)", path)]
    assert (min(columns), min(rows)) == (4, 4)
    assert (max(ends), max(rows)) == (int(size) - 4, int(size) - 5)
    assert f'aria-label="Code {" ".join(code)}"' in page


def test_the_shared_part_is_the_same_for_all_and_tells_nothing_apart(
    product: Backroom, browser: Fresh
) -> None:
    code, ana, ben = three(browser)
    live = product.parts.tables.doors.find(code)
    assert isinstance(live, LiveTable)
    with product.app.test_request_context("/"):
        fragment = lobby.fragment(live)
    roots = [each.strip() for each in re.split(r'(?=<div id="(?:live|door|last)")', fragment)]
    assert [root[9:13] for root in roots if root] == ["live", "door", "last"]
    for phone in (ana, ben):
        page = phone.get(f"/tables/{code}").text
        assert [root for root in roots if root not in page] == []
    assert 'name="id"' not in fragment


def test_a_player_without_a_phone_sits_too(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    assert players(ana, code) == ["Ana", "Ben", "Dev"]
    assert "no phone" in ana.get(f"/tables/{code}").text


def test_a_seat_moves_up_by_a_tap(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    ana.post(f"/tables/{code}/order", data={"up": "Dev", "id": "up-1"})
    assert players(ana, code) == ["Ana", "Dev", "Ben"]


def test_the_first_seat_cannot_move_up(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    assert ana.json("POST", f"/tables/{code}/order", {"up": "Ana"}).status_code == 400
    assert ana.json("POST", f"/tables/{code}/order", {"up": "Nobody"}).status_code == 400


def test_a_tap_on_order_counts_once(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    for _ in range(2):
        ana.post(f"/tables/{code}/order", data={"up": "Dev", "id": "up-1"})
    assert players(ana, code) == ["Ana", "Dev", "Ben"]


def test_chance_draws_who_starts_and_all_phones_see_the_ceremony(browser: Fresh) -> None:
    code, ana, ben = three(browser)
    assert ana.post(f"/tables/{code}/draw", data={"id": "draw-1"}).status_code == 303
    page = ben.get(f"/tables/{code}").text
    assert re.search(r'class="lines draw-(odd|even)"', page)
    assert page.count('class="chip on first"') == 1
    assert "Start the game" in page


def test_a_draw_that_is_sent_twice_stays_the_same(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    drawn = [
        ana.json("POST", f"/tables/{code}/draw", {"id": "draw-1"}).json["recorded"]["event"][
            "player"
        ]  # type: ignore[index]
        for _ in range(6)
    ]
    assert len(set(drawn)) == 1


def test_dealing_leads_to_the_table(browser: Fresh) -> None:
    code, ana, ben = three(browser)
    ana.post(f"/tables/{code}/draw", data={"id": "draw-1"})
    ana.post(f"/tables/{code}/events", data={"event": "game_dealt", "id": "deal-1"})
    assert 'data-page="lobby"' not in ben.get(f"/tables/{code}").text


def test_the_script_gets_the_live_part(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    headers = {**HTML, "HX-Request": "true"}
    answer = ana.post(f"/tables/{code}/draw", data={"id": "draw-1"}, headers=headers)
    assert answer.status_code == 200
    assert re.findall(r'<div id="(\w+)"', answer.text) == ["live", "door", "last"]


def test_every_control_is_a_form_that_needs_no_script(browser: Fresh) -> None:
    code, ana, _ = three(browser)
    page = ana.get(f"/tables/{code}").text
    buttons = re.findall(r"<button(?![^>]*type=\"button\")[^>]*>", page)
    forms = re.findall(r'<form[^>]*method="post"[^>]*action="/tables/', page)
    assert buttons
    assert forms
    assert 'type="button"' not in re.sub(r'data-when="\w+-?\w*" hidden>.*?</div>', "", page)


def test_a_typed_name_never_becomes_markup(browser: Fresh) -> None:
    ana = browser()
    code = start(ana)
    name = "<b>x</b>"
    ana.json("POST", f"/tables/{code}/events", {"event": "player_joined", "player": name})
    for place in ("", "/seats", "/join", "/screen", "/log"):
        assert name not in ana.get(f"/tables/{code}{place}").text, place
