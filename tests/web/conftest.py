"""The same product and phones as the security tests use, and one app for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.security.conftest import browser, product, tables_of
from tests.security.phones import Fresh
from tests.web.deck_stand import Maker
from tests.web.table_stand import an_app

__all__ = ["browser", "product", "tables_of"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Everything but prints; each test starts tables of its own in it."""
    with an_app(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def mine(browser: Fresh) -> Maker:
    """A phone with a copy of the starter deck."""
    return Maker(browser())
