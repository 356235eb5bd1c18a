"""Looks through a PostgreSQL database for damage: every log's hash chain, every snapshot."""

from __future__ import annotations

import psycopg

from companion.services.ports import StorageTrouble
from companion.storage.check import (
    BODIES,
    IMPRINTS,
    PICTURES,
    Finding,
    damage_of,
    damage_of_decks,
    damage_of_scan_decks,
)
from companion.storage.postgres_connections import Connection, connect
from companion.storage.postgres_rows import read_stored
from companion.storage.postgres_schema import newest, number_of
from companion.storage.postgres_troubles import trouble_of


def check(url: str) -> tuple[Finding, ...] | StorageTrouble:
    """All damage in a database, () when it is sound. Reads only; servers may be running.

    Damaged pages are found as far as a whole read of our tables meets them; the server's own
    `pg_amcheck` looks deeper.
    """
    try:
        with connect(url, patient=True) as connection:
            number = number_of(connection)
            if number > newest():
                return StorageTrouble("newer_schema", f"schema {number}")
            if number < newest():
                return StorageTrouble("older_schema", f"schema {number}: start a server once")
            return _findings(connection)
    except psycopg.Error as error:
        return trouble_of(error)


def _findings(connection: Connection) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    codes = [code for (code,) in connection.execute("SELECT code FROM tables ORDER BY code")]
    for code in codes:
        try:
            stored = read_stored(connection, code)
        except psycopg.Error as error:
            if connection.closed:
                raise
            findings.append(Finding("file", trouble_of(error).detail, code))
            continue
        findings += [] if stored is None else damage_of(stored)
    bodies, pictures = connection.execute(BODIES), connection.execute(PICTURES)
    scan_decks = damage_of_scan_decks(connection.execute(IMPRINTS))
    return (*findings, *damage_of_decks(bodies, pictures), *scan_decks)
