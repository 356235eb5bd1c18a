"""Bringing decks in over HTTP: looked at first, made whole or refused cell by cell."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import time

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.core.decks.model import CARDS_LIMIT, Deck
from companion.core.decks.reading import read_deck
from companion.services.decks.lookup import STARTER, built_in
from tests.core.builders import changed, starter
from tests.docs.answers import unlike_the_spec
from tests.security.phones import HTML, JSON, Browser, Fresh

CELLS = "name\ttype\tmoney\tcopies\nPanda\tAnimal\t$3 Million\t2\nTank\tWeapon\t1M\t1\n"
WRONG = "name,type,money\nPanda,Animal,lots\n"


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the preview's form, and its name."""
    found = re.findall(r'<input[^>]* name="(\w+)" value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in found}


def made(answer: TestResponse) -> str:
    """The edit address of a deck that was made."""
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def sent(phone: Browser, data: bytes, name: str = "cards.csv") -> TestResponse:
    """The form with a file chosen and no cells pasted, as bytes: a spooled body stays open."""
    upload = FileStorage(io.BytesIO(data), filename=name)
    boundary, body = encode_multipart({"file": upload, "text": ""})
    headers = {**HTML, "Content-Type": f"multipart/form-data; boundary={boundary}"}
    return phone.open("POST", "/decks/import", data=body, headers=headers)


@pytest.mark.parametrize("file", [CELLS, WRONG])
def test_a_file_beside_pasted_cells_is_read_and_that_is_said(browser: Fresh, file: str) -> None:
    upload = FileStorage(io.BytesIO(file.encode()), filename="cards.csv")
    boundary, body = encode_multipart({"file": upload, "text": "name,type,money\nKoi,Animal,2\n"})
    headers = {**HTML, "Content-Type": f"multipart/form-data; boundary={boundary}"}

    shown = browser().open("POST", "/decks/import", data=body, headers=headers).text

    assert "The file was read, and not the pasted cells." in shown
    assert "Panda" in shown


def test_pasted_cells_are_shown_then_made(browser: Fresh) -> None:
    phone = browser()
    assert 'action="/decks/import"' in phone.get("/decks/import").text
    shown = phone.post("/decks/import", data={"text": CELLS})
    assert shown.status_code == 200
    assert all(word in shown.text for word in ("Panda", "$3M", "Make this deck"))
    assert len(phone.json("GET", "/decks").json["decks"]) == 1  # type: ignore[index]
    form = fields(shown.text) | {"name": "Night Quay"}
    address = made(phone.post("/decks/import", data=form))
    deck = phone.json("GET", address).json["deck"]  # type: ignore[index]
    assert (deck["name"], [card["name"] for card in deck["cards"]]) == (
        "Night Quay",
        ["Panda", "Tank"],
    )
    assert made(phone.post("/decks/import", data=form)) == address


def test_a_file_gives_the_deck_its_name(browser: Fresh) -> None:
    shown = sent(browser(), CELLS.encode("utf-16"), "Quay nights.csv")
    assert fields(shown.text)["name"] == "Quay nights"


@pytest.mark.parametrize("name", ["../../etc/passwd.csv", "C:/x/passwd.csv", "passwd"])
def test_a_files_folders_are_no_part_of_the_name(browser: Fresh, name: str) -> None:
    shown = sent(browser(), CELLS.encode(), name)
    assert fields(shown.text)["name"] == "passwd"


def test_problems_stand_beside_what_was_pasted(browser: Fresh) -> None:
    answer = browser().post("/decks/import", data={"text": WRONG})
    page = html.unescape(answer.text)
    assert answer.status_code == 422
    assert "<b>Row 2, money</b><br>lots is no amount. Write it as 3M or 3000000." in page
    assert WRONG.strip() in page


def test_a_wrong_file_is_shown_for_mending(browser: Fresh) -> None:
    answer = sent(browser(), WRONG.encode("utf-16"), "cards.csv")
    assert (answer.status_code, "Panda,Animal,lots" in answer.text) == (422, True)


@pytest.mark.parametrize("data", [{}, {"text": "  "}, {"text": "", "make": "yes"}])
def test_nothing_sent_is_said_so(browser: Fresh, data: dict[str, str]) -> None:
    answer = browser().post("/decks/import", data=data)
    assert answer.status_code == 422
    assert "Choose a file, or paste cells below." in answer.text


def test_a_program_gets_row_column_and_message(browser: Fresh) -> None:
    answer = browser().json("POST", "/decks/import", {"text": WRONG})
    message = "lots is no amount. Write it as 3M or 3000000."
    assert (answer.status_code, answer.json) == (
        422,
        {
            "refused": {
                "code": "bad_cards",
                "message": f"Row 2, money: {message}",
                "problems": [{"row": 2, "column": "money", "message": message}],
            }
        },
    )
    assert unlike_the_spec("POST /decks/import", answer) == []


def test_a_program_looks_and_makes(browser: Fresh) -> None:
    phone = browser()
    shown = phone.json("POST", "/decks/import", {"text": CELLS, "name": "Quay"})
    assert shown.status_code == 200
    assert shown.json["deck"]["name"] == "Quay"  # type: ignore[index]
    assert shown.json["warnings"]  # type: ignore[index]
    assert unlike_the_spec("POST /decks/import", shown) == []
    answer = phone.json("POST", "/decks/import", {"text": CELLS, "name": "Quay", "make": True})
    assert answer.status_code == 201
    assert unlike_the_spec("POST /decks/import", answer) == []
    kept = phone.json("GET", answer.json["url"]).json  # type: ignore[index]
    assert {**kept, "id": "x"} == {**shown.json["deck"], "id": "x"}  # type: ignore[dict-item,index]


@pytest.mark.parametrize("suffix", ["deck.json", "cards.csv"])
def test_what_was_saved_comes_back_the_same(browser: Fresh, suffix: str) -> None:
    phone = browser()
    saved = phone.get(f"/decks/starter/{suffix}").data
    shown = sent(phone, saved, suffix)
    address = made(phone.post("/decks/import", data=fields(shown.text)))
    deck = phone.json("GET", address).json["deck"]  # type: ignore[index]
    assert changed(deck, id="starter") == starter()


def test_the_csv_opens_as_utf_8_and_holds_no_formula(browser: Fresh) -> None:
    phone = browser()
    evil = changed(starter(), name="=HYPERLINK(1)", currency="@x")
    evil["cards"][0] |= {"name": "+cmd|' /C calc'!A0", "flavour": "-2+3"}
    new = phone.json("POST", "/decks", {"deck": evil}).json
    saved = phone.get(f"{new['url']}/cards.csv").data  # type: ignore[index]
    assert saved.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(saved.decode("utf-8-sig"))))
    assert [cell for row in rows for cell in row if cell[:1] in "=+-@\t\r" and cell] == []
    read = phone.json("POST", "/decks/import", {"text": saved.decode("utf-8-sig")})
    assert read.json["deck"]["name"] == "=HYPERLINK(1)"  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"schema": "backroom-deck/1"', "This deck file is damaged. Save it again."),
        (b"{" * 5_000, "This deck file is damaged. Save it again."),
        (b'{"a": ' * 5_000, "This deck file is damaged. Save it again."),
        (b'{"schema": "backroom-deck/9"}', "This deck was made by a newer Backroom."),
        (b"PK\x03\x04[Content_Types].xml", "Save it as CSV, or paste the cells."),
        (b"x" * 1_000_001, "This file is larger than 1 MB. Keep only the cards in it."),
        (b"", "Choose a file, or paste cells below."),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_a_remedy(
    browser: Fresh, data: bytes, problem: str
) -> None:
    answer = sent(browser(), data, "cards.csv")
    assert (answer.status_code, problem in answer.text) == (422, True)


def test_more_than_the_route_takes_is_too_large(browser: Fresh) -> None:
    answer = sent(browser(), b"x" * 4_100_000, "cards.csv")
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "bomb",
    [b"name,type,money\n" + b"a" * 999_000, b"name,type,money\n" + b"P,A,3M\n" * 100_000,
     b"name," * 100_000, b'"""b,' * 200_000],
)  # fmt: skip
def test_a_bomb_is_refused_for_the_work_of_a_few_full_sheets(browser: Fresh, bomb: bytes) -> None:
    phone = browser()
    answer = sent(phone, bomb, "bomb.csv")
    assert answer.status_code == 422
    assert len(answer.data) < 200_000
    assert sent(phone, FULL, "full.csv").status_code == 200
    assert any(work(phone, bomb) <= 8 * work(phone, FULL) for _ in range(5))


def work(phone: Browser, data: bytes) -> float:
    """Seconds of the processor, and of nobody else's work, that an answer takes."""
    began = time.process_time()
    sent(phone, data)
    return time.process_time() - began


FULL = b"name,type,money,copies\n" + b"".join(
    b"Panda %d,Animal,3M,2\n" % n for n in range(CARDS_LIMIT)
)
"""As many cards as a deck has room for: what a sheet may cost is measured by this one."""


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=y>', "{{1337*7}}"]
)
def test_typed_text_stays_text(browser: Fresh, text: str) -> None:
    sheet = f'"name","type","money"\n"{text.replace(chr(34), chr(34) * 2)}","Animal","x"\n'
    phone = browser()
    for data in (sheet, sheet.replace('"x"', '"3M"')):
        page = phone.post("/decks/import", data={"text": data}).text
        assert (text in page.replace("{{1337*7}}", ""), "9359" in page) == (False, False)


# --- other cards for a deck that is there ---


@pytest.fixture
def edit(browser: Fresh) -> tuple[Browser, str]:
    phone = browser()
    return phone, made(phone.post("/decks", data={"from": STARTER, "name": "Quay"}))


def test_the_cards_of_a_deck_are_replaced_and_undone(edit: tuple[Browser, str]) -> None:
    phone, address = edit
    assert f'action="{address}/import"' in phone.get(f"{address}/import").text
    shown = phone.post(f"{address}/import", data={"text": CELLS})
    assert "Replace the cards" in shown.text
    done = phone.post(f"{address}/import", data=fields(shown.text))
    assert (done.status_code, done.headers["Location"]) == (303, address)
    now = phone.json("GET", address).json
    assert now["deck"]["name"] == "Quay"  # type: ignore[index]
    assert len(now["deck"]["cards"]) == 2  # type: ignore[index]
    phone.post(address, data={"do": "undo", "base": now["revision"]})  # type: ignore[index]
    before = phone.json("GET", address).json["deck"]  # type: ignore[index]
    assert len(before["cards"]) == len(starter()["cards"])


def test_a_change_meanwhile_is_shown_before_replacing(edit: tuple[Browser, str]) -> None:
    phone, address = edit
    shown = phone.post(f"{address}/import", data={"text": CELLS})
    base = phone.json("GET", address).json["revision"]  # type: ignore[index]
    phone.post(address, data={"do": "more", "card": "panda", "base": base})
    again = phone.post(f"{address}/import", data=fields(shown.text))
    assert (again.status_code, "Somebody changed the deck meanwhile." in again.text) == (409, True)
    assert phone.post(f"{address}/import", data=fields(again.text)).status_code == 303


def test_a_program_replaces_with_the_revision_it_saw(edit: tuple[Browser, str]) -> None:
    phone, address = edit
    shown = phone.json("POST", f"{address}/import", {"text": CELLS}).json
    late = {"text": CELLS, "make": True, "base": "0" * 64}
    assert phone.json("POST", f"{address}/import", late).status_code == 409
    body = {"text": CELLS, "make": True, "base": shown["base"]}  # type: ignore[index]
    done = phone.json("POST", f"{address}/import", body)
    assert (done.status_code, len(done.json["deck"]["cards"])) == (200, 2)  # type: ignore[index]
    assert unlike_the_spec("POST /decks/{deck}/edit/{secret}/import", done) == []


def test_a_wrong_secret_replaces_nothing(edit: tuple[Browser, str]) -> None:
    phone, address = edit
    wrong = f"{address[:-4]}AAAA/import"
    answers = [phone.get(wrong), phone.post(wrong, data={"text": CELLS, "make": "yes"})]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_the_form_of_the_largest_deck_can_be_sent_back(browser: Fresh) -> None:
    phone = browser()
    deck = starter()
    insider = {"kind": "insider", "name": "龍" * 60, "effect_text": "龍" * 400, "count": 1}
    deck["cards"] = [{**insider, "id": f"c-{n}", "flavour": "龍" * 400} for n in range(500)]
    assert isinstance(read_deck(deck), Deck)
    text = json.dumps(deck, ensure_ascii=False)
    shown = phone.post("/decks/import", data={"text": text})
    assert shown.status_code == 200, shown.text[:500]
    assert made(phone.post("/decks/import", data=fields(shown.text)))


def test_the_list_and_the_starter_deck_lead_here(browser: Fresh) -> None:
    assert 'href="/decks/import"' in browser().get("/decks", headers=HTML).text
    assert built_in().find(STARTER) == browser().open("GET", "/decks/starter", headers=JSON).json
