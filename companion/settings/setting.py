"""One setting: its variable, how that is read and checked, its default, its line in the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Reader = Callable[[str], Any]


class _Wrong(Exception):
    """The end of the sentence "NAME must be …"; never leaves this module."""


def setting(
    environment: str, read: Reader, default: Any, *, says: str, shown: str | None = None
) -> Any:
    """A field of a record of settings; `shown` stands in the docs where the default says little."""
    told = {"environment": environment, "read": read, "says": says, "shown": shown}
    return field(default=default, metadata=told)


def read_fields(
    record: type[Any], environment: Mapping[str, str], wrong: list[str]
) -> dict[str, Any]:
    """The values of those fields whose variable is set; what is wrong with others joins `wrong`."""
    read: dict[str, Any] = {}
    for each in fields(record):
        name = each.metadata.get("environment")
        text = environment.get(name, "") if name else ""
        if not text:
            continue
        try:
            read[each.name] = each.metadata["read"](text)
        except _Wrong as reason:
            wrong.append(f"{name} must be {reason}.")
    return read


def whole(lowest: int, highest: int) -> Reader:
    """A whole number within these, in plain digits."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
        if not lowest <= number <= highest:
            raise _Wrong(f"a whole number from {lowest} to {highest}")
        return number

    return read


def folder(text: str) -> Path:
    """A folder; it need not be there yet."""
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise _Wrong("a folder, and this is a file")
    return path


def own_address(text: str) -> str:
    """An address to listen on, without brackets."""
    bare = text.strip().removeprefix("[").removesuffix("]")
    if not bare or any(letter.isspace() or letter in "/@?#" for letter in bare):
        raise _Wrong("an address of this computer, like 0.0.0.0, :: or 192.168.1.20")
    return bare


def origin(text: str) -> str:
    """An origin only: phones are sent to it, so it has no path, query or user name."""
    try:
        parts = urlsplit(text.strip().rstrip("/"))
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        raise _Wrong("an address like https://cards.example.org") from None
    plain = not (parts.path or parts.query or parts.fragment or parts.username or parts.password)
    host = parts.hostname
    if parts.scheme not in ("http", "https") or not host or not plain or not port_is_fine:
        raise _Wrong("an address like https://cards.example.org, without a path")
    bracketed = f"[{host}]" if ":" in host else host
    standard = {"http": 80, "https": 443}[parts.scheme]
    suffix = "" if parts.port in (None, standard) else f":{parts.port}"
    return f"{parts.scheme}://{bracketed}{suffix}"


def switch(text: str) -> bool:
    """`on` or `off`."""
    word = text.strip().lower()
    if word not in ("on", "off"):
        raise _Wrong("on or off")
    return word == "on"


def file(text: str) -> Path:
    """A file that is there."""
    path = Path(text).expanduser()
    if not path.is_file():
        raise _Wrong("a file that is there")
    return path


def postgres_address(text: str) -> str:
    """The address of a PostgreSQL database. Never said back: it may hold a password."""
    if urlsplit(text.strip()).scheme not in ("postgresql", "postgres"):
        raise _Wrong("an address like postgresql://user@server/backroom")
    return text.strip()


def secret(text: str) -> str:
    """A word that nobody guesses."""
    if len(text) < 12:
        raise _Wrong("at least 12 characters long")
    return text
