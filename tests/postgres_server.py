"""A real PostgreSQL server for the tests, in a folder of its own; it can be killed and started."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from companion.storage.postgres_schema import prepare
from companion.system_packages import postgres_programs

START_SECONDS = 30.0
_SHARED = "backroom_tests"


@dataclass
class PostgresServer:
    """One cluster on loopback with every safety on, as it is installed."""

    programs: Path
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def make(self) -> None:
        """Make the cluster and start it, with the database that most tests share."""
        if _is_root():
            os.chown(self.folder, *_somebody())
        command = ["initdb", "-D", self.data, "-U", "backroom", "-A", "trust", "--locale=C.UTF-8"]
        self._run([*command, "--encoding=UTF8", "--no-sync"])
        self.start()
        self._sql(f"CREATE DATABASE {_SHARED}")
        refused = prepare(self.url(_SHARED))
        assert refused is None, refused

    @property
    def data(self) -> str:
        """The cluster's own folder."""
        return str(self.folder / "data")

    def url(self, database: str) -> str:
        """What DATABASE_URL says for this database."""
        return f"postgresql://backroom@127.0.0.1:{self.port}/{database}"

    def new_database(self, bare: bool = False) -> str:
        """The URL of a new database that has our schema, or nothing at all."""
        name = f"test_{next(self._numbers)}"
        self._sql(f"CREATE DATABASE {name}")
        refused = None if bare else prepare(self.url(name))
        assert refused is None, refused
        return self.url(name)

    def emptied_database(self) -> str:
        """The URL of one database that all tests share, without a row of the test before.

        Making a database costs half a second, deleting what a test left a few milliseconds.
        """
        url = self.url(_SHARED)
        self.break_connections(url)
        with psycopg.connect(url, autocommit=True) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables "
                "WHERE schemaname = 'backroom' AND tablename <> 'schema_number'"
            ).fetchall()
            # As a replica: no foreign key asks for an order, and all is deleted anyway.
            connection.execute("SET session_replication_role = replica")
            with connection.transaction():
                for (name,) in names:
                    connection.execute(f"DELETE FROM backroom.{name}")
        return url

    def start(self) -> None:
        """Start it and wait until it lets us in."""
        settings = ("max_connections=200", "shared_buffers=64MB", "listen_addresses=127.0.0.1")
        settings += (f"port={self.port}", f"unix_socket_directories={self.folder}")
        command = [str(self.programs / "postgres"), "-D", self.data]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *(part for each in settings for part in ("-c", each))],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **_as_somebody(),
            )
        until = time.monotonic() + START_SECONDS
        while not self._lets_in():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it; SIGQUIT is its "immediate": nothing is written any more, as in a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(timeout=60)

    def restart_immediately(self) -> None:
        """As `pg_ctl restart -m immediate`: all connections break, the log is played again."""
        self.stop()
        self.start()

    def ask(self, url: str, query: str) -> list[tuple[object, ...]]:
        """One statement of the tests' own."""
        with psycopg.connect(url, autocommit=True) as connection:
            found = connection.execute(query)
            return found.fetchall() if found.description else []

    def break_connections(self, url: str) -> None:
        """End every session of this database but the one that does it."""
        self.ask(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )

    def _sql(self, statement: str) -> None:
        self.ask(self.url("postgres"), statement)

    def _lets_in(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, command: list[str]) -> None:
        program = str(self.programs / command[0])
        ran = subprocess.run(
            [program, *command[1:]],
            capture_output=True,
            cwd=self.folder,
            check=False,
            **_as_somebody(),
        )
        assert ran.returncode == 0, ran.stderr


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A started server, ended and removed afterwards."""
    programs = postgres_programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="backroom-postgres-"))
    server = PostgresServer(programs, folder, _free_port())
    try:
        server.make()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed and could not be: make test says the line to type")
    with running_postgres() as server:
        yield server


def _somebody() -> tuple[int, int]:
    """PostgreSQL refuses to run as root: its own user, else nobody."""
    import pwd  # not on every system, and not needed there

    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    pytest.skip("there is no user that PostgreSQL could run as")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _as_somebody() -> dict[str, object]:
    if not _is_root():
        return {}
    user, group = _somebody()
    return {"user": user, "group": group, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
