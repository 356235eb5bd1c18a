"""Two real servers on one database, and a small proxy that leads phones to one that lives."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.server import Server, running

PIECE = 65_536


@dataclass
class Either:
    """In the place of a Server: every request goes to one of them, as it falls."""

    servers: tuple[Server, ...]
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def port(self) -> int:
        return self.chance.choice(self.servers).port


@contextmanager
def two_servers(folder: Path, url: str, **environment: str) -> Iterator[tuple[Server, Server]]:
    """Two started servers that keep their tables in this database."""
    with (
        running(folder / "one", DATABASE_URL=url, **environment) as one,
        running(folder / "two", DATABASE_URL=url, **environment) as two,
    ):
        yield one, two


class Proxy:
    """Takes connections on a port of its own and leads each to the first server that takes it.

    Knows nothing of HTTP: when a server dies its connections break, and the next ones go on to
    the other, as behind any reverse proxy.
    """

    def __init__(self, servers: tuple[Server, ...]) -> None:
        self._servers = servers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no more, and end what is open."""
        for each in (self._listener, *self._open):
            _end(each)

    def _serve(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            server = self._reached()
            if server is None:
                _end(phone)
                continue
            self._open += [phone, server]
            for one, other in ((phone, server), (server, phone)):
                threading.Thread(target=_carry, args=(one, other), daemon=True).start()

    def _reached(self) -> socket.socket | None:
        for each in self._servers:
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", each.port), timeout=5)
        return None


@contextmanager
def proxy_to(*servers: Server) -> Iterator[Proxy]:
    """A proxy, closed afterwards."""
    proxy = Proxy(servers)
    try:
        yield proxy
    finally:
        proxy.close()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.settimeout(None)
        while piece := one.recv(PIECE):
            other.sendall(piece)
    _end(one)
    _end(other)


def _end(each: socket.socket) -> None:
    with contextlib.suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
