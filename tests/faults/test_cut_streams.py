"""Streams that are cut anywhere or held back by a proxy: the phone shows what the server has."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.faults.proxy import proxied
from tests.faults.server import Game, Server, a_running_game, ask, running
from tests.faults.streams import OpenStream

PATIENCE_SECONDS = 10.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("streams") / "data") as started:
        yield started


class Phone:
    """Keeps the newest whole message, and connects again when its stream ends."""

    def __init__(self, port: int, game: Game, gzip: bool) -> None:
        self.port, self.game, self.gzip = port, game, gzip
        self.shown: dict[str, str] = {}

    def look(self, until_version: int | None = None) -> bool:
        """One connection until it is cut or shows this version (or any); whether it showed it."""
        stream = OpenStream(
            self.port, self.game.path("/stream"), self.game.tokens["Ana"], self.gzip
        ).open()
        wanted = None if until_version is None else str(until_version)
        until = time.monotonic() + PATIENCE_SECONDS
        while not (done := bool(stream.messages) and wanted in (None, stream.messages[-1]["id"])):
            if stream.ended.is_set():
                break
            assert time.monotonic() < until
            time.sleep(0.001)
        stream.close()
        if stream.messages:
            self.shown = stream.messages[-1]
        return done


def tap(server: Server, game: Game, number: int) -> int:
    body = {"event": "hand_corrected", "player": "Ben", "count": number % 6, "id": f"cut-{number}"}
    told = ask(server.port, "POST", game.path("/events"), body, game.tokens["Ben"])
    assert told.status == 200, told
    return int(told.body["version"])


def on_the_server(server: Server, game: Game, version: int) -> dict[str, str]:
    phone = Phone(server.port, game, gzip=False)
    phone.look(version)
    return phone.shown


def cut_everywhere(server: Server, gzip: bool, step: int) -> None:
    """Cut after ever more bytes, until the first message comes through whole, three times."""
    game = a_running_game(server.port, "Ana", "Ben")
    version, cuts, whole = 4, 0, 0
    with proxied(server.port) as proxy:
        phone = Phone(proxy.port, game, gzip)
        while whole < 3:
            proxy.cut_after = 1 + cuts * step
            whole += phone.look()
            if cuts % 5 == 0:
                version = tap(server, game, cuts)
            assert phone.look(version), "without a cut it was not shown"
            shown = on_the_server(server, game, version)
            assert phone.shown == shown, f"cut after {1 + cuts * step} bytes"
            cuts += 1
    print(f"gzip {gzip}: {cuts} cuts, the last after {1 + (cuts - 1) * step} bytes")
    assert cuts > 8


@pytest.mark.parametrize("gzip", [True, False])
def test_stream_that_is_cut_anywhere_shows_what_the_server_has(server: Server, gzip: bool) -> None:
    cut_everywhere(server, gzip, step=173 if gzip else 1103)


@pytest.mark.soak
@pytest.mark.parametrize("gzip", [True, False])
def test_stream_that_is_cut_after_every_byte(server: Server, gzip: bool) -> None:
    cut_everywhere(server, gzip, step=1 if gzip else 7)


@pytest.mark.parametrize("hold", [1_500, 100_000])
def test_phone_behind_a_proxy_that_holds_back_is_right_by_asking(server: Server, hold: int) -> None:
    game = a_running_game(server.port, "Ana", "Ben")
    with proxied(server.port) as proxy:
        proxy.hold_bytes = hold
        stream = OpenStream(proxy.port, game.path("/stream"), game.tokens["Ana"]).open()
        version = [tap(server, game, number) for number in range(12)][-1]
        proxy.hold_bytes = 0  # buffers are for streams: a whole answer passes

        since = ask_for_news(proxy.port, game, "4")
        nothing_new = ask_for_news(proxy.port, game, str(version))
        stream.close()

    shown = on_the_server(server, game, version)["data"]
    assert since[0] == 200
    assert plain(since[1]).startswith(plain(shown))  # what is this phone's own follows it
    assert nothing_new == (204, "")


def test_stream_asks_proxies_not_to_hold_it_back(server: Server) -> None:
    game = a_running_game(server.port, "Ana", "Ben")
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", game.path("/stream"), headers={"Host": f"localhost:{server.port}"})
    head = connection.getresponse().headers
    connection.close()

    assert head["X-Accel-Buffering"] == "no"
    assert head["Cache-Control"] == "no-store, no-transform"


def ask_for_news(port: int, game: Game, since: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {
        "Host": f"localhost:{port}",
        "Accept": "*/*",
        "HX-Request": "true",
        "Authorization": f"Bearer {game.tokens['Ana']}",
    }
    connection.request("GET", game.path(f"?since={since}"), headers=headers)
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def plain(html: str) -> str:
    """Without what a stream's lines may not hold."""
    return re.sub(r"\s+", " ", html).strip()
