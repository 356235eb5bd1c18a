"""Reads what the environment says about this server into one frozen record, and checks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

DEFAULT_PORT = 8000
"""The first port that is tried on a new data folder."""

_Reader = Callable[[str], Any]


class _Wrong(Exception):
    """The end of the sentence "NAME must be …"; never leaves this module."""


def _whole(lowest: int, highest: int) -> _Reader:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
        if not lowest <= number <= highest:
            raise _Wrong(f"a whole number from {lowest} to {highest}")
        return number

    return read


def _folder(text: str) -> Path:
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise _Wrong("a folder, and this is a file")
    return path


def _host(text: str) -> str:
    bare = text.strip().removeprefix("[").removesuffix("]")
    if not bare or any(letter.isspace() or letter in "/@?#" for letter in bare):
        raise _Wrong("an address of this computer, like 0.0.0.0, :: or 192.168.1.20")
    return bare


def _public_url(text: str) -> str:
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


def _switch(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("on", "off"):
        raise _Wrong("on or off")
    return word == "on"


def _file(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_file():
        raise _Wrong("a file that is there")
    return path


def _database_url(text: str) -> str:
    """Never said back: it may hold a password."""
    if urlsplit(text.strip()).scheme not in ("postgresql", "postgres"):
        raise _Wrong("an address like postgresql://user@server/backroom")
    return text.strip()


def _secret(text: str) -> str:
    if len(text) < 12:
        raise _Wrong("at least 12 characters long")
    return text


def _said(
    environment: str, read: _Reader, default: Any, *, says: str, shown: str | None = None
) -> Any:
    """A field of Settings or Caps: its variable, its reader, its default, its line in the docs."""
    told = {"environment": environment, "read": read, "says": says, "shown": shown}
    return field(default=default, metadata=told)


@dataclass(frozen=True, slots=True)
class Caps:
    """How much of everything this server takes; over a cap, people get a sentence."""

    body_bytes: int = _said(
        "BACKROOM_BODY_BYTES",
        _whole(4_096, 10_000_000),
        64_000,
        says="Largest body of a request, in bytes.",
    )
    deck_bytes: int = _said(
        "BACKROOM_DECK_BYTES",
        _whole(64_000, 20_000_000),
        1_000_000,
        says="Largest deck that may be sent, in bytes.",
    )
    import_bytes: int = _said(
        "BACKROOM_IMPORT_BYTES",
        _whole(64_000, 50_000_000),
        4_000_000,
        says="Largest table file that may be brought in, in bytes.",
    )
    picture_bytes: int = _said(
        "BACKROOM_PICTURE_BYTES",
        _whole(64_000, 50_000_000),
        5_000_000,
        says="Largest picture for a card, in bytes.",
    )
    photo_bytes: int = _said(
        "BACKROOM_PHOTO_BYTES",
        _whole(64_000, 50_000_000),
        8_000_000,
        says="Largest photo of a pile, in bytes.",
    )
    photos_a_minute: int = _said(
        "BACKROOM_PHOTOS_A_MINUTE",
        _whole(1, 10_000),
        12,
        says="Photos of piles a minute from one phone.",
    )
    scan_decks: int = _said(
        "BACKROOM_SCAN_DECKS",
        _whole(1, 20_000),
        1_000,
        says="Printed decks whose scan marks this server knows.",
    )
    decks: int = _said(
        "BACKROOM_DECKS", _whole(0, 100_000), 50, says="Decks that this server keeps."
    )
    pictures_bytes: int = _said(
        "BACKROOM_PICTURES_BYTES",
        _whole(0, 100_000_000_000),
        100_000_000,
        says="Room for all pictures together, in bytes.",
    )
    new_decks_per_hour: int = _said(
        "BACKROOM_NEW_DECKS_PER_HOUR",
        _whole(0, 100_000),
        10,
        says="New decks an hour from one address.",
    )
    deck_revisions: int = _said(
        "BACKROOM_DECK_REVISIONS",
        _whole(2, 10_000),
        200,
        says="Steps that a deck can be taken back.",
    )
    deck_history_bytes: int = _said(
        "BACKROOM_DECK_HISTORY_BYTES",
        _whole(1_000_000, 1_000_000_000),
        10_000_000,
        says="Room for the history of one deck, in bytes.",
    )
    table_name_letters: int = _said(
        "BACKROOM_TABLE_NAME_LETTERS", _whole(4, 120), 40, says="Letters in a table's name."
    )
    players: int = _said("BACKROOM_PLAYERS", _whole(2, 10), 10, says="Players at one table.")
    spectators: int = _said(
        "BACKROOM_SPECTATORS", _whole(0, 1_000), 12, says="Spectators at one table."
    )
    live_tables: int = _said(
        "BACKROOM_LIVE_TABLES",
        _whole(1, 100_000),
        100,
        says="Tables in use at once: an event or an open phone in the last 3 hours.",
    )
    demo_tables: int = _said(
        "BACKROOM_DEMO_TABLES",
        _whole(0, 1_000),
        20,
        says="Demo tables at once; 0 offers none. With PostgreSQL there are none.",
    )
    new_tables_private: int = _said(
        "BACKROOM_NEW_TABLES_PRIVATE",
        _whole(1, 100_000),
        30,
        says="New tables in 10 minutes from one address of the home network.",
    )
    new_tables_public: int = _said(
        "BACKROOM_NEW_TABLES_PUBLIC",
        _whole(0, 100_000),
        5,
        says="New tables in 10 minutes from one address of the internet.",
    )
    imports_an_address: int = _said(
        "BACKROOM_IMPORTS_AN_ADDRESS",
        _whole(0, 100_000),
        60,
        says="Table files in 10 minutes from one address, refused ones too.",
    )
    events_per_table: int = _said(
        "BACKROOM_EVENTS_PER_TABLE", _whole(100, 1_000_000), 20_000, says="Events of one table."
    )
    events_per_second: int = _said(
        "BACKROOM_EVENTS_PER_SECOND", _whole(1, 10_000), 10, says="Taps a second from one seat."
    )
    events_burst: int = _said(
        "BACKROOM_EVENTS_BURST",
        _whole(1, 10_000),
        20,
        says="Taps that one seat may send at once.",
    )
    streams: int = _said(
        "BACKROOM_STREAMS",
        _whole(0, 50_000),
        400,
        says="Phones that are kept up to date by a stream; the others ask every 3 seconds.",
    )
    streams_per_address: int = _said(
        "BACKROOM_STREAMS_PER_ADDRESS", _whole(1, 50_000), 24, says="Streams to one address."
    )
    streams_per_seat: int = _said(
        "BACKROOM_STREAMS_PER_SEAT", _whole(1, 100), 2, says="Streams to one seat."
    )
    connections: int = _said(
        "BACKROOM_CONNECTIONS", _whole(16, 60_000), 2_000, says="Open connections altogether."
    )
    connections_per_address: int = _said(
        "BACKROOM_CONNECTIONS_PER_ADDRESS",
        _whole(8, 60_000),
        120,
        says="Open connections from one address; loopback and proxies are not counted.",
    )
    print_queue: int = _said(
        "BACKROOM_PRINT_QUEUE", _whole(1, 1_000), 8, says="Prints that may wait their turn."
    )
    print_cache_bytes: int = _said(
        "BACKROOM_PRINT_CACHE_BYTES",
        _whole(0, 100_000_000_000),
        200_000_000,
        says="Room for finished prints, in bytes; the newest stays in any case.",
    )
    printer_profiles: int = _said(
        "BACKROOM_PRINTER_PROFILES", _whole(1, 1_000), 40, says="Printer profiles that are kept."
    )
    json_depth: int = _said(
        "BACKROOM_JSON_DEPTH", _whole(8, 256), 32, says="How deep JSON may be nested."
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the environment decides; made once at the start, never changed."""

    port: int | None = _said(
        "PORT",
        _whole(1, 65_535),
        None,
        shown=f"{DEFAULT_PORT}, later the one used before",
        says="Port to listen on. A port in use leads to the next one, unless a public address "
        "leads to it.",
    )
    data: Path = _said(
        "BACKROOM_DATA",
        _folder,
        Path("data"),
        shown="./data",
        says="Folder for all that is kept. Copy it and you have everything.",
    )
    host: str = _said(
        "BACKROOM_HOST",
        _host,
        "0.0.0.0",
        says="Address to listen on. `::` also takes IPv6; `127.0.0.1` lets no phone in.",
    )
    public_url: str | None = _said(
        "BACKROOM_PUBLIC_URL",
        _public_url,
        None,
        shown="none",
        says="Address that phones use, when it is not one of this computer's own.",
    )
    https: bool = _said(
        "BACKROOM_HTTPS",
        _switch,
        False,
        shown="off",
        says="`on` serves HTTPS ourselves; without a certificate we make one, and phones warn.",
    )
    certificate: Path | None = _said(
        "BACKROOM_CERTIFICATE",
        _file,
        None,
        shown="none",
        says="Certificate for HTTPS (PEM, the whole chain).",
    )
    certificate_key: Path | None = _said(
        "BACKROOM_CERTIFICATE_KEY",
        _file,
        None,
        shown="none",
        says="Its key (PEM, without a password).",
    )
    database_url: str | None = _said(
        "DATABASE_URL",
        _database_url,
        None,
        shown="none",
        says="A PostgreSQL database for all tables, which several servers may share.",
    )
    proxies: int = _said(
        "BACKROOM_PROXIES",
        _whole(0, 8),
        0,
        says="Reverse proxies in front of us. Their forwarding headers count only then.",
    )
    host_key: str | None = _said(
        "BACKROOM_HOST_KEY",
        _secret,
        None,
        shown="none",
        says="Word that a host must type on a public address before starting a table.",
    )
    retention_days: int = _said(
        "BACKROOM_RETENTION_DAYS",
        _whole(1, 3_650),
        30,
        says="Days after the last tap when a table is forgotten; 1 to 3 650.",
    )
    backup_days: int = _said(
        "BACKROOM_BACKUP_DAYS", _whole(0, 3_650), 7, says="Days that a backup is kept."
    )
    translations: Path | None = _said(
        "BACKROOM_TRANSLATIONS",
        _folder,
        None,
        shown="none",
        says="Folder with further languages, laid out like `companion/translations`.",
    )
    caps: Caps = field(default_factory=Caps)

    @property
    def is_self_signed(self) -> bool:
        """Whether HTTPS is served with a certificate that no phone knows."""
        return self.https and self.certificate is None


@dataclass(frozen=True, slots=True)
class SettingsWrong:
    """What is wrong with the environment, one sentence for each variable."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Documented:
    """One line of docs/settings.md."""

    environment: str
    default: str
    says: str


def read_settings(environment: Mapping[str, str]) -> Settings | SettingsWrong:
    """Read all settings; an empty variable counts as not set.

    Every wrong variable is reported, so that one start shows all of them. A variable that begins
    with BACKROOM_ and is unknown is reported too: it is most likely misspelt.
    """
    wrong: list[str] = []
    caps = Caps(**_read_fields(Caps, environment, wrong))
    settings = Settings(**_read_fields(Settings, environment, wrong), caps=caps)
    wrong.extend(_half_a_certificate(settings))
    known = {line.environment for line in documented_settings()}
    wrong.extend(
        f"{name} is not a setting of Backroom; docs/settings.md lists them."
        for name in sorted(environment)
        if name.startswith("BACKROOM_") and name not in known
    )
    if wrong:
        return SettingsWrong(tuple(wrong))
    # Workers and fontconfig have folders of their own to begin at: ours is named in full.
    return replace(settings, data=settings.data.absolute())


def _half_a_certificate(settings: Settings) -> tuple[str, ...]:
    given = settings.certificate is not None, settings.certificate_key is not None
    if given[0] != given[1]:
        return ("BACKROOM_CERTIFICATE and BACKROOM_CERTIFICATE_KEY must be given together.",)
    if given[0] and not settings.https:
        return ("A certificate is only used with --https or BACKROOM_HTTPS=on.",)
    return ()


def documented_settings() -> tuple[Documented, ...]:
    """Every setting in the order of docs/settings.md."""
    return tuple(
        Documented(
            environment=each.metadata["environment"],
            default=each.metadata["shown"] or _plain(each.default),
            says=each.metadata["says"],
        )
        for record in (Settings, Caps)
        for each in fields(record)
        if "environment" in each.metadata
    )


def _read_fields(
    record: type[Settings] | type[Caps], environment: Mapping[str, str], wrong: list[str]
) -> dict[str, Any]:
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


def _plain(value: object) -> str:
    return f"{value:,}".replace(",", " ") if isinstance(value, int) else str(value)
