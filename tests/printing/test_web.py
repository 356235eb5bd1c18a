"""The print shop's pages: options, preview, fit report, job, PDF; without script, and as JSON."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.core.games import GAMES
from companion.printing.folders import FONT_FOLDER
from companion.printing.pages.pads import has_pad
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.services.prints.jobs import Job
from companion.services.prints.offers import Offer
from companion.system_packages import Missing
from companion.web.parts import parts
from companion.web.prints.offers import offer_of
from companion.web.prints.pages import job_page, offer_page
from tests.printing.shop import finished, seen
from tests.security.phones import Browser, build_at


def test_the_shop_offers_decks_and_pads(phone: Browser) -> None:
    page = phone.get("/prints")
    assert page.status_code == 200
    with_pads = [key for key in GAMES if has_pad(key)]
    pads = [{"game": key, "product": "pad", "url": f"/prints/new?pad={key}"} for key in with_pads]
    for link in ("/prints/new?deck=starter", *(pad["url"] for pad in pads)):
        assert f'href="{link}"' in page.text
    assert phone.json("GET", "/prints").json == {
        "decks": [{"deck": "starter", "url": "/prints/new?deck=starter"}],
        "pads": pads,
    }


def test_options_fit_report_and_preview_stand_on_one_page(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter&backs=long&paper=letter")
    words = seen(page.text)
    assert "Starter deck · 80 cards · 9 sheets of paper" in words
    assert "63 different cards fit" in words
    assert "18 pages" in words
    assert re.search(r'<option value="letter" selected>', page.text)
    picture = re.search(r'<img class="proof" src="([^"]+)"', page.text)
    assert picture is not None
    preview = phone.get(unescape(picture[1]))
    assert preview.mimetype == "image/png"
    assert preview.data.startswith(b"\x89PNG")


def test_a_print_is_ordered_watched_and_fetched_without_script(phone: Browser) -> None:
    ordered = phone.post("/prints", data={"deck": "starter", "backs": "short", "style": "plain"})
    assert ordered.status_code == 303
    address = ordered.headers["Location"]
    waiting = phone.get(address).text
    if "progressbar" in waiting:
        assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting
        assert "Cancel" in waiting
    key = address.rpartition("/")[2]
    assert finished(phone, key)["state"] == "done"
    page = phone.get(address).text
    assert "18 pages are ready." in seen(page)
    assert f'href="{address}/sheets.pdf"' in page
    pdf = phone.get(f"{address}/sheets.pdf?save", buffered=True)
    assert pdf.mimetype == "application/pdf"
    assert pdf.data.startswith(b"%PDF-")
    assert pdf.headers["Content-Disposition"] == (
        'attachment; filename="backroom-starter-deck.pdf"'
    )


def test_the_same_print_is_served_from_what_was_made(phone: Browser) -> None:
    body = {"deck": "starter", "paper": "letter"}
    first = phone.json("POST", "/prints", body)
    assert first.status_code == 202
    key = first.json["print"]["key"]  # type: ignore[index]
    finished(phone, key)
    again = phone.json("POST", "/prints", body)
    assert again.status_code == 200
    assert again.json["print"]["key"] == key  # type: ignore[index]
    assert again.json["print"]["pdf"] == f"/prints/{key}/sheets.pdf"  # type: ignore[index]


def test_a_score_pad_is_printed(phone: Browser) -> None:
    page = phone.get("/prints/new?pad=black_market_warehouse&players=3")
    assert "Print a score pad" in seen(page.text)
    ordered = phone.json("POST", "/prints", {"pad": "black_market_warehouse", "players": "3"})
    told = finished(phone, ordered.json["print"]["key"])  # type: ignore[index]
    assert (told["state"], told["pages"]) == ("done", 1)
    assert phone.get(str(told["pdf"]), buffered=True).data.startswith(b"%PDF-1.7")


def test_browser_print_has_the_same_millimetres(phone: Browser) -> None:
    page = phone.get("/prints/browser?deck=starter&backs=long")
    assert page.text.count('class="sheet" width="210mm" height="297mm"') == 18
    assert "translate(10.5 16.5)" in page.text
    assert "Steal a card from" in page.text
    for forbidden in ("<script", " style=", "onload", "http://127"):
        assert forbidden not in page.text
    sheet = phone.get("/prints/css/fonts.css")
    assert sheet.mimetype == "text/css"
    assert sheet.text.count("@font-face") == len(list(FONT_FOLDER.glob("*.ttf")))
    for font in re.findall(r'url\("(/prints/fonts/[^"]+)"\)', sheet.text):
        assert phone.get(font).status_code == 200
    pad = phone.get("/prints/browser?pad=black_market_warehouse")
    assert '<link rel="stylesheet" href="/prints/css/score_pad.css">' in pad.text
    assert "<style" not in pad.text


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("deck=nobodys", 404, "unknown_deck"),
        ("pad=chess", 404, "no_game"),
        ("deck=starter&paper=napkin", 422, "bad_option"),
        ("deck=starter&card=240x250", 422, "card_too_big"),
        ("pad=black_market_warehouse&players=99", 422, "bad_option"),
    ],
)
def test_what_cannot_be_printed_is_said(phone: Browser, query: str, status: int, code: str) -> None:
    for path in ("/prints/new", "/prints/preview.png", "/prints/browser"):
        answer = phone.json("GET", f"{path}?{query}")
        assert (answer.status_code, answer.json["refused"]["code"]) == (status, code)  # type: ignore[index]
    body = dict(part.split("=") for part in query.split("&"))
    answer = phone.json("POST", "/prints", body)
    assert (answer.status_code, answer.json["refused"]["code"]) == (status, code)  # type: ignore[index]


@pytest.mark.parametrize("printed", [each for each in PRODUCTS.values() if each.about != "table"])
def test_a_look_that_no_computer_can_give_is_no_matter_of_waiting(
    phone: Browser, printed: Product
) -> None:
    of = {"deck": "starter", "game": "black_market_warehouse"}.get(printed.about, "a4")
    missing = {"/prints/browser": not printed.browser, "/prints/preview.png": not printed.preview}
    for path in (each for each, lacks in missing.items() if lacks):
        answer = phone.json("GET", f"{path}?{printed.key}={of}")

        assert answer.json is not None
        assert (answer.status_code, answer.json["refused"]["code"]) == (422, "no_preview")
        assert "Retry-After" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["/prints/0123456789abcdef", "/prints/0123456789abcdef/sheets.pdf", "/prints/fonts/x.ttf",
     "/prints/css/..%2f..%2fapp.py", "/prints/fonts/..%2fSHA256SUMS", "/prints/fonts/SHA256SUMS"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(phone: Browser, path: str) -> None:
    assert phone.get(path).status_code == 404


def test_cancelling_what_is_unknown_is_not_found(phone: Browser) -> None:
    assert phone.post("/prints/0123456789abcdef/cancel").status_code == 404


def test_a_waiting_print_can_be_cancelled_from_its_page(phone: Browser) -> None:
    body = {"deck": "starter", "copies": "25", "card": "jumbo"}
    ordered = phone.json("POST", "/prints", body).json["print"]  # type: ignore[index]
    cancelled = phone.post(f"/prints/{ordered['key']}/cancel")
    assert cancelled.status_code == 303
    assert finished(phone, ordered["key"])["state"] in ("cancelled", "done")


def test_a_print_survives_a_restart(tmp_path: Path) -> None:
    before = build_at(tmp_path)
    phone = Browser(before.app.test_client())
    key = phone.json("POST", "/prints", {"deck": "starter"}).json["print"]["key"]  # type: ignore[index]
    before.close()
    after = build_at(tmp_path)
    told = finished(Browser(after.app.test_client()), key)
    after.close()
    assert (told["state"], told["pages"]) == ("done", 9)


def test_where_pango_is_missing_the_page_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "sudo apt-get install -y libpango-1.0-0"
    monkeypatch.setattr(
        "companion.printing.shop.still_missing", lambda needs: Missing(("Pango",), line)
    )
    product = build_at(tmp_path)
    page = Browser(product.app.test_client()).get("/prints/new?deck=starter&paper=letter").text
    product.close()
    assert f"<code>{line}</code>" in page
    assert "preview.png" not in page
    assert re.search(r'href="/prints/browser\?deck=starter&amp;paper=letter', page)


SHEETS = [
    "deck=starter",
    "deck=starter&paper=tabloid&card=mini&backs=fold&gutter_mm=3&margin_mm=3",
    "deck=starter&paper=letter&card=jumbo&backs=long",
    "cut=starter",
    "calibration=a4",
    "pad=black_market_warehouse",
]
"""With a ruler and without, with a note and without, of every kind of paper."""


@pytest.mark.parametrize("query", SHEETS)
def test_an_ordered_print_is_shown_as_it_was_offered(
    product: Backroom, phone: Browser, query: str
) -> None:
    given = dict(part.split("=") for part in query.split("&"))
    with product.app.test_request_context("/prints/new"):
        offer = offer_of(given)
        assert isinstance(offer, Offer)
        prints = parts().prints
        job = prints.order(offer)
        assert isinstance(job, Job)
        before, after = offer_page(offer, prints), job_page(job, prints, looked=True)
        prints.cancel(job.key)
    assert replace(after, job=None, ahead=0) == before


def test_no_page_speaks_of_a_ruler_that_is_not_there(phone: Browser) -> None:
    given = dict(part.split("=") for part in SHEETS[1].split("&"))
    offered = phone.get(f"/prints/new?{SHEETS[1]}").text
    key = phone.json("POST", "/prints", given).json["print"]["key"]  # type: ignore[index]
    pages = [offered, phone.get(f"/prints/{key}").text]
    phone.json("POST", f"/prints/{key}/cancel")
    pages.append(phone.get(f"/prints/{key}").text)
    for page in pages:
        assert "There is no room for the ruler." in seen(page)
        assert "The ruler must measure 100 mm." not in seen(page)
