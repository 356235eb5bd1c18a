"""Keeps what a release writes: `python -m tests.golden.add VERSION`, once, before it goes out.

Makes tests/golden/VERSION/ with a data file, exports, and what every table must show for ever.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Refused
from companion.core.table import read_submission, snapshot
from companion.services.answers import Created
from companion.services.decks.answers import NewDeck, OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.tables.live_table import LiveTable
from companion.storage.schema import DATA_FILE, newest
from tests.golden.evenings import Evening, evenings
from tests.services.desk import STARTER, Desk

GOLDEN = Path(__file__).parent
EXPORTED = ("E05", "D10", "long", "DP061", "DV065")
FEWEST_EVENTS = 200


def play(desk: Desk, evening: Evening) -> tuple[str, str]:
    """Play one evening by one phone; the table's code and that phone's token."""
    tables = desk.tables
    created = tables.new_tables.create(
        evening.game_key, evening.deck, evening.options, None, f"new-{evening.name}"
    )
    assert isinstance(created, Created), (evening.name, created)
    for number, body in enumerate(evening.bodies):
        own = {key: value for key, value in body.items() if key != "by"}
        submission = read_submission({"anyway": True, **own, "id": f"{evening.name}-{number}"})
        if isinstance(submission, Refused):
            continue
        desk.clock.pass_seconds(2.0)
        caller = tables.doors.caller(created.code, created.seat_token)
        tables.recording.record(created.code, caller, submission)
    return created.code, created.seat_token


def add(version: str) -> int:
    """Make the folder of this release; the number of events in it."""
    target = GOLDEN / version
    target.mkdir()
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name))
        told: dict[str, Json] = {}
        for evening in evenings():
            code, token = play(desk, evening)
            live = desk.tables.doors.find(code)
            assert isinstance(live, LiveTable)
            told[code] = {
                "evening": evening.name,
                "phones": {token: []},
                "version": live.version,
                "shows": snapshot(live.table),
            }
            if evening.name in EXPORTED:
                file = desk.tables.transfers.export(code)
                _write(target / f"export-{evening.name}.json", file)
        told |= _with_phones(desk)
        decks = _made_decks(desk)
        desk.close()
        _write(target / "tables.json", {"schema": newest(), "tables": told, "decks": decks})
        with contextlib.closing(sqlite3.connect(Path(name) / DATA_FILE)) as data_file:
            data_file.execute("VACUUM")
        shutil.copy(Path(name) / DATA_FILE, target / DATA_FILE)
    return sum(table["version"] for table in told.values())


def _with_phones(desk: Desk) -> dict[str, Json]:
    """A table whose players hold their own phones: seats are kept as well as logs."""
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ben", "hand_corrected", player="Ben", count=3)
    phones = {token: [player] for player, token in at.tokens.items()}
    shows = snapshot(at.live.table)
    return {at.code: {"evening": "phones", "phones": phones, "version": at.version, "shows": shows}}


def maker_of(desk: Desk) -> DeckMaker:
    """The deck maker on the desk's store."""
    return DeckMaker(desk.store.store.decks(), desk.clock, desk.randomness, desk.limits)


def _made_decks(desk: Desk) -> dict[str, Json]:
    """A deck that somebody made, with a history."""
    maker, starter = maker_of(desk), read_deck(STARTER)
    assert isinstance(starter, Deck)
    made = maker.create(starter)
    assert isinstance(made, NewDeck)
    opened = maker.editable(made.deck_id, made.secret)
    assert isinstance(opened, OpenDeck)
    saved = maker.save(opened, replace(opened.deck, name="Ours"), opened.revision)
    assert isinstance(saved, OpenDeck)
    return {made.deck_id: {"secret": made.secret, "deck": saved.deck.to_json(), "versions": 2}}


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    count = add(sys.argv[1])
    print(f"{count} events in tests/golden/{sys.argv[1]}")
    sys.exit(0 if count >= FEWEST_EVENTS else 1)
