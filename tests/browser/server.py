"""Runs the real server for a browser, and lets a test kill it and start it again."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

PROJECT = Path(__file__).resolve().parents[2]


class Server:
    """`python app.py serve` on one data folder and one port, which a restart keeps."""

    def __init__(
        self,
        data: Path,
        host: str = "127.0.0.1",
        inside: tuple[str, ...] = (),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """`inside` is a command that the server is started through, such as a network namespace."""
        self.data = data
        self.host = host
        self.inside = inside
        self.settings = settings or {}
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where phones find it."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        environment = {
            **os.environ,
            "BACKROOM_DATA": str(self.data),
            "BACKROOM_HOST": self.host,
            "BACKROOM_PUBLIC_URL": self.url,
            "PORT": str(self.port),
            **self.settings,
        }
        self.process = subprocess.Popen(
            [*self.inside, sys.executable, "app.py", "serve"],
            cwd=PROJECT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to close."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=15)

    def _wait(self) -> None:
        ask = [
            *self.inside,
            sys.executable,
            "-c",
            f"import urllib.request as r; r.urlopen('{self.url}/', timeout=2)",
        ]
        until = time.monotonic() + 30
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, "the server ended"
            if subprocess.run(ask, capture_output=True, check=False).returncode == 0:
                return
        raise AssertionError("the server did not answer within 30 s")


@contextmanager
def running(data: Path) -> Iterator[Server]:
    """The real server on this data folder, closed in the end."""
    server = Server(data)
    server.start()
    yield server
    server.stop()


def post(address: str, body: Any, token: str | None = None) -> Any:
    """Post JSON, from the phone of this token; a refusal fails loudly."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except HTTPError as refused:
        raise AssertionError(refused.read().decode()) from refused


class OwnNetwork:
    """A network namespace with an address that is not loopback, for server and browser alike."""

    ADDRESS = "10.77.0.1"

    def __init__(self) -> None:
        self.name = f"backroom-{os.getpid()}"
        self.inside = ("ip", "netns", "exec", self.name)

    @staticmethod
    def possible() -> bool:
        """Linux, root and iproute2."""
        return os.name == "posix" and os.geteuid() == 0 and shutil.which("ip") is not None

    def open(self) -> None:
        """Make it: a pair of wired ends, one of which carries the address."""
        self._ip("netns", "add", self.name)
        for line in (
            "link add wired0 type veth peer name wired1",
            f"addr add {self.ADDRESS}/24 dev wired0",
            "link set lo up",
            "link set wired0 up",
            "link set wired1 up",
        ):
            self._ip("-n", self.name, *line.split())

    def close(self) -> None:
        """Take it away."""
        self._ip("netns", "del", self.name)

    def browser(self, folder: Path, chromium: str) -> str:
        """A program that starts Chromium inside."""
        program = folder / "chromium-inside"
        program.write_text(f'#!/bin/sh\nexec {" ".join(self.inside)} {chromium} "$@"\n')
        program.chmod(0o755)
        return str(program)

    @staticmethod
    def _ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)


def own_address() -> str | None:
    """This machine's address on its network, None when it has none but loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
