"""Seats change hands: hand-over links, signing out, leaving, the host's chair, forgetting."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

import pytest

from companion.web.tables.hosting import SETTINGS
from tests.security.phones import Browser, Fresh
from tests.web.doors import players, running, sit, start


def mine(phone: Browser, code: str) -> list[str]:
    """The players on this phone."""
    found = phone.json("GET", f"/tables/{code}/seats").json
    assert found is not None
    return [seat["player"] for seat in found["seats"] if seat["yours"]]


def hosts(phone: Browser, code: str) -> list[str]:
    found = phone.json("GET", f"/tables/{code}/seats").json
    assert found is not None
    return [seat["player"] for seat in found["seats"] if seat["host"]]


def handover(phone: Browser, code: str, player: str) -> str:
    """Make a hand-over link; its path."""
    made = phone.json("POST", f"/tables/{code}/seats/{player}/handover")
    assert made.status_code == 201
    assert made.json is not None
    return str(made.json["url"]).removeprefix("http://192.168.1.23:8000")


def test_a_hand_over_link_carries_the_seat_to_another_phone_once(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    tablet, thief = browser(), browser()
    link = handover(ana, code, "Ana")
    assert "Ana’s seat, on this phone?" in tablet.get(link).text
    assert mine(ana, code) == ["Ana"], "looking at the link takes nothing"
    assert tablet.post(link).status_code == 303
    assert (mine(tablet, code), mine(ana, code)) == (["Ana"], [])
    assert thief.post(link).status_code in (404, 422)
    assert mine(thief, code) == []


def test_the_link_is_shown_as_a_qr_of_our_own_address(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    page = ana.post(f"/tables/{code}/seats/Ana/handover")
    assert page.status_code == 201
    assert f"http://192.168.1.23:8000/tables/{code}/handover/" in page.text
    assert '<svg class="qr"' in page.text


def test_nobody_hands_over_the_seat_of_another_phone(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    assert ben.json("POST", f"/tables/{code}/seats/Ana/handover").status_code == 403
    assert ana.json("POST", f"/tables/{code}/seats/Ben/handover").status_code == 403


def test_the_host_signs_a_phone_out_and_the_seat_stays(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    assert ana.json("DELETE", f"/tables/{code}/seats/Ben/phone").status_code == 200
    assert mine(ben, code) == []
    assert players(ana, code) == ["Ana", "Ben"]


def test_a_phone_signs_itself_out_with_a_plain_form(browser: Fresh) -> None:
    code, _, ben = running(browser)
    assert ben.post(f"/tables/{code}/seats/Ben/phone").status_code == 303
    assert mine(ben, code) == []


def test_leaving_gets_up_and_forgets_the_table_on_this_phone(browser: Fresh) -> None:
    ana, ben = browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    left = ben.post(f"/tables/{code}/leave", data={"id": "leave-1"})
    assert (left.status_code, left.headers["Location"]) == (303, "/")
    assert players(ana, code) == ["Ana"]
    assert code not in ben.get("/").text


def test_a_leaver_comes_back_to_the_old_seat_under_the_old_name(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    ben.json("POST", f"/tables/{code}/events", {"event": "player_left", "player": "Ben"})
    back = ben.json("POST", f"/tables/{code}/seats", {"player": "ben"})
    assert back.status_code in (201, 422), back.json
    assert len(players(ana, code)) == 2


def test_the_host_gives_the_chair_away(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    assert ana.json("POST", f"/tables/{code}/host", {"player": "Ben"}).status_code == 200
    assert hosts(ben, code) == ["Ben"]


def test_nobody_takes_the_chair_while_the_host_is_here(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    answer = ben.json("POST", f"/tables/{code}/host", {})
    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]["code"]) == (422, "host_is_here")
    assert hosts(ana, code) == ["Ana"]


def test_the_host_names_the_table(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    saved = ana.post(f"/tables/{code}/settings", data={"name": "Crates", "who_logs": "own"})
    assert saved.status_code == 303
    assert "Crates" in ben.get(f"/tables/{code}/seats").text
    assert ben.post(f"/tables/{code}/settings", data={"name": "Mine"}).status_code == 403


@pytest.mark.parametrize(
    ("place", "body"),
    [
        *(("settings", {field: odd}) for field in SETTINGS for odd in (5, None, True, ["x"], {})),
        ("settings", {"name": "Crates", "who_logs": 5}),
        *(("host", {"player": odd}) for odd in (5, None, ["Ben"])),
        ("host", {"take_back": "please"}),
        ("phone", {"ends_by_hand": 5}),
        *(("rematch", {"same": odd}) for odd in (5, None, "yes")),
    ],
)
def test_a_field_of_the_wrong_type_is_said_and_changes_nothing(
    browser: Fresh, place: str, body: dict[str, object]
) -> None:
    code, ana, _ = running(browser)
    before = ana.json("GET", f"/tables/{code}/seats").json

    answer = ana.json("POST", f"/tables/{code}/{place}", body)

    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]["code"]) == (400, "malformed")
    assert ana.json("GET", f"/tables/{code}/seats").json == before


def test_the_host_forgets_the_table_for_everybody(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    assert ben.json("DELETE", f"/tables/{code}").status_code == 403
    gone = ana.post(f"/tables/{code}/forget")
    assert (gone.status_code, gone.headers["Location"]) == (303, "/")
    answer = ben.get(f"/tables/{code}")
    assert answer.status_code == 404
    assert "This table is gone" in answer.text


def test_another_player_joins_on_the_same_phone(browser: Fresh) -> None:
    ana = browser()
    code = start(ana)
    ana.post(f"/tables/{code}/seats", data={"player": "Dev", "id": "here-1"})
    assert mine(ana, code) == ["Ana", "Dev"]


def test_a_preference_stays_with_the_phone(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    ana.post(f"/tables/{code}/phone", data={"ends_by_hand": "yes"})
    assert "You end your turn by hand." in ana.get(f"/tables/{code}/seats").text
    assert "Adding an item ends your turn." in ben.get(f"/tables/{code}/seats").text


@pytest.mark.parametrize("answer", ["yes", "no", 1, None])
@pytest.mark.parametrize(("place", "field"), [("phone", "ends_by_hand"), ("host", "take_back")])
def test_a_yes_of_a_program_is_true_or_false(
    browser: Fresh, place: str, field: str, answer: object
) -> None:
    code, ana, _ = running(browser)

    assert ana.json("POST", f"/tables/{code}/{place}", {field: answer}).status_code == 400


def test_seats_and_knocks_have_no_tokens_in_them(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    tokens = [
        cookie.value
        for phone in (ana, ben)
        if (
            cookie := phone.client.get_cookie("seat", domain="192.168.1.23", path=f"/tables/{code}")
        )
    ]
    assert len(tokens) == 2
    for place in ("", "/seats", "/log", "/export"):
        page = ana.get(f"/tables/{code}{place}").text
        assert [token for token in tokens if token in page] == [], place


AWKWARD = ("/", "//", "/a/", "a//b", ".", "..", "../..", "?", "#", "%", "%2F", "%2e%2E", "a b")
AWKWARD += ("&", ";", "\\", '"', "<b>", "’", "phone", "x/phone", "x/handover", "2", "+", "é\u0301")
UNSENT = frozenset({".", ".."})
"""What a browser resolves before it asks, whichever way it is written."""


def seated_beside(browser: Fresh, player: str) -> tuple[str, Browser, Browser]:
    """Ana's table, where the second seat has this name."""
    ana, guest = browser(), browser()
    code = start(ana)
    sit(guest, code, player)
    assert len(mine(guest, code)) == 1
    return code, ana, guest


def action_on(page: str, ending: str) -> list[str]:
    """Where the forms of a page lead that end in this."""
    return re.findall(rf'action="([^"]*/{ending})"', page)


@pytest.mark.parametrize("player", AWKWARD)
def test_the_page_signs_out_and_hands_over_a_seat_of_any_name(browser: Fresh, player: str) -> None:
    code, ana, guest = seated_beside(browser, player)
    own = f"http://x/tables/{code}/seats"
    [move] = action_on(guest.get(f"/tables/{code}/seats").text, "handover")
    assert resolved(own, move) == move
    assert guest.post(move).status_code == 201
    [out] = [
        each
        for each in action_on(ana.get(f"/tables/{code}/seats").text, "phone")
        if each.count("/") > 3 and not each.endswith("/1/phone")
    ]
    assert resolved(own, out) == out
    assert ana.post(out).status_code == 303
    assert (mine(guest, code), mine(ana, code)) == ([], ["Ana"])


@pytest.mark.parametrize("player", [each for each in AWKWARD if each not in UNSENT])
def test_a_program_addresses_a_seat_by_any_name(browser: Fresh, player: str) -> None:
    code, ana, guest = seated_beside(browser, player)
    named = f"/tables/{code.lower()}/seats/{quote(player, safe='')}"
    for phone, method, ending, expected in (
        (guest, "POST", "handover", 201),
        (ana, "DELETE", "phone", 200),
    ):
        answer = phone.json(method, f"{named}/{ending}")
        if answer.status_code == 307:
            answer = phone.json(method, answer.headers["Location"])
        assert answer.status_code == expected, answer.json
    assert mine(guest, code) == []


def test_a_number_that_no_seat_has_is_not_found(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    for number in ("0", "3", "99999999999999999999"):
        assert ana.json("DELETE", f"/tables/{code}/seat/{number}/phone").status_code == 404
        assert ana.json("POST", f"/tables/{code}/seat/{number}/handover").status_code == 404


def test_the_number_of_a_seat_opens_no_more_than_its_name(browser: Fresh) -> None:
    code, ana, ben = running(browser)
    assert ben.json("DELETE", f"/tables/{code}/seat/1/phone").status_code == 403
    assert ben.json("POST", f"/tables/{code}/seat/1/handover").status_code == 403
    assert browser().json("DELETE", f"/tables/{code}/seat/1/phone").status_code == 404
    assert mine(ana, code) == ["Ana"]


def resolved(page: str, address: str) -> str:
    """Where a browser ends up: dots are resolved, also when they are written as %2E."""
    parts = re.split("/", re.sub("(?i)%2e", ".", address))
    return urlsplit(urljoin(page, "/".join(parts))).path
