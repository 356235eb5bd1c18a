"""An evening of twenty tables: memory, file handles and threads stay what they are.

`SOAK_MINUTES=5 make soak ARGS=tests/faults/test_soak.py` plays a shorter one than an hour.
"""

from __future__ import annotations

import os
import random
import statistics
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.crowd import a_crowd
from tests.faults.ledgers import LedgerPhone, explain
from tests.faults.server import Game, Server, a_running_game, ask, running

PLAYERS = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
TAPS_OF_A_GAME = 120
PAUSE_SECONDS = 1.5
"""Between two taps of one table: brisk players."""
WARM_UP = 0.25
"""Of the whole time: until every table has played its first games."""
MOST_GROWTH = 1.05


@dataclass
class Tableful:
    """Six phones at one table after another, each game explained and then forgotten."""

    server: Server
    folder: Path
    seed: int
    stop: threading.Event
    games: int = 0
    taps: int = 0
    faults: list[str] = field(default_factory=list)

    def run(self) -> None:
        chance = random.Random(self.seed)
        try:
            while not self.stop.is_set():
                self._one_game(chance)
        except Exception as error:  # told by the test, not lost in a thread
            self.faults.append(f"table {self.seed}: {error!r}")

    def _one_game(self, chance: random.Random) -> None:
        game = a_running_game(self.server.port, *PLAYERS)
        ledgers = {player: self.folder / f"{self.seed}-{player}.jsonl" for player in PLAYERS}
        with a_crowd(self.server.port) as crowd:
            assert set(crowd.seated_streams(game)) == {200}
            for number in range(TAPS_OF_A_GAME):
                if self.stop.wait(chance.uniform(0.5, 1.5) * PAUSE_SECONDS):
                    break
                player = chance.choice(PLAYERS)
                phone = LedgerPhone(
                    self.server, game, player, ledgers[player], chance.randrange(2**32), self.stop
                )
                phone.tap_once(f"{player}-{number:05d}")
                self.faults += phone.faults
                self.taps += 1
                crowd.read_on()
        self._explained(game, [path for path in ledgers.values() if path.exists()])
        assert ask(self.server.port, "DELETE", game.path(), token=game.tokens["Ana"]).status == 200
        self.games += 1

    def _explained(self, game: Game, ledgers: list[Path]) -> None:
        export = ask(self.server.port, "GET", game.path("/export"), token=game.tokens["Ana"])
        view = ask(self.server.port, "GET", game.path(), token=game.tokens["Ana"])
        found = explain(ledgers, export.body, view.body["view"])
        self.faults += found.faults
        for ledger in ledgers:
            ledger.unlink()


@dataclass(frozen=True)
class Sample:
    """What the server holds at one moment."""

    memory: int
    files: int
    threads: int


def sampled(server: Server) -> Sample:
    assert server.process is not None
    process = Path(f"/proc/{server.process.pid}")
    status = (process / "status").read_text(encoding="ascii")
    threads = next(line for line in status.splitlines() if line.startswith("Threads:"))
    return Sample(
        server.memory_bytes(), len(list((process / "fd").iterdir())), int(threads.split()[1])
    )


def soak(tmp_path: Path, minutes: float, tables: int) -> None:
    stop = threading.Event()
    with running(tmp_path / "data", BACKROOM_STREAMS_PER_ADDRESS="1000") as server:
        fulls = [Tableful(server, tmp_path, seed, stop) for seed in range(tables)]
        threads = [threading.Thread(target=full.run) for full in fulls]
        for thread in threads:
            thread.start()
        samples: list[Sample] = []
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            time.sleep(max(1.0, minutes / 6))
            samples.append(sampled(server))
        stop.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        last = sampled(server)
        findings = check(server.data / DATA_FILE)
    _held(samples, last, minutes, fulls)
    assert findings == ()


def _held(samples: list[Sample], last: Sample, minutes: float, fulls: list[Tableful]) -> None:
    warm = samples[int(len(samples) * WARM_UP) :]
    third = max(1, len(warm) // 3)
    first, final = warm[:third], warm[-third:]
    memory = [statistics.median(each.memory for each in some) for some in (first, final)]
    files = [statistics.median(each.files for each in some) for some in (first, final)]
    print(
        f"{minutes:g} min, {len(fulls)} tables x {len(PLAYERS)} phones: "
        f"{sum(full.games for full in fulls)} games, {sum(full.taps for full in fulls)} taps; "
        f"memory {memory[0] / 1e6:.1f} -> {memory[1] / 1e6:.1f} MB, files {files[0]:g} -> "
        f"{files[1]:g} (at the end {last.files}), threads {warm[0].threads} -> {last.threads}"
    )
    assert [fault for full in fulls for fault in full.faults] == []
    assert sum(full.taps for full in fulls) > 0
    assert memory[1] <= memory[0] * MOST_GROWTH
    assert abs(files[1] - files[0]) <= len(fulls)
    assert last.threads <= warm[0].threads


@pytest.mark.soak
def test_an_hour_of_twenty_tables_holds_memory_files_and_threads(tmp_path: Path) -> None:
    soak(tmp_path, minutes=float(os.environ.get("SOAK_MINUTES", "60")), tables=20)
