"""Power cuts at any moment: the file is sound, and what was acknowledged is in it."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.services.ports import Change, StoredTable, TableRow, Written
from companion.services.tables.chain import first_damage
from companion.storage import schema
from companion.storage.sqlite import SqliteStore, open_store
from companion.storage.writer import commit_group
from tests.faults.disk import Call, Disk, sizes, watched_disk
from tests.faults.power_cuts import image, lying_there
from tests.storage.rows_builder import AT, a_new_table, a_snapshot, appended, stored

TABLES = ("BBBBBB", "CCCCCC", "DDDDDD", "FFFFFF", "GGGGGG")
COMMITS = 150
FORGOTTEN = TABLES[-1]


@dataclass(frozen=True)
class Sent:
    """A change was given to the store; None: the table was to be forgotten."""

    code: str
    change: Change | None


@dataclass(frozen=True)
class Acknowledged:
    """The store said that so many changes of this table are durable."""

    code: str
    count: int


@dataclass
class Evening:
    """Taps at a few tables, committed alone and in groups, with checkpoints and a forgotten one."""

    disk: Disk
    store: SqliteStore
    chance: random.Random
    heads: dict[str, TableRow] = field(default_factory=dict)
    sent: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        # Checkpoints come often here; what they do is the same as after four megabytes.
        self.store._writer.alone(lambda c: c.execute("PRAGMA wal_autocheckpoint = 25"))
        for code in TABLES:
            self._commit([a_new_table(code)])
        for number in range(COMMITS):
            codes = self.chance.sample(TABLES[:-1], self.chance.randint(1, 4))
            if number < COMMITS // 2:
                codes.append(FORGOTTEN)
            self._commit([self._next(code, number) for code in codes])
            if number == COMMITS // 2:
                self.disk.note(Sent(FORGOTTEN, None))
                assert self.store.forget([FORGOTTEN], AT) == Written()
                self.disk.note(Acknowledged(FORGOTTEN, -1))

    def _next(self, code: str, number: int) -> Change:
        change = appended(self.heads[code], self.chance.randint(1, 3), id=f"tap-{number}")
        large = "x" * self.chance.randrange(6000)
        if self.chance.random() < 0.3:
            change = replace(change, snapshot=replace(a_snapshot(change), body=large))
        return change

    def _commit(self, group: list[Change]) -> None:
        for change in group:
            self.disk.note(Sent(change.code, change))
        if len(group) == 1:
            outcomes = [self.store.write(group[0])]
        else:
            outcomes = self.store._writer.alone(lambda c: commit_group(c, group))  # type: ignore[assignment]
        assert outcomes == [Written()] * len(group)
        for change in group:
            self.heads[change.code] = change.row
            self.sent[change.code] += 1
            self.disk.note(Acknowledged(change.code, self.sent[change.code]))


@dataclass
class Found:
    """What the images showed."""

    corrupt: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    inconsistent: list[str] = field(default_factory=list)
    ahead: int = 0
    """Tables that held a change nobody had been told of yet, which is as good."""


def an_evening(folder: Path, chance: random.Random) -> list[Call]:
    """All that the disk was asked to do while an evening was played in a new folder."""
    folder.mkdir()
    with watched_disk() as disk:
        opened = open_store(folder)
        assert isinstance(opened, SqliteStore)
        Evening(disk, opened, chance).play()
        opened.close()
        return list(disk.log)


def cuts(tmp_path: Path, images: int, seed: int) -> Found:
    """Play an evening on a watched disk, and look at so many power cuts of it."""
    chance, found = random.Random(seed), Found()
    log = an_evening(tmp_path / "data", chance)
    for number in range(images):
        # The first moments of a new file are few calls, and as good a moment to lose power.
        cut = chance.randrange(1, 150 if chance.random() < 0.2 else len(log) + 1)
        folder = tmp_path / f"image-{number}"
        image(log, cut, chance, folder)
        _look(folder, [call.noted for call in log[:cut] if call.kind == "note"], found)
        shutil.rmtree(folder)
    print(f"{images} cuts of {sizes(log)}: {len(found.corrupt)} corrupt, {len(found.lost)} lost,"
          f" {len(found.inconsistent)} inconsistent, {found.ahead} ahead")  # fmt: skip
    return found


def _look(folder: Path, notes: list[object], found: Found) -> None:
    sent: dict[str, list[Change]] = {code: [] for code in TABLES}
    acknowledged: Counter[str] = Counter()
    forgetting = False
    for note in notes:
        if isinstance(note, Sent) and note.change is not None:
            sent[note.code].append(note.change)
        elif isinstance(note, Sent):
            forgetting = True
        elif isinstance(note, Acknowledged):
            acknowledged[note.code] = note.count
    opened = open_store(folder)
    if not isinstance(opened, SqliteStore):
        found.corrupt.append(f"{folder.name}: {opened}")
        return
    sound = opened._writer.alone(lambda c: c.execute("PRAGMA integrity_check").fetchall())
    if sound != [("ok",)]:
        found.corrupt.append(f"{folder.name}: {sound}")
    for code in TABLES:
        gone = code == FORGOTTEN and forgetting
        _compare(opened.read_table(code), sent[code], acknowledged[code], gone, found)
    opened.close()


def _compare(
    table: object, sent: list[Change], acknowledged: int, may_be_gone: bool, found: Found
) -> None:
    if table is None:
        if acknowledged > 0 and not may_be_gone:
            found.lost.append(f"{sent[0].code} of {acknowledged} is gone")
        return
    if not isinstance(table, StoredTable):
        found.corrupt.append(str(table))
        return
    if acknowledged == -1:
        found.lost.append(f"{table.row.code} is back although it was forgotten")
        return
    length = next((n for n, c in enumerate(sent, 1) if c.row == table.row), 0)
    if not length or table != stored(*sent[:length]) or first_damage(table) is not None:
        found.inconsistent.append(f"{table.row.code} stands at {table.row.head_seq}")
    elif length < acknowledged:
        found.lost.append(f"{table.row.code} has {length} of {acknowledged}")
    found.ahead += length > acknowledged


def cut_again(tmp_path: Path, images: int, seed: int) -> Found:
    """After a power cut Backroom starts, records on, and loses power again, also while starting."""
    chance, found = random.Random(seed), Found()
    first = an_evening(tmp_path / "data", chance)
    for number in range(images):
        once, twice = tmp_path / f"once-{number}", tmp_path / f"twice-{number}"
        image(first, chance.randrange(200, len(first)), chance, once)
        lying = 2 * len(list(once.iterdir()))
        log, base = _recorded_on(once, chance)
        cut = chance.randrange(lying, len(log) + 1)
        image(log, cut, chance, twice)
        _look_again(twice, [call.noted for call in log[:cut] if call.kind == "note"], base, found)
        shutil.rmtree(once)
        shutil.rmtree(twice)
    print(f"{images} second cuts: {found}")
    return found


def _recorded_on(folder: Path, chance: random.Random) -> tuple[list[Call], dict[str, StoredTable]]:
    """Start on what a power cut left, and record a little at every table."""
    with watched_disk() as disk:
        disk.log += lying_there(folder)
        opened = open_store(folder)
        assert isinstance(opened, SqliteStore)
        opened._writer.alone(lambda c: c.execute("PRAGMA wal_autocheckpoint = 10"))
        found = {code: opened.read_table(code) for code in TABLES}
        base = {code: table for code, table in found.items() if isinstance(table, StoredTable)}
        heads = {code: table.row for code, table in base.items()}
        for number in range(8):
            for code in chance.sample(sorted(heads), min(2, len(heads))):
                change = appended(heads[code], chance.randint(1, 3), id=f"again-{number}")
                disk.note(Sent(code, change))
                assert opened.write(change) == Written()
                disk.note(Acknowledged(code, change.row.head_seq))
                heads[code] = change.row
        opened.close()
        return list(disk.log), base


def _look_again(
    folder: Path, notes: list[object], base: dict[str, StoredTable], found: Found
) -> None:
    """Every table stands where it was found or further, and not before what was acknowledged."""
    opened = open_store(folder)
    assert isinstance(opened, SqliteStore), opened
    for code, before in base.items():
        stands = [(before.row, before.events)]
        acknowledged = before.row.head_seq
        for note in notes:
            if isinstance(note, Sent) and note.code == code and note.change is not None:
                stands.append((note.change.row, stands[-1][1] + note.change.events))
            elif isinstance(note, Acknowledged) and note.code == code:
                acknowledged = note.count
        table = opened.read_table(code)
        if not isinstance(table, StoredTable):
            found.lost.append(f"{folder.name}: {code}: {table}")
        elif (table.row, table.events) not in stands or first_damage(table) is not None:
            found.inconsistent.append(f"{folder.name}: {code} stands at {table.row.head_seq}")
        elif table.row.head_seq < acknowledged:
            found.lost.append(f"{folder.name}: {code} lost {acknowledged - table.row.head_seq}")
    opened.close()


def test_forty_power_cuts_lose_and_spoil_nothing(tmp_path: Path) -> None:
    found = cuts(tmp_path, images=40, seed=20261130)

    assert (found.corrupt, found.lost, found.inconsistent) == ([], [], [])


def test_second_power_cut_after_the_first_loses_nothing_either(tmp_path: Path) -> None:
    found = cut_again(tmp_path, images=12, seed=20261130)

    assert (found.corrupt, found.lost, found.inconsistent) == ([], [], [])


@pytest.mark.soak
def test_two_hundred_second_power_cuts_lose_nothing(tmp_path: Path) -> None:
    found = cut_again(tmp_path, images=200, seed=1)

    assert (found.corrupt, found.lost, found.inconsistent) == ([], [], [])


@pytest.mark.soak
def test_four_hundred_power_cuts_lose_and_spoil_nothing(tmp_path: Path) -> None:
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = cuts(folder, images=40, seed=seed)

        assert (found.corrupt, found.lost, found.inconsistent) == ([], [], [])


@pytest.mark.parametrize("mode", ["NORMAL", "OFF"])
def test_the_same_cuts_lose_taps_without_full_sync(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a test that finds nothing here would find nothing above either."""
    weaker = [p.replace("= FULL", f"= {mode}") for p in schema.WRITER_PRAGMAS]
    monkeypatch.setattr(schema, "WRITER_PRAGMAS", tuple(weaker))

    found = cuts(tmp_path, images=40, seed=20261130)

    assert len(found.lost) > 0
    assert mode == "OFF" or (found.corrupt, found.inconsistent) == ([], [])
