"""The form and the command line offer the same options, and both mean the same."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import fields
from pathlib import Path

import pikepdf
import pytest

from companion.command_line import deck_arguments, decks
from companion.command_line import verbs as command_line
from companion.printing.formats import CLOSED, LENGTHS, PrintOptions
from tests.printing.decks import deck_of, item
from tests.security.phones import Browser

OPTIONS = {option.name for option in fields(PrintOptions)}


def verb() -> argparse.ArgumentParser:
    verbs = argparse.ArgumentParser().add_subparsers()
    decks.add_parsers(verbs)
    found: argparse.ArgumentParser = verbs.choices["print-deck"]
    return found


def test_every_option_is_a_flag_of_the_command_line() -> None:
    flags = {action.dest for action in verb()._actions}
    assert flags - {"help", "deck", "output", "backs_output", "pictures"} == OPTIONS
    offered = {action.dest: action.choices for action in verb()._actions if action.choices}
    assert {name: tuple(words) for name, words in offered.items()} == {
        name: tuple(words) for name, words in CLOSED.items()
    }


def test_every_option_is_a_field_of_the_form(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter").text
    form = page[page.index('id="options"') : page.index("</form>", page.index('id="options"'))]
    assert set(re.findall(r' name="(\w+)"', form)) - {"deck", "own_size", "language"} == OPTIONS
    for name, words in CLOSED.items():
        part = form[form.index(f'name="{name}"') :]
        offered = re.findall(r'<option value="(\w+)"', part[: part.index("</select>")])
        assert tuple(offered) == tuple(words), name
    for name in LENGTHS:
        assert f'id="{name}"' in form


def test_the_help_names_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.run(["print-deck", "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    for flag, _ in deck_arguments.FLAGS.values():
        assert flag in told


def small_deck(folder: Path) -> str:
    path = folder / "deck.json"
    path.write_text(json.dumps(deck_of(item(count=12)).to_json()), encoding="utf-8")
    return str(path)


def test_separate_backs_are_two_files_moved_as_the_printer_of_the_data_folder_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printer = {"name": "Kitchen", "x_mm": 1, "y_mm": 0, "angle_degrees": 0, "sides": "backs"}
    kept = {"schema": "backroom-printers/1", "printers": [printer]}
    (tmp_path / "printer_profiles.json").write_text(json.dumps(kept), encoding="utf-8")
    out, deck = tmp_path / "cards.pdf", small_deck(tmp_path)
    command = ["print-deck", deck, "-o", str(out), "--backs", "separate"]
    environment = {"BACKROOM_DATA": str(tmp_path)}
    assert command_line.run([*command, "--profile", "attic"], environment) == 2
    assert "There is no printer profile attic." in capsys.readouterr().err
    assert command_line.run([*command, "--profile", "kitchen"], environment) == 0
    assert "cards-backs.pdf" in capsys.readouterr().out
    assert moved_pages(out) == [False, False]
    assert moved_pages(tmp_path / "cards-backs.pdf") == [True, True]


def moved_pages(path: Path) -> list[bool]:
    """For each page, whether 1 mm to the right is the first thing it says."""
    with pikepdf.open(path) as pdf:
        contents = [bytes(page.obj.Contents[0].read_bytes()) for page in pdf.pages]
    return [re.match(rb"q 1 -?0 0 1 2\.83465 0 cm", data) is not None for data in contents]


def test_a_calibration_sheet_comes_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    command = ["print-calibration", "-o", str(out), "--paper", "letter", "--backs", "short"]
    assert command_line.run(command, {"BACKROOM_DATA": str(tmp_path)}) == 0
    with pikepdf.open(out) as pdf:
        assert [float(side) for side in pdf.pages[0].mediabox] == [0, 0, 612, 792]
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name("/DuplexFlipShortEdge")
        assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")


def test_a_typed_card_size_wins_over_the_chosen_one(phone: Browser) -> None:
    told = phone.json("GET", "/prints/new?deck=starter&card=tarot&own_size=2.5x3.5in").json
    assert told["print"]["options"]["card"] == "2.5x3.5in"  # type: ignore[index]
    page = phone.get("/prints/new?deck=starter&own_size=50x70").text
    assert '<option value="50x70" selected>' in page
    assert re.search(r'id="own_size"[^>]* value="50x70"', page)
    assert "<details open>" in page


def test_what_is_usual_is_folded_away(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter&paper=letter&backs=fold").text
    assert "<details>" in page
    assert "<details open>" not in page
