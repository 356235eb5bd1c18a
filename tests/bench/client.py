"""A phone that costs next to nothing: raw HTTP/1.1 over one kept connection, and its stream."""

from __future__ import annotations

import json
import socket
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: status, head in lower-case names, body."""

    status: int
    head: dict[str, str]
    body: bytes
    size: int = 0
    """Bytes of the body on the wire."""

    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Heard:
    """One message of a stream: its version, and the bytes that it took on the wire."""

    version: int
    size: int


@dataclass(slots=True)
class Phone:
    """One kept connection with a phone's cookies; sends what a browser sends."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _sock: socket.socket | None = None

    def send(self, method: str, path: str, body: Any = None) -> Answer:
        """One request and its answer as a program speaks; `body` is sent as JSON."""
        data = b"" if body is None else json.dumps(body).encode()
        return self._send(method, path, ("Accept: application/json",), "application/json", data)

    def submit(self, path: str, fields: Mapping[str, str]) -> Answer:
        """A form as the page's script sends it; the answer is the table's parts as HTML."""
        headers = ("Accept: */*", "HX-Request: true")
        data = urlencode(fields).encode()
        return self._send("POST", path, headers, "application/x-www-form-urlencoded", data)

    def browse(
        self, method: str, path: str, fields: Mapping[str, str] | None, headers: tuple[str, ...]
    ) -> Answer:
        """One request as a browser makes it: a page, or a form."""
        data = urlencode(fields or {}).encode()
        return self._send(method, path, headers, "application/x-www-form-urlencoded", data)

    def _send(
        self, method: str, path: str, headers: tuple[str, ...], media_type: str, data: bytes
    ) -> Answer:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            f"Origin: http://localhost:{self.port}",
            "Accept-Encoding: gzip, deflate",
            *headers,
        ]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        if data:
            lines += [f"Content-Type: {media_type}", f"Content-Length: {len(data)}"]
        if self._sock is None:
            self._sock = connect(self.port)
        self._sock.sendall("\r\n".join([*lines, "", ""]).encode() + data)
        answer = read_answer(self._sock)
        if answer.head.get("connection") == "close":
            self.close()
        return answer

    def close(self) -> None:
        """Hang up."""
        if self._sock is not None:
            self._sock.close()
            self._sock = None

    def messages(self, path: str) -> Iterator[Heard]:
        """Open the table's stream and give every message as it arrives."""
        with self.listen(path) as sock:
            yield from _messages(sock)

    def listen(self, path: str) -> socket.socket:
        """Ask for a stream, and leave what comes in the socket."""
        sock = connect(self.port)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            "Accept: text/event-stream",
            "Accept-Encoding: gzip, deflate",
        ]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        sock.sendall("\r\n".join([*lines, "", ""]).encode())
        return sock


def connect(port: int) -> socket.socket:
    """A connection that sends small things at once."""
    sock = socket.create_connection(("127.0.0.1", port), timeout=30)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def read_head(sock: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Status, head and what of the body came along."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = sock.recv(65_536)
        if not piece:
            raise ConnectionError("the server hung up")
        got += piece
    head, _, rest = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    named = (line.partition(": ") for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, _, value in named}, rest


def read_answer(sock: socket.socket) -> Answer:
    """One whole answer with a Content-Length."""
    status, head, body = read_head(sock)
    wanted = int(head.get("content-length", "0"))
    while len(body) < wanted:
        body += sock.recv(65_536)
    size = len(body)
    if head.get("content-encoding") == "gzip":
        body = zlib.decompress(body, wbits=31)
    return Answer(status, head, body, size)


def _messages(sock: socket.socket) -> Iterator[Heard]:
    status, head, rest = read_head(sock)
    if status != 200:
        raise ConnectionError(f"no stream: {status}")
    gzip = head.get("content-encoding") == "gzip"
    unpack = zlib.decompressobj(wbits=31).decompress if gzip else bytes
    for piece in _chunks(sock, rest):  # each chunk is one whole message
        for line in unpack(piece).split(b"\n", 1):
            if line.startswith(b"id:"):
                yield Heard(int(line[3:]), len(piece))
                break


def _chunks(sock: socket.socket, got: bytes) -> Iterator[bytes]:
    """The pieces of a body in chunked transfer coding, each as soon as it is whole."""
    while True:
        size, found, rest = got.partition(b"\r\n")
        if found and len(rest) >= int(size, 16) + 2:
            length = int(size, 16)
            if length == 0:
                return
            yield rest[:length]
            got = rest[length + 2 :]
            continue
        piece = sock.recv(65_536)
        if not piece:
            return
        got += piece
