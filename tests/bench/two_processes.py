"""Measures two processes on one PostgreSQL: from a tap at one to the phones at the other.

Part of `python app.py bench`; by itself: `python -m tests.bench.two_processes`.
"""

from gevent import monkey

monkey.patch_all()

import statistics  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402

from companion.system_packages import postgres_programs  # noqa: E402
from tests.bench import figures, servers  # noqa: E402
from tests.bench.client import Phone  # noqa: E402
from tests.bench.evening import evening  # noqa: E402
from tests.bench.figures import PAUSE_SECONDS, Screen, Table, dealt_table  # noqa: E402
from tests.postgres_server import PostgresServer, running_postgres  # noqa: E402

CLIENTS = 32
RAW_SECONDS = 2

_TAP = "INSERT INTO raw (code, body) VALUES ('BBBBBB', repeat('x', 200));"
_PING = "SELECT pg_notify('raw', 'BBBBBB:1');"
RAW = {
    "without pings": _TAP,
    "pings after commit": f"{_TAP}\n{_PING}",
    "pings inside it": f"BEGIN;\n{_TAP}\n{_PING}\nCOMMIT;",
}
"""What 32 clients do as fast as they can; each tap is one row and one synced commit."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure, as tests.bench.__main__ prints it."""

    name: str
    value: float
    unit: str
    target: float | None = None


def measured(rounds: int) -> list[Measured]:
    """All figures of two processes; [] where PostgreSQL is not installed."""
    if postgres_programs() is None:
        return []
    with running_postgres() as postgres, tempfile.TemporaryDirectory(prefix="two-") as folder:
        url = postgres.new_database(bare=True)
        with (
            servers.backroom(Path(folder, "one"), DATABASE_URL=url) as one,
            servers.backroom(Path(folder, "two"), DATABASE_URL=url) as two,
        ):
            here, there = tap_to_both(one, two, tables=2 * rounds)
            taps = [figures.tap_rate(one, 1, on_screen=False) for _ in range(rounds)]
        raw = {name: raw_rate(postgres, script) for name, script in RAW.items()}
    rate = statistics.median(each.per_second for each in taps)
    return [
        Measured("two processes: own phones, p50", _cut(here, 50), "ms"),
        Measured("two processes: own phones, p95", _cut(here, 95), "ms"),
        Measured("tap on one to phones of two, p50", _cut(there, 50), "ms"),
        Measured("tap on one to phones of two, p95", _cut(there, 95), "ms", 50),
        Measured("tap on one to phones of two, worst", max(there) * 1000, "ms"),
        Measured("durable taps on PostgreSQL, JSON", rate, "/s"),
        *(Measured(f"raw commits, {name}", value, "/s") for name, value in raw.items()),
    ]


def tap_to_both(
    one: servers.Server, two: servers.Server, tables: int
) -> tuple[list[float], list[float]]:
    """Seconds from a tap at `one` until it is on all 4 phones at `one`, and on all 4 at `two`."""
    _, taps = evening(8)
    here: list[float] = []
    there: list[float] = []
    for _ in range(tables):
        table = dealt_table(one.port, 8, 8)
        own = [Screen(phone, table.code) for phone in table.phones[:4]]
        others = [_moved(phone, two.port, table) for phone in table.phones[4:]]
        for screen in (*own, *others):
            screen.arrived(table.version)
        for tap in taps:
            gevent.sleep(PAUSE_SECONDS)
            began = time.perf_counter()
            version = table.tap_on_screen(tap)
            here.append(max(screen.arrived(version) for screen in own) - began)
            there.append(max(screen.arrived(version) for screen in others) - began)
        for screen in (*own, *others):
            screen.end()
        table.leave()
    return here, there


def raw_rate(postgres: PostgresServer, script: str) -> float:
    """Commits a second of 32 clients, as PostgreSQL's own pgbench counts them."""
    url = postgres.new_database(bare=True)
    postgres.ask(url, "CREATE TABLE raw (id bigserial PRIMARY KEY, code text, body text)")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script + "\n")
        file.flush()
        command = ["pgbench", "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(RAW_SECONDS)]
        command[0] = str(postgres.programs / command[0])
        ran = subprocess.run(
            [*command, "-f", file.name, url], capture_output=True, text=True, check=True
        )
    line = next(line for line in ran.stdout.splitlines() if line.startswith("tps = "))
    return float(line.split()[2])


def _moved(phone: Phone, port: int, table: Table) -> Screen:
    """The same phone's stream, at the other process."""
    other = Phone(port)
    other.cookies.update(phone.cookies)
    return Screen(other, table.code)


def _cut(seconds: list[float], percent: int) -> float:
    return statistics.quantiles(seconds, n=100)[percent - 1] * 1000


if __name__ == "__main__":
    for each in measured(3):
        print(f"{each.name:<36}{each.value:>10.1f} {each.unit}")
