"""The SQLite store: what is written is there, what cannot be written changes nothing."""

from __future__ import annotations

import os
import resource
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.services.ports import (
    Change,
    Conflict,
    StorageTrouble,
    Written,
)
from companion.storage import schema, writer
from companion.storage.schema import WRITER_PRAGMAS, connect, newest
from companion.storage.sqlite import SqliteStore, open_store
from companion.storage.writer import commit_group
from tests.storage.rows_builder import (
    a_new_table,
    appended,
    stored,
)

# --- the file ---


def test_what_was_written_is_there_after_opening_again(store: SqliteStore, tmp_path: Path) -> None:
    new = a_new_table()
    store.write(new)

    other = open_store(tmp_path)

    assert isinstance(other, SqliteStore)
    assert other.read_table("BBBBBB") == stored(new)
    other.close()


def test_deck_of_two_tables_is_kept_once_and_as_long_as_one_needs_it(store: SqliteStore) -> None:
    store.write(a_new_table("BBBBBB"))
    store.write(a_new_table("CCCCCC"))

    def decks() -> int:
        with sqlite3.connect(store.path) as file:
            count = file.execute("SELECT count(*) FROM decks").fetchone()[0]
        file.close()
        return int(count)

    counts = [decks()]
    store.forget(["BBBBBB"], "2026-05-04T19:30:00.000Z")
    counts.append(decks())
    store.forget(["CCCCCC"], "2026-05-04T19:30:00.000Z")
    counts.append(decks())

    assert counts == [1, 1, 0]


def test_log_is_append_only_even_for_ourselves(store: SqliteStore) -> None:
    new = a_new_table()
    store.write(new)
    store.write(appended(new.row))

    with sqlite3.connect(store.path) as file, pytest.raises(sqlite3.IntegrityError):
        file.execute("UPDATE events SET body = '{}'")
    file.close()


# --- what keeps taps safe ---


def test_every_commit_is_synced_and_the_pragmas_are_fixed(store: SqliteStore) -> None:
    def pragmas(connection: sqlite3.Connection) -> dict[str, object]:
        names = (
            "journal_mode",
            "synchronous",
            "fullfsync",
            "checkpoint_fullfsync",
            "foreign_keys",
            "secure_delete",
            "trusted_schema",
        )
        return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    assert store._writer.alone(pragmas) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "fullfsync": 1,
        "checkpoint_fullfsync": 1,
        "foreign_keys": 1,
        "secure_delete": 1,
        "trusted_schema": 0,
    }


def test_screens_read_through_a_connection_that_cannot_write(store: SqliteStore) -> None:
    store.read_table("BBBBBB")

    assert store._reader is not None
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store._reading.call(lambda: store._reader.execute("DELETE FROM tables"))  # type: ignore[union-attr]


# --- group commit ---


def test_group_shares_one_commit_and_leaves_out_what_cannot_be(store: SqliteStore) -> None:
    tables = [a_new_table(code) for code in ("BBBBBB", "CCCCCC", "DDDDDD")]
    for table in tables:
        store.write(table)
    changes = [appended(table.row) for table in tables]
    wrong = appended(replace(tables[1].row, head_seq=7))
    group = [changes[0], wrong, changes[1], changes[2]]
    statements: list[str] = []

    def commit(connection: sqlite3.Connection) -> list[writer.Outcome]:
        connection.set_trace_callback(statements.append)
        outcomes = commit_group(connection, group)
        connection.set_trace_callback(None)
        return outcomes

    outcomes = store._writer.alone(commit)

    assert outcomes == [Written(), Conflict(), Written(), Written()]
    assert [s for s in statements if s.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    for table, change in zip(tables, changes, strict=True):
        assert store.read_table(table.code) == stored(table, change)


def test_many_threads_write_in_few_commits_and_nothing_is_lost(store: SqliteStore) -> None:
    tables = [a_new_table(f"BBBB{a}{b}") for a in "BCDF" for b in "BCDF"]
    for table in tables:
        store.write(table)
    commits: list[int] = []
    real = writer.commit_group

    def counting(connection: sqlite3.Connection, changes: list[Change]) -> list[writer.Outcome]:
        commits.append(len(changes))
        return real(connection, changes)

    outcomes: list[object] = []

    def tap(change: Change) -> None:
        row = change.row
        for _ in range(10):
            next_change = appended(row)
            outcomes.append(store.write(next_change))
            row = next_change.row

    threads = [threading.Thread(target=tap, args=(table,)) for table in tables]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "commit_group", counting)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)

    assert outcomes == [Written()] * 160
    assert sum(commits) == 160
    assert len(commits) < 160
    for table in tables:
        found = store.read_table(table.code)
        assert found is not None
        assert not isinstance(found, StorageTrouble)
        assert [event.seq for event in found.events] == list(range(1, 11))


def test_failed_commit_answers_everybody_and_the_next_one_works(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = a_new_table()
    store.write(new)
    change = appended(new.row)

    with disk_full(store):
        refused = [store.write(_large(change)) for _ in range(3)]
        still = store.read_table("BBBBBB")

    assert {type(each) for each in refused} == {StorageTrouble}
    assert {each.code for each in refused if isinstance(each, StorageTrouble)} == {"disk_full"}
    assert still == stored(new)
    assert store.write(change) == Written()
    assert store.read_table("BBBBBB") == stored(new, change)


def _large(change: Change) -> Change:
    event = replace(change.events[0], body="x" * 2_000_000)
    return replace(change, events=(event,))


@contextmanager
def disk_full(store: SqliteStore) -> Iterator[None]:
    """The file may not grow any more: SQLite answers as on a full disk."""

    def stop(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    def go(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 1073741823")

    store._writer.alone(stop)
    yield
    store._writer.alone(go)


# --- trouble with the file ---


def test_locked_file_is_trouble_and_reads_go_on(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = a_new_table()
    store.write(new)
    store._writer.alone(lambda connection: connection.execute("PRAGMA busy_timeout = 20"))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    refused = store.write(appended(new.row))
    read = store.read_table("BBBBBB")
    other.execute("ROLLBACK")
    other.close()

    assert isinstance(refused, StorageTrouble)
    assert refused.code == "locked"
    assert read == stored(new)
    assert store.write(appended(new.row)) == Written()


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write to anything: be somebody else meanwhile."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_read_only_file_is_trouble() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        opened = open_store(folder)
        assert isinstance(opened, SqliteStore)
        opened.close()
        (folder / schema.DATA_FILE).chmod(0o444)
        folder.chmod(0o555)

        with nobody():
            answer = open_store(folder)

        folder.chmod(0o755)
    assert isinstance(answer, StorageTrouble)
    assert answer.code == "read_only"


def test_write_to_a_read_only_database_is_told_as_such(store: SqliteStore) -> None:
    new = a_new_table()
    store.write(new)
    store._writer.alone(lambda connection: connection.execute("PRAGMA query_only = ON"))

    refused = store.write(appended(new.row))

    assert isinstance(refused, StorageTrouble)
    assert refused.code == "read_only"


def test_file_size_limit_of_the_system_is_trouble_and_not_a_crash(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    new = a_new_table()
    opened.write(new)
    change = appended(new.row)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        refused = opened.write(_large(change))
        read = opened.read_table("BBBBBB")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert isinstance(refused, StorageTrouble)
    assert refused.code in {"disk_full", "io"}
    assert read == stored(new)
    assert opened.write(change) == Written()
    opened.close()


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 100, b"SQLite format 3\0" + b"x" * 5000]
)
def test_file_that_is_no_database_is_corrupt(tmp_path: Path, content: bytes) -> None:
    (tmp_path / schema.DATA_FILE).write_bytes(content)

    answer = open_store(tmp_path)

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "corrupt"
    assert (tmp_path / schema.DATA_FILE).read_bytes() == content


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / schema.DATA_FILE) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")
    file.close()
    before = (tmp_path / schema.DATA_FILE).read_bytes()

    answer = open_store(tmp_path)

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "corrupt"
    assert (tmp_path / schema.DATA_FILE).read_bytes() == before


def test_file_of_a_newer_backroom_is_left_alone(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    opened.close()
    with sqlite3.connect(tmp_path / schema.DATA_FILE) as file:
        file.execute(f"PRAGMA user_version = {newest() + 1}")
    file.close()
    before = (tmp_path / schema.DATA_FILE).read_bytes()

    answer = open_store(tmp_path)

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "newer_schema"
    assert (tmp_path / schema.DATA_FILE).read_bytes() == before


def test_folder_that_is_not_there_is_trouble(tmp_path: Path) -> None:
    answer = open_store(tmp_path / "missing")

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "read_only"


def test_damaged_page_is_corrupt_when_it_is_read(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    assert isinstance(store, SqliteStore)
    row = a_new_table().row
    store.write(a_new_table())
    for _ in range(40):
        change = appended(row, count=50)
        store.write(change)
        row = change.row
    store.close()
    path = tmp_path / schema.DATA_FILE
    content = bytearray(path.read_bytes())
    for page in range(20, len(content) // 4096):
        content[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    path.write_bytes(content)

    opened = open_store(tmp_path)
    answer = opened.read_table("BBBBBB") if isinstance(opened, SqliteStore) else opened

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "corrupt"
    if isinstance(opened, SqliteStore):
        opened.close()


# --- migrations ---


def test_older_file_is_brought_up_to_date_and_keeps_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    new = a_new_table()
    opened.write(new)
    opened.close()
    scripts = [*schema._scripts(), tmp_path / "9998_more.sql"]
    scripts[-1].write_text(
        "CREATE TABLE more (x TEXT) STRICT;\nCREATE TRIGGER t BEFORE UPDATE ON more\n"
        "BEGIN\n  SELECT RAISE(ABORT, 'no');\nEND;\n"
    )
    monkeypatch.setattr(schema, "_scripts", lambda: scripts)

    again = open_store(tmp_path)

    assert isinstance(again, SqliteStore)
    version = again._writer.alone(lambda c: c.execute("PRAGMA user_version").fetchone()[0])
    assert version == len(scripts)
    assert again.read_table("BBBBBB") == stored(new)
    again.close()


def test_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    opened.write(a_new_table())
    opened.close()
    scripts = [*schema._scripts(), tmp_path / "9998_broken.sql"]
    scripts[-1].write_text("CREATE TABLE more (x TEXT) STRICT;\nCREATE TABLE more (y TEXT);\n")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "_scripts", lambda: scripts)
        answer = open_store(tmp_path)
    again = open_store(tmp_path)

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "older_schema"
    assert isinstance(again, SqliteStore)
    assert again.read_table("BBBBBB") == stored(a_new_table())
    again.close()


def test_new_file_gets_the_newest_schema_and_our_mark(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    opened.close()
    connection = connect(tmp_path / schema.DATA_FILE, ())
    header = [
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version")
    ]
    connection.close()

    assert header == [schema.APPLICATION_ID, newest()]
    assert "PRAGMA synchronous = FULL" in WRITER_PRAGMAS
