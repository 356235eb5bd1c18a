"""Puts the parts together into one running product; the only module that knows all of them."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from companion.backroom import Backroom
from companion.fault_report import report
from companion.live.pings_and_sweep import PingsAndSweep
from companion.live.watched_broadcaster import WatchedBroadcaster
from companion.printing.cards.picture_folder import PictureCopies
from companion.printing.cards.preview import CardPreviews
from companion.printing.printers.profile_file import ProfileFile
from companion.printing.shop import open_prints
from companion.scanning.reader import WorkerPhotoReader
from companion.serve.addresses import Addresses
from companion.serve.keep_awake import KeepAwake
from companion.serve.served import CannotOpen
from companion.services.decks.lookup import Decks
from companion.services.decks.maker import DeckMaker
from companion.services.decks.pictures import Pictures
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.prints.printers import PrinterProfiles
from companion.services.prints.queue import PrintQueue
from companion.services.scans.decks import ScanDecks
from companion.services.scans.photos import Photos
from companion.services.tables.tables import Tables
from companion.services.world import SystemClock, SystemRandomness
from companion.settings import DEFAULT_PORT, Settings
from companion.storage.ballast import Ballast
from companion.storage.disk_watch import DiskWatch
from companion.storage.opening import open_any
from companion.storage.sqlite import SqliteStore
from companion.storage.threads import NativeThread, native_thread
from companion.web import assembly
from companion.web.assets import Assets
from companion.web.bundles import BUNDLES
from companion.web.parts import Parts
from companion.web.prints import shop, table_prints
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
    shop.blueprint,
    table_prints.blueprint,
)
"""The screens of a running table, and the print shop."""

PRIVATE_CODE_LETTERS, PUBLIC_CODE_LETTERS = 6, 8


def create_app(settings: Settings, addresses: Addresses | None = None) -> Flask:
    """The whole application for these settings, ready to be served; CannotOpen when it is not.

    Without `addresses` it believes to be reached at the settings' port. `app.extensions` holds
    the Backroom under "backroom_product", to be closed by whoever made it.
    """
    return build(settings, addresses or _own_addresses(settings)).app


def build_quietly(settings: Settings) -> Backroom:
    """Everything, for a verb that serves nothing; CannotOpen when the data cannot be used."""
    return build(settings, _own_addresses(settings))


def _own_addresses(settings: Settings) -> Addresses:
    return Addresses(
        settings.port or DEFAULT_PORT,
        bound_to=settings.host,
        public_url=settings.public_url,
        monotonic=time.monotonic,
    )


@dataclass(frozen=True, slots=True)
class _Ground:
    """What all other parts stand on."""

    settings: Settings
    limits: Limits
    clock: SystemClock
    randomness: SystemRandomness
    ballast: Ballast
    store: SqliteStore | PostgresStore
    broadcaster: WatchedBroadcaster
    aside: NativeThread
    long_work: LongWork


def build(settings: Settings, addresses: Addresses, awake: KeepAwake | None = None) -> Backroom:
    """Everything for these settings at these addresses; CannotOpen when the data cannot be used."""
    ground = _ground(settings)
    store, broadcaster = ground.store, ground.broadcaster
    parts = _parts(ground, addresses, awake)
    tables = parts.tables
    app = Flask("companion", root_path=str(PROJECT), static_folder=None)
    assembly.install(app, parts, SCREENS)
    broadcaster.attach(
        tables.doors.find,
        fragments.renderer(app),
        tables.presence.stream_opened,
        tables.presence.stream_closed,
    )
    pings_and_sweep = (
        None if isinstance(store, SqliteStore) else PingsAndSweep(tables, store, _told)
    )
    product = Backroom(app, parts, store, broadcaster, ground.clock, ground.aside, pings_and_sweep)
    app.extensions["backroom_product"] = product
    if pings_and_sweep is not None:
        pings_and_sweep.start()
    return product


def _ground(settings: Settings) -> _Ground:
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    ballast = Ballast(settings.data)
    store = open_any(settings.data, settings.database_url, ballast)
    if isinstance(store, str):
        raise CannotOpen(store)
    clock, limits = SystemClock(), limits_of(settings)
    aside = native_thread("backroom-long-work")
    return _Ground(
        settings=settings,
        limits=limits,
        clock=clock,
        randomness=SystemRandomness(),
        ballast=ballast,
        store=store,
        broadcaster=WatchedBroadcaster(clock, limits),
        aside=aside,
        long_work=LongWork(aside.call),
    )


def _parts(ground: _Ground, addresses: Addresses, awake: KeepAwake | None) -> Parts:
    settings, store, clock, limits = ground.settings, ground.store, ground.clock, ground.limits
    copies = PictureCopies(settings.data)
    pictures = Pictures(store.decks(), copies)
    press = open_prints(
        settings.data,
        clock,
        settings.caps.print_queue,
        settings.caps.print_cache_bytes,
    )
    return Parts(
        settings,
        _tables(ground, _code_letters(addresses), press, pictures),
        ground.broadcaster,
        addresses,
        Assets(assembly.STATIC, BUNDLES),
        photos=Photos(WorkerPhotoReader(), clock, limits),
        scan_decks=ScanDecks(store.scan_decks(), clock, limits.scan_decks),
        decks=Decks(
            maker=DeckMaker(store.decks(), clock, ground.randomness, limits),
            pictures=pictures,
        ),
        prints=press,
        printers=PrinterProfiles(ProfileFile(settings.data), settings.caps.printer_profiles),
        previews=CardPreviews(copies.folder, ground.long_work.drawing),
        awake=awake,
        disk=_disk_watch(ground),
        long_work=ground.long_work,
    )


def _tables(ground: _Ground, code_letters: int, press: PrintQueue, pictures: Pictures) -> Tables:
    return Tables(
        ground.store,
        ground.clock,
        ground.randomness,
        ground.broadcaster,
        ground.limits,
        code_letters,
        forgotten=(press.forget, lambda _: pictures.sweep()),
        long_work=ground.long_work,
        passing=ground.store.passing(ground.clock),
    )


def _disk_watch(ground: _Ground) -> DiskWatch:
    kept = None if ground.store.shared else ground.ballast
    wake_all, aside = ground.broadcaster.wake_all, ground.aside.call
    return DiskWatch(ground.store, kept, ground.clock, wake_all, aside)


def _told(fault: BaseException) -> None:
    print(report(fault), file=sys.stderr, flush=True)


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
