"""Reads what the environment says about this server into one frozen record, and checks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from companion.settings.caps import Caps
from companion.settings.setting import (
    file,
    folder,
    origin,
    own_address,
    postgres_address,
    read_fields,
    secret,
    setting,
    switch,
    whole,
)

DEFAULT_PORT = 8000
"""The first port that is tried on a new data folder."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the environment decides; made once at the start, never changed."""

    port: int | None = setting(
        "PORT",
        whole(1, 65_535),
        None,
        shown=f"{DEFAULT_PORT}, later the one used before",
        says="Port to listen on. A port in use leads to the next one, unless a public address "
        "leads to it.",
    )
    data: Path = setting(
        "BACKROOM_DATA",
        folder,
        Path("data"),
        shown="./data",
        says="Folder for all that is kept. Copy it and you have everything.",
    )
    host: str = setting(
        "BACKROOM_HOST",
        own_address,
        "0.0.0.0",
        says="Address to listen on. `::` also takes IPv6; `127.0.0.1` lets no phone in.",
    )
    public_url: str | None = setting(
        "BACKROOM_PUBLIC_URL",
        origin,
        None,
        shown="none",
        says="Address that phones use, when it is not one of this computer's own.",
    )
    https: bool = setting(
        "BACKROOM_HTTPS",
        switch,
        False,
        shown="off",
        says="`on` serves HTTPS ourselves; without a certificate we make one, and phones warn.",
    )
    certificate: Path | None = setting(
        "BACKROOM_CERTIFICATE",
        file,
        None,
        shown="none",
        says="Certificate for HTTPS (PEM, the whole chain).",
    )
    certificate_key: Path | None = setting(
        "BACKROOM_CERTIFICATE_KEY",
        file,
        None,
        shown="none",
        says="Its key (PEM, without a password).",
    )
    database_url: str | None = setting(
        "DATABASE_URL",
        postgres_address,
        None,
        shown="none",
        says="A PostgreSQL database for all tables, which several servers may share.",
    )
    proxies: int = setting(
        "BACKROOM_PROXIES",
        whole(0, 8),
        0,
        says="Reverse proxies in front of us. Their forwarding headers count only then.",
    )
    host_key: str | None = setting(
        "BACKROOM_HOST_KEY",
        secret,
        None,
        shown="none",
        says="Word that a host must type on a public address before starting a table.",
    )
    retention_days: int = setting(
        "BACKROOM_RETENTION_DAYS",
        whole(1, 3_650),
        30,
        says="Days after the last tap when a table is forgotten; 1 to 3 650.",
    )
    backup_days: int = setting(
        "BACKROOM_BACKUP_DAYS", whole(0, 3_650), 7, says="Days that a backup is kept."
    )
    translations: Path | None = setting(
        "BACKROOM_TRANSLATIONS",
        folder,
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
    caps = Caps(**read_fields(Caps, environment, wrong))
    settings = Settings(**read_fields(Settings, environment, wrong), caps=caps)
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


def _plain(value: object) -> str:
    return f"{value:,}".replace(",", " ") if isinstance(value, int) else str(value)
