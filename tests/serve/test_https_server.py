"""HTTPS and plain HTTP on one port: each connection is served as it begins."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SERVER = """
from gevent import monkey
monkey.patch_all()
import json, sys
from datetime import UTC, datetime
from pathlib import Path
from gevent.event import Event
from companion.serve import one_connection
from companion.serve.certificates import own_certificate
from companion.serve.gevent_server import BackroomServer
from companion.serve.listening import listen

one_connection.FIRST_LINE_SECONDS = 0.5
certificate = own_certificate(Path(sys.argv[1]), ["127.0.0.1"], datetime.now(UTC))

def application(environ, start_response):
    told = json.dumps({"scheme": environ["wsgi.url_scheme"]}).encode()
    start_response("200 OK", [("Content-Length", str(len(told)))])
    return [told]

listener = listen("127.0.0.1", 0)
BackroomServer(
    listener, application, connections=50, connections_per_address=None, tls=certificate.context
).start()
print(listener.getsockname()[1], flush=True)
Event().wait()
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    )
    yield int(process.stdout.readline()), folder / "https" / "certificate.pem"
    process.kill()
    process.wait()
    process.stdout.close()


def scheme(connection) -> str:
    connection.request("GET", "/")
    told = json.loads(connection.getresponse().read())["scheme"]
    connection.close()
    return told


def secure(port) -> http.client.HTTPSConnection:
    trusting = ssl.create_default_context(cafile=str(port[1]))
    return http.client.HTTPSConnection("127.0.0.1", port[0], timeout=10, context=trusting)


def test_one_port_serves_both(port):
    assert scheme(secure(port)) == "https"
    assert scheme(http.client.HTTPConnection("127.0.0.1", port[0], timeout=10)) == "http"


def test_a_phone_that_does_not_trust_us_harms_nobody(port):
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection("127.0.0.1", port[0], timeout=10).connect()

    assert scheme(secure(port)) == "https"


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side ends the connection, however it does."""
    came = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(64):
            came += piece
    return came


@pytest.mark.parametrize("begun", [b"", b"\x16", b"\x16\x03\x01\xff\xff", b"\x16garbage\r\n\r\n"])
def test_a_handshake_that_is_never_finished_is_ended(port, begun):
    with socket.create_connection(("127.0.0.1", port[0]), timeout=10) as half:
        half.sendall(begun)
        came = everything(half)

    assert not came.startswith(b"HTTP")
    assert scheme(secure(port)) == "https"
