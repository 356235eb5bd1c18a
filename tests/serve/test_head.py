"""HEAD on a kept-alive connection: whatever is asked, not one byte after the head."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.services.limits import Limits
from tests.security.phones import GAME, Browser, build_at
from tests.security.whole_server import WholeServer, whole_server

PATHS = {
    "page": ("/", 200),
    "JSON page": ("/decks", 200),
    "static": ("{sheet}", 200),
    "font of the print shop": ("/prints/css/fonts.css", 200),
    "table": ("/tables/{code}", 200),
    "log": ("/tables/{code}/log", 200),
    "stream": ("/tables/{code}/stream", 200),
    "stream of the big screen": ("/tables/{code}/stream?of=screen", 200),
    "redirect": ("/j/{code}", 302),
    "not found": ("/nowhere", 404),
    "no such table": ("/tables/BBBBBB/stream", 404),
    "wrong method": ("/language", 405),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WholeServer, str]]:
    with whole_server(tmp_path_factory.mktemp("head")) as server:
        made = server.send("POST", "/tables", {"game": GAME, "player": "Ana"})
        yield server, made["code"]


def heads(port: int, paths: list[str], accept: str) -> list[str]:
    """What comes back for a HEAD of each on one connection, each sent after the one before."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as sock:
        told = []
        for path in paths:
            lines = (f"HEAD {path} HTTP/1.1", f"Host: localhost:{port}", f"Accept: {accept}")
            sock.sendall("\r\n".join((*lines, "", "")).encode())
            got = b""
            while b"\r\n\r\n" not in got:
                piece = sock.recv(65_536)
                assert piece, f"closed at {path}: {got!r}"
                got += piece
            told.append(got.decode())
        return told


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_no_byte_follows_the_head_of_any_kind_of_answer(
    server: tuple[WholeServer, str], accept: str
) -> None:
    running, code = server
    sheet = re.findall(r'href="(/static/[^"]+)"', running.send("GET", "/", accept="html"))[0]
    asked = [path.format(code=code, sheet=sheet) for path, _ in PATHS.values()]

    answers = heads(running.port, [*asked, "/"], accept)

    begun = {
        name: answer.startswith("HTTP/1.1 ") for name, answer in zip(PATHS, answers, strict=False)
    }
    ended = {
        name: answer.endswith("\r\n\r\n") for name, answer in zip(PATHS, answers, strict=False)
    }
    assert (begun, ended) == (dict.fromkeys(PATHS, True), dict.fromkeys(PATHS, True))
    assert answers[-1].startswith("HTTP/1.1 200 ")
    statuses = {name: int(answer[9:12]) for name, answer in zip(PATHS, answers, strict=False)}
    assert statuses == {name: status for name, (_, status) in PATHS.items()}


def test_a_head_of_a_stream_takes_no_place_and_tells_nobody_is_there(tmp_path: Path) -> None:
    product = build_at(tmp_path)
    try:
        browser = Browser(product.app.test_client())
        made = browser.json("POST", "/tables", {"game": GAME, "player": "Ana"}).json or {}
        home = f"/tables/{made['code']}"
        broadcaster = product.parts.broadcaster
        stream = browser.get(f"{home}/stream")

        asked = [
            browser.open("HEAD", f"{home}/stream{of}").status_code
            for of in ("", "?of=screen") * Limits().streams_per_address
        ]

        assert set(asked) == {200}
        assert broadcaster.open_streams(made["code"]) == 1
        assert stream.status_code == 200
        stream.close()
    finally:
        product.close()
