"""A table's prints over HTTP: who orders them, where they lie, that they go with the table."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.services.prints.offers import Offer
from companion.settings import Settings
from tests.printing.tagged import codes_of
from tests.security.phones import GAME, LAN, Browser, build_at

SECRET = "Hinterhof 7; geheim"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def product(folder: Path) -> Iterator[Backroom]:
    made = build_at(folder, Settings())
    yield made
    made.close()


class Table:
    """A table with its host's phone, another seat's, and an onlooker's."""

    def __init__(self, product: Backroom) -> None:
        self.product = product
        self.ana, self.ben, self.onlooker = (self.phone() for _ in range(3))
        self.ana.device, self.ben.device = "192.168.1.50", "192.168.1.51"
        body = {"game": GAME, "deck": "starter", "options": {}, "player": "Anastasia"}
        self.code = str(made(self.ana.json("POST", "/tables", body))["code"])
        made(self.ben.json("POST", f"{self.home}/seats", {"player": "Bentley"}))

    def phone(self) -> Browser:
        return Browser(self.product.app.test_client())

    @property
    def home(self) -> str:
        return f"/tables/{self.code}"

    def order(self, phone: Browser, **body: Any) -> dict[str, Any]:
        """Order, and wait until it is made."""
        told = made(phone.json("POST", f"{self.home}/prints", body))["print"]
        deadline = time.monotonic() + 90
        while told["state"] in ("waiting", "running"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
            told = made(phone.json("GET", f"{self.home}/prints/{told['key']}"))["print"]
        return dict(told)


def made(answer: Any) -> dict[str, Any]:
    assert answer.status_code in (200, 201, 202), answer.text
    found: dict[str, Any] = answer.json
    return found


@pytest.fixture
def table(product: Backroom) -> Table:
    return Table(product)


def kept(folder: Path, text: str) -> list[str]:
    """Files of the data folder that hold this text, the tables' own aside."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file()
        and not path.name.startswith("backroom.")
        and text.encode() in path.read_bytes()
    ]


def test_a_seat_finds_orders_and_fetches_a_page_without_script(table: Table) -> None:
    page = table.ben.get(f"{table.home}/prints").text
    assert f'href="{table.home}/prints/new?sheet=fallback"' in page
    offer = table.ben.get(f"{table.home}/prints/new?sheet=fallback&paper=letter").text
    assert f'formaction="{table.home}/prints"' in offer
    assert f'src="{table.home}/prints/preview.png?sheet=fallback&amp;paper=letter"' in offer
    ordered = table.ben.post(f"{table.home}/prints", data={"sheet": "fallback", "paper": "letter"})
    assert ordered.status_code == 303
    key = ordered.headers["Location"].rpartition("/")[2]
    told = table.order(table.ben, sheet="fallback", paper="letter")
    assert (told["key"], told["state"], told["pages"]) == (key, "done", 1)
    done = table.ben.get(f"{table.home}/prints/{key}").text
    assert f'href="{table.home}/prints/{key}/sheets.pdf"' in done
    pdf = table.ben.get(f"{table.home}/prints/{key}/sheets.pdf?save")
    assert pdf.data.startswith(b"%PDF-1.7")
    assert pdf.headers["Cache-Control"] == "no-store"
    name = f'attachment; filename="backroom-{table.code.lower()}-fallback.pdf"'
    assert pdf.headers["Content-Disposition"] == name


def test_the_preview_is_a_picture_and_nothing_of_it_is_kept(table: Table, folder: Path) -> None:
    before = sorted((folder / "prints").rglob("*")) if (folder / "prints").exists() else []
    preview = table.ana.get(f"{table.home}/prints/preview.png?sheet=result")
    assert preview.data.startswith(b"\x89PNG")
    assert preview.headers["Cache-Control"] == "no-store"
    fresh = set((folder / "prints").rglob("*")) - set(before)
    assert [path for path in fresh if "previews" in path.parts or "reports" in path.parts] == []


def test_only_seats_order_and_only_this_table_shows(table: Table, product: Backroom) -> None:
    told = table.order(table.ana, sheet="score-pad")
    address = f"{table.home}/prints/{told['key']}"
    assert table.onlooker.get(address).status_code == 200
    assert (
        table.onlooker.json("POST", f"{table.home}/prints", {"sheet": "result"}).status_code == 404
    )
    assert table.onlooker.post(f"{table.home}/prints/poster").status_code == 404
    other = Table(product)
    assert other.ana.get(f"{other.home}/prints/{told['key']}").status_code == 404
    assert other.ana.get(f"/prints/{told['key']}").status_code == 404
    assert other.ana.get(f"/prints/{told['key']}/sheets.pdf").status_code == 404
    assert other.ana.post(f"/prints/{told['key']}/cancel").status_code == 404
    assert other.ana.get("/prints/new?sheet=fallback").status_code != 500


def test_nothing_about_a_table_stands_in_the_print_shop(table: Table) -> None:
    table.order(table.ana, sheet="score-pad")
    shop = table.onlooker.get("/prints").text
    assert "Anastasia" not in shop
    assert table.code not in shop


def test_prints_go_with_their_table(table: Table, product: Backroom, folder: Path) -> None:
    told = table.order(table.ana, sheet="result")
    stays = Table(product)
    other = stays.order(stays.ana, sheet="result", paper="a3")
    assert kept(folder, table.code) != []
    assert table.ana.json("DELETE", table.home).status_code == 200
    assert kept(folder, table.code) == []
    assert not list((folder / "prints").rglob(f"{told['key']}*"))
    assert product.parts.prints.job(told["key"]) is None
    assert table.ana.get(f"{table.home}/prints/{told['key']}").status_code == 404
    assert stays.ana.get(f"{stays.home}/prints/{other['key']}").status_code == 200


def test_prints_that_a_power_cut_left_behind_go_with_the_next_tidying(
    product: Backroom, folder: Path
) -> None:
    table = Table(product)
    stays = table.order(table.ana, sheet="result", paper="legal")
    shop_print = made(table.ana.json("POST", "/prints", {"pad": GAME}))["print"]
    orphan = table.order(table.ana, sheet="score-pad", paper="legal")
    for path in (folder / "prints" / "jobs").glob(f"{orphan['key']}.json"):
        path.write_text(path.read_text().replace(table.code, "GONE22"))
    prints = product.parts.prints
    prints._queue.jobs.pop(orphan["key"])
    assert product.prune() is None
    assert not list((folder / "prints").rglob(f"{orphan['key']}*"))
    assert prints.job(stays["key"]) is not None
    assert prints.job(shop_print["key"]) is not None


@pytest.mark.parametrize("form", [False, True])
def test_a_wifi_is_in_the_poster_and_nowhere_else(
    table: Table, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], form: bool
) -> None:
    told = {"network": SECRET, "password": "pass:word;1", "paper": "a6"}
    address = f"{table.home}/prints/poster"
    post = table.ana.post(address, data=told) if form else None
    answer = post or table.ana.json("POST", address, told)
    path = tmp_path / "poster.pdf"
    path.write_bytes(answer.data)
    assert answer.headers["Cache-Control"] == "no-store"
    assert codes_of(path) == [
        r"WIFI:T:WPA;S:Hinterhof 7\; geheim;P:pass\:word\;1;;",
        f"http://{LAN}:8000/j/{table.code}",
    ]
    for secret in (SECRET, "pass:word;1", r"pass\:word\;1"):
        assert kept(folder, secret) == []
        assert not any(secret.encode() in each.read_bytes() for each in folder.glob("backroom.*"))
    said = capfd.readouterr()
    assert "Hinterhof" not in said.out + said.err
    assert not any("Hinterhof" in str(job) for job in product_jobs(table.product))


def product_jobs(product: Backroom) -> list[object]:
    return list(product.parts.prints._queue.jobs.values())


@pytest.mark.parametrize(
    ("body", "code"),
    [({"network": "x" * 40}, "bad_network"), ({"paper": "a3"}, "bad_option"),
     ({"network": "Home", "password": "abc"}, "bad_password")],
)  # fmt: skip
def test_a_poster_that_cannot_be_is_refused_in_words(
    table: Table, body: dict[str, str], code: str
) -> None:
    answer = table.ana.json("POST", f"{table.home}/prints/poster", body)
    assert (answer.status_code, answer.json["refused"]["code"]) == (422, code)  # type: ignore[index]


@pytest.mark.parametrize("sheet", ["", "nothing", "list", "placeholders", "../../etc"])
def test_a_page_that_the_table_has_not_is_refused(table: Table, sheet: str) -> None:
    for answer in (
        table.ana.json("POST", f"{table.home}/prints", {"sheet": sheet}),
        table.ana.json("GET", f"{table.home}/prints/new?sheet={sheet}"),
        table.ana.json("GET", f"{table.home}/prints/preview.png?sheet={sheet}"),
        table.ana.json("GET", f"{table.home}/prints/browser?sheet={sheet}"),
    ):
        assert (answer.status_code, answer.json["refused"]["code"]) == (422, "no_sheet")  # type: ignore[index]


def test_browser_print_is_the_same_page_without_inline_style(table: Table) -> None:
    page = table.ana.get(f"{table.home}/prints/browser?sheet=fallback").text
    assert "Anastasia" in page
    assert '<link rel="stylesheet" href="/prints/css/warehouse_fallback.css">' in page
    for forbidden in ("<style", " style=", "<script", "onload"):
        assert forbidden not in page


def test_each_seat_has_one_waiting_print_and_the_host_goes_first(
    product: Backroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, prints = Table(product), product.parts.prints
    asked: list[tuple[str, bool]] = []
    order = prints.order

    def noted(offer: Offer, by: str = "", first: bool = False) -> Any:
        asked.append((by, first))
        return order(offer, by, first)

    monkeypatch.setattr(prints, "order", noted)
    table.order(table.ben, sheet="result", paper="legal")
    table.order(table.ana, sheet="result", paper="tabloid")
    assert asked == [(f"{table.code} 2", False), (f"{table.code} 1", True)]


def test_the_pages_of_a_table_lead_to_its_prints(table: Table) -> None:
    link = f'href="{table.home}/prints"'
    assert link in table.ana.get(table.home).text
    assert link not in table.onlooker.get(table.home).text
    for event in ({"event": "first_player_chosen", "player": "Anastasia"}, {"event": "game_dealt"}):
        made(table.ana.json("POST", f"{table.home}/events", event))
    assert link in table.ana.get(f"{table.home}?tab=more").text
    result = table.ana.get(f"{table.home}/result").text
    assert f'href="{table.home}/prints/new?sheet=result"' in result
    assert f'href="{table.home}/prints/new?sheet=score-pad"' in result


@pytest.mark.parametrize(
    ("typed", "at", "sentence"),
    [
        ({"network": "ü" * 17, "password": "pass:word;1", "form": "cards", "paper": "letter"},
         "network", "A Wi-Fi name has 1 to 32 plain letters; ü counts as two."),
        ({"network": SECRET, "password": "short", "form": "cards", "paper": "letter"},
         "password", "A Wi-Fi password has 8 to 63 plain letters. Check it, or leave it out."),
    ],
)  # fmt: skip
def test_a_poster_that_cannot_be_keeps_what_was_typed_in_this_one_answer(
    table: Table, folder: Path, typed: dict[str, str], at: str, sentence: str
) -> None:
    answer = table.ana.post(f"{table.home}/prints/poster", data=typed)
    assert answer.status_code == 422
    assert answer.headers["Cache-Control"] == "no-store"
    page = unescape(answer.text)
    for name in ("network", "password"):
        field = re.search(rf'<input id="{name}"[^>]*>', page)
        assert field is not None
        assert f'value="{typed[name]}"' in field[0]
        assert ('aria-invalid="true"' in field[0]) == (name == at)
    assert re.search(rf'<p class="wrong" id="{at}-wrong">.*{re.escape(sentence)}', page)
    assert '<option value="letter" selected>' in page
    assert '<option value="cards" selected>' in page
    for secret in {typed["network"], typed["password"]} - {"short"}:
        assert kept(folder, secret) == []
        assert f"={secret}" not in page
    assert "Go to the start page" not in page


def test_a_refused_print_leads_back_to_the_prints_of_the_table(table: Table) -> None:
    for path in ("new?sheet=nothing", "0123456789abcdef", "0123456789abcdef/poster.pdf"):
        page = table.ana.get(f"{table.home}/prints/{path}").text
        assert f'<a class="b go" href="{table.home}/prints">Back to the table’s prints</a>' in page
