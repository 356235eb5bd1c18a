"""docs/settings.md says exactly what the settings are, and settings are read with care."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.settings import Settings, SettingsWrong, documented_settings, read_settings
from companion.settings.caps import Caps

DOCS = Path(__file__).resolve().parents[1] / "docs" / "settings.md"
LINES = documented_settings()


def documented_rows() -> list[tuple[str, ...]]:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    return [tuple(cell.strip() for cell in row) for row in rows]


def read(**environment: str) -> Settings:
    settings = read_settings(environment)
    assert isinstance(settings, Settings), settings
    return settings


def refused(**environment: str) -> tuple[str, ...]:
    answer = read_settings(environment)
    assert isinstance(answer, SettingsWrong)
    return answer.sentences


def test_documentation_lists_every_setting_with_its_default():
    assert documented_rows() == [(each.environment, each.default, each.says) for each in LINES]


def test_every_field_comes_from_the_environment():
    unnamed = {
        each.name
        for record in (Settings, Caps)
        for each in fields(record)
        if "environment" not in each.metadata
    }

    assert unnamed == {"caps"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.environment)
def test_every_explanation_is_plain_sentences(line):
    assert line.says.endswith(".")
    assert all(len(sentence.split()) <= 16 for sentence in line.says.split(". "))


def test_an_empty_environment_gives_the_defaults():
    defaults = replace(Settings(), data=Path("data").absolute())
    assert read() == defaults
    assert read(PORT="", BACKROOM_HOST_KEY="") == defaults


def test_values_arrive_where_they_belong():
    settings = read(
        PORT="9000",
        BACKROOM_DATA="/srv/backroom",
        BACKROOM_HOST="[::]",
        BACKROOM_PROXIES="1",
        BACKROOM_STREAMS="12",
    )

    assert settings.port == 9000
    assert settings.data == Path("/srv/backroom")
    assert settings.host == "::"
    assert settings.proxies == 1
    assert settings.caps.streams == 12


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "eighty"),
        ("PORT", "-1"),
        ("PORT", "80.5"),
        ("PORT", "٣"),
        ("BACKROOM_PROXIES", "many"),
        ("BACKROOM_HOST", "http://x/"),
        ("BACKROOM_HOST_KEY", "short"),
        ("BACKROOM_STREAMS", "99999999999999999999999"),
        ("BACKROOM_RETENTION_DAYS", "0"),
        ("DATABASE_URL", "mysql://localhost/backroom"),
        ("DATABASE_URL", "localhost"),
        ("BACKROOM_PUBLIC_URL", "ftp://cards.example.org"),
        ("BACKROOM_PUBLIC_URL", "https://cards.example.org/backroom"),
        ("BACKROOM_PUBLIC_URL", "https://user:word@cards.example.org"),
        ("BACKROOM_PUBLIC_URL", "https://cards.example.org:eighty"),
        ("BACKROOM_PUBLIC_URL", "cards.example.org"),
        ("BACKROOM_PUBLIC_URL", "https://"),
    ],
)
def test_a_wrong_value_is_told_by_name(name, value):
    (sentence,) = refused(**{name: value})

    assert sentence.startswith(f"{name} must be ")
    assert sentence.endswith(".")


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "data").write_text("", encoding="ascii")

    assert refused(BACKROOM_DATA=str(tmp_path / "data")) == (
        "BACKROOM_DATA must be a folder, and this is a file.",
    )


def test_all_wrong_values_are_told_at_once():
    assert len(refused(PORT="x", BACKROOM_STREAMS="y", BACKROOM_HOST_KEY="z")) == 3


def test_a_misspelt_setting_is_told():
    assert refused(BACKROOM_STREEMS="5") == (
        "BACKROOM_STREEMS is not a setting of Backroom; docs/settings.md lists them.",
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://cards.example.org/", "https://cards.example.org"),
        ("HTTPS://Cards.Example.ORG:443", "https://cards.example.org"),
        ("http://10.0.0.5:8000", "http://10.0.0.5:8000"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_public_url_is_kept_as_a_bare_origin(given, kept):
    assert read(BACKROOM_PUBLIC_URL=given).public_url == kept


@pytest.mark.parametrize("environment", [{}, {"BACKROOM_DATA": "kept/here"}])
def test_the_data_folder_is_named_in_full(environment, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    settings = read(**environment)

    assert settings.data == tmp_path / environment.get("BACKROOM_DATA", "data")
