"""Everything that runs, put together: its rounds by the clock, what it says, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask

from companion.live.pings_and_sweep import PingsAndSweep
from companion.live.watched_broadcaster import WatchedBroadcaster
from companion.services.answers import NotRecorded
from companion.services.ports import StorageTrouble
from companion.services.prints.offers import SHOP
from companion.services.world import SystemClock
from companion.storage.backup import prune_backups
from companion.storage.sqlite import SqliteStore
from companion.storage.threads import NativeThread
from companion.web import language
from companion.web.parts import Parts

if TYPE_CHECKING:
    from companion.storage.postgres import PostgresStore


@dataclass(frozen=True, slots=True)
class Backroom:
    """Everything that runs, put together (see companion.serve.served.Served)."""

    app: Flask
    parts: Parts
    store: SqliteStore | PostgresStore
    broadcaster: WatchedBroadcaster
    clock: SystemClock
    aside: NativeThread
    pings_and_sweep: PingsAndSweep | None
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
        if self.pings_and_sweep is not None:
            self.pings_and_sweep.close()
        if self.parts.prints is not None:
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
        if self.parts.prints is None:
            return
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
