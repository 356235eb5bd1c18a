"""Backups and the check of a data file."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.command_line import verbs
from companion.services.ports import StorageTrouble, StoredTable, Written
from companion.storage.backup import backup_path, prune_backups, restore, take_backup
from companion.storage.check import Finding, check
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store
from tests.services.desk import Desk
from tests.storage.rows_builder import a_new_table, appended, stored


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A Backroom with a played table; the test closes it."""
    desk = Desk(tmp_path)
    at = desk.a_running_table("Ana", "Ben")
    for count in range(60):
        at.records("Ana", "hand_corrected", player="Ana", count=count % 6)
    return desk


def codes_of(desk: Desk) -> list[str]:
    kept = desk.store.kept()
    return [each.code for each in kept.tables]


def damage(desk: Desk, *statements: str) -> Path:
    desk.close()
    path = desk.folder / DATA_FILE
    with sqlite3.connect(path) as file:
        stands = "SELECT sql FROM sqlite_schema WHERE name = 'events_stand'"
        trigger = file.execute(stands).fetchone()[0]
        file.execute("DROP TRIGGER events_stand")
        for statement in statements:
            file.execute(statement)
        file.execute(trigger)
    file.close()
    return path


# --- check ---


def test_sound_file_has_no_findings_even_while_it_is_used(desk: Desk) -> None:
    findings = check(desk.folder / DATA_FILE)
    desk.close()

    assert findings == ()


def test_changed_event_is_found_with_table_and_number(desk: Desk) -> None:
    code = codes_of(desk)[0]
    path = damage(desk, "UPDATE events SET body = replace(body, '3', '4') WHERE seq = 8")

    findings = check(path)

    assert findings == (Finding("log", f"table {code}, event 8", code, 8),)


def test_changed_snapshot_and_missing_table_are_found(desk: Desk) -> None:
    code = codes_of(desk)[0]
    path = damage(
        desk,
        "UPDATE snapshots SET body = '{}'",
        "INSERT INTO seats VALUES ('GGGGGG', 1, 'Ghost', NULL)",
    )

    findings = check(path)

    assert isinstance(findings, tuple)
    assert [(each.what, each.code) for each in findings] == [
        ("reference", None),
        ("snapshot", code),
    ]


def test_text_that_is_no_utf_8_is_one_damage_and_the_other_tables_are_still_read(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    first = codes_of(desk)[0]
    desk.a_running_table("Cleo", "Dan")
    codes = codes_of(desk)
    last = next(code for code in codes if code != first)
    path = damage(
        desk,
        "UPDATE events SET body = CAST(X'FF' || body AS TEXT) WHERE seq = 8 "
        f"AND table_code = '{first}'",
        f"UPDATE events SET body = replace(body, 'Dan', 'Eve') WHERE table_code = '{last}'",
    )

    findings = check(path)
    status = verbs.run(["check", "--data", str(desk.folder)], {})

    assert isinstance(findings, tuple)
    found = {each.code: each.seq for each in findings if each.what == "log"}
    assert (found.keys(), found[first]) == ({first, last}, 8)
    said = "".join(capsys.readouterr())
    assert (status, "hand_corrected" in said, "Ana" in said) == (1, False, False)
    assert f"Table {first}: event 8 and what follows it cannot be trusted." in said
    assert "python app.py restore" in said


def test_damaged_snapshot_alone_is_no_loss_and_no_reason_to_put_a_backup_back(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    path = damage(desk, "UPDATE snapshots SET body = '{}'")

    status = verbs.run(["check", "--data", str(desk.folder)], {})
    backed_up = take_backup(path, desk.folder / "copy")

    said = "".join(capsys.readouterr())
    assert (status, "restore" in said, backed_up) == (0, False, desk.folder / "copy")
    assert "Nothing is lost" in said


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE seats SET player = CASE player WHEN 'Ana' THEN 'Ben' ELSE 'Ana' END", "seats"),
        ("DELETE FROM seats WHERE player = 'Ben'", "seats"),
        ("DELETE FROM phones", "seats"),
        ("UPDATE tables SET who_logs = 'bogus'", "seats"),
        ("DROP INDEX events_once", "schema"),
        ("SELECT 1", None),
    ],
)
def test_seats_phones_settings_and_guards_are_looked_at_too(
    desk: Desk, statement: str, what: str | None
) -> None:
    path = damage(desk, statement)

    findings = check(path)

    assert isinstance(findings, tuple)
    assert {each.what for each in findings} == ({what} if what else set())


def test_log_without_its_guard_is_found(desk: Desk) -> None:
    path = damage(desk)
    with sqlite3.connect(path) as file:
        file.execute("DROP TRIGGER events_stand")
    file.close()

    assert check(path) == (Finding("schema", "events_stand"),)


def test_check_of_a_missing_or_foreign_file_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello " * 1000)

    missing, foreign = check(tmp_path / "none"), check(tmp_path / "text")

    assert isinstance(missing, StorageTrouble)
    assert isinstance(foreign, StorageTrouble)
    assert (missing.code, foreign.code) == ("io", "corrupt")


# --- backups ---


def test_backup_taken_under_load_is_one_whole_moment(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    new = a_new_table(deck=None)
    opened.write(new)
    stop, busy = threading.Event(), threading.Event()
    written = [new.row]

    def tap() -> None:
        while not stop.is_set():
            change = appended(written[-1])
            assert opened.write(change) == Written()
            written.append(change.row)
            if len(written) > 20:
                busy.set()

    thread = threading.Thread(target=tap)
    thread.start()
    assert busy.wait(10)
    copy = tmp_path / "copy" / DATA_FILE
    copy.parent.mkdir()
    _copy_without_game_check(opened.path, copy)
    stop.set()
    thread.join(10)
    opened.close()

    again = open_store(copy.parent)
    assert isinstance(again, SqliteStore)
    found = again.read_table("BBBBBB")
    again.close()
    assert isinstance(found, StoredTable)
    assert 20 <= len(found.events) <= len(written)
    assert found.row == written[len(found.events)]


def _copy_without_game_check(source: Path, target: Path) -> None:
    """These rows are of no game, which a whole backup would rightly refuse."""
    from companion.storage import backup

    backup._copy(source, target)


def test_backup_is_a_single_sound_file_and_restores_everything(desk: Desk) -> None:
    at_code = codes_of(desk)[0]
    before = desk.tables.doors.find(at_code)
    target = backup_path(desk.folder, desk.clock.now())

    taken = take_backup(desk.folder / DATA_FILE, target)
    desk.tables.retention.forget(at_code, desk.tables.doors.caller(at_code, "secret-0001"))
    desk.close()
    aside = restore(target, desk.folder / DATA_FILE)
    desk.start()

    assert taken == target
    assert [path.name for path in target.parent.iterdir()] == ["backroom-20260504-193000.sqlite3"]
    assert aside == desk.folder / f"{DATA_FILE}.replaced"
    assert desk.tables.doors.find(at_code) == before
    desk.close()


def test_every_restore_keeps_what_it_replaces_under_a_name_of_its_own(tmp_path: Path) -> None:
    desk, live = Desk(tmp_path), tmp_path / DATA_FILE
    at = desk.a_running_table("Ana", "Ben")
    for name in ("older", "newer"):
        take_backup(live, tmp_path / name)
        at.records("Ana", "hand_corrected", player="Ana", count=3)
    desk.close()
    stray = tmp_path / f"{DATA_FILE}.replaced-2-wal"
    stray.write_bytes(b"left of a file that was carried off")

    kept = [restore(tmp_path / name, live) for name in ("older", "newer", "older")]

    assert kept == [tmp_path / f"{DATA_FILE}.replaced{end}" for end in ("", "-3", "-4")]
    older, newer = events_in(tmp_path / "older"), events_in(tmp_path / "newer")
    assert [events_in(path) - older for path in kept if isinstance(path, Path)] == [2, 0, 1]
    assert (newer - older, events_in(live) - older) == (1, 0)
    assert stray.read_bytes() == b"left of a file that was carried off"


def events_in(path: Path) -> int:
    file = sqlite3.connect(path)
    count = file.execute("SELECT count(*) FROM events").fetchone()[0]
    file.close()
    return int(count)


def test_backup_never_writes_over_another(desk: Desk) -> None:
    target = desk.folder / "mine.sqlite3"
    target.write_text("precious")

    answer = take_backup(desk.folder / DATA_FILE, target)
    desk.close()

    assert isinstance(answer, StorageTrouble)
    assert target.read_text() == "precious"


def test_damaged_file_makes_no_backup_and_restores_nowhere(desk: Desk) -> None:
    target = desk.folder / "copy.sqlite3"
    path = damage(desk, "UPDATE events SET body = replace(body, '3', '4') WHERE seq = 8")

    taken = take_backup(path, target)
    put = restore(path, desk.folder / "elsewhere" / DATA_FILE)

    assert isinstance(taken, StorageTrouble)
    assert isinstance(put, StorageTrouble)
    assert (taken.code, taken.seq, put.code) == ("corrupt", 8, "corrupt")
    assert list(desk.folder.glob("copy*")) == []
    assert not (desk.folder / "elsewhere" / DATA_FILE).exists()


def test_backups_older_than_their_days_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    now = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
    for days in (1, 6, 8, 30):
        path = backup_path(tmp_path, now - timedelta(days=days))
        path.parent.mkdir(exist_ok=True)
        path.write_text("backup")
    (tmp_path / "backups" / "backroom-mine.sqlite3").write_text("named by hand")

    gone = prune_backups(tmp_path, now, days=7)

    assert [path.name for path in gone] == [
        "backroom-20260420-120000.sqlite3",
        "backroom-20260512-120000.sqlite3",
    ]
    assert len(list((tmp_path / "backups").iterdir())) == 3


def test_rows_of_a_table_survive_backup_and_restore_byte_for_byte(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    new = a_new_table(deck=None)
    change = replace(appended(new.row, count=5, id="tap"))
    opened.write(new)
    opened.write(change)

    copy = tmp_path / "copy" / DATA_FILE
    copy.parent.mkdir()
    _copy_without_game_check(opened.path, copy)
    opened.close()
    again = open_store(copy.parent)

    assert isinstance(again, SqliteStore)
    assert again.read_table("BBBBBB") == stored(new, change)
    again.close()
