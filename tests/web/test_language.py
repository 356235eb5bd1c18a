"""Languages: the phone's own preference, a switch that lasts, English where a text is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface

from companion.web import language, phrasing
from tests.security.phones import HTML, Browser

PROJECT = Path(__file__).resolve().parents[2]
Fresh = Callable[[], Browser]


def forget() -> None:
    """Look for catalogues anew."""
    language.languages.cache_clear()
    phrasing.forget_translations()


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with one sentence, as a translator would hand it in."""
    folder = tmp_path / "translations" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    entry = 'msgid "Join with a code"\\nmsgstr "Mit Code mitspielen"\\n'.replace("\\n", "\n")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "messages.po").write_text(head + entry, encoding="utf-8")
    monkeypatch.setattr(language, "FOLDER", tmp_path / "translations")
    forget()
    yield
    monkeypatch.undo()
    forget()


def test_the_phone_reads_its_own_language(german: None, browser: Fresh) -> None:
    page = browser().get("/", headers={**HTML, "Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).text
    assert '<html lang="de">' in page
    assert "Mit Code mitspielen" in page
    assert "My friends cannot connect" in page, "a text that is not translated yet stays English"


def test_an_unknown_language_reads_english(browser: Fresh) -> None:
    page = browser().get("/", headers={**HTML, "Accept-Language": "xx,tlh;q=0.9"}).text
    assert '<html lang="en">' in page


def test_the_switch_lasts_and_knows_only_our_languages(german: None, browser: Fresh) -> None:
    phone = browser()
    assert phone.post("/language", data={"language": "de"}).status_code == 303
    assert "Mit Code mitspielen" in phone.get("/").text
    phone.post("/language", data={"language": "../../etc"})
    assert "Mit Code mitspielen" in phone.get("/").text


def test_all_texts_can_be_collected_for_translators(tmp_path: Path) -> None:
    pot = tmp_path / "messages.pot"
    marks = ["N_", "say", "ngettext:1,2", "say_count:1,2"]
    cli = ["pybabel", "-q", "extract", "-F", str(PROJECT / "babel.cfg"), "-o", str(pot)]
    cli += [part for mark in marks for part in ("-k", mark)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PROJECT)
        CommandLineInterface().run([*cli, "."])
    text = pot.read_text(encoding="utf-8")
    assert 'msgid "Join with a code"' in text, "a text of a template"
    assert 'msgid "A name has 1 to 24 letters."' in text, "a sentence of the core"
    assert 'msgid_plural "{num} players"' in text, "a text with a number"
    assert "%(" not in text, "places are written {name}"
