"""Serves the application with gevent: plain HTTP and TLS on one port, many streams, a calm end."""

from __future__ import annotations

import socket
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any, Final
from wsgiref.types import WSGIApplication

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.serve import one_connection
from companion.serve.plain_answers import plain_answer
from companion.services.networks import is_loopback, network_of

TLS_HANDSHAKE: Final = b"\x16"
"""The first byte of every TLS connection (RFC 8446, section 5.1), and of no HTTP request."""


class BackroomServer(WSGIServer):  # type: ignore[misc]
    """The web server of one Backroom."""

    def __init__(
        self,
        listener: socket.socket,
        application: WSGIApplication,
        *,
        connections: int,
        connections_per_address: int | None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`connections_per_address` None: all phones come through a proxy and look alike.

        With `tls` the port takes both: what begins as TLS is served as HTTPS, and plain HTTP
        reaches the application as such, so that it can lead to the right address.
        """
        super().__init__(
            listener,
            application,
            spawn=Pool(connections),
            log=None,
            error_log=None,
            handler_class=one_connection.Connection,
            environ={"SERVER_NAME": "backroom", "SERVER_SOFTWARE": "Backroom"},
        )
        self.stopping = False
        self._tls = tls
        self._per_address = connections_per_address
        self._open: Counter[str] = Counter()
        self._busy = 0
        self._idle = Event()
        self._idle.set()

    def handle(self, sock: Any, address: tuple[Any, ...]) -> None:
        host = network_of(str(address[0]))
        counted = self._per_address is not None and not is_loopback(str(address[0]))
        if counted and self._open[host] >= (self._per_address or 0):
            sock.settimeout(1.0)
            sock.sendall(plain_answer("503 Service Unavailable"))
            return
        self._open[host] += 1
        try:
            secured = self._secured(sock)
            if secured is not None:
                super().handle(secured, address)
        finally:
            self._open[host] -= 1
            if not self._open[host]:
                del self._open[host]

    def _secured(self, sock: Any) -> Any | None:
        """The connection as the other side began it; None when it said nothing sensible."""
        if self._tls is None:
            return sock
        sock.settimeout(one_connection.FIRST_LINE_SECONDS)
        late = gevent.Timeout(one_connection.FIRST_LINE_SECONDS)
        late.start()
        try:
            if sock.recv(1, socket.MSG_PEEK) != TLS_HANDSHAKE:
                return sock
            sock = self._tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
            sock.do_handshake()
            return sock
        except OSError:  # it went away, or it does not trust us: nobody is left to tell
            sock.close()
        except gevent.Timeout as passed:
            sock.close()
            if passed is not late:
                raise
        finally:
            late.close()
        return None

    def count_busy(self, step: int) -> None:
        """Keep count of the requests being answered, streams among them."""
        self._busy += step
        if self._busy:
            self._idle.clear()
        else:
            self._idle.set()

    def end(self, say_bye: Callable[[], None], within_seconds: float = 4.0) -> bool:
        """Stop accepting, let streams say bye and open requests end; whether all did in time."""
        self.stopping = True
        self.close()
        say_bye()
        calm = bool(self._idle.wait(timeout=within_seconds))
        self.pool.kill(block=True, timeout=0.5)
        return calm
