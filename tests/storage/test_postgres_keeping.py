"""Looking after the data in PostgreSQL: check, pg_dump and back, prune."""

from __future__ import annotations

import hashlib
import shlex
import subprocess
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.command_line import database
from companion.command_line.verbs import run
from companion.services.decks.ports import DeckChange, DeckRow, PictureRow, RevisionRow
from companion.services.instants import written
from companion.services.ports import StorageTrouble, Written
from companion.storage.check import Finding
from companion.storage.postgres import PostgresStore
from companion.storage.postgres_check import check
from tests.postgres_server import PostgresServer
from tests.services.desk import ROOMY, CountingRandomness, Desk, HandClock, ListeningBroadcaster
from tests.storage.rows_builder import a_new_table, appended


@pytest.fixture
def played(postgres_store: PostgresStore) -> str:
    """The code of a table with a game on it."""
    desk = Desk.__new__(Desk)
    desk.__dict__.update(clock=HandClock(), randomness=CountingRandomness(), _taps=iter(range(999)))
    from companion.services.tables.tables import Tables

    desk.tables = Tables(postgres_store, desk.clock, desk.randomness, ListeningBroadcaster(), ROOMY)
    at = desk.a_running_table("Ana", "Ben")
    for count in range(60):
        at.records("Ana", "hand_corrected", player="Ana", count=count % 6)
    return at.code


def test_sound_database_has_no_findings(postgres_url: str, played: str) -> None:
    assert check(postgres_url) == ()


@pytest.mark.parametrize(
    ("damage", "what", "seq"),
    [
        ("UPDATE backroom.events SET body = replace(body, '3', '4') WHERE seq = 20", "log", 20),
        ("DELETE FROM backroom.events WHERE seq = 30", "log", 30),
        ("DELETE FROM backroom.events WHERE seq > 60", "log", 61),
        ("UPDATE backroom.decks SET body = body || ' '", "log", 0),
        ("UPDATE backroom.snapshots SET body = '{}'", "snapshot", None),
    ],
)
def test_every_damage_is_found(
    postgres: PostgresServer, postgres_url: str, played: str, damage: str, what: str, seq: int
) -> None:
    postgres.ask(postgres_url, "ALTER TABLE backroom.events DISABLE TRIGGER events_stand")
    try:
        postgres.ask(postgres_url, damage)
    finally:
        postgres.ask(postgres_url, "ALTER TABLE backroom.events ENABLE TRIGGER events_stand")

    findings = check(postgres_url)

    assert not isinstance(findings, StorageTrouble)
    assert [(each.what, each.code, each.seq) for each in findings] == [(what, played, seq)]


def test_damaged_decks_and_pictures_are_found(
    postgres: PostgresServer, postgres_url: str, postgres_store: PostgresStore
) -> None:
    data = b"a picture"
    picture = PictureRow(hashlib.sha256(data).hexdigest(), data)
    body = "{}"
    first = RevisionRow(1, hashlib.sha256(body.encode()).hexdigest(), "2026-05-04", 2)
    row = DeckRow("mine", "secret", "2026-05-04", "2026-05-04", 1, 1)
    change = DeckChange(
        row,
        None,
        first,
        body,
        pictures=(picture,),
        uses=(picture.sha256,),
        decks_limit=1,
        pictures_bytes_limit=100,
    )
    assert postgres_store.decks().write_deck(change) == Written()
    sound = check(postgres_url)

    postgres.ask(postgres_url, "UPDATE backroom.decks SET body = '{ }'")
    postgres.ask(postgres_url, "UPDATE backroom.pictures SET data = 'another'")
    damaged = check(postgres_url)
    postgres.ask(postgres_url, "DELETE FROM backroom.revisions")
    without = postgres_store.decks().read_deck("mine")

    assert sound == ()
    assert not isinstance(damaged, StorageTrouble)
    assert [each.what for each in damaged] == ["deck", "picture"]
    assert isinstance(without, StorageTrouble)
    assert without.code == "corrupt"


def test_check_says_what_it_found(
    postgres: PostgresServer,
    postgres_url: str,
    played: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sound = run(["check"], {"DATABASE_URL": postgres_url})
    postgres.ask(postgres_url, "DELETE FROM backroom.events WHERE seq = 30")
    damaged = run(["check"], {"DATABASE_URL": postgres_url})

    said = capsys.readouterr().out.splitlines()
    assert (sound, damaged) == (0, 1)
    assert said[0] == "All tables are sound."
    assert said[1].startswith(f"Table {played}: event 30 ")
    assert f"  {database.RESTORE}" in said


def test_database_without_our_schema_is_told(postgres: PostgresServer) -> None:
    answer = check(postgres.new_database(bare=True))

    assert isinstance(answer, StorageTrouble)
    assert answer.code == "older_schema"


@pytest.mark.parametrize("verb", [["backup"], ["restore", "x"]])
def test_backup_and_restore_say_who_does_it_and_that_nothing_was_done(
    verb: list[str], postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(verb, {"DATABASE_URL": postgres_url})

    command = database.BACKUP if verb == ["backup"] else database.RESTORE
    assert status == 1
    assert command in capsys.readouterr().err


def test_the_commands_that_are_told_do_copy_and_put_back(
    postgres: PostgresServer, postgres_url: str, postgres_store: PostgresStore, played: str
) -> None:
    before = postgres_store.read_table(played)
    other = postgres.new_database()

    def shell(command: str, url: str) -> None:
        words = [word.replace("$DATABASE_URL", url) for word in shlex.split(command)]
        words[0] = str(postgres.programs / words[0])
        ran = subprocess.run(
            words, cwd=postgres.folder, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr

    shell(database.BACKUP, postgres_url)
    shell(database.RESTORE, other)

    restored = PostgresStore(other)
    assert check(other) == ()
    assert restored.read_table(played) == before
    restored.close()


def test_prune_forgets_old_tables_also_while_servers_run(
    postgres_url: str, postgres_store: PostgresStore, capsys: pytest.CaptureFixture[str]
) -> None:
    old = written(datetime.now(UTC) - timedelta(days=31))
    new, other = a_new_table("BBBBBB"), a_new_table("CCCCCC")
    for change in (
        replace(new, row=replace(new.row, last_event_at=old)),
        replace(other, row=replace(other.row, last_event_at=written(datetime.now(UTC)))),
    ):
        postgres_store.write(change)

    status = run(["prune"], {"DATABASE_URL": postgres_url})

    assert status == 0
    assert capsys.readouterr().out == "Tables untouched for 30 days are forgotten.\n"
    assert postgres_store.read_table("BBBBBB") is None
    assert postgres_store.read_table("CCCCCC") is not None


def test_prune_refuses_when_the_clock_runs_backwards(
    postgres_url: str, postgres_store: PostgresStore, capsys: pytest.CaptureFixture[str]
) -> None:
    new = a_new_table()
    future = written(datetime.now(UTC) + timedelta(days=1))
    outcome = [postgres_store.write(each) for each in (new, appended(new.row, at=future))]

    status = run(["prune"], {"DATABASE_URL": postgres_url})

    assert outcome == [Written(), Written()]
    assert status == 1
    assert "clock_backwards" in capsys.readouterr().err
    assert postgres_store.read_table("BBBBBB") is not None


def test_a_finding_is_no_secret(postgres: PostgresServer) -> None:
    answer = check(f"postgresql://backroom:hush-hush@127.0.0.1:{postgres.port}/nowhere")

    assert isinstance(answer, StorageTrouble)
    assert "hush" not in repr(answer)
    assert not isinstance(answer, Finding)
