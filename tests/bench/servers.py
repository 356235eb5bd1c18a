"""Starts the servers that are measured, each in a process of its own on a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

RAISED_CAPS = {
    "BACKROOM_EVENTS_PER_SECOND": "10000",
    "BACKROOM_EVENTS_BURST": "10000",
    "BACKROOM_LIVE_TABLES": "100000",
}
"""Only what one seat may send in a second is raised, and how many tables; every guard stays on."""


@contextmanager
def backroom(data: Path) -> Iterator[int]:
    """The real server on this data folder; its port."""
    port = free_port()
    environment = {
        **os.environ,
        **RAISED_CAPS,
        "BACKROOM_DATA": str(data),
        "BACKROOM_HOST": "127.0.0.1",
        "PORT": str(port),
    }
    command = [sys.executable, "app.py", "serve"]
    with _running(command, port, environment):
        yield port


@contextmanager
def hello() -> Iterator[int]:
    """Bare Flask on the same web server; its port."""
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.hello_server", str(port)]
    with _running(command, port, dict(os.environ)):
        yield port


def free_port() -> int:
    """A port of loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        _wait_for(process, port)
        yield
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
