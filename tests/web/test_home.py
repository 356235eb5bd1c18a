"""The start page, starting a table, and finding one by its code."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from companion.core.games import GAMES
from companion.factory import build
from companion.serve.addresses import Addresses, Interface
from companion.settings import Settings
from tests.security.phones import GAME, HTML, JSON, Browser, Fresh, build_at
from tests.web.doors import form_of, start, view


def test_home_offers_the_game_the_code_and_the_doctor(browser: Fresh) -> None:
    page = browser().get("/").text
    assert f'href="/tables/new?game={GAME}"' in page
    assert 'action="/j"' in page
    assert 'href="/doctor"' in page


def test_home_runs_no_script(browser: Fresh) -> None:
    assert "<script" not in browser().get("/").text


def test_a_table_starts_with_a_name_alone(browser: Fresh) -> None:
    phone = browser()
    code = start(phone)
    assert view(phone, code)["deck_id"] == "starter"
    assert phone.get(f"/tables/{code}").status_code == 200


def test_own_cards_and_tally_only_are_one_choice_away(browser: Fresh) -> None:
    phone = browser()
    own, tally = start(phone, deck="none"), start(phone, deck="tally")
    assert view(phone, own)["deck_id"] is None
    assert view(phone, tally)["options"]["track"] == "scores"  # type: ignore[index]


def test_options_of_the_form_reach_the_game(browser: Fresh) -> None:
    phone = browser()
    code = start(phone, **{"options.game_end": "finish_round"})
    assert view(phone, code)["options"]["game_end"] == "finish_round"  # type: ignore[index]


def test_a_double_tap_starts_one_table(browser: Fresh) -> None:
    phone = browser()
    page = phone.get(f"/tables/new?game={GAME}").text
    sent = {**form_of(page, "/tables"), "player": "Ana", "deck": "starter"}
    first, second = phone.post("/tables", data=sent), phone.post("/tables", data=sent)
    assert first.headers["Location"] == second.headers["Location"]


def test_a_host_without_a_name_has_no_seat(browser: Fresh) -> None:
    phone = browser()
    code = start(phone, player="  ")
    seats = phone.json("GET", f"/tables/{code}/seats").json
    assert seats == {"knocks": [], "seats": []}


def test_a_bad_name_comes_back_in_the_form_with_a_sentence(browser: Fresh) -> None:
    phone = browser()
    sent = {"game": GAME, "deck": "starter", "player": "x" * 30, "id": "one"}
    answer = phone.post("/tables", data=sent)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert "A name has 1 to 24 letters." in answer.text
    assert "x" * 30 in answer.text


def test_json_answers_as_the_product_says(browser: Fresh) -> None:
    answer = browser().json("POST", "/tables", {"game": GAME, "deck": "starter", "player": "Ana"})
    assert answer.status_code == 201
    assert answer.json is not None
    assert set(answer.json) == {"code", "url", "version", "seat_token"}
    assert answer.json["url"] == f"http://192.168.1.23:8000/tables/{answer.json['code']}"
    assert answer.json["version"] == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_starts_with_nothing_but_its_name(browser: Fresh, game: str) -> None:
    made = browser().json("POST", "/tables", {"game": game, "player": "Ana"})
    assert made.status_code == 201, made.json


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 422, "no_game"),
        ({"game": GAME, "deck": "nobody-has-it"}, 422, "unknown_deck"),
        ({"game": GAME, "options": "all"}, 400, "malformed"),
        ({"game": GAME, "player": 7}, 400, "malformed"),
        ({"deck": "starter"}, 400, "malformed"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    body: dict[str, object], status: int, code: str, browser: Fresh
) -> None:
    answer = browser().json("POST", "/tables", body)
    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]["code"]) == (status, code)


def test_an_exported_table_comes_back_from_the_file(browser: Fresh) -> None:
    phone, other = browser(), browser()
    code = start(phone)
    export = phone.json("GET", f"/tables/{code}/export").json
    file = (BytesIO(json.dumps(export).encode()), "table.json")
    answer = other.post("/tables", data={"file": file, "id": "import-1"})
    assert answer.status_code == 303
    again = answer.headers["Location"].rsplit("/", 1)[1]
    seats = other.json("GET", f"/tables/{again}/seats").json
    assert [seat["player"] for seat in seats["seats"]] == ["Ana"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("backroom-table/2", "newer_export"),
        ("backroom-table/77", "newer_export"),
        ("backroom-table/0", "not_an_export"),
        ("backroom-deck/1", "not_an_export"),
        (1, "not_an_export"),
        (None, "not_an_export"),
    ],
)
@pytest.mark.parametrize("way", ["json", "file"])
def test_a_file_with_another_schema_starts_no_table(
    browser: Fresh, schema: object, code: str, way: str
) -> None:
    phone = browser()
    export = phone.json("GET", f"/tables/{start(phone)}/export").json
    file = {**export, "schema": schema}  # type: ignore[dict-item]
    if way == "json":
        answer = phone.json("POST", "/tables", file)
    else:
        upload = (BytesIO(json.dumps(file).encode()), "table.json")
        answer = phone.post("/tables", data={"file": upload}, headers=JSON)

    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]["code"]) == (422, code)


def test_a_table_from_a_file_keeps_its_options(browser: Fresh) -> None:
    phone = browser()
    told = {"game": GAME, "player": "Ana", "options": {"track": "scores"}}
    code = phone.json("POST", "/tables", told).json["code"]  # type: ignore[index]
    export = phone.json("GET", f"/tables/{code}/export").json
    upload = (BytesIO(json.dumps(export).encode()), "table.json")
    answer = phone.post("/tables", data={"file": upload, "id": "import-2"}, headers=JSON)
    again = answer.json["code"]  # type: ignore[index]

    assert phone.json("GET", f"/tables/{again}/export").json["options"] == export["options"]  # type: ignore[index]


def test_a_file_that_is_no_table_is_refused(browser: Fresh) -> None:
    file = (BytesIO(b"not json"), "table.json")
    assert browser().post("/tables", data={"file": file}).status_code == 400


def test_my_tables_lists_where_this_phone_was_and_what_goes_on(browser: Fresh) -> None:
    phone = browser()
    code = start(phone, name="Sunday crates")
    page = phone.get("/").text
    assert "Sunday crates" in page
    assert "waiting for players" in page
    assert f'href="/tables/{code}"' in page
    assert "Sunday crates" not in browser().get("/").text


def test_my_tables_says_who_won_a_game_of_dominion(browser: Fresh) -> None:
    phone = browser()
    made = phone.json("POST", "/tables", {"game": "dominion_black_market", "player": "Ana"}).json
    assert made is not None
    for version, event in enumerate(
        (
            {"event": "game_called"},
            {"event": "pile_counted", "player": "Ana", "cards": {"Province": 1}},
        ),
        start=1,
    ):
        body = {**event, "id": f"{version:032x}", "seen": version}
        sent = phone.json("POST", f"/tables/{made['code']}/events", body)
        assert sent.status_code == 200, sent.json
    assert "Ana won, just now" in phone.get("/").text


@pytest.mark.parametrize("spelled", ["{}", "{} ", "{0[0]}{0[1]}{0[2]}-{0[3]}{0[4]}{0[5]}"])
def test_a_typed_code_leads_to_the_door_however_it_is_spelled(spelled: str, browser: Fresh) -> None:
    code = start(browser())
    answer = browser().get("/j", query_string={"code": spelled.format(code).lower()})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/tables/{code}/join")


def test_a_wrong_code_is_answered_beside_its_field(browser: Fresh) -> None:
    answer = browser().get("/j/BBBBBB")
    assert answer.status_code == 404
    assert 'value="BBBBBB"' in answer.text
    assert "There is no such table here." in answer.text


def test_a_letter_that_no_code_has_is_named(browser: Fresh) -> None:
    assert "the letter A" in browser().get("/j/ABCDEF").text


def test_guessing_codes_is_slowed_down(browser: Fresh) -> None:
    phone = browser()
    answers = [phone.get(f"/j/BBBB{first}{second}") for first in "BCDF" for second in "BCDF"]
    assert [each.status_code for each in answers[:10]] == [404] * 10
    assert {each.status_code for each in answers[11:]} <= {404, 429}
    real = start(browser())
    assert phone.get(f"/j/{real}").status_code != 302


def test_a_table_page_in_another_spelling_keeps_the_seat(browser: Fresh) -> None:
    phone = browser()
    code = start(phone)
    answer = phone.get(f"/tables/{code.lower()}/log?x=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/tables/{code}/log?x=1")


def test_on_a_public_address_starting_needs_the_hosts_word(tmp_path: Path) -> None:
    settings = replace(
        Settings(), public_url="https://cards.example", host_key="a long enough word"
    )
    made = build_at(tmp_path, settings)
    phone = Browser(made.app.test_client(), host="cards.example", device="203.0.113.9")
    ours = {**HTML, "Origin": "https://cards.example"}
    shut = phone.post("/tables", data={"game": GAME, "player": "Ana"}, headers=ours)
    wrong = phone.post("/host-key", data={"key": "guess"}, headers=ours)
    right = phone.post("/host-key", data={"key": "a long enough word"}, headers=ours)
    opened = phone.post("/tables", data={"game": GAME, "player": "Ana", "id": "1"}, headers=ours)
    made.close()
    assert [each.status_code for each in (shut, wrong, right, opened)] == [403, 403, 303, 303]
    assert "a long enough word" not in str(right.headers)


def test_on_a_public_address_of_its_own_starting_needs_the_hosts_word_too(tmp_path: Path) -> None:
    rented = "93.184.216.34"
    addresses = Addresses(
        8000,
        bound_to="0.0.0.0",
        public_url=None,
        monotonic=time.monotonic,
        interfaces=lambda: (Interface("eth0", rented),),
        leads_out=lambda: rented,
        machine_names=frozenset,
    )
    made = build(replace(Settings(), data=tmp_path), addresses)
    phone = Browser(made.app.test_client(), host=f"{rented}:8000", device="203.0.113.9")
    ours = {**HTML, "Origin": f"http://{rented}:8000"}
    shut = phone.post("/tables", data={"game": GAME, "player": "Ana"}, headers=ours)
    told = made.troubles()
    made.close()
    assert shut.status_code == 403
    assert [sentence.split(",")[0] for sentence in told] == [
        "Anybody on the internet can come to this address"
    ]


def test_the_hosts_word_cannot_be_guessed_by_header_or_cookie(tmp_path: Path) -> None:
    word = "a long enough word"
    settings = replace(Settings(), public_url="https://cards.example", host_key=word)
    made = build_at(tmp_path, settings)
    phone = Browser(made.app.test_client(), host="cards.example", device="203.0.113.9")
    other = Browser(made.app.test_client(), host="cards.example", device="198.51.100.7")

    def ask(browser: Browser, guess: str) -> int:
        headers = {"Accept": "text/html", "Backroom-Host-Key": guess}
        return browser.get(f"/tables/new?game={GAME}", headers=headers).status_code

    guessed = {ask(phone, f"guess number {number}") for number in range(10)}
    after = ask(phone, word), ask(other, word)
    made.close()
    assert guessed == {403}
    assert after == (403, 200)


def test_the_code_field_holds_no_letters_that_nobody_typed(browser: Fresh) -> None:
    page = browser().get("/").text
    assert re.search(r'<input class="code"[^>]*value=""[^>]*>', page)
    assert "placeholder=" not in re.findall(r'<input class="code"[^>]*>', page)[0]
    assert "It stands large on the host’s screen." in page


BROKEN = {
    "no JSON": b"not json",
    "another file": b'{"schema": "backroom-deck/1"}',
    "newer": b'{"schema": "backroom-table/77"}',
}


@pytest.mark.parametrize(("name", "content"), BROKEN.items())
def test_a_file_that_brings_no_table_in_is_answered_beside_its_field(
    browser: Fresh, name: str, content: bytes
) -> None:
    phone = browser()
    page = phone.get(f"/tables/new?game={GAME}").text
    form = re.search(r'<form[^>]*multipart/form-data">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[1]))
    answer = phone.post("/tables", data={**fields, "file": (BytesIO(content), "table.json")})
    said = "made by a newer Backroom" if name == "newer" else "That file is not a table"
    wrong = re.search(r'id="file-wrong">.*?<span>([^<]*)', answer.text)
    assert answer.status_code in (400, 422)
    assert wrong is not None
    assert said in wrong[1]
    assert 'id="player-wrong"' not in answer.text
    assert answer.text.count('name="file"') == 1
