"""Photos at a table, over the whole product: proposals, corrections, refusals, nothing kept."""

from __future__ import annotations

import base64
import io
import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from companion.core.decks.model import Deck, ItemCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.decks.scan_marks import encode, imprint, own_id
from companion.factory import create_app
from companion.printing.sheets.scan_symbols import rows_of
from companion.services.decks.lookup import built_in
from companion.settings import Settings
from tests.core.builders import MILLION
from tests.web.table_stand import HTML, JSON, Phone

Jpeg = bytes
STATE = re.compile(r'name="cards" value="([^"]*)"')
PICTURE = re.compile(r'name="picture" value="([^"]*)"')


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The whole product with its photo reader."""
    made = create_app(Settings(data=tmp_path_factory.mktemp("photos")))
    yield made
    made.extensions["backroom_product"].close()


@pytest.fixture(autouse=True)
def patient(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests take photos faster than people."""
    photos = app.extensions["backroom"].photos
    monkeypatch.setattr(photos._tries, "_count", 1_000)


def starter() -> Deck:
    found = built_in().find("starter")
    deck = read_deck(found or {})
    assert isinstance(deck, Deck)
    return deck


STARTER = starter()
WAREHOUSES = [card for card in STARTER.cards if isinstance(card, WarehouseCard)]
ITEMS = [card for card in STARTER.cards if isinstance(card, ItemCard)]
LAST_ONE = '{"cards":[[9999,"",null,null,"Weapon",1000000,"",null]]}'


def mark(card: Any, deck: Deck = STARTER) -> str:
    of = imprint(deck)
    return encode(own_id(of), deck.cards.index(card), of)


def photo(*columns: list[str]) -> Jpeg:
    """Marks in columns on a grey table: what the camera sees of cards lying there."""
    table = Image.new("L", (300 * len(columns) + 100, 1300), 150)
    for number, column in enumerate(columns):
        for row, text in enumerate(column):
            square = Image.new("L", (14, 14), 255)
            for y, line in enumerate(rows_of(text)):
                for x, black in enumerate(line):
                    square.putpixel((x + 1, y + 1), 0 if black else 255)
            table.paste(
                square.resize((112, 112), Image.Resampling.NEAREST),
                (300 * number + 60, 150 * row + 40),
            )
    out = io.BytesIO()
    table.save(out, "JPEG", quality=90)
    return out.getvalue()


def filling(warehouse: WarehouseCard) -> list[ItemCard]:
    free = list(ITEMS)
    random.Random(warehouse.id).shuffle(free)
    found = []
    for item_type in warehouse.requires:
        card = next(each for each in free if each.item_type == item_type)
        free.remove(card)
        found.append(card)
    return found


def a_pile() -> tuple[Jpeg, int]:
    """A matched warehouse, and what it is worth."""
    warehouse = WAREHOUSES[0]
    items = filling(warehouse)
    worth = warehouse.bonus + sum(item.money for item in items)
    return photo([mark(warehouse), *map(mark, items)]), worth


def send(phone: Phone, data: Jpeg, place: str = "/piles/1/photo", **headers: str) -> Any:
    return phone.client.post(
        phone.home + place,
        data={"photo": (io.BytesIO(data), "pile.jpg")},
        content_type="multipart/form-data",
        headers={**HTML, **headers},
    )


def correct(phone: Phone, page: str, place: str = "/piles/1/photo", **do: Any) -> Any:
    state = STATE.search(page)
    assert state is not None
    fields = {"cards": unescape(state[1]), "do": json.dumps(do)}
    return phone.client.post(phone.home + place, data=fields, headers=HTML)


def confirmed(phone: Phone, page: str) -> Any:
    """Tap "Count it": every field of the form, as a browser without script sends it."""
    form = page[page.index(f'action="{phone.home}/events"') :]
    form = form[: form.index("</form>")]
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', form)
    data: dict[str, list[str]] = {}
    for name, value in fields:
        data.setdefault(name, []).append(unescape(value))
    return phone.client.post(f"{phone.home}/events", data=data, headers=HTML)


@pytest.fixture
def dana(app: Flask) -> Phone:
    return Phone(app).start("Dana", track="scores")


def test_a_photo_proposes_and_records_nothing_until_it_is_confirmed(dana: Phone) -> None:
    data, worth = a_pile()
    before = dana.version()
    page = send(dana, data)
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    count = len(WAREHOUSES[0].requires) + 1
    assert f"{count} cards read" in text
    assert WAREHOUSES[0].name in text
    assert dana.version() == before
    assert dana.view()["players"]["Dana"]["total"] == 0

    answer = confirmed(dana, text)
    assert answer.status_code == 303
    counted = dana.view()["players"]["Dana"]
    assert counted["total"] == worth
    assert counted["counted"]["bonuses"] == [WAREHOUSES[0].bonus]


def test_programs_get_the_event_that_confirms(dana: Phone) -> None:
    data, worth = a_pile()
    answer = send(dana, data, Accept="application/json")
    assert answer.json["total"] == worth
    assert [each["exact"] for each in answer.json["warehouses"]] == [True]
    dana.log(**answer.json["event"])
    assert dana.view()["players"]["Dana"]["total"] == worth


def test_corrections_are_worked_out_and_still_record_nothing(dana: Phone) -> None:
    data, worth = a_pile()
    items = filling(WAREHOUSES[0])
    page = send(dana, data).get_data(as_text=True)
    before = dana.version()

    without = correct(dana, page, do="remove", card=2).get_data(as_text=True)
    assert f"{len(items) - 1} of {len(items)} items. Is one missing?" in without
    again = correct(
        dana, without, do="add", item_type=items[0].item_type, money=items[0].money, home=1
    ).get_data(as_text=True)
    assert "match, +" in again
    other = correct(dana, page, do="say", card=2, item_type=items[0].item_type, money=5 * MILLION)
    assert dana.version() == before

    confirmed(dana, other.get_data(as_text=True))
    assert dana.view()["players"]["Dana"]["total"] == worth - items[0].money + 5 * MILLION


def test_a_page_without_script_carries_the_photo_and_the_cards_itself(dana: Phone) -> None:
    page = send(dana, a_pile()[0]).get_data(as_text=True)
    sent = PICTURE.search(page)
    assert sent is not None
    assert base64.b64decode(sent[1]).startswith(b"\xff\xd8\xff")
    state = STATE.search(page)
    assert state is not None
    fields = {"cards": unescape(state[1]), "picture": sent[1], "do": '{"do":"remove","card":3}'}
    place = f"{dana.home}/piles/1/photo"
    after = dana.client.post(place, data=fields, headers=HTML).get_data(as_text=True)
    assert after.count("data:image/jpeg;base64,") == 1
    fields["picture"] = "PHNjcmlwdD4="
    after = dana.client.post(place, data=fields, headers=HTML).get_data(as_text=True)
    assert "data:image/jpeg" not in after
    assert "PHNjcmlwdD4" not in after


@pytest.mark.parametrize("fields", [
    {"cards": "nonsense"},
    {"cards": '{"cards":[[1]]}'},
    {"cards": '{"cards":[[1,"ABCDEF",0.1,0.1,"",0,"",null],[1,"ABCDEF",0.1,0.1,"",0,"",null]]}'},
    {"cards": '{"cards":[[1,"<b>",0.1,0.1,"",0,"",null]]}'},
    {"cards": '{"cards":[[1,"",null,null,"Nothing","1","",null]]}'},
    {"cards": '{"cards":[[1,"ABCDEF",1e999,0.1,"",0,"",null]]}'},
    {"cards": '{"cards":[[1,[],0.1,0.1,"",0,"",null]]}'},
    {"cards": '{"cards":[[1,"ABCDEF",0.1,0.1,[],0,"",null]]}'},
    {"cards": '{"cards":[[1,"ABCDEF",0.1,0.1,"",0,[],null]]}'},
    {"cards": '{"cards":[[1,"ABCDEF",[],0.1,"",0,"",{}]]}'},
    {"cards": '{"cards":[]}', "do": '{"do":[],"card":[1]}'},
    {"cards": '{"cards":[]}', "do": '{"do":"remove","card":[1]}'},
    {"cards": '{"cards":[]}', "do": '{"do":"add","item_type":["Weapon"],"money":[]}'},
    {"cards": '{"cards":[]}', "do": "nonsense"},
    {"cards": '{"cards":[]}', "do": '{"do":"remove","card":1}'},
    {"cards": '{"cards":[]}', "do": '{"do":"add","item_type":"Weapon","money":-1}'},
    {"cards": '{"cards":[]}', "do": '{"do":"add","warehouse":"panda"}'},
    {"cards": '{"cards":[]}', "do": '{"do":"add","item_type":"Weapon","money":1,"home":"x"}'},
    {"cards": '{"cards":[]}', "do": '{"do":"add","item_type":"Weapon","money":1,"home":7}'},
    *(
        {"cards": LAST_ONE, "do": f'{{"do":"move","card":9999,"home":{home}}}'}
        for home in ("-1", "1", "10000", "9" * 30, "1.0", "true", "null")
    ),
    {"cards": LAST_ONE, "do": '{"do":"add","item_type":"Weapon","money":1}'},
])  # fmt: skip
def test_what_no_page_of_ours_sends_is_refused(dana: Phone, fields: dict[str, str]) -> None:
    answer = dana.client.post(f"{dana.home}/piles/1/photo", data=fields, headers=HTML)
    assert answer.status_code == 400


@pytest.mark.parametrize("do", [
    {"do": "move", "card": 2, "home": 1},
    {"do": "move", "card": 2, "home": 0},
    {"do": "remove", "card": 1},
    {"do": "say", "card": 2, "warehouse": "totally-empty-hangar"},
    {"do": "add", "item_type": "Weapon", "money": 999_000_000, "home": 1},
    {"do": "add", "warehouse": "totally-empty-hangar"},
    {"do": "open", "card": 2},
])  # fmt: skip
def test_what_a_correction_gives_can_be_corrected_again(dana: Phone, do: dict[str, Any]) -> None:
    rows = [
        [1, "", None, None, "", 0, WAREHOUSES[0].id, None],
        [2, "", None, None, "Weapon", MILLION, "", None],
    ]
    fields = {"cards": json.dumps({"cards": rows}), "do": json.dumps(do)}
    for _ in range(2):
        page = dana.client.post(f"{dana.home}/piles/1/photo", data=fields, headers=HTML)
        assert page.status_code == 200
        found = STATE.search(page.text)
        assert found is not None
        fields = {"cards": unescape(found[1]), "do": '{"do":"open"}'}


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("data", "sentence"), [
    (photo(["ABCDEF"])[:400], "That photo cannot be read: the file is damaged."),
    (b"This is a text.", "That is no JPEG or PNG photo."),
    (png(5000, 5001), "That photo has more than 24 million pixels."),
    (png(12_000, 12_000), "That photo has more than 24 million pixels."),
    (photo([]), "Nothing readable: closer, more light, no flash glare."),
    (b"", "Take or choose a photo first."),
])  # fmt: skip
def test_every_photo_that_cannot_be_read_gets_its_sentence(
    dana: Phone, data: bytes, sentence: str
) -> None:
    before = dana.version()
    answer = send(dana, data)
    assert answer.status_code == 422
    assert sentence in unescape(answer.get_data(as_text=True))
    assert dana.version() == before


def test_foreign_unknown_and_surplus_cards_are_said_and_not_counted(dana: Phone) -> None:
    once = next(card for card in ITEMS if card.count == 1)
    data = photo([mark(once), mark(once), "ABCDEF"])
    answer = send(dana, data, Accept="application/json")
    assert answer.json["total"] == once.money
    assert [each["problem"] for each in answer.json["not_counted"]] == [
        f"The deck has {once.name} only once. This one is not counted.",
        "Nobody here knows this mark. It is not counted.",
    ]


def test_a_deck_that_was_brought_in_is_named_when_it_lies_there(dana: Phone) -> None:
    file = STARTER.to_json()
    file |= {"id": "docks", "name": "Old Docks", "cards": file["cards"][::-1]}
    upload = {"file": (io.BytesIO(json.dumps(file).encode()), "docks.json"), "make": "yes"}
    made = dana.client.post(
        "/decks/import", data=upload, content_type="multipart/form-data", headers=HTML
    )
    assert made.status_code in (200, 303), made.get_data(as_text=True)
    docks = read_deck(file)
    assert isinstance(docks, Deck)
    data = photo([mark(docks.cards[0], docks)])
    answer = send(dana, data, Accept="application/json")
    problem = answer.json["not_counted"][0]["problem"]
    assert problem == f"{docks.cards[0].name} is of another deck: Old Docks. It is not counted."


def test_a_photographed_card_is_added_in_a_tracked_game(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    Phone(app, ana.code).sit("Ben")
    ana.log("first_player_chosen", player="Ana")
    ana.log("game_dealt")
    place = "/warehouses/1/photo"
    assert f"{ana.home}{place}" in ana.get()
    panda = next(card for card in ITEMS if card.id == "panda")
    for card, name in ((WAREHOUSES[0], "warehouse_described"), (panda, "item_added")):
        page = send(ana, photo([mark(card)]), place).get_data(as_text=True)
        button = re.search(r'name="event" value="([^"]*)"', page)
        assert button is not None
        event = json.loads(unescape(button[1]))
        assert event == {"event": name, "player": "Ana", "card": card.id}
        assert ana.form(event=json.dumps(event)).status_code == 303
    warehouse = ana.view()["players"]["Ana"]["warehouse"]
    assert warehouse["card"] == WAREHOUSES[0].id
    assert [item["card"] for item in warehouse["items"]] == ["panda"]


def test_own_cards_other_games_and_strangers_have_no_photos(app: Flask, dana: Phone) -> None:
    own = Phone(app).start("Ana", None, track="scores")
    dominion = Phone(app, game="dominion_black_market").start("Ana", None)
    stranger = Phone(app, dana.code)
    for phone in (own, dominion, stranger):
        assert "/photo" not in phone.get()
        for method in ("get", "post"):
            answer = getattr(phone.client, method)(f"{phone.home}/piles/1/photo", headers=HTML)
            assert answer.status_code == 404
    assert dana.client.get(f"{dana.home}/piles/9/photo", headers=HTML).status_code == 404


def test_the_result_offers_the_camera_for_each_pile(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    Phone(app, ana.code).sit("Ben")
    ana.log("first_player_chosen", player="Ana")
    ana.log("game_dealt")
    ana.log("game_called")
    page = ana.get("/result")
    for seat in (1, 2):
        assert f'action="{ana.home}/piles/{seat}/photo" enctype="multipart/form-data"' in page
    data, worth = a_pile()
    proposal = send(ana, data, "/piles/2/photo").get_data(as_text=True)
    answer = confirmed(ana, proposal)
    assert answer.headers["Location"] == f"{ana.home}/result"
    assert ana.view()["players"]["Ben"]["total"] == worth


def test_another_site_cannot_send_a_photo(dana: Phone) -> None:
    answer = send(dana, a_pile()[0], Origin="http://elsewhere.example")
    assert (answer.status_code, answer.headers["Backroom-Answer"]) == (403, "other_site")


def test_nothing_of_a_photo_is_kept(app: Flask, dana: Phone) -> None:
    data = photo([mark(ITEMS[0])])
    send(dana, data)
    folder = app.extensions["backroom"].settings.data
    kept = [path for path in Path(folder).rglob("*") if path.is_file()]
    assert kept != []
    assert not any(b"\xff\xd8\xff" in path.read_bytes() for path in kept)


def test_an_ordered_print_with_marks_is_known_from_then_on(app: Flask) -> None:
    phone = Phone(app)
    scan_decks = app.extensions["backroom"].scan_decks
    scan_id = own_id(imprint(STARTER))
    looked: Any = phone.client.get("/prints/new?deck=starter&scan_marks=10", headers=JSON).json
    assert looked["print"]["options"]["scan_id"] == scan_id
    assert scan_decks.printed([scan_id]) == {}
    options = {"deck": "starter", "scan_marks": "10"}
    ordered: Any = phone.client.post("/prints", json=options, headers=JSON).json
    key = ordered["print"]["key"]
    phone.client.post(f"/prints/{key}/cancel", headers=JSON)
    assert scan_decks.printed([scan_id])[scan_id].name == STARTER.name


def test_a_deck_file_that_a_program_sends_is_known_too(app: Flask) -> None:
    file = STARTER.to_json()
    file |= {"id": "piers", "name": "Old Piers", "cards": file["cards"][5:]}
    made = Phone(app).client.post("/decks", json={"deck": file}, headers=JSON)
    assert made.status_code == 201
    piers = read_deck(file)
    assert isinstance(piers, Deck)
    scan_id = own_id(imprint(piers))
    known = app.extensions["backroom"].scan_decks.printed([scan_id])
    assert {each.name for each in known.values()} == {"Old Piers"}
