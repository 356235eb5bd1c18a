"""Notices at once that a phone hung up in the middle of a stream, not heartbeats later.

The first write to a connection that the other side closed still succeeds, so without this a stream
holds its place among the few of its seat and address for two heartbeats: 8 to 30 seconds.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import gevent
from gevent.hub import get_hub

_READABLE: Final = 1


@contextmanager
def told_when_it_hangs_up(sock: Any, hang_up: Callable[[], None] | None) -> Iterator[None]:
    """Within this, `hang_up` is called once when the other side of `sock` closes.

    A phone that sends more in the middle of a stream has not hung up, and is not watched further.
    """
    if hang_up is None:
        yield
        return
    watcher = get_hub().loop.io(sock.fileno(), _READABLE)

    def look() -> None:
        watcher.stop()
        if _is_closed(sock):
            gevent.spawn(hang_up)

    watcher.start(look)
    try:
        yield
    finally:
        watcher.stop()
        watcher.close()


def _is_closed(sock: Any) -> bool:
    """Looks at what lies there without taking it; never waits. Below TLS, where that is used."""
    try:
        return bool(sock._sock.recv(1, socket.MSG_PEEK) == b"")
    except BlockingIOError:
        return False
    except OSError:
        return True
