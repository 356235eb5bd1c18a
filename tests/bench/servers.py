"""Starts the servers that are measured, each in a process of its own on a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

RAISED_CAPS = {
    "BACKROOM_EVENTS_PER_SECOND": "10000",
    "BACKROOM_EVENTS_BURST": "10000",
    "BACKROOM_LIVE_TABLES": "100000",
    "BACKROOM_SPECTATORS": "1000",
    "BACKROOM_STREAMS": "10000",
    "BACKROOM_STREAMS_PER_ADDRESS": "10000",
    "BACKROOM_CONNECTIONS": "12000",
}
"""Only how much one seat, one address and one server take is raised; every guard stays on."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    port: int
    process: int

    def cpu_seconds(self) -> float:
        """What it has used of a core since its start; NaN where the system does not tell."""
        try:
            fields = (
                Path(f"/proc/{self.process}/stat").read_text("ascii").rpartition(")")[2].split()
            )
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_megabytes(self) -> float:
        """What it holds in memory now; NaN where the system does not tell."""
        try:
            told = Path(f"/proc/{self.process}/status").read_text("ascii")
        except OSError:
            return float("nan")
        return int(told.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def backroom(data: Path, **more: str) -> Iterator[Server]:
    """The real server on this data folder; `more` is said in its environment."""
    port = free_port()
    environment = {
        **os.environ,
        **RAISED_CAPS,
        "BACKROOM_DATA": str(data),
        "BACKROOM_HOST": "127.0.0.1",
        "PORT": str(port),
        **more,
    }
    command = [sys.executable, "app.py", "serve"]
    with _running(command, port, environment) as server:
        yield server


@contextmanager
def hello() -> Iterator[Server]:
    """Bare Flask on the same web server."""
    with _module("tests.bench.hello_server") as server:
        yield server


@contextmanager
def counter() -> Iterator[Server]:
    """A small app of Flask-SocketIO."""
    with _module("tests.bench.counter_server") as server:
        yield server


@contextmanager
def _module(name: str) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-m", name, str(port)]
    with _running(command, port, dict(os.environ)) as server:
        yield server


def free_port() -> int:
    """A port of loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Server]:
    process = subprocess.Popen(
        command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        _wait_for(process, port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if process.poll() is not None:
            said = process.stderr.read().decode() if process.stderr else ""
            raise RuntimeError(f"the server ended at once: {said}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError("the server did not answer within 30 s")
