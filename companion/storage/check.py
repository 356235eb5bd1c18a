"""Looks through a data file for damage: the file itself, every log's hash chain, every snapshot."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.services.ports import StorageTrouble, StoredTable
from companion.services.tables.chain import sound_snapshot
from companion.services.tables.open_table import OpenTable, open_stored
from companion.storage.check_seats import damage_of_seats
from companion.storage.rows import read_stored
from companion.storage.schema import amiss_in_schema, connect_to_read, not_ours
from companion.storage.troubles import trouble_of


@dataclass(frozen=True, slots=True)
class Finding:
    """One damage. A snapshot is only a short cut: its table opens from the log all the same."""

    what: str
    """file · reference · schema · log · seats · snapshot · deck · picture · scan deck"""
    detail: str
    code: str | None = None
    """The table, where it is one table's damage."""
    seq: int | None = None
    """With log: the first event that cannot be trusted; 0 is the deck or the options."""


def losses(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that a backup is needed for: a snapshot is made anew, and nothing of it is lost."""
    return tuple(each for each in findings if each.what != "snapshot")


def no_file(data_file: Path) -> StorageTrouble:
    """Said by whatever needs the file to be there."""
    return StorageTrouble("io", f"there is no {data_file.name}")


def check(data_file: Path) -> tuple[Finding, ...] | StorageTrouble:
    """All damage in a data file, () when it is sound. Reads only; the server may be running."""
    if not data_file.exists():
        return no_file(data_file)
    try:
        connection = connect_to_read(data_file)
        connection.text_factory = _text_or_bytes
        try:
            return not_ours(connection) or _findings(connection)
        finally:
            connection.close()
    except sqlite3.Error as error:
        return trouble_of(error)


def _findings(connection: sqlite3.Connection) -> tuple[Finding, ...]:
    findings = [
        Finding("file", str(row[0]))
        for row in connection.execute("PRAGMA integrity_check")
        if row[0] != "ok"
    ]
    findings += [
        Finding("reference", f"{row[0]} row {row[1]} points to a missing {row[2]}")
        for row in connection.execute("PRAGMA foreign_key_check")
    ]
    findings += [Finding("schema", what) for what in amiss_in_schema(connection)]
    codes = [row[0] for row in connection.execute("SELECT code FROM tables ORDER BY code")]
    for code in codes:
        findings += _of_table(connection, code)
    return (*findings, *_of_made_decks(connection), *_of_scan_decks(connection))


def _text_or_bytes(data: bytes) -> str | bytes:
    """Text as stored; what is no UTF-8 stays bytes, which nothing of ours is (see is_whole)."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _of_table(connection: sqlite3.Connection, code: object) -> list[Finding]:
    if not isinstance(code, str):
        return [Finding("file", "a table's code is no text")]
    try:
        stored = read_stored(connection, code)
    except sqlite3.Error as error:
        return [Finding("log", trouble_of(error).detail, code)]
    return [] if stored is None else damage_of(stored)


def _of_made_decks(connection: sqlite3.Connection) -> list[Finding]:
    """Bodies and pictures that are not what their hash says; those of tables are in their log."""
    since = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").fetchone()
    if since is None:
        return []  # a file of the first schema, before it is brought up to date
    return damage_of_decks(connection.execute(BODIES), connection.execute(PICTURES))


def _of_scan_decks(connection: sqlite3.Connection) -> list[Finding]:
    since = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'scan_decks'").fetchone()
    return [] if since is None else damage_of_scan_decks(connection.execute(IMPRINTS))


BODIES = "SELECT DISTINCT sha256, body FROM decks JOIN revisions USING (sha256) ORDER BY sha256"
PICTURES = "SELECT sha256, data FROM pictures ORDER BY sha256"
IMPRINTS = "SELECT imprint, facts FROM scan_decks ORDER BY imprint"
"""What the two below take, as any store knows it: (hash, content) each."""


def damage_of_scan_decks(imprints: Iterable[tuple[str, str]]) -> list[Finding]:
    """Printed decks that are not what their imprint says: their scan marks mean nothing now."""
    return [Finding("scan deck", str(name)[:8]) for name, facts in imprints if _is_not(name, facts)]


def damage_of_decks(
    bodies: Iterable[tuple[str, str]], pictures: Iterable[tuple[str, bytes]]
) -> list[Finding]:
    """Bodies of made decks, and pictures, that are not what their hash says."""
    found = [
        Finding("deck", f"revision {str(name)[:8]}") for name, body in bodies if _is_not(name, body)
    ]
    found += [Finding("picture", str(name)[:8]) for name, data in pictures if _is_not(name, data)]
    return found


def _is_not(name: object, content: object) -> bool:
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    return not isinstance(data, bytes) or hashlib.sha256(data).hexdigest() != name


def damage_of(stored: StoredTable) -> list[Finding]:
    """The damage of one table, as any store reads it."""
    code, opened = stored.row.code, open_stored(stored)
    if not isinstance(opened, OpenTable):
        return [Finding("log", opened.detail, code, opened.seq)]
    found = [Finding("seats", what, code) for what in damage_of_seats(stored, opened)]
    if stored.snapshot is not None and sound_snapshot(stored) is None:
        found.append(Finding("snapshot", f"snapshot at {stored.snapshot.seq}", code))
    return found
