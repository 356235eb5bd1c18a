"""Backups of the data file: taken while the server runs, checked, and put back."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from companion.services.ports import StorageTrouble
from companion.storage.check import check, losses, no_file
from companion.storage.troubles import trouble_of

BACKUPS = "backups"
"""Folder of the backups inside the data folder."""
_STAMP = "%Y%m%d-%H%M%S"
_SIDE_FILES = ("-wal", "-shm", "-journal")


def backup_path(folder: Path, now: datetime) -> Path:
    """Where the backup of this moment lies when nobody names another place."""
    return folder / BACKUPS / f"backroom-{now.strftime(_STAMP)}.sqlite3"


def take_backup(data_file: Path, target: Path) -> Path | StorageTrouble:
    """Copy the data file as of one moment into a single new file, synced and checked.

    Nothing stands at `target` until the copy is whole and sound; a file that is there already is
    never written over.
    """
    if target.exists():
        return StorageTrouble("io", f"{target.name} is there already")
    if not data_file.exists():
        return no_file(data_file)
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        _copy(data_file, part)
        damage = check(part)
        if isinstance(damage, StorageTrouble):
            return damage
        lost = losses(damage)
        if lost:
            return StorageTrouble("corrupt", lost[0].detail, lost[0].seq)
        _sync(part)
        part.replace(target)
        _sync_folder(target.parent)
        return target
    except sqlite3.Error as error:
        return trouble_of(error)
    except OSError as error:
        return StorageTrouble("io", str(error))
    finally:
        remove(part)


def restore(backup: Path, data_file: Path) -> Path | StorageTrouble | None:
    """Put a backup in the place of the data file; the server must not be running.

    The backup is checked first. The file that lay there is kept beside it under a name that
    nothing had before, and its path is given back (None when there was none).
    """
    damage = check(backup)
    if isinstance(damage, StorageTrouble):
        return damage
    lost = losses(damage)
    if lost:
        return StorageTrouble("corrupt", lost[0].detail, lost[0].seq)
    part = data_file.with_name(data_file.name + ".part")
    aside = free_place(data_file, ".replaced")
    try:
        data_file.parent.mkdir(parents=True, exist_ok=True)
        remove(part)
        _copy(backup, part)
        _sync(part)
        had_one = data_file.exists()
        if _stands(data_file):
            _put_aside(data_file, aside)
        part.replace(data_file)
        _sync_folder(data_file.parent)
        return aside if had_one else None
    except sqlite3.Error as error:
        return trouble_of(error)
    except OSError as error:
        return StorageTrouble("io", str(error))


def prune_backups(folder: Path, now: datetime, days: int) -> tuple[Path, ...]:
    """Delete backups older than so many days; a file with another name is left alone."""
    gone: list[Path] = []
    for path in sorted((folder / BACKUPS).glob("backroom-*.sqlite3")):
        try:
            taken = datetime.strptime(path.stem.removeprefix("backroom-"), _STAMP)
        except ValueError:
            continue
        if taken.replace(tzinfo=now.tzinfo) < now - timedelta(days=days):
            try:
                path.unlink()
            except OSError:
                continue  # a disk that cannot be written: next time
            gone.append(path)
    return tuple(gone)


def _copy(source: Path, target: Path) -> None:
    """SQLite's own online copy: consistent although taps go on. The copy needs no side files."""
    origin = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    try:
        copy_of(origin, target)
    finally:
        origin.close()


def copy_of(origin: sqlite3.Connection, target: Path) -> None:
    """Copy what a connection reads into a new file of its own. Raises sqlite3.Error."""
    copy = sqlite3.connect(target)
    try:
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()


def free_place(data_file: Path, ending: str) -> Path:
    """`.replaced`, `.replaced-2` and so on, beside the data file: the first that is free.

    Whoever tries one backup after the other may yet want the first file, which alone holds the
    last taps.
    """
    places = (
        data_file.with_name(data_file.name + ending + (f"-{number}" if number > 1 else ""))
        for number in count(1)
    )
    # A WAL that was left without its file would be taken for that of the next one.
    return next(each for each in places if not _stands(each))


def _stands(path: Path) -> bool:
    return any(os.path.lexists(f"{path}{suffix}") for suffix in ("", *_SIDE_FILES))


def _put_aside(data_file: Path, aside: Path) -> None:
    """Move the file with what belongs to it: a WAL left behind would spoil the restored file."""
    for suffix in ("", *_SIDE_FILES):
        side = data_file.with_name(data_file.name + suffix)
        if side.exists():
            side.replace(aside.with_name(aside.name + suffix))


def remove(path: Path) -> None:
    """Delete a data file with what belongs to it, as far as it is there."""
    for suffix in ("", *_SIDE_FILES):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).unlink()


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable; Windows knows no such thing and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
