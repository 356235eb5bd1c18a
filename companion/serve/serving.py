"""Runs Backroom from the first line in the terminal to the last: folder, port, server, end."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import gevent
from gevent.event import Event

from companion.serve import welcome
from companion.serve.addresses import Addresses
from companion.serve.certificates import (
    Certificate,
    NoCertificate,
    own_certificate,
    read_certificate,
)
from companion.serve.data_folder import DataFolder, Running, Unusable, hold
from companion.serve.gevent_server import BackroomServer
from companion.serve.keep_awake import KeepAwake, wakefulness_of_this_computer
from companion.serve.listening import listen
from companion.serve.rounds import go_round_until, tell
from companion.serve.served import Build, CannotOpen, Served
from companion.serve.terminal import fail, print_out
from companion.serve.welcome import Place, qr_for
from companion.settings import DEFAULT_PORT, Settings

if TYPE_CHECKING:
    import socket

PORTS_TRIED: Final = 20
HAND_OVER_SECONDS = 0.001
"""How soon long work on its own thread lets the loop go on; measured: a tap has to ask for it
about ten times, and Python's usual 5 ms each would be felt."""


def serve(settings: Settings, build: Build, *, open_browser: bool = False) -> int:
    """Serve until SIGTERM, SIGINT or Ctrl+C; the exit status.

    0 also when a live Backroom already holds the data folder: then its address is shown.
    """
    held = hold(settings.data)
    if isinstance(held, Unusable):
        return fail(held.sentence)
    if isinstance(held, Running):
        place = Place(held.local, held.shown)
        print_out(welcome.already_open(place, qr=qr_for(place)))
        return 0
    sys.setswitchinterval(HAND_OVER_SECONDS)
    try:
        opened = _open_port(settings, held)
        if isinstance(opened, str):
            return fail(opened)
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
            print_out(f"Another program uses port {wanted}; Backroom takes {port}.")
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
    addresses = _addresses(settings, listener.getsockname()[1])
    certificate = _certificate(settings, addresses)
    if isinstance(certificate, NoCertificate):
        listener.close()
        return fail(certificate.sentence)
    product: Served | None = None
    awake = KeepAwake(
        wakefulness_of_this_computer(os.getpid()),
        lambda: product.seconds_since_last_event() if product else None,
    )
    try:
        product = build(settings, addresses, awake)
    except CannotOpen as reason:
        listener.close()
        return fail(str(reason))
    server = _server(listener, settings, product, certificate)
    ended = _end_on_signals()
    server.start()
    place = tell(folder, addresses)
    _greet(settings, place, certificate)
    if open_browser:
        webbrowser.open(place.local)
    go_round_until(ended, folder, addresses, place, product, awake)
    print_out("\nClosing …")
    server.end(product.say_bye)
    product.close()
    awake.end()
    return 0


def _addresses(settings: Settings, port: int) -> Addresses:
    return Addresses(
        port,
        bound_to=settings.host,
        public_url=settings.public_url,
        monotonic=time.monotonic,
        scheme="https" if settings.https and not settings.is_self_signed else "http",
    )


def _server(
    listener: socket.socket, settings: Settings, product: Served, certificate: Certificate | None
) -> BackroomServer:
    caps = settings.caps
    return BackroomServer(
        listener,
        product.application,
        connections=caps.connections,
        connections_per_address=None if settings.proxies else caps.connections_per_address,
        tls=certificate.context if certificate else None,
    )


def _greet(settings: Settings, place: Place, certificate: Certificate | None) -> None:
    kept = "the database of DATABASE_URL" if settings.database_url else settings.data
    print_out(welcome.welcome(place, kept, qr=qr_for(place)))
    if certificate is not None and certificate.self_signed:
        print_out(welcome.self_signed(certificate.fingerprint))


def _certificate(settings: Settings, addresses: Addresses) -> Certificate | NoCertificate | None:
    if not settings.https:
        return None
    if settings.certificate is not None and settings.certificate_key is not None:
        return read_certificate(settings.certificate, settings.certificate_key)
    return own_certificate(settings.data, addresses.names(), datetime.now(UTC))


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
