"""A forgotten table leaves nothing in memory, also when its phones hang up afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.services.answers import Created
from tests.services.desk import GAME, ROOMY, STARTER, Desk


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path, replace(ROOMY, live_tables=2))
    yield desk
    desk.close()


def test_streams_that_end_after_their_table_was_forgotten_do_not_make_it_live_again(
    desk: Desk,
) -> None:
    for _ in range(5):
        at = desk.a_running_table("Ana", "Ben")
        phone_id = at.caller("Ana").phone_id
        at.tables.presence.stream_opened(at.code, phone_id)
        at.tables.retention.forget(at.code, at.caller("Ana"))
        at.tables.presence.stream_closed(at.code, phone_id)

    made = desk.tables.new_tables.create(GAME, STARTER, {}, "Cleo", "new")

    assert isinstance(made, Created)
    assert desk.tables.presence._phones == {}


def test_streams_of_tables_that_never_were_count_for_nothing(desk: Desk) -> None:
    assert isinstance(desk.tables.new_tables.create(GAME, STARTER, {}, "Ana", "one"), Created)
    for code in ("ZZZZZZ", "YYYYYY", "WWWWWW"):
        desk.tables.presence.stream_opened(code, None)
        desk.tables.presence.stream_closed(code, "phone")

    assert isinstance(desk.tables.new_tables.create(GAME, STARTER, {}, "Ben", "two"), Created)
    assert "phone" not in str(desk.tables.presence._phones)
