"""Paper speaks the language of the phone that prints, or the one chosen on the form."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from companion.backroom import Backroom
from companion.services.prints.offers import Offer
from companion.settings import Settings
from tests.security.conftest import browser, tables_of
from tests.security.phones import GAME, HTML, JSON, Browser, build_at

__all__ = ["browser", "tables_of"]

Fresh = Callable[[], Browser]

TEXTS = {
    "Total": "Summe",
    "Warehouse": "Lager",
    "Score pad {n}": "Block {n}",
    "Table": "Tisch",
    "Calibration sheet, front": "Passblatt, vorn",
    "Push a needle straight through the middle of both crosses.": "Stich durch beide Kreuze.",
    "Print at 100 %, not “fit to page”. The ruler must measure 100 mm.": "Drucke mit 100 %.",
    "sheet {number} of {sheets}": "Bogen {number} von {sheets}",
    "fronts": "vorn",
    "The last slot of each sheet is what others see of a card in your hand.": "Das letzte Feld.",
    "Result": "Ergebnis",
}


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backroom]:
    """A server with a few words of German."""
    folder = tmp_path_factory.mktemp("more")
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    said = "\n".join(f'msgid "{one}"\nmsgstr "{other}"\n' for one, other in TEXTS.items())
    (place / "messages.po").write_text(head + said, encoding="utf-8")
    made = build_at(tmp_path_factory.mktemp("data"), Settings(translations=folder))
    yield made
    made.close()


def offered(phone: Browser, query: str, accepts: str) -> dict[str, object]:
    headers = {**JSON, "Accept-Language": accepts}
    answer = phone.get(f"/prints/new?{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    shown: dict[str, object] = answer.json["print"]  # type: ignore[index]
    return shown


def pad_html(phone: Browser, query: str, accepts: str) -> str:
    headers = {**HTML, "Accept-Language": accepts}
    answer = phone.get(f"/prints/browser?pad={GAME}{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def offer_in(product: Backroom, query: dict[str, str], accepts: str) -> Offer:
    from companion.web.prints.offers import offer_of

    headers = {"Accept-Language": accepts}
    with product.app.test_request_context("/prints/new", headers=headers):
        offer = offer_of(query)
        assert isinstance(offer, Offer)
        return offer


def test_a_blank_pad_speaks_the_language_of_the_phone(browser: Fresh) -> None:
    german, english = pad_html(browser(), "", "de-AT"), pad_html(browser(), "", "en")
    assert '<html lang="de">' in german
    assert ("Summe" in german, "Total" in german) == (True, False)
    assert ("Summe" in english, "Total" in english) == (False, True)


def test_another_language_may_be_chosen_and_stays_in_every_address(browser: Fresh) -> None:
    phone = browser()
    shown = offered(phone, f"pad={GAME}&language=de", "en")
    assert shown["options"]["language"] == "de"  # type: ignore[index]
    assert "language=de" in str(shown["preview"])
    assert "Summe" in pad_html(phone, "&language=de", "en")
    assert "Total" in pad_html(phone, "&language=en", "de")


def test_english_that_nobody_chose_is_no_option(browser: Fresh) -> None:
    assert "language" not in offered(browser(), f"pad={GAME}", "en")["options"]  # type: ignore[operator]


def test_an_unknown_language_is_that_of_the_phone(browser: Fresh) -> None:
    assert "Summe" in pad_html(browser(), "&language=tlh", "de")


def test_the_form_names_the_language_that_it_prints_in(browser: Fresh) -> None:
    page = browser().get(
        f"/prints/new?pad={GAME}&language=de", headers={**HTML, "Accept-Language": "en"}
    )
    assert '<option value="de" selected>Deutsch</option>' in page.text


def test_sheets_of_cards_carry_advice_in_the_language_of_the_phone(product: Backroom) -> None:
    words = offer_in(product, {"deck": "starter"}, "de").task["words"]
    margins = list(TEXTS)[6:9]
    assert {text: words[text] for text in margins} == {text: TEXTS[text] for text in margins}  # type: ignore[index]
    assert "words" not in offer_in(product, {"deck": "starter"}, "en").task


def test_prints_in_two_languages_are_two_files(product: Backroom, browser: Fresh) -> None:
    ordered = [
        browser().post(
            "/prints",
            data={"calibration": "a4"},
            headers={**HTML, "Accept-Language": language},
        )
        for language in ("de", "en")
    ]
    assert [answer.status_code for answer in ordered] == [303, 303]
    assert len({answer.headers["Location"] for answer in ordered}) == 2


def test_the_calibration_sheet_and_the_cards_say_it_on_paper(product: Backroom) -> None:
    shop = product.parts.prints.shop
    told = []
    for query in ({"calibration": "a4"}, {"deck": "starter", "cards": "warehouse"}):
        made = shop.make(offer_in(product, query, "de"), lambda *_: None)
        told.append(PdfReader(io.BytesIO(made.data)).pages[0].extract_text())  # type: ignore[union-attr]
    sheet, cards = told
    assert "Passblatt, vorn" in sheet
    assert "2. Stich durch beide Kreuze." in " ".join(sheet.split())
    assert "Drucke mit 100 %." in cards
    assert "Bogen 1 von 9 · vorn" in cards


def test_pages_of_a_table_speak_the_language_that_was_chosen(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    query = f"sheet=score-pad&named=yes&language={quote('de')}"
    page = phones["host"].get(f"/tables/{code}/prints/browser?{query}")
    assert page.status_code == 200
    assert "Summe" in page.text


@pytest.mark.parametrize("asked", ["de", "en"])
@pytest.mark.parametrize("what", ["deck=starter", f"pad={GAME}"])
def test_browser_pages_say_the_language_that_was_asked_for(
    browser: Fresh, what: str, asked: str
) -> None:
    for query, accepts in ((f"&language={asked}", "fr"), ("", asked)):
        headers = {**HTML, "Accept-Language": accepts}
        page = browser().get(f"/prints/browser?{what}{query}", headers=headers).text
        assert re.findall(r'<html lang="([^"]*)"', page) == [asked]
        assert ("Bogen 1 von" in page or "Summe" in page) == (asked == "de")


@pytest.mark.parametrize("sheet", ["score-pad", "result", "fallback"])
def test_browser_pages_of_a_table_say_the_language_that_was_asked_for(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]], sheet: str
) -> None:
    code, phones = tables_of()
    page = phones["host"].get(f"/tables/{code}/prints/browser?sheet={sheet}&language=de").text
    assert re.findall(r'<html lang="([^"]*)"', page) == ["de"]
