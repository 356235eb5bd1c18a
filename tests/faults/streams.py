"""A phone's open stream over real HTTP: messages as they come, and what was on the wire."""

from __future__ import annotations

import http.client
import socket
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.live.phones import parsed

WAIT_SECONDS = 10.0


@dataclass
class OpenStream:
    """Reads in a thread of its own until the server ends it or `close` is called."""

    port: int
    path: str
    token: str | None
    gzip: bool = True
    messages: list[dict[str, str]] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    status: int = 0

    def open(self) -> OpenStream:
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def wait_for(self, wanted: Callable[[list[dict[str, str]]], bool]) -> float:
        """Seconds until the messages are as wanted."""
        before = time.monotonic()
        while not wanted(self.messages):
            assert time.monotonic() - before < WAIT_SECONDS, self.messages[-2:]
            time.sleep(0.005)
        return time.monotonic() - before

    def close(self) -> None:
        """Hang up, as a phone that leaves does."""
        sock = self._connection.sock
        if sock is not None:
            # Closing would wait for the reader, and the reader for the next heartbeat.
            sock.shutdown(socket.SHUT_RDWR)
        self.ended.wait(WAIT_SECONDS)

    def _read(self) -> None:
        headers = {"Host": f"localhost:{self.port}", "Accept": "text/event-stream"}
        if self.gzip:
            headers["Accept-Encoding"] = "gzip"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            self._connection.request("GET", self.path, headers=headers)
            answer = self._connection.getresponse()
            self.status = answer.status
            inflater = zlib.decompressobj(31)
            rest = b""
            while piece := answer.read1(65_536):
                rest += inflater.decompress(piece) if self.gzip else piece
                *whole, rest = rest.split(b"\n\n")
                for message in whole:
                    self.messages += parsed(message + b"\n\n")
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # the server is gone, or we are
        finally:
            self._connection.close()
            self.ended.set()
