"""Takes one safety out of the program and sees that a named test fails.

`python -m tests.faults.mutants` tries all of them, or those that are named; `test_mutants.py`
tries the quickest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
COPIED = ("companion", "tests", "app.py", "pyproject.toml")
LINKED = ("templates", "static", "print", "docs", "openapi.yaml")
LONGEST_SECONDS = 300


@dataclass(frozen=True)
class Mutant:
    """One safety, how it is taken out, and the test that must notice."""

    safety: str
    file: str
    old: str
    new: str
    test: str

    def into(self, copy: Path) -> None:
        """Take the safety out of this copy of the program."""
        path = copy / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.safety}: its place in {self.file} has changed"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


_GUARDS = "tests/faults/test_guards.py::"
MUTANTS = (
    Mutant(
        "one id once",
        "companion/storage/migrations/0001_ground.sql",
        "CREATE UNIQUE INDEX events_once",
        "CREATE INDEX events_once",
        _GUARDS + "test_change_that_cannot_be_leaves_nothing_of_itself",
    ),
    Mutant(
        "full sync",
        "companion/storage/schema.py",
        '"PRAGMA synchronous = FULL"',
        '"PRAGMA synchronous = NORMAL"',
        "tests/faults/test_power_cut.py::test_forty_power_cuts_lose_and_spoil_nothing",
    ),
    Mutant(
        "a savepoint for each change of a group",
        "companion/storage/writer.py",
        'connection.execute("ROLLBACK TO one")',
        "pass",
        _GUARDS + "test_change_that_cannot_be_leaves_nothing_of_itself",
    ),
    Mutant(
        "the lock across the commit",
        "companion/services/tables/opened.py",
        "            with opened.lock:\n                draft = decide(opened)",
        "            with threading.Lock():\n                draft = decide(opened)",
        _GUARDS + "test_next_tap_waits_for_the_commit_of_the_one_before",
    ),
    Mutant(
        "the head that a change was decided on",
        "companion/storage/rows.py",
        "WHERE code = ? AND head_seq = ? AND edition = ?",
        "WHERE code = ? AND head_seq >= ? AND edition >= ?",
        _GUARDS + "test_change_decided_on_an_old_head_is_not_written_over_a_newer_one",
    ),
    Mutant(
        "the answer after the commit",
        "companion/services/tables/opened.py",
        "        if isinstance(outcome, Conflict | StorageTrouble):\n            return outcome\n"
        "        opened.live",
        "        if isinstance(outcome, Conflict):\n            return outcome\n"
        "        opened.live",
        "tests/services/test_recording.py::test_failed_commit_answers_503_and_changes_nothing",
    ),
    Mutant(
        "the known id answered from the log",
        "companion/services/tables/recording.py",
        "        if key is not None:\n            return self._again",
        "        if key == ():\n            return self._again",
        "tests/services/test_recording.py::test_repeat_after_its_take_back_answers_as_it_was",
    ),
    Mutant(
        "the hash chain",
        "companion/services/tables/open_table.py",
        "    damage = first_damage(stored)\n",
        "    damage = None\n",
        "tests/faults/test_damage.py",
    ),
    Mutant(
        "the snapshot's own hash",
        "companion/services/tables/chain.py",
        "    if snapshot.hash != snapshot_hash(snapshot.seq, snapshot.chain_hash, snapshot.body):",
        "    if snapshot.hash == '':",
        "tests/services/test_opened.py::"
        "test_damaged_snapshot_is_left_aside_and_the_log_tells_the_truth",
    ),
    Mutant(
        "the log that nobody changes",
        "companion/storage/migrations/0001_ground.sql",
        "SELECT RAISE(ABORT, 'the log is append-only');",
        "SELECT 1;",
        "tests/storage/test_sqlite.py::test_log_is_append_only_even_for_ourselves",
    ),
    Mutant(
        "the sweep of what pings lost",
        "companion/services/tables/other_processes.py",
        "            self.moved(code, edition)\n",
        "            pass\n",
        "tests/services/test_two_processes.py::test_sweep_heals_pings_that_got_lost",
    ),
    Mutant(
        "the answer on the present state only",
        "companion/services/tables/other_processes.py",
        "        if not self._store.shared:\n            return None\n",
        "        if self._store is not None:\n            return None\n",
        "tests/services/test_two_processes.py::test_nothing_is_asked_on_a_state_that_is_over",
    ),
    Mutant(
        "the sync of every commit in the database",
        "companion/storage/postgres_connections.py",
        "-c synchronous_commit=on ",
        "",
        "tests/storage/test_postgres.py::"
        "test_every_session_syncs_its_commits_whatever_the_server_says",
    ),
    Mutant(
        "the edition that a change was decided on, in the database",
        "companion/storage/postgres_changes.py",
        "AND edition = %(edition)s - 1 ",
        "",
        "tests/storage/test_stores.py::"
        "test_two_that_decided_on_the_same_edition_cannot_both_be_right",
    ),
    Mutant(
        "the id that counts once, in the database",
        "companion/storage/postgres_migrations/0001_ground.sql",
        "CREATE UNIQUE INDEX events_once",
        "CREATE INDEX events_once",
        "tests/storage/test_stores.py::test_id_counts_once_for_a_seat_of_a_table",
    ),
    Mutant(
        "the change whose answer got lost, in the database",
        "companion/storage/postgres.py",
        "            if isinstance(outcome, Conflict) and tries > 1 and",
        "            if isinstance(outcome, Conflict) and tries > 9 and",
        "tests/storage/test_postgres.py::test_change_whose_answer_got_lost_is_written_once",
    ),
    Mutant(
        "the ballast for taps",
        "companion/storage/writer.py",
        "        if full and makes_room and self._make_room():",
        "        if full and makes_room and False:",
        "tests/storage/test_disk_watch.py::"
        "test_tap_on_a_full_disk_takes_the_ballast_and_is_recorded",
    ),
    Mutant(
        "no forgetting by a clock that was set",
        "companion/services/tables/retention.py",
        "        jumped = self._clock_jumped()\n",
        "        jumped = self._clock_jumped() is None\n",
        "tests/services/test_retention.py::"
        "test_prune_refuses_when_somebody_set_the_clock_since_the_start",
    ),
)


@contextmanager
def a_copy() -> Iterator[Path]:
    """The program and its tests in a folder of their own."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for each in COPIED:
            source = PROJECT / each
            if source.is_dir():
                shutil.copytree(source, copy / each, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / each)
        for each in LINKED:
            (copy / each).symlink_to(PROJECT / each)
        yield copy


def is_noticed(mutant: Mutant) -> bool:
    """Whether the named test fails without the safety; it must run, not break."""
    with a_copy() as copy:
        mutant.into(copy)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        ran = subprocess.run(
            [*command, mutant.test],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST_SECONDS,
        )
    assert "error" not in ran.stdout.splitlines()[-1], ran.stdout[-2000:]
    assert ran.returncode in (0, 1), ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.returncode == 1


def main(named: list[str]) -> int:
    """Try these, or all; 1 when a safety is missed by its test."""
    missed = 0
    for mutant in MUTANTS:
        if named and mutant.safety not in named:
            continue
        noticed = is_noticed(mutant)
        missed += not noticed
        print(f"{'noticed' if noticed else 'MISSED '}  {mutant.safety}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
