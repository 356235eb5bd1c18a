"""A proxy between phones and server that cuts streams after so many bytes, or holds them back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass(eq=False)
class Proxy:
    """Hands bytes on to the server's port; what comes back is cut or held as told."""

    to_port: int
    port: int = 0
    cut_after: int | None = None
    """The next connection ends after so many bytes from the server; only the next one."""
    hold_bytes: int = 0
    """What comes from the server is handed on in pieces of this size only, as a buffer does."""
    _open: list[socket.socket] = field(default_factory=list)

    def serve(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                phone, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.to_port), timeout=30)
                cut, self.cut_after = self.cut_after, None
                self._open += [phone, server]
                for run, more in ((self._up, ()), (self._down, (cut,))):
                    threading.Thread(target=run, args=(phone, server, *more), daemon=True).start()

    def end(self) -> None:
        for each in self._open:
            _hang_up(each)

    def _up(self, phone: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while piece := phone.recv(65_536):
                server.sendall(piece)
        _hang_up(server)

    def _down(self, phone: socket.socket, server: socket.socket, cut: int | None) -> None:
        left, held = cut, b""
        with suppress(OSError):
            while left != 0 and (piece := server.recv(65_536 if left is None else left)):
                left = None if left is None else left - len(piece)
                held += piece
                if len(held) >= self.hold_bytes:
                    phone.sendall(held)
                    held = b""
        _hang_up(phone)
        _hang_up(server)


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
    sock.close()


@contextmanager
def proxied(to_port: int) -> Iterator[Proxy]:
    """A running proxy on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = Proxy(to_port, listener.getsockname()[1])
        threading.Thread(target=proxy.serve, args=(listener,), daemon=True).start()
        yield proxy
        proxy.end()
