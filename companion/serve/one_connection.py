"""One connection of a phone: what it may send in which time, and how an answer goes out.

Stock `gevent.pywsgi` sends head and body in two packets without TCP_NODELAY, which costs a delayed
acknowledgement: measured 360 small requests a second against 1,700-2,700 with both in one packet.
"""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, Protocol

import gevent
from gevent.pywsgi import Input, WSGIHandler

from companion.fault_report import report
from companion.serve.hang_ups import HangUp
from companion.serve.plain_answers import plain_answer

FIRST_LINE_SECONDS: Final = 20.0
"""How long a new connection may stay silent; browsers open some ahead and use them later."""
IDLE_SECONDS: Final = 75.0
"""How long a connection stays open between two requests; longer than between two taps."""
HEAD_SECONDS: Final = 10.0
"""How long all header lines of one request may take together."""
BODY_SECONDS: Final = 120.0
"""How long one body may take: 8 MB of photo over a poor Wi-Fi."""
SILENT_SECONDS: Final = 30.0
"""How long the other side may take or give not one byte in the middle of a request or answer."""
GONE_MILLISECONDS: Final = 30_000
"""How long bytes may stay unacknowledged before the phone counts as gone (its stream is freed)."""
DISCARD_BYTES: Final = 8_000_000
"""How much of a refused body is read away, so that the browser still gets to see the answer."""
PIECE_BYTES: Final = 65_536
"""How much of a body of unknown length is read at once."""
READ_BYTES: Final = 2_048
"""How much of a head is read at once. Every open phone keeps a buffer of that size, by default 8 kB
of the 25 that it takes; a browser's head has 1 kB, and bodies are read past the buffer."""
HEAD_BYTES: Final = 32_768
"""How large all header lines of one request may be together."""


def is_plain(lines: Sequence[str]) -> bool:
    """Whether every server reads the length of this request's body alike (RFC 9112, section 6)."""
    told = [line.partition(":") for line in lines if line]
    if any(name != name.strip() for name, _, _ in told):
        return False  # also a line that goes on with the one before
    lengths = [value.strip() for name, _, value in told if name.lower() == "content-length"]
    codings = [value.strip() for name, _, value in told if name.lower() == "transfer-encoding"]
    if len(lengths) + len(codings) > 1:
        return False
    digits = all(length.isascii() and length.isdecimal() for length in lengths)
    return digits and all(coding.lower() == "chunked" for coding in codings)


class _HeadTooLarge(ValueError):
    """The header lines of one request are longer than any browser of ours sends."""


class _HeadLines:
    """The lines of a request's head, up to HEAD_BYTES."""

    def __init__(self, lines: Any) -> None:
        self._lines = lines
        self._left = HEAD_BYTES
        self.read: list[str] = []
        """As they came: what parses them drops the ones it does not like."""

    def readline(self, limit: int = -1) -> bytes:
        line = bytes(self._lines.readline(min(limit, self._left + 1)))
        self._left -= len(line)
        if self._left < 0:
            raise _HeadTooLarge
        self.read.append(line.decode("latin-1").rstrip("\r\n"))
        return line


class _Body(Input):  # type: ignore[misc]
    """A request body that ends: it may not dribble for ever, and a refused one is not all read."""

    __slots__ = ("_began", "_handler")

    def __init__(self, handler: Connection, **known: Any) -> None:
        super().__init__(handler.rfile, handler.content_length, **known)
        self._handler = handler
        self._began = monotonic()

    def read(self, length: int | None = None) -> bytes:
        if not self.chunked_input:
            return self._read_piece(length)
        # A chunk may claim any size: room is made for what came, never for what was claimed.
        pieces, left = [], sys.maxsize if length is None or length < 0 else length
        while left and (piece := self._read_piece(min(left, PIECE_BYTES))):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def _read_piece(self, length: int | None) -> bytes:
        if monotonic() - self._began > BODY_SECONDS:
            self._handler.body_is_cut = True
            raise OSError("the body took too long")
        try:
            return bytes(super().read(length))
        except OSError:
            self._handler.body_is_cut = True
            raise

    def _discard(self) -> None:
        if self._handler.body_is_cut:
            self._handler.close_connection = True
            return
        left = (self.content_length or 0) - self.position
        if left > DISCARD_BYTES or (self.chunked_input and self._handler.code >= 400):
            self._handler.close_connection = True
            return
        super()._discard()


class Serving(Protocol):
    """The server, as one of its connections sees it."""

    stopping: bool
    """It takes nothing new: a connection ends with its present answer."""

    def count_busy(self, step: int) -> None:
        """Count a request in (1) or out (-1)."""


class Connection(WSGIHandler):  # type: ignore[misc]
    """One connection. `busy` is true from a request's first line to the end of its answer."""

    server: Serving
    code: int = 0
    busy: bool = False
    body_is_cut: bool = False
    """The body ended early or was no body: nothing after it can be a request."""
    wsgi_input: Any
    provided_content_length: Any

    def __init__(self, sock: Any, address: Any, server: Serving) -> None:
        super().__init__(sock, address, server, sock.makefile("rb", READ_BYTES))

    def handle(self) -> None:
        sock = self.socket
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MILLISECONDS)
        sock.settimeout(FIRST_LINE_SECONDS)
        self._late = gevent.Timeout(FIRST_LINE_SECONDS)
        self._late.start()
        try:
            super().handle()
        except gevent.Timeout as late:
            if late is not self._late:
                raise
        except OSError:
            pass  # the other side went away in the middle: nobody is left to tell
        finally:
            self._late.close()
            self._set_busy(False)

    def read_requestline(self) -> str:
        line: str = super().read_requestline()
        self._late.close()
        if line:
            self._set_busy(True)
            self._late = gevent.Timeout(HEAD_SECONDS)
            self._late.start()
        return line

    def MessageClass(self, lines: Any, *rest: Any) -> Any:
        self._head = _HeadLines(lines)
        return super().MessageClass(self._head, *rest)

    def read_request(self, raw_requestline: str) -> bool:
        fine: bool = super().read_request(raw_requestline)
        self._late.close()
        self.socket.settimeout(SILENT_SECONDS)
        if self.request_version == "HTTP/0.9" or not is_plain(self._head.read):
            raise ValueError("two servers could read this request differently")
        if self.server.stopping:
            self.close_connection = True
        return fine

    def handle_one_request(self) -> Any:
        answer = super().handle_one_request()
        self._set_busy(False)
        if isinstance(answer, tuple):
            statuses = {"414": "414 URI Too Long", "431": "431 Request Header Fields Too Large"}
            return answer[0], plain_answer(statuses.get(answer[0], "400 Bad Request"))
        if answer is True:
            self.socket.settimeout(IDLE_SECONDS)
            self._late = gevent.Timeout(IDLE_SECONDS)
            self._late.start()
        return answer

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        environ["REMOTE_ADDR"] = environ.get("REMOTE_ADDR", "").removeprefix("::ffff:")
        if isinstance(self.socket, ssl.SSLSocket):
            environ["wsgi.url_scheme"], environ["HTTPS"] = "https", "on"
        if environ["wsgi.input_terminated"]:
            self.wsgi_input = _Body(
                self,
                socket=self.wsgi_input.socket,
                chunked_input=self.wsgi_input.chunked_input,
            )
            environ["wsgi.input"] = self.wsgi_input
        return environ

    def process_result(self) -> None:
        if self.command == "HEAD":
            # No byte may follow, not even the end of a body in chunks: it would begin the next.
            self.write(b"")
            return
        hang_up = getattr(self.result, "hang_up", None)
        if hang_up is None:
            super().process_result()
            return
        with HangUp(self.socket, hang_up):
            super().process_result()

    def finalize_headers(self) -> None:
        """For HEAD no length that a GET would not have: what is not sent cannot be measured."""
        if self.command == "HEAD" and self.provided_content_length is None:
            self.provided_content_length = ""
        super().finalize_headers()

    def _write_with_headers(self, data: bytes) -> None:
        """Head and first piece in one packet."""
        self.headers_sent = True
        self.finalize_headers()
        packet = bytearray(b"HTTP/1.1 " + self.status + b"\r\n")
        for name, value in self.response_headers:
            packet += name + b": " + value + b"\r\n"
        packet += b"\r\n"
        if data and self.response_use_chunked:
            packet += b"%x\r\n" % len(data) + data + b"\r\n"
        else:
            packet += data
        self._sendall(packet)

    def log_request(self) -> None:
        """No access log: it would keep addresses and table codes."""

    def _handle_client_error(self, ex: BaseException) -> tuple[str, bytes]:
        return ("431" if isinstance(ex, _HeadTooLarge) else "400", b"")

    def _log_error(self, t: Any, v: Any, tb: Any) -> None:
        """Where it failed: gevent would print the request's cookies and address with it."""
        if issubclass(t, gevent.GreenletExit):
            return
        if issubclass(t, OSError):  # a phone that went away is no fault of ours
            self.close_connection = True
            return
        print(report(v), file=sys.stderr, flush=True)

    def _send_error_response_if_possible(self, error_code: int) -> None:
        self.close_connection = True
        if not self.response_length:
            ours = error_code == 500 and not self.body_is_cut
            status = "500 Internal Server Error" if ours else "400 Bad Request"
            try:
                self.socket.sendall(plain_answer(status))
            except OSError:
                return

    def _set_busy(self, busy: bool) -> None:
        if busy != self.busy:
            self.busy = busy
            self.server.count_busy(1 if busy else -1)
