"""A data file that is moved or deleted while it is open: nothing is lost, nobody is lulled."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.services.ports import StorageTrouble, Written
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store
from tests.storage.rows_builder import a_new_table, appended, stored

NEW = a_new_table()
TAP = appended(NEW.row)
NEXT = appended(TAP.row)


@pytest.fixture
def played(store: SqliteStore) -> SqliteStore:
    assert (store.write(NEW), store.write(TAP)) == (Written(), Written())
    assert store.read_table("BBBBBB") == stored(NEW, TAP)
    return store


def code_of(answer: object) -> str | None:
    return answer.code if isinstance(answer, StorageTrouble) else None


def events_of(path: Path) -> int:
    """As another program finds them: without the WAL, when only this file is carried along."""
    file = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
    count = file.execute("SELECT count(*) FROM events").fetchone()[0]
    file.close()
    return int(count)


def test_moved_file_takes_no_taps_and_holds_all_of_them_until_it_is_back(
    played: SqliteStore, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "tidied away"
    played.path.rename(elsewhere)

    refused, read = played.write(NEXT), played.read_table("BBBBBB")
    played.try_writing("2026-05-04T19:30:00.000Z")
    still = played.read_table("BBBBBB")

    assert (code_of(refused), code_of(played.trouble)) == ("moved", "moved")
    assert read == still == stored(NEW, TAP)
    assert not played.path.exists()
    assert events_of(elsewhere) == 1
    elsewhere.rename(played.path)
    played.look()
    assert played.trouble is None
    assert played.write(NEXT) == Written()
    assert played.read_table("BBBBBB") == stored(NEW, TAP, NEXT)
    assert not list(tmp_path.glob("*.rescued*"))


def deleted(path: Path) -> None:
    path.unlink()


def put_another_in_its_place(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"")


@pytest.mark.parametrize("lose", [deleted, put_another_in_its_place])
def test_file_that_is_lost_is_kept_as_a_copy_also_when_nobody_taps(
    played: SqliteStore, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    lose(played.path)

    played.look()
    played.look()

    assert code_of(played.trouble) == "moved"
    assert events_of(tmp_path / f"{DATA_FILE}.rescued") == 1
    assert not (tmp_path / f"{DATA_FILE}.rescued-2").exists()
    assert code_of(played.write(NEXT)) == "moved"


def test_wal_that_is_deleted_is_noticed_before_a_tap_is_lost_in_it(played: SqliteStore) -> None:
    played.path.with_name(f"{DATA_FILE}-wal").unlink()

    refused = played.write(NEXT)

    assert code_of(refused) == "moved"
    assert events_of(played.path) == 1


def test_no_new_file_is_made_beside_the_wal_of_one_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / f"{DATA_FILE}-wal").write_bytes(b"")

    answer = open_store(tmp_path)

    assert code_of(answer) == "moved"
    assert not (tmp_path / DATA_FILE).exists()
