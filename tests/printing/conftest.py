"""What the print tests share: the starter deck, one worker, and the files it makes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.command_line.deck_arguments import STARTER
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.printing.formats import PrintOptions, read_options
from companion.printing.sheets.planning import Planned, plan
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.own_deck import own_deck
from tests.security.phones import Browser, build_at

Printed = Callable[..., tuple[Planned, Path, dict[str, Any]]]


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backroom]:
    """The whole product, one for all tests of a file."""
    made = build_at(tmp_path_factory.mktemp("data"))
    yield made
    made.close()


@pytest.fixture
def browser(product: Backroom) -> Callable[[], Browser]:
    """Makes a fresh browser without cookies."""
    return lambda: Browser(product.app.test_client())


@pytest.fixture
def phone(browser: Callable[[], Browser]) -> Browser:
    """One of them."""
    return browser()


@pytest.fixture(scope="session")
def starter() -> Deck:
    deck = read_deck(json.loads(STARTER.read_text(encoding="utf-8")))
    assert isinstance(deck, Deck)
    return deck


@pytest.fixture(scope="session")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerProcess]:
    made = WorkerProcess(tmp_path_factory.mktemp("made"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which `printed` finds the pictures of cards."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="session")
def own(pictures: Path) -> Deck:
    return own_deck(pictures)


@pytest.fixture(scope="session")
def printed(
    renderer: WorkerProcess, starter: Deck, pictures: Path, tmp_path_factory: pytest.TempPathFactory
) -> Printed:
    """Print the starter deck (or another) with these options, each combination once."""
    folder = tmp_path_factory.mktemp("printed")
    known: dict[str, tuple[Planned, Path, dict[str, Any]]] = {}

    def print_(deck: Deck = starter, **options: Any) -> tuple[Planned, Path, dict[str, Any]]:
        chosen = read_options(options)
        assert isinstance(chosen, PrintOptions)
        name = json.dumps([deck.to_json(), chosen.to_json()])
        if name not in known:
            planned = plan(deck, chosen)
            assert isinstance(planned, Planned)
            task = {
                "task": "deck",
                "deck": deck.to_json(),
                "options": chosen.to_json(),
                "pictures_folder": str(pictures),
            }
            made = renderer.run(task)
            assert isinstance(made, TaskDone), made
            path = folder / f"{len(known)}.pdf"
            first = made.said["sizes"][0]
            path.write_bytes(made.data[:first])
            if made.data[first:]:
                path.with_name(f"{path.stem}-backs.pdf").write_bytes(made.data[first:])
            known[name] = planned, path, made.said
        return known[name]

    return print_


def run(*command: str | Path) -> str:
    """The output of a program of the system; it must succeed."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout
