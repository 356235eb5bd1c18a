"""print-table and print-pad: the same pages from the command line."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from companion.command_line.verbs import run as run_verb
from companion.core.exports import exported
from companion.core.log import Table
from tests.printing.conftest import run
from tests.printing.evenings import ADDRESS, DOMINION, WAREHOUSE, a_duel, a_market, starter
from tests.printing.tagged import codes_of


def export(path: Path, table: Table, game: str) -> Path:
    """The file that a table's export gives."""
    deck = starter() if game == WAREHOUSE else None
    options = {**table.options, "who_logs": "own"}
    file = {"schema": "backroom-table/1", "game": game, "options": options, "deck": deck}
    path.write_text(json.dumps({**file, "events": exported(table)}), encoding="utf-8")
    return path


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    return export(tmp_path / "duel.json", a_duel(), WAREHOUSE)


def text_of(path: Path) -> str:
    return " ".join(run("pdftotext", "-raw", path, "-").split())


def test_a_page_is_made_from_an_exported_table(duel: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    more = ["--name", "Friday", "--date", "30 November", "--address", ADDRESS, "--paper", "letter"]
    assert run_verb(["print-table", str(duel), "-o", str(out), "--sheet", "fallback", *more]) == 0
    assert "Black Market Warehouse · Friday · K7MQ2X · 30 November" in text_of(out)
    assert codes_of(out) == [ADDRESS]


def test_placeholders_come_from_a_table_of_dominion(tmp_path: Path) -> None:
    file = export(tmp_path / "market.json", a_market(), DOMINION)
    out = tmp_path / "out.pdf"
    more = ["--sheet", "placeholders", "--card", "mini", "--marks", "lines"]
    assert run_verb(["print-table", str(file), "-o", str(out), *more]) == 0
    assert "Swap for the real card in its box" in text_of(out)


def test_the_wifi_password_is_read_and_not_an_argument(
    duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("ge;heim:12\n"))
    out = tmp_path / "out.pdf"
    more = ["--sheet", "poster", "--paper", "a6", "--wifi", "Café", "--address", ADDRESS]
    assert run_verb(["print-table", str(duel), "-o", str(out), *more]) == 0
    assert r"WIFI:T:WPA;S:Café;P:ge\;heim\:12;;" in codes_of(out)


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "not a JSON file"), ('{"schema": "x"}', "not the export of a table"), ("[]", "not the")],
)
def test_a_file_that_is_no_table_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(content, encoding="utf-8")
    assert run_verb(["print-table", str(path), "-o", "x.pdf", "--sheet", "result"]) == 2
    assert f"odd.json: {said}" in capsys.readouterr().err


def test_a_sealed_order_says_where_to_print_instead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = export(tmp_path / "app.json", a_market(held_by="app"), DOMINION)
    assert run_verb(["print-table", str(file), "-o", "x.pdf", "--sheet", "fallback"]) == 2
    assert "Print from the table itself." in capsys.readouterr().err


def test_a_pad_takes_names_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    names = ["--name", "Ana", "--name", "Ben", "--name", "Cleo", "--date", "1 May"]
    assert run_verb(["print-pad", WAREHOUSE, "-o", str(out), "--per-page", "2", *names]) == 0
    text = text_of(out)
    assert [text.count(word) for word in ("Ana", "Ben", "Cleo", "1 May")] == [2, 2, 2, 2]
    assert re.search("score pad for 3 players", run("pdfinfo", out))


@pytest.mark.parametrize(
    ("names", "said"),
    [(["--name", " "], "1 to 24 letters"), (["--name", "a" * 25], "1 to 24 letters"),
     (["--players", "2", "--name", "A", "--name", "B", "--name", "C"], "more names")],
)  # fmt: skip
def test_names_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], names: list[str], said: str
) -> None:
    assert run_verb(["print-pad", WAREHOUSE, "-o", "x.pdf", *names]) == 2
    assert said in capsys.readouterr().err
