"""Score pads: one page, columns for everybody, a tag tree, the rules' own numbers."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from companion.core.games import GAMES
from companion.core.outcome import Refused
from companion.printing.pad_options import PadOptions, pad_size, read_pad_options
from companion.printing.pads import warehouse_rows
from companion.printing.renderer import Rendered, Renderer
from tests.printing.conftest import run

GAME = "black_market_warehouse"
COLUMN = {"black_market_warehouse": "Bonus", "dominion_black_market": "Points"}
"""The head of each player's second column."""
TITLE = {
    "black_market_warehouse": "Black Market Warehouse: score pad for 3 players",
    "dominion_black_market": "Dominion, Black Market: score pad for 3 players",
}


def pad(renderer: Renderer, game: str = GAME, **options: object) -> Rendered:
    chosen = read_pad_options(options, GAMES[game].players)
    assert isinstance(chosen, PadOptions)
    made = renderer.run({"task": "pad", "game": game, "options": chosen.to_json()})
    assert isinstance(made, Rendered), made
    return made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_every_pad_takes_one_page_and_loses_no_line(
    renderer: Renderer, tmp_path: Path, game: str, paper: str, per_page: int, players: int
) -> None:
    given = {"paper": paper, "per_page": per_page, "players": players}
    most = GAMES[game].players[1]
    if isinstance(read_pad_options(given, (2, most)), Refused):
        assert players > most or (per_page > 1 and players >= 5)
        return
    made = pad(renderer, game, **given)
    path = tmp_path / "pad.pdf"
    path.write_bytes(made.data)
    assert made.said["pages"] == 1
    text = run("pdftotext", "-layout", path, "-")
    assert text.count("share the win") == per_page
    assert text.count("Total") == per_page
    assert text.count(COLUMN[game]) == per_page * players
    last = bottom_of(path, "win.")
    height = {"a4": 841.9, "letter": 792.0}[paper]
    assert all(bottom < height - 12 for bottom in last)


def bottom_of(path: Path, word: str) -> list[float]:
    import re

    out = run("pdftotext", "-bbox", path, "-")
    return [float(found) for found in re.findall(rf'yMax="([\d.]+)">{re.escape(word)}<', out)]


@pytest.mark.parametrize("game", GAMES)
def test_a_pad_is_tagged_titled_and_speaks_a_language(
    renderer: Renderer, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "pad.pdf"
    path.write_bytes(pad(renderer, game, players=3).data)
    info = run("pdfinfo", path)
    assert "Tagged:          yes" in info
    assert f"Title:           {TITLE[game]}" in info
    assert "CreationDate" not in info
    tree = run("pdfinfo", "-struct", path)
    for tag in ("Table", "TH", "TD", "H1", "Caption"):
        assert tag in tree
    with pikepdf.open(path) as opened:
        assert str(opened.Root.Lang) == "en"
        assert bool(opened.Root.MarkInfo.Marked)
        assert bool(opened.Root.ViewerPreferences.DisplayDocTitle)
        assert b"pdfuaid" in opened.Root.Metadata.read_bytes()
    assert all(" yes yes yes " in row for row in run("pdffonts", path).splitlines()[2:])


def test_the_same_pad_has_the_same_bytes(renderer: Renderer, tmp_path: Path) -> None:
    other = Renderer(tmp_path)
    again = pad(other, players=4)
    other.close()
    assert pad(renderer, players=4).data == again.data


@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", range(2, 11))
def test_one_player_may_complete_everything_and_finds_lines_for_it(
    paper: str, per_page: int, players: int
) -> None:
    size = pad_size(PadOptions(paper, per_page, players))
    game_completes = 10 - players + 1
    assert warehouse_rows(players, size.height_mm) >= game_completes


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", range(2, 11))
def test_a_pad_of_a_whole_page_leaves_no_large_part_of_it_blank(
    renderer: Renderer, tmp_path: Path, paper: str, players: int
) -> None:
    path = tmp_path / "pad.pdf"
    path.write_bytes(pad(renderer, paper=paper, players=players).data)
    height = {"a4": 841.9, "letter": 792.0}[paper]
    assert max(bottom_of(path, "win.")) > height * 0.87


@pytest.mark.parametrize(
    "given",
    [{"paper": "a5"}, {"per_page": "3"}, {"players": "1"}, {"players": "11"}, {"players": "x"}],
)
def test_a_wrong_option_is_refused_by_name(given: dict[str, str]) -> None:
    refused = read_pad_options(given, (2, 10))
    assert isinstance(refused, Refused)
    assert refused.code == "bad_option"
    assert refused.fields == {"option": next(iter(given))}


def test_columns_too_narrow_to_write_in_are_refused() -> None:
    refused = read_pad_options({"per_page": "4", "players": "10"}, (2, 10))
    assert isinstance(refused, Refused)
    assert refused.code == "pad_too_narrow"
