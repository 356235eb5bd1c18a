"""Each safety is held by a test: without it that test fails."""

from __future__ import annotations

import pytest

from tests.faults.mutants import MUTANTS, PROJECT, Mutant, is_noticed

QUICKEST = ("one id once", "full sync", "a savepoint for each change of a group")
QUICK = tuple(mutant for mutant in MUTANTS if mutant.safety in QUICKEST)


def named(mutant: Mutant) -> str:
    return mutant.safety.replace(" ", "-")


@pytest.mark.parametrize("mutant", QUICK, ids=named)
def test_safety_is_missed_when_it_is_taken_out(mutant: Mutant) -> None:
    assert is_noticed(mutant)


@pytest.mark.soak
@pytest.mark.parametrize("mutant", [m for m in MUTANTS if m not in QUICK], ids=named)
def test_every_other_safety_is_missed_too(mutant: Mutant) -> None:
    assert is_noticed(mutant)


def test_the_place_of_every_safety_is_still_there() -> None:
    found = {
        mutant.safety: (PROJECT / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        for mutant in MUTANTS
    }

    assert found == {mutant.safety: 1 for mutant in MUTANTS}
