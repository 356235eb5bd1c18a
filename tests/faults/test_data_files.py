"""Whatever lies in the data folder: it opens, or a sentence says why not and what to do."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest

from companion.command_line.verbs import run
from companion.factory import build_quietly
from companion.serve.served import CannotOpen
from companion.services.instants import written
from companion.settings import Settings
from companion.storage.check import check
from companion.storage.schema import DATA_FILE, newest
from tests.faults.ledgers import LedgerPhone, explain
from tests.faults.server import a_running_game, ask, running
from tests.golden.add import GOLDEN

OLD = GOLDEN / "0.1.0-schema-1" / DATA_FILE


def _missing(path: Path) -> None:
    """Nothing there yet."""


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _older(path: Path) -> None:
    shutil.copy(OLD, path)


def _spoilt_header(path: Path) -> None:
    content = OLD.read_bytes()
    path.write_bytes(b"SQLite format 3\0" + bytes(84) + content[100:])


def _cut_header(path: Path) -> None:
    path.write_bytes(OLD.read_bytes()[:60])


def _newer(path: Path) -> None:
    shutil.copy(OLD, path)
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {newest() + 1}")


def _another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")


def _cut(path: Path) -> None:
    content = OLD.read_bytes()
    path.write_bytes(content[: len(content) // 2])


@pytest.mark.parametrize("lies_there", [_missing, _empty, _older])
def test_folder_that_is_new_or_older_opens(
    lies_there: Callable[[Path], None], tmp_path: Path
) -> None:
    lies_there(tmp_path / DATA_FILE)

    product = build_quietly(Settings(data=tmp_path))
    product.close()

    assert check(tmp_path / DATA_FILE) == ()


@pytest.mark.parametrize(
    ("lies_there", "says"),
    [
        (_spoilt_header, "python app.py check, then restore a backup."),
        (_cut_header, "python app.py check, then restore a backup."),
        (_another_program, "is a database of another program"),
        (_newer, "The data is of a newer Backroom. Use that one, or another data folder."),
        (_cut, "python app.py check, then restore a backup."),
    ],
)
def test_file_that_cannot_be_ours_is_told_and_left_as_it_is(
    lies_there: Callable[[Path], None], says: str, tmp_path: Path
) -> None:
    lies_there(tmp_path / DATA_FILE)
    before = (tmp_path / DATA_FILE).read_bytes()

    with pytest.raises(CannotOpen) as refused:
        build_quietly(Settings(data=tmp_path))

    assert says in str(refused.value)
    assert "Traceback" not in str(refused.value)
    assert (tmp_path / DATA_FILE).read_bytes() == before


@dataclass(frozen=True)
class Ran:
    """What a verb of the command line gave."""

    returncode: int
    stdout: str
    stderr: str


def verb(*arguments: str | Path) -> Ran:
    """As typed into the terminal, in this process: a start of Python more would only take time."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = run([str(each) for each in arguments])
    return Ran(status, out.getvalue(), err.getvalue())


def test_backup_while_taps_run_holds_all_that_was_acknowledged_before(tmp_path: Path) -> None:
    players, backup = ("Ana", "Ben", "Cleo"), tmp_path / "copy.sqlite3"
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, *players)
        stop = threading.Event()
        phones = [
            LedgerPhone(server, game, player, tmp_path / f"{player}.jsonl", seed, stop)
            for seed, player in enumerate(players)
        ]
        threads = [threading.Thread(target=phone.run) for phone in phones]
        for thread in threads:
            thread.start()
        while (before := int(ask(server.port, "GET", game.path()).body["version"])) < 12:
            assert all(thread.is_alive() for thread in threads)
        taken = verb("backup", "--data", server.data, "-o", backup)
        alone = verb("restore", backup, "--data", server.data)
        stop.set()
        for thread in threads:
            thread.join(30)
        export = ask(server.port, "GET", game.path("/export"), token=game.tokens["Ana"]).body
        view = ask(server.port, "GET", game.path(), token=game.tokens["Ana"]).body["view"]
        found = explain([phone.ledger for phone in phones], export, view)

    assert taken.returncode == 0, taken.stderr
    assert alone.returncode == 1
    assert "Close it first." in alone.stderr
    assert found.faults == ()
    assert check(backup) == ()
    with closing(sqlite3.connect(backup)) as file:
        copied = file.execute(
            "SELECT max(seq) FROM events WHERE table_code = ?", (game.code,)
        ).fetchone()[0]
    assert before <= copied <= len(export["events"])


def test_restored_backup_goes_on_and_keeps_what_was_there(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "copy.sqlite3"
    with running(data) as server:
        game = a_running_game(server.port, "Ana", "Ben")
        assert verb("backup", "--data", data, "-o", backup).returncode == 0
        ask(server.port, "DELETE", game.path(), token=game.tokens["Ana"])
        server.stop()
        put = verb("restore", backup, "--data", data)
        server.start()
        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        tap = {"event": "hand_corrected", "player": "Ben", "count": 3, "id": "after"}
        told = ask(server.port, "POST", game.path("/events"), tap, game.tokens["Ben"])

    assert put.returncode == 0, put.stderr
    assert check(data / f"{DATA_FILE}.replaced") == ()
    assert (shown.status, shown.body["version"]) == (200, 4)
    assert (told.status, told.body["version"]) == (200, 5)


def test_damage_is_told_with_the_command_that_brings_the_newest_backup(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / DATA_FILE)
    for _ in range(2):
        taken = verb("backup", "--data", tmp_path)
    newest_backup = max((tmp_path / "backups").iterdir())
    with closing(sqlite3.connect(tmp_path / DATA_FILE, isolation_level=None)) as file:
        file.execute("DROP TRIGGER events_stand")
        file.execute("UPDATE events SET body = replace(body, '3', '4') WHERE seq = 8")

    told = verb("check", "--data", tmp_path)
    put = verb("restore", newest_backup, "--data", tmp_path)

    assert taken.returncode in (0, 1)  # two within one second: the second is never written over it
    assert told.returncode == 1
    assert "event 8 and what follows it cannot be trusted." in told.stdout
    assert f"python app.py restore {newest_backup}" in told.stdout
    assert put.returncode == 0, put.stderr
    assert verb("check", "--data", tmp_path).stdout == "All tables are sound.\n"


def test_prune_refuses_a_clock_that_runs_backwards(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / DATA_FILE)
    with closing(sqlite3.connect(tmp_path / DATA_FILE, isolation_level=None)) as file:
        tomorrow = written(datetime.now(UTC) + timedelta(days=1))
        file.execute("UPDATE tables SET last_event_at = ?", (tomorrow,))

    told = verb("prune", "--data", tmp_path)

    assert told.returncode == 1
    assert "clock_backwards" in told.stderr
    with closing(sqlite3.connect(tmp_path / DATA_FILE)) as file:
        assert file.execute("SELECT count(*) FROM tables").fetchone()[0] == 12
