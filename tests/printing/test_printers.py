"""The pages about printers: make, change, delete a profile, and print with it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from tests.printing.shop import finished, seen
from tests.security.phones import Browser

HOLES = {"first_x_mm": "0.4", "first_y_mm": "-1", "second_x_mm": "0.6", "second_y_mm": "-1"}


def test_a_profile_is_made_changed_and_deleted_without_script(phone: Browser) -> None:
    made = phone.post("/prints/printers", data={"name": "Kitchen & hall", **HOLES})
    assert (made.status_code, made.headers["Location"]) == (303, "/prints/printers")
    page = phone.get("/prints/printers").text
    assert "0.5 mm right, −1 mm down, −0.053° turned" in seen(page)
    change = re.search(r'href="(/prints/printers\?name=[^"#]+)#profile"', page)
    assert change is not None
    form = phone.get(unescape(change[1])).text
    assert re.search(r'name="x_mm"[^>]* value="0.5"', form)
    phone.post("/prints/printers", data={"name": "kitchen & hall", "x_mm": "2"})
    changed = {"name": "kitchen & hall", "x_mm": 2.0, "y_mm": 0.0, "angle_degrees": 0.0,
               "sides": "backs", "edge": "long", "turn": "portrait"}  # fmt: skip
    assert changed in kept(phone)
    assert "Kitchen & hall" not in {each["name"] for each in kept(phone)}
    gone = phone.post("/prints/printers/delete", data={"name": "Kitchen & Hall"})
    assert gone.status_code == 303
    assert changed not in kept(phone)


def kept(phone: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.json("GET", "/prints/printers").json["printers"]  # type: ignore[index]
    return found


def test_a_wrong_reading_stays_in_the_form_with_what_is_wrong(phone: Browser) -> None:
    answer = phone.post("/prints/printers", data={"name": "Kitchen", **HOLES, "second_y_mm": "far"})
    assert answer.status_code == 422
    assert "Hole 2, down cannot be “far”." in seen(answer.text)
    assert re.search(r'name="second_y_mm"[^>]* value="far" aria-invalid="true"', answer.text)
    assert 'value="Kitchen"' in answer.text
    said = phone.json("POST", "/prints/printers", {"name": ""})
    assert (said.status_code, said.json["refused"]["code"]) == (422, "bad_name")  # type: ignore[index]


def test_deleting_what_is_not_there_is_said(phone: Browser) -> None:
    answer = phone.json("POST", "/prints/printers/delete", {"name": "attic"})
    assert (answer.status_code, answer.json["refused"]["code"]) == (404, "no_profile")  # type: ignore[index]


def test_a_print_takes_the_figures_of_its_printer(phone: Browser) -> None:
    phone.post("/prints/printers", data={"name": "Kitchen", "x_mm": "1.5", "sides": "both"})
    query = "deck=starter&backs=long&profile=Kitchen"
    options = phone.json("GET", f"/prints/new?{query}").json["print"]["options"]  # type: ignore[index]
    assert (options["profile"], options["offset_x_mm"], options["offset_on"]) == (
        "Kitchen", 1.5, "both",
    )  # fmt: skip
    page = phone.get(f"/prints/new?{query}").text
    assert '<option value="Kitchen" selected>Kitchen</option>' in page
    assert re.search(r'id="offset_x_mm"[^>]* value="0"', page), "a change of printer leaves nothing"
    assert "<details open>" not in page
    unknown = phone.json("GET", "/prints/new?deck=starter&profile=attic")
    assert (unknown.status_code, unknown.json["refused"]["code"]) == (404, "no_profile")  # type: ignore[index]


@pytest.mark.parametrize(
    ("edge", "turn", "query", "warned"),
    [
        ("long", "portrait", "backs=long", False),
        ("short", "portrait", "backs=long", True),
        ("long", "portrait", "backs=long&turn=landscape", True),
        ("short", "landscape", "backs=short&turn=landscape", False),
        ("short", "portrait", "backs=fold", False),
    ],
)
def test_a_printer_that_was_measured_another_way_is_spoken_of(
    phone: Browser, edge: str, turn: str, query: str, warned: bool
) -> None:
    profile = {"name": "Attic", "x_mm": "1", "edge": edge, "turn": turn}
    phone.post("/prints/printers", data=profile)
    page = seen(phone.get(f"/prints/new?deck=starter&profile=attic&{query}").text)
    assert ("Attic was measured with the paper lying or flipped another way." in page) is warned
    assert "The ruler must measure 100 mm." in page


def test_where_there_is_no_room_for_a_ruler_a_card_is_measured(phone: Browser) -> None:
    query = "deck=starter&own_size=100x143&margin_mm=0&backs=long"
    page = seen(phone.get(f"/prints/new?{query}").text)
    assert "There is no room for the ruler. A card must measure 100 × 143 mm." in page
    assert "The ruler must measure" not in page


def test_a_name_of_joined_emoji_is_as_good_as_any(phone: Browser) -> None:
    name = "👨‍👩‍👧‍👦" * 20
    made = phone.post("/prints/printers", data={"name": name, "x_mm": "1"})
    assert made.status_code == 303
    told = phone.json("GET", f"/prints/new?deck=starter&profile={quote(name)}")
    assert told.json["print"]["options"]["profile"] == name  # type: ignore[index]


def test_a_changed_printer_makes_another_file(phone: Browser) -> None:
    body = {"deck": "starter", "backs": "long", "profile": "Hall"}
    keys = []
    for figure in ("1", "1", "2"):
        phone.post("/prints/printers", data={"name": "Hall", "x_mm": figure})
        keys.append(phone.json("POST", "/prints", body).json["print"]["key"])  # type: ignore[index]
        finished(phone, keys[-1])
    assert keys[0] == keys[1] != keys[2]


def test_the_calibration_sheet_is_shown_and_printed(phone: Browser) -> None:
    page = phone.get("/prints/new?calibration=a4&backs=short").text
    assert "Print a calibration sheet" in seen(page)
    picture = re.search(r'<img class="proof" src="([^"]+)"', page)
    assert picture is not None
    assert phone.get(unescape(picture[1])).data.startswith(b"\x89PNG")
    ordered = phone.json("POST", "/prints", {"calibration": "letter", "turn": "landscape"})
    told = finished(phone, ordered.json["print"]["key"])  # type: ignore[index]
    assert (told["state"], told["pages"]) == ("done", 2)
    assert phone.get(str(told["pdf"]), buffered=True).data.startswith(b"%PDF")


def test_separate_backs_are_two_downloads(phone: Browser) -> None:
    ordered = phone.json("POST", "/prints", {"deck": "starter", "backs": "separate"})
    told = finished(phone, ordered.json["print"]["key"])  # type: ignore[index]
    assert [address.rpartition("/")[2] for address in told["files"]] == [  # type: ignore[attr-defined]
        "fronts.pdf", "backs.pdf",
    ]  # fmt: skip
    named = [
        phone.get(address, buffered=True).headers["Content-Disposition"]
        for address in told["files"]  # type: ignore[attr-defined]
    ]
    assert named == [
        'inline; filename="backroom-starter-deck.pdf"',
        'inline; filename="backroom-starter-deck-backs.pdf"',
    ]
    page = phone.get(f"/prints/{told['key']}").text
    assert "Save the PDF" in seen(page)
    assert "Save backs.pdf" in seen(page)
    assert phone.get(f"/prints/{told['key']}/sheets.pdf").status_code == 404


@pytest.mark.parametrize("side", ["front", "back"])
def test_any_card_is_shown_alone(phone: Browser, side: str) -> None:
    picture = phone.get(f"/prints/preview.png?deck=starter&alone=17&side={side}&card=tarot")
    assert picture.status_code == 200
    width, height = (int.from_bytes(picture.data[i : i + 4], "big") for i in (16, 20))
    assert abs(width / height - 70 / 120) < 0.005
    other = phone.get(f"/prints/preview.png?deck=starter&alone=18&side={side}&card=tarot")
    assert (other.data == picture.data) is (side == "back")


@pytest.mark.parametrize("query", ["alone=64", "alone=-1", "alone=x", "alone=1&side=top"])
def test_a_card_that_is_not_there_is_said(phone: Browser, query: str) -> None:
    for path in ("/prints/preview.png", "/prints/new"):
        answer = phone.json("GET", f"{path}?deck=starter&{query}")
        assert (answer.status_code, answer.json["refused"]["code"]) == (422, "no_card")  # type: ignore[index]


def test_the_page_offers_every_card_to_look_at(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter&backs=long&alone=2").text
    assert len(re.findall(r'<option value="\d+"[^>]*>\d+ · ', page)) == 63
    pictures = [unescape(found) for found in re.findall(r'<img class="proof" src="([^"]+)"', page)]
    assert len(pictures) == 2
    for picture in pictures:
        assert "alone=2" in picture
        assert phone.get(picture).status_code == 200
