"""A crowd at the door: sockets that say half a request, phones that only listen, print orders."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.faults.server import Game


@dataclass
class Crowd:
    """Sockets that stay open until `leave`."""

    port: int
    sockets: list[socket.socket] = field(default_factory=list)

    def half_open(self, count: int) -> None:
        """Begin a request and never end it."""
        for _ in range(count):
            self._connect().sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")

    def idle_streams(self, game: Game, count: int) -> list[int]:
        """Open streams of spectators that read their first bytes only; the statuses."""
        opened = [self._stream(game) for _ in range(count)]
        return [_status(sock) for sock in opened]

    def seated_streams(self, game: Game) -> list[int]:
        """Every player's phone opens its stream; the statuses."""
        opened = [self._stream(game, token) for token in game.tokens.values()]
        return [_status(sock) for sock in opened]

    def read_on(self) -> int:
        """Take what has come on all sockets, as phones do; the number of bytes."""
        ready, _, _ = select.select(self.sockets, [], [], 0)
        return sum(len(sock.recv(65_536)) for sock in ready)

    def leave(self) -> None:
        """Everybody hangs up."""
        for sock in self.sockets:
            sock.close()
        self.sockets.clear()

    def _connect(self) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.sockets.append(sock)
        return sock

    def _stream(self, game: Game, token: str | None = None) -> socket.socket:
        sock = self._connect()
        seat = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"GET {game.path('/stream')} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
            f"{seat}Accept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n"
        )
        sock.sendall(head.encode())
        return sock


@contextmanager
def a_crowd(port: int) -> Iterator[Crowd]:
    """A crowd that leaves at the end."""
    crowd = Crowd(port)
    try:
        yield crowd
    finally:
        crowd.leave()


def _status(sock: socket.socket) -> int:
    got = b""
    while b"\r\n" not in got:
        piece = sock.recv(4096)
        if not piece:
            return 0
        got += piece
    return int(got.split()[1])
