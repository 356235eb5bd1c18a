"""Every language says everything that a player may see, with the same places and all its forms."""

from __future__ import annotations

import re
import shutil
from functools import lru_cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from companion.web.language import FOLDER
from tests.translations import PLACE, PROJECT, texts

LANGUAGES = ("de", "es", "fr", "it", "nl")
"""What Backroom speaks besides English; another one in the folder is held to the same."""
OURS = sorted({*LANGUAGES, *(path.parent.parent.name for path in FOLDER.glob("*/*/messages.po"))})
LANGUAGE = pytest.mark.parametrize("language", OURS)


@lru_cache(maxsize=16)
def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Message) -> tuple[str, ...]:
    """What is said of it: one text, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def said(language: str) -> list[Message]:
    return [each for each in catalogue(language) if each.id]


def known() -> set[str]:
    return {ids(each)[0] for each in texts() if each.id}


@LANGUAGE
def test_no_text_is_missing(language: str) -> None:
    has = {ids(each)[0] for each in said(language) if all(forms(each))}
    assert sorted(known() - has) == []


@LANGUAGE
def test_no_text_is_left_over(language: str) -> None:
    assert sorted({ids(each)[0] for each in said(language)} - known()) == []


@LANGUAGE
def test_no_text_is_only_guessed(language: str) -> None:
    assert [each.id for each in catalogue(language) if each.fuzzy and each.id] == []


@LANGUAGE
def test_every_text_has_the_places_of_its_english(language: str) -> None:
    """A form for one may say "one" instead of {num}."""
    wrong = []
    for message in said(language):
        first, many = set(PLACE.findall(ids(message)[0])), set(PLACE.findall(ids(message)[-1]))
        for number, text in enumerate(forms(message)):
            has = set(PLACE.findall(text))
            if has != many and not (
                len(ids(message)) == 2 and number == 0 and has in (first, many)
            ):
                wrong.append((text, sorted(has), sorted(many)))
    assert wrong == []


@LANGUAGE
def test_every_plural_has_all_forms_of_its_language(language: str) -> None:
    count = catalogue(language).num_plurals
    assert count >= 2
    counted = [each for each in said(language) if len(ids(each)) == 2]
    assert [each.id for each in counted if len(forms(each)) != count or not all(forms(each))] == []
    plural = {ids(each)[0] for each in texts() if each.id and len(ids(each)) == 2}
    assert {ids(each)[0] for each in counted} <= plural


@LANGUAGE
def test_money_keeps_its_sign_for_the_decks_own_currency(language: str) -> None:
    texts_ = {ids(each)[0]: forms(each)[0] for each in said(language)}
    money = [text for text in texts_ if text.startswith("${amount}")]
    assert len(money) == 5
    assert [text for text in money if texts_[text].count("$") != 1] == []


@LANGUAGE
def test_texts_are_set_as_print_sets_them(language: str) -> None:
    """Curly apostrophes, no blanks at the ends, no doubled ones."""
    odd = re.compile(r"'|^\s|\s$|  (?! )")
    english = {ids(each)[0] for each in texts() if each.id and odd.search(ids(each)[0])}
    wrong = [
        text
        for message in said(language)
        for text in forms(message)
        if odd.search(text.replace("   ", " ")) and ids(message)[0] not in english
    ]
    assert wrong == []


@LANGUAGE
def test_a_sentence_ends_as_a_sentence(language: str) -> None:
    """What ends with a full stop in English does so in each language; a label does not."""
    ends = {".": ".。", "?": "?؟", ":": ":", "…": "…"}
    wrong = [
        (message.id, text)
        for message in said(language)
        for text, english in ((forms(message)[-1], ids(message)[-1]),)
        if english[-1] in ends and re.sub(r"[”»“’\s]+$", "", text)[-1] not in ends[english[-1]]
    ]
    assert wrong == []


def test_the_template_for_translators_is_in_step_with_the_source() -> None:
    with (FOLDER / "messages.pot").open("rb") as file:
        template = {ids(each) for each in read_po(file) if each.id}
    source = {ids(each) for each in texts() if each.id}
    assert (sorted(source - template), sorted(template - source)) == ([], [])


def test_the_steps_for_a_new_language_work_as_they_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = re.findall(r"^    (pybabel .*)$", told, re.MULTILINE)
    assert [step.split()[1] for step in steps] == ["extract", "init", "update"]
    monkeypatch.chdir(PROJECT)
    for step in steps:
        words = step.replace("companion/translations", str(tmp_path)).split()
        CommandLineInterface().run([words[0], "-q", *words[1:]])
    with (tmp_path / "pl" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        made = {ids(each)[0] for each in read_po(file, locale="pl") if each.id}
    assert made == known()


def test_bringing_languages_up_to_date_leaves_all_other_lines_alone(tmp_path: Path) -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    update = re.findall(r"^    (pybabel update .*)$", told, re.MULTILINE)
    folder = Path(shutil.copytree(FOLDER, tmp_path / "languages"))
    words = update[0].replace("companion/translations", str(folder)).split()
    CommandLineInterface().run([words[0], "-q", *words[1:]])
    assert {each: undated(folder, each) for each in OURS} == {
        each: undated(FOLDER, each) for each in OURS
    }


def undated(folder: Path, language: str) -> list[str]:
    """All lines of a language in order of the alphabet: where a text stands is nobody's concern."""
    text = (folder / language / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    return sorted(line for line in text.splitlines() if "-Date: " not in line)


def test_the_five_languages_are_there() -> None:
    assert set(LANGUAGES) <= set(OURS)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/LC_MESSAGES/*")))
def test_a_language_is_one_text_file(path: Path) -> None:
    assert path.name == "messages.po"
