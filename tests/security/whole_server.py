"""The real server as a child process that writes down whom it calls and what it logs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.server import PROJECT, _free_port

WATCHED = """
import json, runpy, sys
calls = open(sys.argv[1], "a", buffering=1)

def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        told = arguments[1] if event.startswith("socket.c") or "sendto" in event else arguments[0]
        calls.write(json.dumps([event, repr(told)]) + "\\n")

sys.addaudithook(watch)
sys.argv = ["app.py", "serve"]
runpy.run_path("app.py", run_name="__main__")
"""


class WholeServer:
    """Where it listens, whom it called, and (once it has ended) what it said."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self.said = ""
        self._calls = folder / "calls"
        self._calls.touch()
        self._log = folder / "log"
        environment = {
            **os.environ,
            "BACKROOM_DATA": str(folder / "data"),
            "BACKROOM_HOST": "127.0.0.1",
            "BACKROOM_PUBLIC_URL": f"http://127.0.0.1:{self.port}",
            "BACKROOM_EVENTS_BURST": "10000",
            "PORT": str(self.port),
        }
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WATCHED, str(self._calls)],
                cwd=PROJECT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            assert self.process.poll() is None, self._log.read_text("utf-8")
            if b"Ctrl+C" in self._log.read_bytes():
                return
            time.sleep(0.05)
        raise AssertionError("the server did not open within 30 s")

    def send(
        self, method: str, path: str, body: Any = None, token: str = "", accept: str = "json"
    ) -> Any:
        """One request; the answer's JSON or text, whatever its status."""
        wanted = {"json": "application/json", "html": "text/html"}[accept]
        headers = {"Accept": wanted, "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, headers, method=method
        )
        try:
            answer = urllib.request.urlopen(request, timeout=20)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            text = answer.read().decode()
        return json.loads(text) if accept == "json" else text

    def calls(self) -> set[tuple[str, str]]:
        """(what was done, with whom) of every call that left the process."""
        lines = self._calls.read_text("utf-8").splitlines()
        return {tuple(json.loads(line)) for line in lines}

    def end(self) -> None:
        """Close it and read what it said."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=15)
        self.said = self._log.read_text("utf-8")


@contextmanager
def whole_server(folder: Path) -> Iterator[WholeServer]:
    """A server that is ended afterwards, whatever happens."""
    server = WholeServer(folder)
    try:
        yield server
    finally:
        server.end()
