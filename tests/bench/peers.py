"""The same measurements on a peer: a counter that everybody sees, on Flask-SocketIO."""

from __future__ import annotations

import time

import gevent
from simple_websocket import Client

from tests.bench.figures import PAUSE_SECONDS, Spread, spread
from tests.bench.servers import Server

PHONES = 8
SECONDS = 30
"""How long an answer may take."""


class Talk:
    """One phone that talks Socket.IO over a WebSocket, no more of it than a counter needs."""

    def __init__(self, server: Server) -> None:
        address = f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket"
        self._socket = Client(address)
        self._read()  # how often it pings
        self._socket.send("40")
        self._read()  # our own id

    def tap(self) -> None:
        """Count one up."""
        self._socket.send('42["tap"]')

    def told(self) -> str:
        """The next count that arrives."""
        return self._read()

    def _read(self) -> str:
        while (text := str(self._socket.receive(timeout=SECONDS))) == "2":
            self._socket.send("3")  # a ping and its pong
        if text == "None":
            raise RuntimeError("the counter did not answer in time")
        return text


def tap_to_all_phones(server: Server, taps: int) -> Spread:
    """From a tap until its count is on all 8 phones."""
    phones = [Talk(server) for _ in range(PHONES)]
    seconds = []
    for _ in range(taps):
        gevent.sleep(PAUSE_SECONDS)
        began = time.perf_counter()
        phones[0].tap()
        gevent.joinall([gevent.spawn(phone.told) for phone in phones], raise_error=True)
        seconds.append(time.perf_counter() - began)
    return spread(seconds)


def kilobytes_per_phone(server: Server, phones: int) -> float:
    """Memory of one open phone."""
    before = server.memory_megabytes()
    talks = [Talk(server) for _ in range(phones)]
    gevent.sleep(1.0)
    return (server.memory_megabytes() - before) * 1024 / len(talks)
