"""Opening, finding the open one, another port, and closing: real processes on a real folder."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.serve.welcome import Place, already_open, moved, qr_for, welcome

PROJECT = Path(__file__).resolve().parents[2]

SERVE = """
from gevent import monkey
monkey.patch_all()
import sys
from dataclasses import dataclass, field
from gevent.event import Event
from companion.serve.served import CannotOpen
from companion.serve.serving import serve
from companion.settings import read_settings
import os

@dataclass
class Product:
    bye: Event = field(default_factory=Event)
    def application(self, environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain")])
        return self.stream() if environ["PATH_INFO"] == "/stream" else [b"here"]
    def stream(self):
        yield b"hello;"
        self.bye.wait()
        yield b"bye;"
    def say_bye(self): self.bye.set()
    def close(self): print("closed", flush=True)
    def seconds_since_last_event(self): return None
    def prune(self):
        if "stumbling" in sys.argv:
            raise ValueError("of Ben")
        print("pruned", flush=True)
    def address_changed(self): pass
    ticks: int = 0
    def tick(self):
        self.ticks += 1
        if "stumbling" in sys.argv and self.ticks < 3:
            raise ValueError("of Ana")
        if self.ticks == 3:
            print("ticked", flush=True)
    def warm_up(self): yield print("warm", flush=True)
    def troubles(self): return ("Look at this.",)

def build(settings, addresses, awake):
    if "broken" in sys.argv:
        raise CannotOpen("The tables cannot be read. Try: python app.py check")
    return Product()

sys.exit(serve(read_settings(os.environ), build))
"""


class Backroom:
    """One start of a Backroom with a stand-in product."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *arguments],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "BACKROOM_DATA": str(data), "NO_COLOR": "1", **environment},
        )
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.said += line

    def wait_for(self, words: str, seconds: float = 15) -> str:
        """Wait until it has said these words; all that it said."""
        until = time.monotonic() + seconds
        while words not in self.said:
            assert time.monotonic() < until, self.said
            assert self.process.poll() is None or words in self.said, self.process.stderr.read()
            time.sleep(0.01)
        return self.said

    def port(self) -> int:
        said = self.wait_for("Ctrl+C")
        return int(re.search(r"This computer:  http://[\w.]+:(\d+)", said)[1])

    def ends(self, seconds: float = 15) -> int:
        """Wait for the end; the exit status."""
        status = self.process.wait(timeout=seconds)
        self._reader.join(timeout=5)
        return status


@pytest.fixture
def start(tmp_path):
    started = []

    def begin(*arguments: str, data: Path = tmp_path / "data", **environment: str) -> Backroom:
        started.append(Backroom(data, *arguments, **{"BACKROOM_HOST": "127.0.0.1"} | environment))
        return started[-1]

    yield begin
    for backroom in started:
        backroom.process.kill()
        backroom.ends()
        backroom.process.stdout.close()
        backroom.process.stderr.close()


@pytest.fixture
def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/", headers={"Connection": "close"})
        return connection.getresponse().read()
    finally:
        connection.close()


def test_opens_and_serves_and_keeps_its_port(start, free_port, tmp_path):
    backroom = start(PORT=str(free_port))

    assert backroom.port() == free_port
    assert answers(free_port) == b"here"
    assert (tmp_path / "data" / "port").read_text("ascii") == f"{free_port}\n"


def test_next_start_takes_the_kept_port(start, free_port):
    first = start(PORT=str(free_port))
    first.port()
    first.process.terminate()
    first.ends()

    assert start().port() == free_port


def test_second_start_shows_the_open_one_and_exits_well(start, free_port):
    start(PORT=str(free_port)).port()

    second = start()

    assert second.ends() == 0
    assert "Backroom is open already." in second.said
    assert f"http://localhost:{free_port}" in second.said


def test_another_program_on_the_port_leads_to_the_next_one(start, free_port, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "port").write_text(f"{free_port}\n", encoding="ascii")
    with socket.create_server(("127.0.0.1", free_port)):
        backroom = start()
        port = backroom.port()

    assert free_port < port < free_port + 20
    assert f"Another program uses port {free_port}; Backroom takes {port}." in backroom.said
    assert answers(port) == b"here"
    kept = (tmp_path / "data" / "port").read_text("ascii")
    assert kept == f"{free_port}\n", "the posters' port is tried first again next time"


def test_behind_a_public_url_only_the_wanted_port_will_do(start, free_port):
    with socket.create_server(("127.0.0.1", free_port)):
        backroom = start(PORT=str(free_port), BACKROOM_PUBLIC_URL="https://cards.example.org")

        assert backroom.ends() == 1
    assert f"Another program uses port {free_port}." in backroom.process.stderr.read()


def test_public_url_is_what_the_terminal_shows(start, free_port):
    backroom = start(PORT=str(free_port), BACKROOM_PUBLIC_URL="https://cards.example.org")

    said = backroom.wait_for("Ctrl+C")
    assert "Phones:         https://cards.example.org\n" in said
    assert "▀" in said, "with its QR"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_says_bye_and_closes_all_within_five_seconds(start, free_port, name):
    backroom = start(PORT=str(free_port))
    backroom.port()
    with socket.create_connection(("127.0.0.1", free_port), timeout=5) as phone:
        phone.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        phone.recv(65_536)
        began = time.monotonic()
        backroom.process.send_signal(getattr(signal, name))
        status = backroom.ends()
        took = time.monotonic() - began

        assert phone.recv(65_536) == b"4\r\nbye;\r\n0\r\n\r\n"
    assert status == 0
    assert took < 5
    assert backroom.said.endswith("Closing …\nclosed\n")


def test_killed_backroom_leaves_nothing_in_the_way(start, free_port):
    first = start(PORT=str(free_port))
    first.port()
    first.process.kill()
    first.ends()

    assert start().port() == free_port


def test_old_tables_are_forgotten_soon_after_the_start(start, free_port):
    start(PORT=str(free_port)).wait_for("pruned")


def test_what_the_first_taps_need_is_made_ready(start, free_port):
    start(PORT=str(free_port)).wait_for("warm")


def test_trouble_is_told_once(start, free_port):
    backroom = start(PORT=str(free_port))
    backroom.wait_for("*** Look at this.")
    backroom.process.terminate()
    backroom.ends()

    assert backroom.said.count("Look at this.") == 1


def test_a_fault_in_what_goes_on_all_evening_is_told_once_and_ends_nothing(start, free_port):
    backroom = start("stumbling", PORT=str(free_port))
    backroom.wait_for("ticked")
    backroom.process.send_signal(signal.SIGTERM)

    assert backroom.ends() == 0
    told = backroom.process.stderr.read()
    assert (told.count("ValueError"), told.count("in tick")) == (2, 1)
    assert "in prune" in told
    assert "of Ana" not in told
    assert "of Ben" not in told


def test_a_product_that_cannot_open_is_a_sentence_not_a_traceback(start, free_port):
    backroom = start("broken", PORT=str(free_port))

    assert backroom.ends() == 1
    assert backroom.process.stderr.read() == (
        "The tables cannot be read. Try: python app.py check\n"
    )


def test_an_address_that_is_not_ours_is_a_sentence(start):
    backroom = start(BACKROOM_HOST="203.0.113.77", PORT="8000")

    assert backroom.ends() == 1
    assert backroom.process.stderr.read().startswith("Cannot listen on 203.0.113.77, port 8000: ")


def test_running_file_is_gone_after_a_calm_end(start, free_port, tmp_path):
    backroom = start(PORT=str(free_port))
    backroom.port()
    running = tmp_path / "data" / "running.json"
    assert json.loads(running.read_text("utf-8"))["port"] == free_port

    backroom.process.terminate()
    backroom.ends()
    assert not running.exists()


def test_words_without_a_network(tmp_path):
    place = Place("http://localhost:8000", None)
    said = welcome(place, tmp_path, qr=qr_for(place))

    assert "No network found. Phones cannot reach this computer yet." in said
    assert "Phones:" not in said
    assert "0.0.0.0" not in said
    assert "network is gone" in moved(place, qr="")
    assert "http://localhost:8000" in already_open(place, qr="")


def test_words_when_the_host_is_this_computer_alone(tmp_path):
    place = Place("http://localhost:8000", None, "127.0.0.1")
    said = welcome(place, tmp_path, qr=qr_for(place))

    assert "it listens on 127.0.0.1, for this computer alone." in said
    assert "Start it again without --host or BACKROOM_HOST to let phones in." in said
    assert "No network found" not in said
    assert "Phones:" not in said


def test_a_server_of_this_computer_alone_says_so(start, free_port):
    backroom = start(BACKROOM_HOST="127.0.0.1", PORT=str(free_port))
    backroom.port()

    assert "it listens on 127.0.0.1, for this computer alone." in backroom.said
