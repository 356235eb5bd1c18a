"""Turns what PostgreSQL complains about into the codes that the services know."""

from __future__ import annotations

import psycopg

from companion.services.ports import StorageTrouble

_BY_STATE = {
    "53100": "disk_full",
    "25006": "standby",
    "42501": "no_entry",
    "3D000": "no_entry",
    "3F000": "no_entry",
    "XX001": "corrupt",
    "XX002": "corrupt",
    "58P01": "corrupt",
    "55P03": "busy",
    "57014": "busy",
}
_BY_CLASS = {"08": "away", "57": "away", "28": "no_entry", "53": "busy", "40": "busy"}

# A refused connection carries no SQLSTATE, only a text, which may be in another language: then it
# counts as away, and the detail tells the terminal the rest.
_SHUT_OUT = ("authentication failed", "no pg_hba.conf entry", "does not exist", "no password")


def trouble_of(error: psycopg.Error) -> StorageTrouble:
    """The trouble behind an error of psycopg; `io` when it is none of the well-known ones."""
    state = error.sqlstate
    if state is None and isinstance(error, psycopg.ProgrammingError):
        # The address itself. What psycopg says quotes all of it, and it may hold a password.
        return StorageTrouble("no_entry", "the address cannot be read")
    detail = f"{state or type(error).__name__}: {_first_line(error)}"
    if state is None:
        connecting = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
        shut_out = any(words in str(error) for words in _SHUT_OUT)
        return StorageTrouble(
            "no_entry" if connecting and shut_out else "away" if connecting else "io", detail
        )
    return StorageTrouble(_BY_STATE.get(state) or _BY_CLASS.get(state[:2], "io"), detail)


def _first_line(error: psycopg.Error) -> str:
    return next(iter(str(error).strip().splitlines()), "")
