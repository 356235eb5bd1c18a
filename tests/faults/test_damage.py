"""A damaged data file: a table opens as it was or says that it is damaged, never a wrong tally."""

from __future__ import annotations

import contextlib
import hashlib
import random
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.core.decks.editing import blank
from companion.core.decks.model import Deck
from companion.core.outcome import Json
from companion.core.table import snapshot
from companion.services.answers import NotRecorded
from companion.services.decks.answers import NewDeck, OpenDeck
from companion.services.decks.maker import DeckMaker
from companion.services.tables.live_table import LiveTable
from companion.services.tables.tables import Tables
from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store
from tests.faults.damages import damaged
from tests.golden.add import play
from tests.golden.evenings import evenings
from tests.services.desk import (
    ROOMY,
    CountingRandomness,
    Desk,
    HandClock,
    ListeningBroadcaster,
)

PLAYED = ("E05", "DV065", "long")


@dataclass(frozen=True)
class Sound:
    """The file before any damage, and what its tables show."""

    content: bytes
    shows: dict[str, Json]
    tokens: dict[str, str]
    decks: dict[str, Deck]
    picture: str


def sound_file(folder: Path, played: tuple[str, ...] = PLAYED) -> Sound:
    desk = Desk(folder)
    tokens = dict(play(desk, evening) for evening in evenings() if evening.name in played)
    at = desk.a_running_table("Ana", "Ben")
    tokens[at.code] = at.tokens["Ana"]
    shows = {}
    for code in tokens:
        live = desk.tables.doors.find(code)
        assert isinstance(live, LiveTable)
        shows[code] = snapshot(live.table)
    decks = _decks(desk.store.store)
    picture = b"no picture, and kept by its hash like one"
    name = hashlib.sha256(picture).hexdigest()
    desk.store.store._writer.alone(
        lambda c: c.execute("INSERT INTO pictures VALUES (?,?)", (name, picture))
    )
    desk.close()
    return Sound((folder / DATA_FILE).read_bytes(), shows, tokens, decks, name)


def _maker(store: SqliteStore) -> DeckMaker:
    return DeckMaker(store.decks(), HandClock(), CountingRandomness(), ROOMY)


def _decks(store: SqliteStore) -> dict[str, Deck]:
    """Two decks that people made, one of them with a history."""
    maker, decks = _maker(store), {}
    for name in ("Mine", "Yours"):
        made = maker.create(blank(name))
        assert isinstance(made, NewDeck)
        opened = maker.open(made.deck_id)
        assert isinstance(opened, OpenDeck)
        if name == "Yours":
            opened = maker.save(opened, blank("Yours, changed"), opened.revision)  # type: ignore[assignment]
            assert isinstance(opened, OpenDeck)
        decks[made.deck_id] = opened.deck
    return decks


def look(
    folder: Path, sound: Sound, told: str, seen: Counter[str], gone_is_told: bool = True
) -> None:
    """Open everything in a damaged file as a server would."""
    opened = open_store(folder)
    if not isinstance(opened, SqliteStore):
        seen[f"file {opened.code}"] += 1
        return
    tables = Tables(opened, HandClock(), CountingRandomness(), ListeningBroadcaster(), ROOMY)
    missing = False
    for code, shown in sound.shows.items():
        live = tables.doors.find(code)
        if isinstance(live, LiveTable):
            assert snapshot(live.table) == shown, f"{told}: {code} shows something else"
            live.caller_of(None)
            tables.doors.caller(code, sound.tokens[code])
            seen["table as it was"] += 1
            continue
        assert isinstance(live, NotRecorded)
        seen[f"table {live.refused.fields.get('trouble', live.refused.code)}"] += 1
        missing = missing or live.status == 404
    tables.retention.prune()
    opened.phone_by_join_id("0" * 64)
    _look_at_decks(_maker(opened), sound, told, seen)
    opened.close()
    if missing and gone_is_told:
        findings = check(folder / DATA_FILE)
        assert findings != (), f"{told}: a table is gone, and nobody says so"
    else:
        check(folder / DATA_FILE)


def _look_at_decks(maker: DeckMaker, sound: Sound, told: str, seen: Counter[str]) -> None:
    for deck_id, deck in sound.decks.items():
        found = maker.open(deck_id)
        if isinstance(found, OpenDeck):
            assert found.deck == deck, f"{told}: deck {deck_id} is another"
            maker.last_change(found)
            maker.undo(found, found.revision)
            seen["deck as it was"] += 1
        else:
            seen[f"deck {found.refused.fields.get('trouble', found.refused.code)}"] += 1
    maker.picture(sound.picture)


def damages(tmp_path: Path, count: int, seed: int) -> Counter[str]:
    """Damage the file so many times, each time anew."""
    (tmp_path / "sound").mkdir()
    sound, chance, seen = sound_file(tmp_path / "sound"), random.Random(seed), Counter[str]()
    for number in range(count):
        content, told = damaged(sound.content, chance)
        folder = tmp_path / "damaged"
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        (folder / DATA_FILE).write_bytes(content)
        look(folder, sound, f"damage {number} ({told})", seen)
    print(f"{count} damages: {dict(seen.most_common())}")
    return seen


def test_thirty_damages_never_show_a_wrong_tally(tmp_path: Path) -> None:
    seen = damages(tmp_path, count=30, seed=7)

    assert seen["table corrupt"] > 0
    assert seen["table as it was"] > 0


@pytest.mark.soak
def test_a_thousand_damages_never_show_a_wrong_tally(tmp_path: Path) -> None:
    damages(tmp_path, count=1000, seed=20261130)


DECKS = ("made_decks", "revisions", "pictures", "shown_pictures")
ODDEST = ("NULL", "x'ff00'", "7")
ODD = (*ODDEST, "'}'", "0.5", "-1", "'7'", "x'22'")


def set_odd(path: Path, sound: Sound, column: str, value: str) -> None:
    """Put the value into this column of every row, as damage does: it asks no schema."""
    path.write_bytes(sound.content)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute("DROP TRIGGER events_stand")
        file.execute("PRAGMA writable_schema = ON")
        for strict, loose in ((" STRICT,", " "), (" STRICT", ""), (" NOT NULL", "")):
            file.execute(
                "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table'",
                (strict, loose),
            )
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        table, _, name = column.partition(".")
        with contextlib.suppress(sqlite3.IntegrityError):  # a key may be neither NULL nor twice
            file.execute(f"UPDATE OR IGNORE {table} SET {name} = {value}")


def odd_values(tmp_path: Path, values: tuple[str, ...]) -> None:
    """Each of these values in each column of every table."""
    (tmp_path / "sound").mkdir()
    sound, seen = sound_file(tmp_path / "sound", ("DV065",)), Counter[str]()
    with contextlib.closing(sqlite3.connect(tmp_path / "sound" / DATA_FILE)) as file:
        columns = [
            f"{table}.{row[1]}"
            for table in (
                "tables",
                "events",
                "decks",
                "phones",
                "seats",
                "snapshots",
                "kept",
                *DECKS,
            )
            for row in file.execute(f"PRAGMA table_info({table})")
        ]
    for column in columns:
        for value in values:
            set_odd(tmp_path / DATA_FILE, sound, column, value)
            look(tmp_path, sound, f"{column} = {value}", seen, gone_is_told=False)
    print(len(columns), dict(seen.most_common()))
    assert seen["table corrupt"] > 0


def test_odd_value_in_any_column_is_told_as_damage_and_no_crash(tmp_path: Path) -> None:
    odd_values(tmp_path, ODDEST)


@pytest.mark.soak
def test_every_odd_value_in_any_column_is_told_as_damage_and_no_crash(tmp_path: Path) -> None:
    odd_values(tmp_path, ODD)
