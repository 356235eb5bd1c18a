"""Puts the parts together into one running product; the only module that knows all of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from companion.fault_report import report
from companion.live.broadcaster import Broadcaster
from companion.live.fan_out import FanOut
from companion.printing.cards.picture_folder import PictureCopies
from companion.printing.cards.preview import CardPreviews
from companion.printing.shop import open_prints
from companion.scanning.reader import WorkerPhotoReader
from companion.serve.addresses import Addresses
from companion.serve.keep_awake import KeepAwake
from companion.serve.serving import CannotOpen
from companion.services.answers import NotRecorded
from companion.services.codes import is_demo
from companion.services.decks.lookup import Decks
from companion.services.decks.maker import DeckMaker
from companion.services.decks.pictures import Pictures
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import StorageTrouble
from companion.services.prints.jobs import SHOP
from companion.services.scans.decks import ScanDecks
from companion.services.scans.photos import Photos
from companion.services.tables.tables import Tables
from companion.services.world import SystemClock, SystemRandomness
from companion.settings import DEFAULT_PORT, Settings
from companion.storage.backup import prune_backups
from companion.storage.ballast import Ballast
from companion.storage.disk_watch import DiskWatch
from companion.storage.sqlite import SqliteStore, open_store, open_to_read
from companion.storage.threads import NativeThread, native_thread
from companion.web import assembly, language
from companion.web.assets import Assets
from companion.web.bundles import BUNDLES
from companion.web.parts import Parts
from companion.web.prints import prints, table_prints
from companion.web.tables import events, fragments, history, result, screen, stream, table

if TYPE_CHECKING:
    from companion.storage.postgres import PostgresStore

PROJECT = Path(__file__).resolve().parent.parent

SCREENS = (
    table.blueprint,
    events.blueprint,
    stream.blueprint,
    screen.blueprint,
    history.blueprint,
    result.blueprint,
    prints.blueprint,
    table_prints.blueprint,
)
"""The screens of a running table, and the print shop."""

PRIVATE_CODE_LETTERS, PUBLIC_CODE_LETTERS = 6, 8


class WatchedBroadcaster(Broadcaster):
    """The broadcaster, which also knows when any table last had something new."""

    last_woken: float | None = None

    def wake(self, code: str) -> None:
        """See Broadcaster.wake."""
        if not is_demo(code):  # a demo keeps no computer awake
            self.last_woken = self._clock.monotonic()
        super().wake(code)

    def wake_all(self) -> None:
        """Draw every open screen again: something that all of them show has changed."""
        for code in tuple(self._channels):
            super().wake(code)


@dataclass(frozen=True, slots=True)
class Product:
    """Everything that runs, put together (see companion.serve.serving.Product)."""

    app: Flask
    parts: Parts
    store: SqliteStore | PostgresStore
    broadcaster: WatchedBroadcaster
    clock: SystemClock
    aside: NativeThread
    fan_out: FanOut | None
    """Where other processes serve the same tables."""

    @property
    def application(self) -> Flask:
        """What answers requests."""
        return self.app

    def say_bye(self) -> None:
        """End every stream with a message that brings the phones back."""
        self.broadcaster.bye()

    def close(self) -> None:
        """End the press, finish what is being written and close the store."""
        if self.fan_out is not None:
            self.fan_out.close()
        self.parts.prints.close()
        if self.parts.photos is not None:
            self.parts.photos.close()
        self.aside.close()
        self.store.close()

    def seconds_since_last_event(self) -> float | None:
        """Age of the latest news of any table since the start; None without any."""
        woken = self.broadcaster.last_woken
        return None if woken is None else self.clock.monotonic() - woken

    def warm_up(self) -> Iterator[None]:
        """Read all templates and languages once: they would cost the first taps 0.1 s and more."""
        for name in self.app.jinja_env.list_templates():
            self.app.jinja_env.get_template(name)
            yield
        yield from language.warm_up(self.app)

    def tick(self) -> None:
        """Once a second: what the tables do by themselves."""
        self.parts.tables.tick()
        if self.parts.disk is not None:
            self.parts.disk.tick()
        if self.parts.decks.maker is not None:
            self.parts.decks.maker.tidy()
        if self.parts.photos is not None:
            self.parts.photos.tidy()

    def prune(self) -> str | None:
        """Forget what nobody used for too long; a sentence when that could not be done."""
        settings = self.parts.settings
        prune_backups(settings.data, self.clock.now(), settings.backup_days)
        pruned = self.parts.tables.retention.prune()
        self._forget_orphaned_prints()
        if self.parts.decks.pictures is not None:
            self.parts.decks.pictures.sweep()
        if isinstance(pruned, NotRecorded):
            return f"Old tables were not forgotten this time ({pruned.refused.code})."
        return None

    def _forget_orphaned_prints(self) -> None:
        """A power cut between a table's end and that of its prints may have left some behind."""
        places = self.parts.prints.places()  # first: a table is older than its prints
        kept = self.store.kept()
        if not isinstance(kept, StorageTrouble):
            known = {SHOP, *(each.code for each in kept.tables)}
            self.parts.prints.forget(*(places - known))

    def address_changed(self) -> None:
        """Every open screen is drawn again, its QR with it."""
        self.broadcaster.wake_all()

    def troubles(self) -> tuple[str, ...]:
        """What the host should know, each in a sentence."""
        known = (
            (
                self.parts.sightings.unexpected_proxy,
                "A proxy stands in front of us, and BACKROOM_PROXIES is 0. "
                "All phones look like one; docs/hosting.md says what to set.",
            ),
            (
                self.parts.addresses.is_public() and self.parts.settings.host_key is None,
                "Anybody on the internet can come to this address, so nobody may start a table. "
                "Set BACKROOM_HOST_KEY to a word that only hosts know.",
            ),
            (
                not isinstance(self.store, SqliteStore) and self.store.is_unsafe,
                "PostgreSQL runs with fsync or full_page_writes off. "
                "A power cut can take taps; switch both on.",
            ),
        )
        disk = self.parts.disk.on_the_terminal() if self.parts.disk else None
        return tuple(sentence for true, sentence in ((disk, disk or ""), *known) if true)


def create_app(settings: Settings, addresses: Addresses | None = None) -> Flask:
    """The whole application for these settings, ready to be served; CannotOpen when it is not.

    Without `addresses` it believes to be reached at the settings' port. `app.extensions` holds
    the Product under "backroom_product", to be closed by whoever made it.
    """
    return build(settings, addresses or _own_addresses(settings)).app


def build_quietly(settings: Settings) -> Product:
    """Everything, for a verb that serves nothing; CannotOpen when the data cannot be used."""
    return build(settings, _own_addresses(settings))


def _own_addresses(settings: Settings) -> Addresses:
    return Addresses(
        settings.port or DEFAULT_PORT,
        bound_to=settings.host,
        public_url=settings.public_url,
        monotonic=time.monotonic,
    )


def build(settings: Settings, addresses: Addresses, awake: KeepAwake | None = None) -> Product:
    """Everything for these settings at these addresses; CannotOpen when the data cannot be used."""
    clock, limits = SystemClock(), limits_of(settings)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    ballast = Ballast(settings.data)
    store = _store(settings, ballast)
    broadcaster = WatchedBroadcaster(clock, limits)
    aside = native_thread("backroom-long-work")
    kept = None if store.shared else ballast
    disk = DiskWatch(store, kept, clock, broadcaster.wake_all, aside.call)
    long_work = LongWork(aside.call)
    randomness = SystemRandomness()
    copies = PictureCopies(settings.data)
    pictures = Pictures(store.decks(), copies)
    press = open_prints(
        settings.data,
        clock,
        settings.caps.print_queue,
        settings.caps.print_cache_bytes,
        settings.caps.printer_profiles,
    )
    tables = Tables(
        store,
        clock,
        randomness,
        broadcaster,
        limits,
        _code_letters(addresses),
        forgotten=(press.forget, lambda _: pictures.sweep()),
        long_work=long_work,
        passing=store.passing(clock),
    )
    parts = Parts(
        settings,
        tables,
        broadcaster,
        addresses,
        Assets(assembly.STATIC, BUNDLES),
        photos=Photos(WorkerPhotoReader(), clock, limits),
        scan_decks=ScanDecks(store.scan_decks(), clock, limits.scan_decks),
        decks=Decks(
            maker=DeckMaker(store.decks(), clock, randomness, limits),
            pictures=pictures,
        ),
        prints=press,
        previews=CardPreviews(copies.folder, long_work.drawing),
        awake=awake,
        disk=disk,
        long_work=long_work,
    )
    app = Flask("companion", root_path=str(PROJECT), static_folder=None)
    assembly.install(app, parts, SCREENS)
    broadcaster.attach(
        tables.doors.find,
        fragments.renderer(app),
        tables.presence.stream_opened,
        tables.presence.stream_closed,
    )
    fan_out = None if isinstance(store, SqliteStore) else FanOut(tables, store, _told)
    product = Product(app, parts, store, broadcaster, clock, aside, fan_out)
    app.extensions["backroom_product"] = product
    if fan_out is not None:
        fan_out.start()
    return product


def _told(fault: BaseException) -> None:
    print(report(fault), file=sys.stderr, flush=True)


def _store(settings: Settings, ballast: Ballast) -> SqliteStore | PostgresStore:
    """The store of these settings, for reading at least; CannotOpen when not even that."""
    store: SqliteStore | PostgresStore | StorageTrouble
    folder = settings.data
    if settings.database_url is not None:
        # Only here: a driver that nobody uses takes 11 MB of every other server.
        try:
            from companion.storage import postgres
        except ImportError as missing:
            raise CannotOpen(_NO_DRIVER) from missing
        store = postgres.open_store(settings.database_url)
    else:
        store = open_store(folder, ballast.give_up)
        if isinstance(store, StorageTrouble):
            store = open_to_read(folder, store, ballast.give_up)
    if isinstance(store, StorageTrouble):
        raise CannotOpen(_sentence(store, folder))
    return store


def limits_of(settings: Settings) -> Limits:
    """The services' limits: each cap of the same name, and how long tables are kept."""
    named = {each.name for each in fields(Limits)}
    caps = {
        each.name: getattr(settings.caps, each.name)
        for each in fields(settings.caps)
        if each.name in named
    }
    return Limits(**caps, retention_days=settings.retention_days)


def _code_letters(addresses: Addresses) -> int:
    return PUBLIC_CODE_LETTERS if addresses.is_public() else PRIVATE_CODE_LETTERS


_WAYS_OUT = {
    "disk_full": "The disk is full. Free some space, then start again.",
    "locked": "Another program holds the data file. Close it, then start again.",
    "read_only": "The data file cannot be written. Check who owns the data folder.",
    "moved": (
        "The data file is gone, but not what belongs to it. Put it back, or try:\n"
        "python app.py restore DATA/backroom.sqlite3.rescued (or a file of DATA/backups).\n"
        "To begin anew, delete backroom.sqlite3-wal."
    ),
    "corrupt": "The data file is damaged. Try: python app.py check, then restore a backup.",
    "newer_schema": "The data is of a newer Backroom. Use that one, or another data folder.",
    "older_schema": "The data is too old to be read. Use an older Backroom to export it.",
}


_NO_DRIVER = (
    "This system lacks the library of PostgreSQL. Install libpq (Debian: libpq5), start again."
)
_WAYS_INTO_THE_DATABASE = {
    "away": "The database does not answer. Start PostgreSQL, or correct DATABASE_URL.",
    "busy": "The database is too busy to let us in. Try again in a moment.",
    "no_entry": "The database does not let us in. Check name, word and rights in DATABASE_URL.",
    "standby": "That database only reads. Let DATABASE_URL lead to the one that writes.",
}


def _sentence(trouble: StorageTrouble, folder: Path) -> str:
    in_database = _WAYS_INTO_THE_DATABASE.get(trouble.code)
    if in_database is not None:
        return f"{in_database}\nDATABASE_URL leads to: {trouble.detail or trouble.code}"
    way_out = _WAYS_OUT.get(trouble.code, "The data file cannot be opened.")
    return f"{way_out}\nData folder: {folder} ({trouble.detail or trouble.code})"
