"""Why a file of tables could not be read or written, as the terminal says it, and the way on."""

from __future__ import annotations

from pathlib import Path

from companion.services.ports import StorageTrouble

_WAYS_ON = {
    "disk_full": "The disk is full. Free some space, then try again.",
    "locked": "Another program holds {file}. Close it, then try again.",
    "read_only": "{file} cannot be read or written. Check who owns it and its folder.",
    "moved": "{file} is gone, but not what belongs to it. Put it back, then try again.",
    "corrupt": "{file} is damaged, or is no file of Backroom.",
    "newer_schema": "{file} is of a newer Backroom. Use that one.",
    "older_schema": "{file} is of an older Backroom. Start this one once: that renews it.",
    "away": "{file} does not answer. Start PostgreSQL, or correct DATABASE_URL.",
    "busy": "{file} is too busy. Try again in a moment.",
    "no_entry": "{file} does not let us in. Check name, word and rights in DATABASE_URL.",
    "standby": "{file} only reads. Let DATABASE_URL lead to the one that writes.",
}
DATABASE = "The database"


def in_words(trouble: StorageTrouble, file: Path | str) -> str:
    """What went wrong with this file (or the DATABASE), what to do, and what the store told."""
    way_on = _WAYS_ON.get(trouble.code)
    if way_on is None:
        return f"That did not work: {trouble.detail or file}."
    told = f"\n({trouble.detail})" if trouble.detail else ""
    return way_on.format(file=file) + told
