"""The schema in PostgreSQL: made once, moved on whole or not at all, the same as the file's."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.services.ports import StorageTrouble
from companion.storage import postgres_schema
from companion.storage.postgres import PostgresStore, open_store
from companion.storage.postgres_schema import newest, prepare
from tests.postgres_server import PostgresServer


def test_two_processes_that_start_at_once_make_one_schema(postgres: PostgresServer) -> None:
    url = postgres.new_database(bare=True)
    answers: list[object] = []
    starts = [threading.Thread(target=lambda: answers.append(prepare(url))) for _ in range(4)]

    for each in starts:
        each.start()
    for each in starts:
        each.join()

    assert answers == [None] * 4
    assert postgres.ask(url, "SELECT number FROM backroom.schema_number") == [(newest(),)]


def test_database_of_a_newer_backroom_is_left_alone(
    postgres: PostgresServer, postgres_url: str
) -> None:
    postgres.ask(postgres_url, "UPDATE backroom.schema_number SET number = number + 1")
    try:
        opened = open_store(postgres_url)
    finally:
        postgres.ask(postgres_url, "UPDATE backroom.schema_number SET number = number - 1")

    assert isinstance(opened, StorageTrouble)
    assert opened.code == "newer_schema"


def test_migration_that_fails_leaves_the_database_as_it_was(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    broken = tmp_path / "9998_broken.sql"
    broken.write_text("CREATE TABLE more (x text); CREATE TABLE more (y text);")
    scripts = [*postgres_schema._scripts(), broken]
    with monkeypatch.context() as patch:
        patch.setattr(postgres_schema, "_scripts", lambda: scripts)
        refused = prepare(url)

    assert isinstance(refused, StorageTrouble)
    assert refused.code == "older_schema"
    assert prepare(url) is None
    assert postgres.ask(url, "SELECT to_regclass('backroom.more')") == [(None,)]


def test_both_stores_have_the_same_tables_and_columns(
    postgres: PostgresServer, postgres_url: str, store: object
) -> None:
    def of_sqlite(connection: object) -> dict[str, set[str]]:
        found = connection.execute(  # type: ignore[attr-defined]
            "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table'"
        ).fetchall()
        return {table: {c for t, c in found if t == table} for table, _ in found}

    columns = postgres.ask(
        postgres_url,
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = 'backroom'",
    )
    ours = {str(table): {str(c) for t, c in columns if t == table} for table, _ in columns}
    # The file has its number in its header, and what passes by in the process itself.
    beside = {"schema_number", "passing"}
    assert {name: ours[name] for name in ours.keys() - beside} == store._writer.alone(of_sqlite)  # type: ignore[attr-defined]


def test_server_that_may_lose_commits_is_noticed(postgres_store: PostgresStore) -> None:
    class Server:
        def execute(self, query: str, values: object) -> list[tuple[str]]:
            return [("fsync",)]

    assert postgres_store.is_unsafe is False
    assert postgres_schema.unsafe_settings(Server()) == ("fsync",)  # type: ignore[arg-type]
