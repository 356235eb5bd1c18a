"""Takes the port, and tells when another program has it."""

from __future__ import annotations

import errno
import socket

from gevent.server import StreamServer

_LOOPBACK_OF = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def listen(host: str, port: int) -> socket.socket | None:
    """A listening socket; None when another program has the port.

    OSError for an address that is not this computer's or a port that needs more rights.
    """
    if host in _LOOPBACK_OF and _answers(_LOOPBACK_OF[host], port):
        return None
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = StreamServer.get_listener((host, port), backlog=512, family=family)
    except OSError as trouble:
        if trouble.errno in (errno.EADDRINUSE, errno.EACCES) and port >= 1024:
            return None
        raise
    return listener


def _answers(host: str, port: int) -> bool:
    """Whether something listens already.

    macOS and Windows let us listen on all addresses beside a program that has only loopback, and
    this computer's own browser would then meet that program.
    """
    try:
        with socket.create_connection((host, port), timeout=0.3):
            return True
    except OSError:
        return False
