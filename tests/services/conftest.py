"""Fixtures of the services' tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.services.limits import Limits
from tests.services.desk import ROOMY, Desk


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Callable[[Limits], Desk]]:
    """Makes desks with limits of the test's own."""
    made: list[Desk] = []

    def make(limits: Limits = ROOMY) -> Desk:
        folder = tmp_path / f"data-{len(made)}"
        folder.mkdir()
        made.append(Desk(folder, limits))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def desk(desks: Callable[[Limits], Desk]) -> Desk:
    """One Backroom with room for quick taps."""
    return desks(ROOMY)
