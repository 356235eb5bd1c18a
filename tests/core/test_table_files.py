"""The file of an exported table: what is read of it, and why another file is none."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.table_files import Misfit, TableFile, read_export

EXPORT = {"schema": "backroom-table/1", "game": "black_market_warehouse", "events": []}


def test_the_tables_own_options_are_told_from_the_games() -> None:
    options = {"track": "scores", "who_logs": "own", "who_lets_in": "host"}

    read = read_export({**EXPORT, "options": options, "deck": {"id": "mine"}, "id": "tap"})

    own = {"who_logs": "own", "who_lets_in": "host"}
    game = "black_market_warehouse"
    assert read == TableFile(game, {"track": "scores"}, own, {"id": "mine"}, [])


def test_what_may_be_left_out_is_empty() -> None:
    assert read_export(EXPORT) == TableFile("black_market_warehouse", {}, {}, None, [])
    assert read_export({**EXPORT, "options": None, "deck": None}) == read_export(EXPORT)


@pytest.mark.parametrize(
    "file",
    [
        None,
        [],
        "backroom-table/1",
        {},
        {**EXPORT, "schema": 1},
        {**EXPORT, "schema": "backroom-deck/1"},
        {**EXPORT, "schema": "backroom-table/0"},
        {**EXPORT, "game": 7},
        {**EXPORT, "events": {}},
        {**EXPORT, "options": []},
        {**EXPORT, "deck": []},
    ],
)
def test_another_file_is_no_export(file: Any) -> None:
    assert read_export(file) == Misfit("not_an_export")


def test_a_later_release_is_named_before_anything_else() -> None:
    file = {**EXPORT, "schema": "backroom-table/2", "chairs": 3}

    assert read_export(file) == Misfit("newer_export")


def test_an_unknown_key_is_named() -> None:
    assert read_export({**EXPORT, "chairs": 3}) == Misfit("unknown_key", "chairs")
