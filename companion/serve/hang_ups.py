"""Notices at once that a phone hung up in the middle of a stream, not heartbeats later.

The first write to a connection that the other side closed still succeeds, so without this a stream
holds its place among the few of its seat and address for two heartbeats: 8 to 30 seconds.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any, Final

import gevent
from gevent.hub import get_hub

_READABLE: Final = 1


class HangUp:
    """Within this, `hang_up` is called once when the other side of `sock` closes.

    A phone that sends more in the middle of a stream has not hung up, and is not watched further.
    A class with slots, because every open phone holds one.
    """

    __slots__ = ("_hang_up", "_sock", "_watcher")

    def __init__(self, sock: Any, hang_up: Callable[[], None]) -> None:
        self._sock = sock
        self._hang_up = hang_up
        self._watcher: Any = get_hub().loop.io(sock.fileno(), _READABLE)

    def __enter__(self) -> None:
        self._watcher.start(self._look)

    def __exit__(self, *raised: object) -> None:
        self._watcher.stop()
        self._watcher.close()

    def _look(self) -> None:
        self._watcher.stop()
        if _is_closed(self._sock):
            gevent.spawn(self._hang_up)


def _is_closed(sock: Any) -> bool:
    """Looks at what lies there without taking it; never waits. Below TLS, where that is used."""
    try:
        return bool(sock._sock.recv(1, socket.MSG_PEEK) == b"")
    except BlockingIOError:
        return False
    except OSError:
        return True
