"""The one command line, run as people run it: help, verbs, honest exit statuses."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.command_line.troubles import in_words
from companion.command_line.verbs import _parser, run
from companion.serve.data_folder import DataFolder, Running, hold
from companion.services.ports import StorageTrouble

PROJECT = Path(__file__).resolve().parents[2]
VERBS = ("serve", "replay", "print-deck", "print-pad", "check", "backup", "restore", "prune")


def app(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "app.py", *map(str, arguments)],
        cwd=PROJECT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def data(tmp_path) -> Path:
    """A data folder with one table in it."""
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from companion.factory import build_quietly\n"
        "from companion.settings import Settings\n"
        "product = build_quietly(Settings(data=Path(sys.argv[1])))\n"
        "decks, tables = product.parts.decks, product.parts.tables\n"
        "made = tables.new_tables.create("
        "'black_market_warehouse', decks.find('starter'), {}, 'Ana', 'one')\n"
        "print(made.code)\n"
        "product.close()\n"
    )
    folder = tmp_path / "data"
    subprocess.run([sys.executable, "-c", script, folder], cwd=PROJECT, check=True, timeout=60)
    return folder


def test_help_names_every_verb():
    told = app("--help")

    assert told.returncode == 0
    assert all(f"    {verb}" in told.stdout for verb in (*VERBS, "bench"))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb):
    told = app(verb, "--help")

    assert told.returncode == 0
    assert told.stdout.startswith(f"usage: app.py {verb}")


@pytest.mark.parametrize(
    "wrong", [("dance",), ("restore",), ("replay",), ("serve", "--port", "soon"), ("--nonsense",)]
)
def test_wrong_arguments_exit_2_with_usage(wrong):
    told = app(*wrong)

    assert told.returncode == 2
    assert "usage: app.py" in told.stderr


def test_wrong_settings_are_told_and_nothing_starts(tmp_path):
    told = app("serve", PORT="never", BACKROOM_DATA=str(tmp_path / "data"))

    assert told.returncode == 2
    assert told.stderr == "PORT must be a whole number from 1 to 65535.\n"
    assert not (tmp_path / "data").exists()


def test_arguments_are_checked_like_the_environment():
    told = app("serve", "--port", "70000")

    assert told.returncode == 2
    assert told.stderr == "PORT must be a whole number from 1 to 65535.\n"


def numbers_of_verbs() -> list[tuple[list[str], str]]:
    """Every argument that is a number: what its verb needs besides, and its flag."""
    verbs = next(each for each in _parser()._actions if isinstance(each.choices, dict))
    found = []
    for verb, parser in verbs.choices.items():
        needed = [verb]
        for each in parser._actions:
            if each.required:
                word = next(iter(each.choices)) if each.choices else "nothing-here"
                needed += [*each.option_strings[:1], word]
        found += [
            (needed, each.option_strings[0])
            for each in parser._actions
            if each.type not in (None, Path) and not each.choices
        ]
    return found


@pytest.mark.parametrize("odd", ["0", "-1", "1.5", "soon", "9" * 5000])
@pytest.mark.parametrize(("needed", "flag"), numbers_of_verbs(), ids=lambda each: str(each)[:30])
def test_a_number_that_cannot_be_is_said_before_anything_begins(
    needed, flag, odd, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "call", lambda *a, **k: pytest.fail("it began"))

    try:
        status = run([*needed, flag, odd], {})
    except SystemExit as ended:  # argparse's own way of saying it
        status = ended.code

    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert told.err != ""
    assert "Traceback" not in told.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("players", ["0", "-3", "1", "11"])
@pytest.mark.parametrize("names", [(), ("--name", "Ana", "--name", "Ben")])
def test_a_pad_for_too_few_or_too_many_says_how_many_may_play(players, names, capsys, tmp_path):
    to = ("-o", str(tmp_path / "pad.pdf"))

    status = run(["print-pad", "black_market_warehouse", *to, "--players", players, *names], {})

    assert status == 2
    assert capsys.readouterr().err == (
        f"--players: Players cannot be “{players}”. It can be 2 to 10.\n"
    )


def test_half_a_certificate_is_refused_with_a_sentence():
    told = app("serve", "--https", "--certificate", __file__)

    assert told.returncode == 2
    assert told.stderr == (
        "BACKROOM_CERTIFICATE and BACKROOM_CERTIFICATE_KEY must be given together.\n"
    )


def test_a_certificate_without_https_is_refused_with_a_sentence():
    told = app("serve", "--certificate", __file__, "--certificate-key", __file__)

    assert told.returncode == 2
    assert told.stderr == "A certificate is only used with --https or BACKROOM_HTTPS=on.\n"


def test_no_certificate_in_the_file_is_told(tmp_path):
    told = app(
        *("serve", "--https", "--certificate", __file__, "--certificate-key", __file__),
        *("--data", str(tmp_path)),
    )

    assert told.returncode == 1
    assert "cannot be used" in told.stderr


def transcript(path: Path, total: int) -> Path:
    """One case about Ana's money; the starter deck's items are worth what they say."""
    case = {
        "id": "T1",
        "title": "one item",
        "setup": {"deck": "starter", "options": {}},
        "prologue": "none",
        "events": [{"event": "player_joined", "player": "Ana"}],
        "expect": {"players": {"Ana": {"total": total}}},
    }
    told = {"schema": "backroom-transcripts/1", "game": "black_market_warehouse", "cases": [case]}
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def test_replay_counts_over_all_files(tmp_path):
    told = app("replay", transcript(tmp_path / "a.json", 0), transcript(tmp_path / "b.json", 0))

    assert (told.returncode, told.stdout) == (0, "2 passed, 0 failed\n")


def test_replay_names_what_differs_and_fails(tmp_path):
    told = app("replay", transcript(tmp_path / "a.json", 0), transcript(tmp_path / "b.json", 5))

    assert told.returncode == 1
    first, last = told.stdout.splitlines()
    assert first.startswith("T1: ")
    assert "players.Ana.total: expected 5, got 0" in first
    assert last == "1 passed, 1 failed"


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"schema": "other/1"}'])
def test_replay_of_a_file_that_is_no_transcript_fails(tmp_path, content):
    (tmp_path / "odd.json").write_text(content, encoding="utf-8")

    assert app("replay", tmp_path / "odd.json").returncode == 1


def test_replay_of_a_missing_file_fails_with_its_name(tmp_path):
    told = app("replay", tmp_path / "nowhere.json")

    assert told.returncode == 1
    assert "nowhere.json: cannot be read" in told.stderr


def test_sound_data_is_said_to_be_sound(data):
    told = app("check", "--data", data)

    assert (told.returncode, told.stdout) == (0, "All tables are sound.\n")


def test_a_changed_event_is_found(data):
    with sqlite3.connect(data / "backroom.sqlite3") as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():  # the file's own guard; damage knows no guard
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE events SET body = replace(body, 'Ana', 'Eve')")
    connection.close()

    told = app("check", "--data", data)

    assert told.returncode == 1
    assert "event 1 and what follows it cannot be trusted" in told.stdout


def test_check_without_data_fails(tmp_path):
    assert app("check", "--data", tmp_path / "nothing").returncode == 1


def test_a_backup_can_be_put_back(data, tmp_path):
    taken = app("backup", "--data", data, "-o", tmp_path / "copy.sqlite3")
    assert (taken.returncode, taken.stdout) == (0, f"Backed up to {tmp_path / 'copy.sqlite3'}\n")
    (data / "backroom.sqlite3").write_bytes(b"damaged")
    assert app("check", "--data", data).returncode == 1

    told = app("restore", tmp_path / "copy.sqlite3", "--data", data)

    assert told.returncode == 0
    assert app("check", "--data", data).stdout == "All tables are sound.\n"


def test_a_backup_is_never_written_over(data, tmp_path):
    app("backup", "--data", data, "-o", tmp_path / "copy.sqlite3")

    assert app("backup", "--data", data, "-o", tmp_path / "copy.sqlite3").returncode == 1


def test_a_damaged_backup_is_not_put_back(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"not a backup")

    told = app("restore", copy, "--data", data)

    assert told.returncode == 1
    assert told.stderr.startswith(f"{copy} is damaged, or is no file of Backroom.\n(")
    assert told.stderr.endswith("\nNothing was changed. Try another backup.\n")
    assert app("check", "--data", data).stdout == "All tables are sound.\n"


def test_a_damaged_file_is_named_with_the_way_to_the_newest_backup(data):
    app("backup", "--data", data)
    (data / "backroom.sqlite3").write_bytes(b"damaged")
    (copy,) = (data / "backups").iterdir()

    told = [app(verb, "--data", data).stderr for verb in ("check", "backup")]

    for each in told:
        assert each.startswith(
            f"{data / 'backroom.sqlite3'} is damaged, or is no file of Backroom."
        )
        assert each.endswith(f"python app.py restore {copy}\n")


@pytest.mark.parametrize(
    ("code", "detail", "words"),
    [
        ("io", "there is no x.sqlite3", "That did not work: there is no x.sqlite3."),
        ("io", "", "That did not work: x.sqlite3."),
        ("locked", "", "Another program holds x.sqlite3. Close it, then try again."),
        ("newer_schema", "schema 9", "x.sqlite3 is of a newer Backroom. Use that one.\n(schema 9)"),
    ],
)
def test_a_trouble_of_the_store_is_a_sentence_with_a_way_on(code, detail, words):
    assert in_words(StorageTrouble(code, detail), "x.sqlite3") == words


@pytest.mark.parametrize("arguments", [("restore", "some.sqlite3"), ("prune",)])
def test_data_in_use_is_left_alone(data, arguments):
    held = hold(data)
    assert isinstance(held, DataFolder)
    held.tell(Running(1, 8000, "http://localhost:8000", None))
    try:
        told = app(*arguments, "--data", data)
    finally:
        held.release()

    assert told.returncode == 1
    assert told.stderr == "Backroom is open at http://localhost:8000. Close it first.\n"


def test_prune_keeps_what_is_young_and_forgets_what_is_old(data):
    assert app("prune", "--data", data).returncode == 0
    assert tables_in(data) == 1

    with sqlite3.connect(data / "backroom.sqlite3") as connection:
        connection.execute("UPDATE tables SET last_event_at = '2026-01-02T00:00:00.000Z'")
    connection.close()
    assert app("prune", "--data", data).returncode == 0
    assert tables_in(data) == 0


def tables_in(data: Path) -> int:
    connection = sqlite3.connect(data / "backroom.sqlite3")
    try:
        return connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    finally:
        connection.close()
