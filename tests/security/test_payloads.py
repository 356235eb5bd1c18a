"""Whatever people type, every page and answer keeps the shape it has with a harmless text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from companion.core.names import clean_name
from companion.settings import Settings
from companion.settings.caps import Caps
from tests.security.evenings import Evening, dominion_evening, warehouse_evening
from tests.security.payloads import PAYLOADS
from tests.security.phones import Browser, build_at
from tests.security.shapes import keys_of, shape_of

AT_ONE_TABLE = 6
HARMLESS = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fynn")
NAMES = [text for text in PAYLOADS.values() if clean_name(text)]
TABLES = [
    (NAMES + NAMES)[start : start + AT_ONE_TABLE] for start in range(0, len(NAMES), AT_ONE_TABLE)
]
Play = Callable[[Callable[[], Browser], Sequence[str]], Evening]


def test_there_are_many_kinds_and_nearly_all_can_be_names() -> None:
    assert len(PAYLOADS) >= 25
    assert len(NAMES) >= len(PAYLOADS) - 2


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Browser]]:
    """Browsers at a product that lets them tap and start tables as fast as they like."""
    caps = Caps(events_per_second=10_000, events_burst=10_000, new_tables_private=10_000)
    made = build_at(tmp_path_factory.mktemp("data"), Settings(caps=caps))
    yield lambda: Browser(made.app.test_client())
    made.close()


@pytest.fixture(scope="module")
def harmless(patient: Callable[[], Browser]) -> Callable[[Play], Evening]:
    """The same evening with names that mean no harm, played once."""
    return cache(lambda play: play(patient, HARMLESS))


@pytest.mark.parametrize("texts", TABLES, ids=lambda texts: texts[0])
@pytest.mark.parametrize("play", [warehouse_evening, dominion_evening])
def test_every_page_keeps_its_shape(
    play: Play,
    texts: list[str],
    patient: Callable[[], Browser],
    harmless: Callable[[Play], Evening],
) -> None:
    expected, odd = harmless(play), play(patient, texts)

    assert expected.pages.keys() == odd.pages.keys()
    for place, page in odd.pages.items():
        plain, here = shape_of(expected.pages[place]), shape_of(page)
        assert (place, here - plain, plain - here) == (place, Counter(), Counter())
    assert shapes_of_answers(odd) == shapes_of_answers(expected)


def shapes_of_answers(evening: Evening) -> dict[str, object]:
    """The keys of every JSON answer of the evening."""
    return {place: keys_of(told, evening.names) for place, told in evening.answers.items()}
