"""How many random games are played: few and always the same in the suite, many in `make soak`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
settings.register_profile(
    "suite",
    derandomize=True,
    max_examples=32,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile(
    "soak",
    max_examples=int(os.environ.get("BACKROOM_SOAK_EXAMPLES", "2000")),
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=SLOW_IS_FINE,
)


def _soaking(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr").strip() == "soak")


def pytest_configure(config: pytest.Config) -> None:
    """`-m soak` runs these same properties on many more games, chosen anew each time."""
    settings.load_profile("soak" if _soaking(config) else "suite")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every test of this folder is part of the soak."""
    if _soaking(config):
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.soak)
