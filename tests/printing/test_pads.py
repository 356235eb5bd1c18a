"""Score pads: one page, columns for everybody, a tag tree, the rules' own numbers, names."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.outcome import Refused
from companion.printing.english import english
from companion.printing.formats import PAPERS
from companion.printing.pages.pad_options import PadOptions, read_pad_options
from companion.printing.pages.pads import PadSays, has_pad, pad_room, pad_task
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import run
from tests.printing.evenings import a_market, played, starter
from tests.printing.tagged import assert_tagged, codes_of

GAME = "black_market_warehouse"
FURNITURE = ("Table", "Date", "Player")
"""What stands on every pad besides its game's name, the columns' numbers and what the game says."""
SCORING = ("Duke", "Island", "Nobles", "Vineyard", "Fairgrounds", "Farmland", "Silk Road", "Feodum",
           "Mill", "Distant Lands", "Cemetery", "Tunnel", "Great Hall", "Baron")  # fmt: skip
"""Market cards; all but the last score by themselves."""
HEIGHT = {key: round(paper.height_mm * 72 / 25.4, 2) for key, paper in PAPERS.items()}
"""In points."""
WITH_PADS = [key for key in GAMES if has_pad(key)]


def pad(
    renderer: WorkerProcess, game: str = GAME, says: PadSays | None = None, **options: object
) -> TaskDone:
    made = renderer.run({**task_of(game, says, **options), "task": "paper"})
    assert isinstance(made, TaskDone), made
    return made


def task_of(game: str, says: PadSays | None = None, **options: object) -> dict[str, Any]:
    chosen = read_pad_options(options, GAMES[game].players)
    assert isinstance(chosen, PadOptions)
    task = pad_task(game, chosen, says)
    assert not isinstance(task, Refused)
    return task


def words_of(content: dict[str, Any]) -> Counter[str]:
    """Every word that one blank pad is to have, with how often it stands there."""
    columns = range(1, len(content["names"]) + 1)
    rows, sums = content["rows"], content["sums"]
    texts = (
        *FURNITURE,
        *(content[name] for name in ("heading", "caption", "first")),
        *(f"{number} {content['left']} {content['right']}" for number in columns),
        *(f"{row['label']} {row['worth']}" for row in rows),
        *(row["label"] for row in sums),
        *content["rules"],
    )
    return Counter(" ".join(texts).split())


@pytest.mark.parametrize("game", WITH_PADS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_every_pad_takes_one_page_and_loses_no_line(
    renderer: WorkerProcess, tmp_path: Path, game: str, paper: str, per_page: int, players: int
) -> None:
    given = {"paper": paper, "per_page": per_page, "players": players}
    most = GAMES[game].players[1]
    if isinstance(read_pad_options(given, (2, most)), Refused):
        assert players > most or (per_page > 1 and players >= 5)
        return
    path = tmp_path / "pad.pdf"
    made = pad(renderer, game, **given)
    path.write_bytes(made.data)
    assert made.said["pages"] == 1
    placed = words_on(path)
    once = words_of(task_of(game, **given)["content"])
    assert Counter(word for word, _bottom in placed) == Counter(
        {word: count * per_page for word, count in once.items()}
    )
    assert max(bottom for _word, bottom in placed) < HEIGHT[paper] - 12


@pytest.mark.parametrize("paper", sorted(PAPERS.keys() - {"a4", "letter"}))
def test_larger_papers_hold_pads_too(renderer: WorkerProcess, tmp_path: Path, paper: str) -> None:
    path = tmp_path / "pad.pdf"
    made = pad(renderer, paper=paper, per_page=4, players=5)
    path.write_bytes(made.data)
    assert made.said["pages"] == 1
    assert f"{HEIGHT[paper]:g}" in run("pdfinfo", path)
    assert run("pdftotext", "-layout", path, "-").count("share the win") == 4


def words_on(path: Path) -> list[tuple[str, float]]:
    """Every word of the page, and how far down it reaches."""
    found = re.findall(r'yMax="([\d.]+)">(.*?)</word>', run("pdftotext", "-bbox", path, "-"))
    return [(html.unescape(word), float(bottom)) for bottom, word in found]


def bottom_of(path: Path, word: str) -> list[float]:
    return [bottom for found, bottom in words_on(path) if found == word]


@pytest.mark.parametrize("game", WITH_PADS)
def test_a_pad_is_tagged_titled_and_speaks_a_language(
    renderer: WorkerProcess, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "pad.pdf"
    path.write_bytes(pad(renderer, game, players=3).data)
    title = f"{english(GAMES[game].name)}: score pad for 3 players"
    assert_tagged(path, title, ("Table", "TH", "TD", "H1", "Caption"))


def test_the_same_pad_has_the_same_bytes(renderer: WorkerProcess, tmp_path: Path) -> None:
    says = PadSays(("Ana", "Ben"), "Friday", "30 November 2026", {"text": "x", "says": "x"})
    other = WorkerProcess(tmp_path)
    again = pad(other, says=says, players=2)
    other.close()
    assert pad(renderer, says=says, players=2).data == again.data


@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", range(2, 11))
def test_one_player_may_complete_everything_and_finds_lines_for_it(
    paper: str, per_page: int, players: int
) -> None:
    pad = GAMES[GAME].pad(None, pad_room(PadOptions(paper, per_page, players)))
    game_completes = 10 - players + 1
    assert pad is not None
    assert len(pad.lines) >= game_completes


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", range(2, 11))
def test_a_pad_of_a_whole_page_leaves_no_large_part_of_it_blank(
    renderer: WorkerProcess, tmp_path: Path, paper: str, players: int
) -> None:
    path = tmp_path / "pad.pdf"
    path.write_bytes(pad(renderer, paper=paper, players=players).data)
    assert max(bottom_of(path, "win.")) > HEIGHT[paper] * 0.87


WIDE = "W" * 24
NAMES = {
    "wide": (WIDE,) * 10,
    "mixed": ("Ana", "אבגדה וזחטי", "عبد الرحمن", "Žofie Müller-Ćwiek", "देवनागरी", WIDE),
}


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_every_name_stands_whole_in_its_column(
    renderer: WorkerProcess, tmp_path: Path, kind: str, per_page: int
) -> None:
    names = NAMES[kind][: {1: 10, 2: 4, 4: 4}[per_page]]
    path = tmp_path / "pad.pdf"
    made = pad(renderer, says=PadSays(names), players=len(names), per_page=per_page)
    path.write_bytes(made.data)
    assert "report" not in made.said
    letters = re.sub(r"\s", "", run("pdftotext", "-raw", path, "-"))
    assert letters.count("W") >= per_page * 24 * names.count(WIDE)
    words = [
        float(at) for at in re.findall(r'xMax="([\d.]+)"', run("pdftotext", "-bbox", path, "-"))
    ]
    assert max(words) < 595.3 - 8 * 72 / 25.4 + 1


def test_letters_that_no_font_has_are_told_and_left_to_the_pencil(renderer: WorkerProcess) -> None:
    made = pad(renderer, says=PadSays(("Ana", "龍馬", "Bo 🦆")), players=3)
    (line,) = made.said["report"]["lines"]
    assert line["what"]["params"] == {"letters": "龍 馬"}


def test_a_table_brings_its_name_date_and_code(renderer: WorkerProcess, tmp_path: Path) -> None:
    address = "http://192.168.1.23:8000/j/K7MQ2X"
    code = {"text": address, "says": f"QR code of {address}"}
    path = tmp_path / "pad.pdf"
    says = PadSays(("Ana", "Ben"), "Friday at Ana’s", "30 November 2026", code)
    path.write_bytes(pad(renderer, says=says, players=2, per_page=4).data)
    text = run("pdftotext", "-layout", path, "-")
    assert text.count("Friday at Ana’s") == text.count("30 November 2026") == 4
    assert codes_of(path, 150) == [address] * 4


def test_a_table_of_dominion_counts_only_what_can_score_there(
    renderer: WorkerProcess, tmp_path: Path
) -> None:
    path = tmp_path / "pad.pdf"
    says = PadSays(state=a_market(landscapes=("Keep",)).state)
    path.write_bytes(pad(renderer, "dominion_black_market", says, players=4).data)
    text = " ".join(run("pdftotext", "-raw", path, "-").split())
    for line in ("Province 6", "Curse −1", "Gardens", "Keep"):
        assert line in text
    assert "Colony" not in text


def test_more_kinds_of_points_than_lines_are_refused() -> None:
    many = PadSays(state=a_market(deck=SCORING).state)
    refused = pad_task("dominion_black_market", PadOptions("a4", 4, 2), many)
    assert isinstance(refused, Refused)
    assert refused.code == "pad_too_low"
    assert not isinstance(pad_task("dominion_black_market", PadOptions("a4", 1, 2), many), Refused)


def test_a_pad_of_a_deck_is_in_its_own_money() -> None:
    deck = {**starter(), "currency": "Cr", "money_unit": 1_000}
    deck["cards"] = [_in_thousands(card) for card in deck["cards"]]
    task = pad_task(GAME, PadOptions(), PadSays(state=played(GAME, (), deck).state))
    assert not isinstance(task, Refused)
    said = (task["content"]["caption"], task["content"]["sums"][2]["label"])
    assert said == (
        "Money in $1,000. One line for each completed warehouse.",
        "$5,000 items",
    )


def _in_thousands(card: dict[str, Any]) -> dict[str, Any]:
    return {k: v // 1_000 if k in ("money", "bonus") else v for k, v in card.items()}


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
