"""The real server as a child process on a data folder of its own; it can be killed and started."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]

RAISED_CAPS = {
    "BACKROOM_EVENTS_PER_SECOND": "10000",
    "BACKROOM_EVENTS_BURST": "10000",
    "BACKROOM_STREAMS_PER_ADDRESS": "100",
}
"""Only the caps on one seat's and one address's pace: every other guard stays on."""

START_SECONDS = 30.0


@dataclass
class Server:
    """Backroom on one port and one data folder."""

    data: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)
    """Settings beside the raised caps, and over them."""
    started_in: list[float] = field(default_factory=list)
    """Seconds of each start, from the command to the first answer."""

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.port = self.port or _free_port()
        before = time.monotonic()
        command = [sys.executable, "app.py", "serve", "--port", str(self.port)]
        with self._said("stdout").open("ab") as stdout, self._said("stderr").open("ab") as stderr:
            self.process = subprocess.Popen(
                [*command, "--host", "127.0.0.1"],
                cwd=PROJECT,
                env={
                    **os.environ,
                    **RAISED_CAPS,
                    **self.environment,
                    "BACKROOM_DATA": str(self.data),
                },
                stdout=stdout,
                stderr=stderr,
            )
        while not _answers(self.port):
            assert self.process.poll() is None, self._said("stderr").read_text()
            assert time.monotonic() - before < START_SECONDS, "the server does not answer"
            time.sleep(0.02)
        self.started_in.append(time.monotonic() - before)

    def said(self) -> str:
        """What it said on the terminal so far."""
        return self._said("stdout").read_text(encoding="utf-8", errors="replace")

    def memory_bytes(self) -> int:
        """What it holds of the computer's memory; on Linux only."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def _said(self, stream: str) -> Path:
        """Beside the data folder: its disk may be full."""
        return self.data.with_name(f"{self.data.name}-{stream}.txt")

    def kill(self) -> None:
        """As a power button would: nothing of it runs on."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As asked politely; the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(timeout=15)


@contextmanager
def running(data: Path, **environment: str) -> Iterator[Server]:
    """A started server, ended afterwards whatever happened."""
    data.mkdir(parents=True, exist_ok=True)
    server = Server(data, environment=environment)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.process.kill()
            server.process.wait(timeout=15)


@dataclass(frozen=True)
class Told:
    """An answer of the server."""

    status: int
    body: Any
    retry_after: str | None = None


class NoAnswer(Exception):
    """The connection ended before there was an answer: nobody knows whether it was recorded."""


def ask(port: int, method: str, path: str, body: Any = None, token: str | None = None) -> Told:
    """One request of a program, with its seat token."""
    headers = {"Accept": "application/json", "Host": f"localhost:{port}"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return Told(answer.status, json.loads(text), answer.headers.get("Retry-After"))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(str(error)) from error
    finally:
        connection.close()


@dataclass(frozen=True)
class Game:
    """A running game on the server: its code and every player's token."""

    code: str
    tokens: dict[str, str]

    def path(self, rest: str = "") -> str:
        return f"/tables/{self.code}{rest}"


def a_running_game(port: int, *players: str) -> Game:
    """A table of these players with their own phones; the first is host, cards are dealt."""
    new = {"game": "black_market_warehouse", "deck": "starter", "player": players[0]}
    created = ask(port, "POST", "/tables", new)
    assert created.status == 201, created
    game = Game(created.body["code"], {players[0]: created.body["seat_token"]})
    for player in players[1:]:
        joined = ask(port, "POST", game.path("/seats"), {"player": player})
        assert joined.status == 201, joined
        game.tokens[player] = joined.body["seat_token"]
    for event in ({"event": "first_player_chosen", "player": players[0]}, {"event": "game_dealt"}):
        dealt = ask(port, "POST", game.path("/events"), event, game.tokens[players[0]])
        assert dealt.status == 200, dealt
    return game


def _answers(port: int) -> bool:
    try:
        ask(port, "GET", "/")
    except NoAnswer as error:
        return "Expecting value" in str(error)  # a page: not JSON, and an answer all the same
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
