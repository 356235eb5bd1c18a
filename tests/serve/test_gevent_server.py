"""The web server over real sockets: one packet per answer, limits on what a caller may waste."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SERVER = """
from gevent import monkey
monkey.patch_all()
import json, signal, sys, time
import gevent
from gevent.event import Event
from companion.serve import gevent_server, one_connection
from companion.serve.gevent_server import BackroomServer
from companion.serve.listening import listen

for name, value in json.loads(sys.argv[1]).items():
    setattr(one_connection, name, value)
bye = Event()

def application(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/stream":
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return stream()
    if path == "/fail":
        raise RuntimeError("planted")
    body = environ["wsgi.input"].read() if path == "/read" else b""
    told = json.dumps({"length": len(body), "address": environ["REMOTE_ADDR"]}).encode()
    status = "413 Too Large" if path == "/refuse" else "200 OK"
    start_response(status, [("Content-Length", str(len(told)))])
    return [told]

def stream():
    yield b"first;"
    bye.wait()
    yield b"bye;"

listener = listen("127.0.0.1", 0)
server = BackroomServer(listener, application, connections=50, connections_per_address=None)
if "per_address" in sys.argv:
    server._per_address = 2
    gevent_server.is_loopback = lambda host: False
server.start()
print(listener.getsockname()[1], flush=True)
ended = Event()
gevent.signal_handler(signal.SIGTERM, ended.set)
ended.wait()
began = time.monotonic()
calm = server.end(bye.set, within_seconds=1.0)
print(json.dumps({"calm": calm, "seconds": time.monotonic() - began}), flush=True)
"""


class Child:
    """The server in a process of its own."""

    def __init__(self, *options: str, **changed: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, json.dumps(changed), *options],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline())

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def ask(self, head: str, body: bytes = b"") -> bytes:
        """Send these bytes on a connection of their own and read until the server closes it."""
        with closing(self.connect()) as sock:
            sock.sendall(head.replace("\n", "\r\n").encode("latin-1") + body)
            sock.shutdown(socket.SHUT_WR)
            return read_all(sock)

    def end(self) -> dict:
        """Ask it to end; what it says about that."""
        self.process.send_signal(signal.SIGTERM)
        told, self.errors = self.process.communicate(timeout=10)
        return json.loads(told)


def read_all(sock: socket.socket) -> bytes:
    got = b""
    while piece := sock.recv(65_536):
        got += piece
    return got


@pytest.fixture
def server(request):
    child = Child(*getattr(request, "param", ()))
    yield child
    child.process.kill()
    child.process.communicate()


@pytest.fixture
def hasty():
    """A server with no patience, so that the tests need none."""
    child = Child(FIRST_LINE_SECONDS=0.3, IDLE_SECONDS=0.4, HEAD_SECONDS=0.3, SILENT_SECONDS=0.3)
    yield child
    child.process.kill()
    child.process.communicate()


def test_head_and_body_arrive_in_one_packet(server):
    with closing(server.connect()) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        packet = sock.recv(65_536)

    assert packet.startswith(b"HTTP/1.1 200 OK\r\n")
    assert packet.endswith(b'"address": "127.0.0.1"}')


def test_first_piece_of_a_stream_arrives_with_the_head(server):
    with closing(server.connect()) as sock:
        sock.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        packet = sock.recv(65_536)

    assert packet.endswith(b"\r\n\r\n6\r\nfirst;\r\n")


def test_no_server_banner(server):
    answer = server.ask("GET / HTTP/1.1\nHost: x\nConnection: close\n\n")

    assert b"\r\nserver:" not in answer.lower()
    assert b"gevent" not in answer.lower()


def test_many_requests_on_one_connection(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for size in (0, 1, 5_000):
        connection.request("POST", "/read", body=b"x" * size)
        assert json.loads(connection.getresponse().read())["length"] == size
    connection.close()


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        ("nonsense\n\n", b"400"),
        ("GET / HTTP/9.9.9 x\n\n", b"400"),
        ("GET /\n\n", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: -5\n\n", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: five\n\n", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: 3\nContent-Length: 5\n\nabcde", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: 1_0\n\nabcdefghij", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: +4\n\nabcd", b"400"),
        ("POST / HTTP/1.1\nHost: x\nContent-Length : 4\n\nabcd", b"400"),
        (
            "POST / HTTP/1.1\nHost: x\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n",
            b"400",
        ),
        ("POST / HTTP/1.1\nHost: x\nTransfer-Encoding: xchunked\n\n0\n\n", b"400"),
        (f"GET /{'a' * 9_000} HTTP/1.1\nHost: x\n\n", b"414"),
        (f"GET / HTTP/1.1\nHost: x\nCookie: {'a' * 40_000}\n\n", b"431"),
        ("GET / HTTP/1.1\n" + "".join(f"X{n}: y\n" for n in range(140)) + "\n", b"400"),
        ("GET / HTTP/1.1\n" + "".join(f"X{n}: {'b' * 900}\n" for n in range(40)) + "\n", b"431"),
    ],
)
def test_unreadable_requests_get_a_sentence_with_the_guarding_headers(server, request_text, status):
    answer = server.ask(request_text)
    head, _, body = answer.partition(b"\r\n\r\n")

    assert head.split(b" ")[1] == status
    assert b"Content-Security-Policy: default-src 'none'" in head
    assert b"X-Content-Type-Options: nosniff" in head
    assert b"<p>" in body
    assert b"Traceback" not in answer


def test_failure_of_the_application_is_a_sentence_and_logs_no_cookie(server):
    answer = server.ask("GET /fail?code=K7MQ2X HTTP/1.1\nHost: x\nCookie: seat=secret\n\n")
    server.end()

    assert b" 500 " in answer
    assert b"Nothing that was logged is lost." in answer
    assert b"planted" not in answer
    assert "RuntimeError" in server.errors
    assert " in application" in server.errors
    assert "planted" not in server.errors
    assert "secret" not in server.errors
    assert "K7MQ2X" not in server.errors


def test_refused_body_is_read_away_so_that_the_answer_is_seen(server):
    body = b"x" * 3_000_000
    answer = server.ask(f"POST /refuse HTTP/1.1\nHost: x\nContent-Length: {len(body)}\n\n", body)

    assert answer.startswith(b"HTTP/1.1 413 ")


def test_huge_body_is_not_waited_for(server):
    with closing(server.connect()) as sock:
        sock.sendall(b"POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\n")

        assert read_all(sock).startswith(b"HTTP/1.1 413 ")


def test_connection_that_says_nothing_is_closed(hasty):
    with closing(hasty.connect()) as sock:
        assert read_all(sock) == b""


def test_head_that_dribbles_is_cut(hasty):
    with closing(hasty.connect()) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            dribble(sock)


def dribble(sock: socket.socket) -> None:
    """Send one short header line after the other, for 5 seconds or until it fails."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        sock.sendall(b"X: y\r\n")
        time.sleep(0.02)


def test_body_that_stops_is_cut(hasty):
    with closing(hasty.connect()) as sock:
        sock.sendall(b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")

        assert b" 200 " not in read_all(sock)


@pytest.mark.parametrize("gone", [True, False], ids=["gone", "silent"])
@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Length: 10", b"abc"),
        ("Transfer-Encoding: chunked", b"ffffffffff\r\nabc"),
        ("Transfer-Encoding: chunked", b"3\r\nabc"),
        ("Transfer-Encoding: chunked", b"3\r\nabc\r\n"),
        ("Transfer-Encoding: chunked", b"3\r\nabcdef"),
        ("Transfer-Encoding: chunked", b"three\r\nabc\r\n0\r\n\r\n"),
        ("Transfer-Encoding: chunked", b""),
    ],
)
def test_body_that_ends_early_is_no_fault_of_ours(hasty, header, body, gone):
    with closing(hasty.connect()) as sock:
        sock.sendall(f"POST /read HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode() + body)
        if gone:
            sock.shutdown(socket.SHUT_WR)
        answer = read_all(sock)
    hasty.end()

    assert answer[:13] in (b"HTTP/1.1 400 ", b"")
    assert answer.count(b"HTTP/1.1") <= 1
    assert hasty.errors == ""


def test_idle_connection_is_closed_quietly(hasty):
    with closing(hasty.connect()) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")

        assert read_all(sock).count(b"HTTP/1.1") == 1


def test_a_stream_lives_longer_than_any_patience(hasty):
    with closing(hasty.connect()) as sock:
        sock.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        sock.settimeout(1.5)
        sock.recv(65_536)
        with pytest.raises(TimeoutError):
            sock.recv(65_536)


@pytest.mark.parametrize("server", [("per_address",)], indirect=True)
def test_one_address_cannot_take_all_connections(server):
    first, second = server.connect(), server.connect()
    for sock in (first, second):  # answered, so the server has counted both
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        sock.recv(65_536)

    with closing(server.connect()) as third:
        answer = read_all(third)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: 5\r\n" in answer

    first.close()
    deadline = time.monotonic() + 5
    while b" 503 " in (answer := server.ask("GET / HTTP/1.1\nHost: x\nConnection: close\n\n")):
        assert time.monotonic() < deadline
    assert b" 200 " in answer
    second.close()


def test_end_lets_streams_say_bye(server):
    with closing(server.connect()) as sock:
        sock.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        sock.recv(65_536)
        told = server.end()

        assert read_all(sock) == b"4\r\nbye;\r\n0\r\n\r\n"
    assert told["calm"] is True
    assert server.process.returncode == 0


def test_end_does_not_wait_for_idle_or_stuck_connections(server):
    idle, stuck = server.connect(), server.connect()
    idle.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    idle.recv(65_536)
    stuck.sendall(b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
    with closing(server.connect()) as sock:  # answered after `stuck` was taken on
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        sock.recv(65_536)

    told = server.end()

    assert told["seconds"] < 3
    idle.close()
    stuck.close()
