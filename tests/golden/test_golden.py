"""What every release wrote still opens, is brought up to date, and shows the same."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.core.exports import imported
from companion.core.outcome import Json, Refused
from companion.core.table import snapshot
from companion.core.transcripts import differences
from companion.services.decks.answers import OpenDeck
from companion.services.tables.live_table import LiveTable
from companion.storage.check import check
from companion.storage.schema import DATA_FILE, newest
from tests.golden import add
from tests.golden.add import GOLDEN
from tests.services.desk import AtTable, Desk

RELEASES = sorted(path.parent.name for path in GOLDEN.glob("*/tables.json"))
EXPORTS = sorted(path.relative_to(GOLDEN).as_posix() for path in GOLDEN.glob("*/export-*.json"))


def told(release: str) -> Json:
    file: Json = json.loads((GOLDEN / release / "tables.json").read_text("utf-8"))
    return file


def test_there_is_something_to_open() -> None:
    assert len(RELEASES) >= 1
    assert {"black_market_warehouse", "dominion_black_market"} == {
        json.loads((GOLDEN / name).read_text("utf-8"))["game"] for name in EXPORTS
    }


@pytest.mark.parametrize("release", RELEASES)
def test_old_data_file_opens_and_every_table_shows_the_same(release: str, tmp_path: Path) -> None:
    shutil.copy(GOLDEN / release / DATA_FILE, tmp_path / DATA_FILE)
    before = check(tmp_path / DATA_FILE)

    desk = Desk(tmp_path)
    tables = told(release)["tables"]
    lives = {code: desk.tables.doors.find(code) for code in tables}
    seats = {
        code: {
            token: list(desk.tables.doors.caller(code, token).names) for token in table["phones"]
        }
        for code, table in tables.items()
    }
    desk.close()

    assert before == ()
    for code, table in tables.items():
        live = lives[code]
        assert isinstance(live, LiveTable), (code, live)
        assert live.version == table["version"]
        assert list(differences(code, table["shows"], snapshot(live.table))) == []
        assert seats[code] == table["phones"]
    assert check(tmp_path / DATA_FILE) == ()
    with contextlib.closing(sqlite3.connect(tmp_path / DATA_FILE)) as data_file:
        assert data_file.execute("PRAGMA user_version").fetchone() == (newest(),)


@pytest.mark.parametrize("release", RELEASES)
def test_games_of_an_old_data_file_go_on(release: str, tmp_path: Path) -> None:
    shutil.copy(GOLDEN / release / DATA_FILE, tmp_path / DATA_FILE)
    tables = told(release)["tables"]
    code = next(code for code, table in tables.items() if table["evening"] == "phones")
    desk = Desk(tmp_path)
    token = next(token for token, names in tables[code]["phones"].items() if "Ana" in names)

    at = AtTable(desk, code, {"Ana": token})
    answered = at.records("Ana", "hand_corrected", player="Ana", count=2, id="late")
    desk.close()

    assert answered.version == tables[code]["version"] + 1
    assert check(tmp_path / DATA_FILE) == ()


@pytest.mark.parametrize("release", [each for each in RELEASES if "decks" in told(each)])
def test_decks_of_an_old_data_file_are_as_they_were_and_can_be_changed(
    release: str, tmp_path: Path
) -> None:
    shutil.copy(GOLDEN / release / DATA_FILE, tmp_path / DATA_FILE)
    same_decks(tmp_path, told(release)["decks"])


def test_what_a_release_would_keep_today_is_what_it_will_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add, "GOLDEN", tmp_path)

    events = add.add("next")

    told = json.loads((tmp_path / "next" / "tables.json").read_text("utf-8"))
    assert events >= add.FEWEST_EVENTS
    assert (told["schema"], len(told["decks"])) == (newest(), 1)
    same_decks(tmp_path / "next", told["decks"])


def same_decks(folder: Path, decks: Json) -> None:
    """Each made deck by its edit link; undo still leads back."""
    desk = Desk(folder)
    maker = add.maker_of(desk)
    assert decks != {}
    for deck_id, kept in decks.items():
        opened = maker.editable(deck_id, kept["secret"])
        assert isinstance(opened, OpenDeck)
        assert list(differences(deck_id, kept["deck"], opened.deck.to_json())) == []
        undone = maker.undo(opened, opened.revision)
        assert isinstance(undone, OpenDeck)
        assert len(undone.revisions) == kept["versions"]
    desk.close()


@pytest.mark.parametrize("export", EXPORTS)
def test_old_export_is_decided_again_to_the_same(export: str) -> None:
    release, _, name = export.partition("/")
    evening = name.removeprefix("export-").removesuffix(".json")
    file = json.loads((GOLDEN / export).read_text("utf-8"))
    shows = next(t["shows"] for t in told(release)["tables"].values() if t["evening"] == evening)

    table = imported(file["game"], file["options"], file["deck"], file["events"])

    assert not isinstance(table, Refused), table
    assert list(differences(evening, shows, snapshot(table))) == []
