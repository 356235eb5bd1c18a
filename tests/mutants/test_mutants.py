"""A safety that is taken out makes its test fail: so each of these tests can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.guards import GUARDS
from tests.mutants.harness import Mutant, is_killed, mutated_copy, run_test

QUICK = tuple(
    mutant
    for mutant in GUARDS
    if mutant.test.endswith(("who_is_ours", "with_a_right", "quotes_nothing"))
)
"""So quick that every run of the tests can afford them."""


@pytest.mark.parametrize("mutant", QUICK, ids=lambda mutant: mutant.name)
def test_a_missing_guard_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    assert is_killed(mutant, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("mutant", GUARDS, ids=lambda mutant: mutant.name)
def test_every_missing_guard_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    assert is_killed(mutant, tmp_path)


def test_a_copy_without_a_fault_passes(tmp_path: Path) -> None:
    untouched = Mutant("nothing", "companion/fault_report.py", "report(", "report(", "")
    with pytest.raises(AssertionError, match="has 2 ×"):
        mutated_copy(untouched, tmp_path)
    harmless = Mutant(
        "a comment", "companion/fault_report.py", "then ", "and then ",
        "security/test_whole_evening.py::test_the_report_of_a_fault_quotes_nothing",
    )  # fmt: skip
    (tmp_path / "again").mkdir()
    answer = run_test(mutated_copy(harmless, tmp_path / "again"), harmless.test)
    assert answer.returncode == 0, answer.stdout
