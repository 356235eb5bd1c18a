"""What a disk holds after the power fails: synced writes whole, the others kept, lost or torn."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.disk import Call

SECTOR_BYTES = 512


@dataclass
class _OnDisk:
    """One file as it surely lies on the disk, and the calls since its last sync."""

    content: bytearray = field(default_factory=bytearray)
    there: bool = False
    pending: list[Call] = field(default_factory=list)


def image(log: list[Call], cut: int, chance: random.Random, folder: Path) -> None:
    """Write the files as the power cut before `log[cut]` may leave them into a new folder.

    As SQLite expects of a disk (power-safe overwrite), bytes outside a write are never harmed;
    within it every sector is old, new, torn in the middle, or garbage, each by itself.
    """
    files: dict[str, _OnDisk] = defaultdict(_OnDisk)
    for call in log[:cut]:
        if call.kind == "note":
            continue
        if call.kind == "folder":
            _sync_folder(files.values())
            continue
        file = files[call.path]
        file.pending.append(call)
        if call.kind == "sync":
            for each in file.pending:
                _apply(file, each)
            file.pending.clear()
    luck = chance.choice((0.0, 0.3, 0.7, 0.95, 1.0))
    folder.mkdir()
    for path, file in files.items():
        for call in file.pending:
            _perhaps(file, call, luck, chance)
        if file.there:
            (folder / Path(path).name).write_bytes(file.content)


def lying_there(folder: Path) -> list[Call]:
    """The files of a folder as calls that made them, all synced: where the next log begins."""
    calls: list[Call] = []
    for path in sorted(folder.iterdir()):
        calls += [Call("write", str(path), 0, path.read_bytes()), Call("sync", str(path))]
    return calls


def _sync_folder(files: Iterable[_OnDisk]) -> None:
    """Deleted files stay deleted from now on."""
    for file in files:
        deleted = [n for n, call in enumerate(file.pending) if call.kind == "delete"]
        if deleted:
            file.content, file.there = bytearray(), False
            del file.pending[: deleted[-1] + 1]


def _apply(file: _OnDisk, call: Call) -> None:
    if call.kind == "write":
        _put(file, call.at, call.data)
    elif call.kind == "truncate":
        _cut_to(file, call.at)
    elif call.kind == "delete":
        file.content, file.there = bytearray(), False


def _perhaps(file: _OnDisk, call: Call, luck: float, chance: random.Random) -> None:
    """A call that nobody waited for: done, not done, or done in part."""
    if call.kind != "write":
        if chance.random() < luck:
            _apply(file, call)
        return
    start = call.at
    while start < call.at + len(call.data):
        end = min(start - start % SECTOR_BYTES + SECTOR_BYTES, call.at + len(call.data))
        piece = call.data[start - call.at : end - call.at]
        fate = chance.random()
        if fate < luck * 0.9:
            _put(file, start, piece)
        elif fate < luck * 0.95:
            _put(file, start, piece[: chance.randrange(len(piece))])
        elif fate < luck:
            _put(file, start, chance.randbytes(len(piece)))
        start = end


def _put(file: _OnDisk, at: int, data: bytes) -> None:
    file.there = True
    if len(file.content) < at:
        file.content.extend(bytes(at - len(file.content)))
    file.content[at : at + len(data)] = data


def _cut_to(file: _OnDisk, length: int) -> None:
    file.there = True
    del file.content[length:]
    file.content.extend(bytes(length - len(file.content)))
