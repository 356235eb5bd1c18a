"""The host's computer is held awake while somebody plays, and only then."""

from __future__ import annotations

import sys

from companion.serve.keep_awake import PLAYING_SECONDS, ByProgram, KeepAwake


class Computer:
    """A computer that may refuse to be held awake."""

    def __init__(self, allows: bool = True) -> None:
        self.allows = allows
        self.awake = False

    def hold(self) -> bool:
        self.awake = self.allows
        return self.allows

    def let_go(self) -> None:
        self.awake = False


def looked(computer: Computer | None, since: float | None) -> KeepAwake:
    keep = KeepAwake(computer, lambda: since)
    keep.look()
    return keep


def test_awake_while_the_last_event_is_half_an_hour_old_at_most():
    computer = Computer()
    looked(computer, PLAYING_SECONDS)

    assert computer.awake is True


def test_asleep_without_any_event():
    computer = Computer()
    looked(computer, None)

    assert computer.awake is False


def test_let_go_when_the_evening_is_over():
    computer, since = Computer(), 10.0
    keep = KeepAwake(computer, lambda: since)
    keep.look()
    since = PLAYING_SECONDS + 1
    keep.look()

    assert (computer.awake, keep.holds) == (False, False)


def test_a_refusing_computer_is_told():
    keep = looked(Computer(allows=False), 1.0)

    assert (keep.cannot, keep.holds) == (True, False)


def test_a_system_without_any_way_is_told():
    assert looked(None, 1.0).cannot is True


def test_ending_lets_go():
    computer = Computer()
    keep = looked(computer, 1.0)
    keep.end()

    assert computer.awake is False


def test_a_program_that_stays_holds_and_ends_with_let_go():
    program = ByProgram([sys.executable, "-c", "import time; time.sleep(60)"])

    assert program.hold() is True
    process = program._running
    assert program.hold() is True
    assert program._running is process, "the second look starts no second program"
    program.let_go()
    assert process.poll() is not None


def test_a_program_that_ends_at_once_was_refused():
    program = ByProgram([sys.executable, "-c", "raise SystemExit(1)"], refused_within_seconds=20)

    assert program.hold() is False


def test_a_program_that_is_not_there_was_refused():
    assert ByProgram(["/nowhere/at-all"]).hold() is False
