"""Runs Backroom from the first line in the terminal to the last: folder, port, server, end."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import gevent
from gevent.event import Event
from gevent.pool import Group

from companion.fault_report import report
from companion.serve import welcome
from companion.serve.addresses import Addresses
from companion.serve.certificates import (
    Certificate,
    NoCertificate,
    own_certificate,
    read_certificate,
)
from companion.serve.data_folder import DataFolder, Running, Unusable, hold
from companion.serve.garbage import Garbage
from companion.serve.gevent_server import BackroomServer
from companion.serve.keep_awake import LOOK_SECONDS, KeepAwake, wakefulness_of_this_computer
from companion.serve.listening import listen
from companion.serve.product import Build, CannotOpen, Product
from companion.serve.welcome import Place, qr_for
from companion.settings import DEFAULT_PORT, Settings

if TYPE_CHECKING:
    import socket

PORTS_TRIED: Final = 20
WATCH_SECONDS: Final = 5.0
"""How often the network is looked at for a new address."""
TICK_SECONDS: Final = 1.0
PRUNE_SECONDS: Final = 6 * 3600.0
"""How often tables that nobody played for too long are forgotten."""


HAND_OVER_SECONDS = 0.001
"""How soon long work on its own thread lets the loop go on; measured: a tap has to ask for it
about ten times, and Python's usual 5 ms each would be felt."""


def serve(settings: Settings, build: Build, *, open_browser: bool = False) -> int:
    """Serve until SIGTERM, SIGINT or Ctrl+C; the exit status.

    0 also when a live Backroom already holds the data folder: then its address is shown.
    """
    held = hold(settings.data)
    if isinstance(held, Unusable):
        return _fail(held.sentence)
    if isinstance(held, Running):
        place = Place(held.local, held.shown)
        _say(welcome.already_open(place, qr=qr_for(place)))
        return 0
    sys.setswitchinterval(HAND_OVER_SECONDS)
    try:
        opened = _open_port(settings, held)
        if isinstance(opened, str):
            return _fail(opened)
        return _serve_on(opened, held, settings, build, open_browser)
    finally:
        held.release()


def _open_port(settings: Settings, folder: DataFolder) -> socket.socket | str:
    """A listener on the wanted port or one after it; a sentence when there is none.

    Behind a public URL only the wanted port will do: the proxy knows no other.
    """
    wanted = settings.port or folder.port or DEFAULT_PORT
    tries = 1 if settings.public_url else PORTS_TRIED
    for port in range(wanted, min(wanted + tries, 65_536)):
        try:
            listener = listen(settings.host, port)
        except OSError as trouble:
            reason = trouble.strerror or str(trouble)
            return f"Cannot listen on {settings.host}, port {port}: {reason}."
        if listener is None:
            continue
        if port != wanted:
            _say(f"Another program uses port {wanted}; Backroom takes {port}.")
        if folder.port is None or settings.port == port:
            folder.keep_port(port)
        return listener
    return f"Another program uses port {wanted}. Close it, or start with --port and another."


def _serve_on(
    listener: socket.socket,
    folder: DataFolder,
    settings: Settings,
    build: Build,
    open_browser: bool,
) -> int:
    port = listener.getsockname()[1]
    addresses = Addresses(
        port,
        bound_to=settings.host,
        public_url=settings.public_url,
        monotonic=time.monotonic,
        scheme="https" if settings.https and not settings.is_self_signed else "http",
    )
    certificate = _certificate(settings, addresses)
    if isinstance(certificate, NoCertificate):
        listener.close()
        return _fail(certificate.sentence)
    product: Product | None = None
    awake = KeepAwake(
        wakefulness_of_this_computer(os.getpid()),
        lambda: product.seconds_since_last_event() if product else None,
    )
    try:
        product = build(settings, addresses, awake)
    except CannotOpen as reason:
        listener.close()
        return _fail(str(reason))
    server = BackroomServer(
        listener,
        product.application,
        connections=settings.caps.connections,
        connections_per_address=None if settings.proxies else settings.caps.connections_per_address,
        tls=certificate.context if certificate else None,
    )
    ended = _end_on_signals()
    server.start()
    place = _tell(folder, addresses)
    kept = "the database of DATABASE_URL" if settings.database_url else settings.data
    _say(welcome.welcome(place, kept, qr=qr_for(place)))
    if certificate is not None and certificate.self_signed:
        _say(welcome.self_signed(certificate.fingerprint))
    if open_browser:
        webbrowser.open(place.local)
    _watch_until(ended, folder, addresses, place, product, awake)
    _say("\nClosing …")
    server.end(product.say_bye)
    product.close()
    awake.end()
    return 0


def _certificate(settings: Settings, addresses: Addresses) -> Certificate | NoCertificate | None:
    if not settings.https:
        return None
    if settings.certificate is not None and settings.certificate_key is not None:
        return read_certificate(settings.certificate, settings.certificate_key)
    return own_certificate(settings.data, addresses.names(), datetime.now(UTC))


def _watch_until(
    ended: Event,
    folder: DataFolder,
    addresses: Addresses,
    place: Place,
    product: Product,
    awake: KeepAwake,
) -> None:
    watchers = Group()
    watchers.spawn(_watch_network, folder, addresses, place, product)
    watchers.spawn(_watch_sleep, awake)
    watchers.spawn(_warm_up, product)
    watchers.spawn(_tick, product)
    watchers.spawn(_prune_now_and_then, product)
    with suppress(KeyboardInterrupt):  # Windows, where a signal handler is not enough
        ended.wait()
    watchers.kill()


def _end_on_signals() -> Event:
    """An event that is set by SIGTERM, SIGINT or SIGHUP; a second signal ends the process."""
    ended = Event()

    def end() -> None:
        if ended.is_set():
            os._exit(1)
        ended.set()

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            gevent.signal_handler(getattr(signal, name), end)
    return ended


def _tell(folder: DataFolder, addresses: Addresses) -> Place:
    place = Place(addresses.local_origin(), addresses.origin(), addresses.only_here())
    folder.tell(Running(os.getpid(), addresses.port, place.local, place.shown))
    return place


def _watch_network(
    folder: DataFolder, addresses: Addresses, place: Place, product: Product
) -> None:
    while True:
        gevent.sleep(WATCH_SECONDS)
        if addresses.origin() != place.shown:
            place = _tell(folder, addresses)
            _say(welcome.moved(place, qr=qr_for(place)))
            product.address_changed()


def _watch_sleep(awake: KeepAwake) -> None:
    told = False
    while True:
        awake.look()
        if awake.cannot and not told:
            told = True
            _say("This computer may fall asleep; switch that off while you play.")
        gevent.sleep(LOOK_SECONDS)


def _warm_up(product: Product) -> None:
    for _ in product.warm_up():
        gevent.sleep(0.01)


def _tick(product: Product) -> None:
    told: set[str] = set()
    faults: set[str] = set()
    garbage = Garbage(time.monotonic, product.seconds_since_last_event)
    garbage.begin()
    while True:
        _whatever_happens(product.tick, faults)
        garbage.look()
        troubles = product.troubles()
        told.intersection_update(troubles)  # what comes again is told again
        for trouble in troubles:
            if trouble not in told:
                told.add(trouble)
                _say(f"\n*** {trouble}")
        gevent.sleep(TICK_SECONDS)


def _prune_now_and_then(product: Product) -> None:
    def prune() -> None:
        failed = product.prune()
        if failed is not None:
            _say(failed)

    faults: set[str] = set()
    while True:
        _whatever_happens(prune, faults)
        gevent.sleep(PRUNE_SECONDS)


def _whatever_happens(step: Callable[[], None], told: set[str]) -> None:
    """One round of what goes on all evening: a fault of ours is told once and ends nothing."""
    try:
        step()
    except Exception as fault:
        said = report(fault)
        if said not in told:
            told.add(said)
            with suppress(OSError):
                print(said, file=sys.stderr, flush=True)


def _say(text: str) -> None:
    with suppress(OSError):  # nobody may listen any more, or the full disk holds our output too
        print(text, flush=True)


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 1
