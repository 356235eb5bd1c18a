"""What the routes may use: the parts of the running product, put together by the factory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import current_app

from companion.printing.cards.preview import CardPreviews
from companion.services.decks.lookup import Decks
from companion.services.long_work import LongWork
from companion.services.prints.printers import PrinterProfiles
from companion.services.turns import Turns
from companion.services.word_guard import WordGuard
from companion.web.sightings import Sightings

if TYPE_CHECKING:
    from companion.live.broadcaster import Broadcaster
    from companion.serve.addresses import Addresses
    from companion.serve.keep_awake import KeepAwake
    from companion.services.prints.queue import PrintQueue
    from companion.services.scans.decks import ScanDecks
    from companion.services.scans.photos import Photos
    from companion.services.tables.tables import Tables
    from companion.settings import Settings
    from companion.storage.disk_watch import DiskWatch
    from companion.web.assets import Assets

EXTENSION = "backroom"
"""The key under which Flask keeps our parts."""


@dataclass(frozen=True, slots=True)
class Parts:
    """One running product. Routes get it from `parts()` and never build any of it themselves."""

    settings: Settings
    tables: Tables
    broadcaster: Broadcaster
    """Tells every phone what is new."""
    addresses: Addresses
    """Where phones reach this machine."""
    assets: Assets
    decks: Decks = field(default_factory=Decks)
    """The decks that this server knows, and the deck maker."""
    sightings: Sightings = field(default_factory=Sightings)
    """Which devices reached us, for the doctor."""
    prints: PrintQueue | None = None
    """The queue of prints, with their shop; None where nothing can print."""
    printers: PrinterProfiles | None = None
    """What is known of people's printers; None where nothing can print."""
    photos: Photos | None = None
    """Reads photos of marked cards; None where nothing can."""
    scan_decks: ScanDecks | None = None
    """What the marks on cards mean; None where none are read."""
    previews: CardPreviews = field(default_factory=CardPreviews)
    """Draws single cards for the deck maker."""
    awake: KeepAwake | None = None
    """What keeps this computer awake; None where nothing tries to."""
    disk: DiskWatch | None = None
    """What looks after the disk; None where nothing does."""
    word_guard: WordGuard = field(default_factory=WordGuard)
    """Slows down who guesses the host's word."""
    long_work: LongWork = field(default_factory=LongWork)
    """Does what takes long on a long log, so that nobody else waits."""
    turns: Turns = field(default_factory=Turns)
    """So many pages of one address at once."""


def parts() -> Parts:
    """The parts of the app that answers this request."""
    return cast(Parts, current_app.extensions[EXTENSION])


@dataclass(frozen=True, slots=True)
class TablePage:
    """What `<body>` says about the phone that asked: templates/base.html writes it out."""

    code: str
    version: int
    """The last seq that the page shows."""
    seats: tuple[int, ...]
    """Seat numbers this phone holds, from 1; none for a spectator."""
    shown: int | None
    """The seat whose things are on screen: the active one when it is here, else the first."""
    host: bool
    phone: str = ""
    """This phone's mark (see callers.phone_mark), by which the live part names who holds a seat."""
    tends: tuple[int, ...] = ()
    """Seats that come on screen with their turn: its own, and those it taps for."""
    passed: bool = False
    """It goes from hand to hand: it holds several seats, or no other phone plays."""
