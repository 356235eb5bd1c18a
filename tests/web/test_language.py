"""Languages: the phone's own preference, a switch that lasts, English where a text is missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.settings import Settings
from companion.web.language import direction, on_this_site
from tests.security.phones import GAME, HTML, JSON, Browser, Fresh, build_at
from tests.translations import PROJECT

CSS = PROJECT / "static" / "css"

HEAD = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

"""
TEXTS = {
    "Join with a code": "Tippe den Code",
    "The door is open.": "Die Tuer ist auf.",
    "{player} sat down": "{player} sitzt jetzt",
    "There is no such table here. Please check the code.": "Diesen Tisch gibt es nicht.",
    "No such table here": "Kein Tisch",
    "${amount} Million": "{amount} Mio. $",
    "Sit down": "Setz dich",
}
PLURALS = {("{num} player", "{num} players"): ("{num} Kopf", "{num} Koepfe")}


def write(folder: Path, language: str, text: str | None = None) -> None:
    """A catalogue as a translator would hand it in."""
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    entries = [f'msgid "{one}"\nmsgstr "{other}"\n' for one, other in TEXTS.items()]
    entries += [
        f'msgid "{one}"\nmsgid_plural "{many}"\nmsgstr[0] "{first}"\nmsgstr[1] "{second}"\n'
        for (one, many), (first, second) in PLURALS.items()
    ]
    text = HEAD + "\n".join(entries) if text is None else text
    (place / "messages.po").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backroom]:
    """A server that speaks German and Brazilian Portuguese in a few words of ours."""
    folder = tmp_path_factory.mktemp("more")
    write(folder, "de")
    write(folder, "pt_BR")
    write(folder, "not a language")
    write(folder, "tlh", "this is no catalogue")
    write(folder, "eo", 'msgid "broken\n')
    made = build_at(tmp_path_factory.mktemp("data"), Settings(translations=folder))
    yield made
    made.close()


def reads(browser: Browser, accepts: str, path: str = "/") -> str:
    return browser.get(path, headers={**HTML, "Accept-Language": accepts}).text


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("de-CH", "de"),
        ("de-AT,en;q=0.8", "de"),
        ("pt-BR,en;q=0.5", "pt-BR"),
        ("pt-PT,pt;q=0.9,en;q=0.5", "pt-BR"),
        ("en-GB,de;q=0.9", "en"),
        ("de;q=0.4,en;q=0.8", "en"),
        ("xx,tlh-Latn;q=0.9,de;q=0.1", "de"),
        ("de;q=0,en;q=0.1", "en"),
        ("xx,yy;q=0.9", "en"),
        ("*", "en"),
        ("", "en"),
        ("de;q=nonsense,;;,,", "en"),
    ],
)
def test_the_phones_preference_chooses_the_language(
    browser: Fresh, accepts: str, language: str
) -> None:
    assert f'<html lang="{language}" dir="ltr">' in reads(browser(), accepts)


def test_a_text_that_is_not_translated_stays_english(browser: Fresh) -> None:
    page = reads(browser(), "pt-BR")
    assert "Tippe den Code" in page
    assert "My friends cannot connect" in page


def test_a_folder_that_is_no_language_is_not_offered(browser: Fresh) -> None:
    page = reads(browser(), "en")
    assert 'value="pt_BR"' in page
    assert "not a language" not in page


def test_a_broken_catalogue_reads_english(browser: Fresh) -> None:
    page = reads(browser(), "eo")
    assert '<html lang="eo"' in page
    assert "Join with a code" in page


def test_the_switch_lasts_and_knows_only_our_languages(browser: Fresh) -> None:
    phone = browser()
    assert phone.post("/language", data={"language": "de"}).status_code == 303
    assert "Tippe den Code" in phone.get("/").text
    phone.post("/language", data={"language": "../../etc"})
    assert "Tippe den Code" in phone.get("/").text
    assert "Tippe den Code" in reads(phone, "en"), "the switch weighs more than the browser"


def test_the_switch_names_each_language_itself_and_marks_the_current_one(browser: Fresh) -> None:
    page = reads(browser(), "de")
    assert 'value="de" lang="de" aria-current="true">Deutsch</button>' in page
    assert 'value="en" lang="en">English</button>' in page


PLACES = ("", "/log", "/seats", "/prints", "/prints/new?sheet=score-pad", "/screen")


def test_every_page_has_the_switch_and_comes_back_to_itself(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    host, home = phones["host"], f"/tables/{code}"
    paths = ["/", "/doctor", "/decks", "/decks/starter", "/prints", "/prints/printers"]
    paths += ["/prints/new?deck=starter", f"/tables/new?game={GAME}", "/nowhere"]
    paths += [home + place for place in PLACES]
    for path in paths:
        page = host.get(path).text
        then = path.replace("&", "&amp;")
        assert f'name="then" value="{then}"' in page, path
        answer = host.post("/language", data={"language": "de", "then": path})
        assert answer.headers["Location"] == path
    assert f'value="{home}/join"' in phones["nobody"].get(f"{home}/join").text


def test_a_running_table_has_the_switch_in_its_menu_and_not_where_one_taps(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    for event in ({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"}):
        answer = phones["host"].json("POST", f"/tables/{code}/events", event)
        assert answer.status_code == 200, answer.text
    shown = {
        tab: 'action="/language"' in phones["host"].get(f"/tables/{code}?tab={tab}").text
        for tab in ("mine", "table", "more")
    }
    assert shown == {"mine": False, "table": False, "more": True}


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/%0d%0aX: y\r\nX: y",
        "javascript:alert(1)",
        "evil",
        "",
        "/ /evil",
        "/" + "x" * 3000,
    ],
)
def test_the_switch_leads_nowhere_else(browser: Fresh, path: str) -> None:
    answer = browser().post("/language", data={"language": "de", "then": path})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_the_switch_comes_back_to_any_page_of_ours() -> None:
    for path in ("/", "/tables/K7MQ2X?tab=more&seat=2", "/decks/d/edit/secret#card-3"):
        assert on_this_site(path) == path


def test_a_form_that_was_refused_comes_back_to_the_page_it_stood_on(browser: Fresh) -> None:
    phone = browser()
    code = phone.json("POST", "/tables", {"game": GAME, "player": "Ana"}).json["code"]  # type: ignore[index]
    from_page = {**HTML, "Referer": f"http://{phone.host}/tables/{code}/join"}
    page = browser().post(f"/tables/{code}/seats", data={"player": "Ana"}, headers=from_page)
    assert page.status_code == 422
    assert f'name="then" value="/tables/{code}/join"' in page.text


def test_errors_and_refusals_speak_the_phones_language(browser: Fresh) -> None:
    german = {"Accept-Language": "de"}
    page = browser().get("/tables/K7MQ2X", headers={**HTML, **german})
    told = browser().get("/tables/K7MQ2X", headers={**JSON, **german})
    assert (page.status_code, told.status_code) == (404, 404)
    assert "<h1>Kein Tisch</h1>" in page.text
    assert told.json["refused"]["message"] == "Diesen Tisch gibt es nicht."  # type: ignore[index]


def stream(phone: Browser, path: str, accepts: str) -> Iterator[bytes]:
    """The messages of a stream, for as long as somebody reads them."""
    headers = {"Accept-Language": accepts}
    answer = phone.get(path, headers=headers, buffered=False)
    assert answer.status_code == 200
    yield from answer.response  # type: ignore[misc]


def test_one_event_is_told_to_each_phone_in_its_language(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]],
) -> None:
    code, phones = tables_of()
    path = f"/tables/{code}/stream"
    english, german = stream(phones["seat"], path, "en"), stream(phones["other seat"], path, "de")
    screen = stream(phones["spectator"], f"{path}?of=screen", "de")
    for each in (english, german, screen):
        next(each)
    joined = {"event": "player_joined", "player": "Dora"}
    assert phones["host"].json("POST", f"/tables/{code}/events", joined).status_code == 200
    told = [b"".join(islice(each, 1)).decode() for each in (english, german, screen)]
    for each in (english, german, screen):
        each.close()
    assert ["Dora sat down" in each for each in told] == [True, False, False]
    assert ["Dora sitzt jetzt" in each for each in told] == [False, True, True]
    assert "Setz dich" in told[2]


def test_plural_forms_are_the_languages_own(browser: Fresh) -> None:
    phone = browser()
    phone.json("POST", "/tables", {"game": GAME})
    assert "0 Kopf" in reads(phone, "pt-BR")


SIDES = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)|left|right|float:\s*(?:left|right)"
    r"|text-align:\s*(?:left|right))\s*[:;-]"
)


@pytest.mark.parametrize("sheet", sorted(CSS.glob("*.css")), ids=lambda path: path.name)
def test_style_sheets_call_sides_by_the_way_one_reads(sheet: Path) -> None:
    """Start and end turn round with the language; only a phone's notch stays where it is."""
    lines = sheet.read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if "safe-area-inset" not in line and not line.startswith("/*")]
    assert [line.strip() for line in rules if SIDES.search(line)] == []


def test_every_page_says_which_way_it_is_read(browser: Fresh) -> None:
    for language, way in (("he", "rtl"), ("ar", "rtl"), ("de", "ltr"), ("pt-BR", "ltr")):
        assert direction(language) == way
    assert 'dir="ltr"' in reads(browser(), "de")
