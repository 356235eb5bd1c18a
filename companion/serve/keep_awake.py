"""Keeps the host's computer awake while somebody plays, and says so where it cannot."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Final, Protocol

PLAYING_SECONDS: Final = 30 * 60
"""A table is being played while its last event is no older than this."""
LOOK_SECONDS: Final = 20.0
"""How often the answer may change; far below any computer's shortest sleep timer."""


class Wakefulness(Protocol):
    """A way to hold this computer awake."""

    def hold(self) -> bool:
        """Hold it awake from now on; False when the system does not allow it."""

    def let_go(self) -> None:
        """Let it sleep again."""


class ByProgram:
    """Holds the computer awake as long as a small program of the system runs."""

    def __init__(self, command: list[str], refused_within_seconds: float = 0.5) -> None:
        """A program that ends within `refused_within_seconds` was refused what it asked for."""
        self._command = command
        self._refused_within_seconds = refused_within_seconds
        self._running: subprocess.Popen[bytes] | None = None

    def hold(self) -> bool:
        if self._running is None or self._running.poll() is not None:
            try:
                self._running = subprocess.Popen(
                    self._command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            except OSError:
                return False
        try:
            self._running.wait(timeout=self._refused_within_seconds)
        except subprocess.TimeoutExpired:
            return True
        self._running = None
        return False

    def let_go(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
            self._running = None


class ByWindows:
    """Tells Windows that this thread needs the system; must be used from one thread only."""

    _CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001

    def hold(self) -> bool:
        return self._set(self._CONTINUOUS | self._SYSTEM_REQUIRED)

    def let_go(self) -> None:
        self._set(self._CONTINUOUS)

    def _set(self, state: int) -> bool:
        if sys.platform == "win32":
            import ctypes

            return bool(ctypes.windll.kernel32.SetThreadExecutionState(state))
        return False


def wakefulness_of_this_computer(process: int) -> Wakefulness | None:
    """The way this system offers, ending with `process` at the latest; None without one."""
    if sys.platform == "win32":
        return ByWindows()
    if sys.platform == "darwin":
        return ByProgram(["caffeinate", "-i", "-s", "-w", str(process)])
    if shutil.which("systemd-inhibit"):
        until_we_end = ["tail", f"--pid={process}", "-f", "/dev/null"]
        why = ["--who=Backroom", "--why=A game is being played", "--mode=block"]
        return ByProgram(["systemd-inhibit", "--what=idle:sleep", *why, *until_we_end])
    return None


class KeepAwake:
    """Decides from the age of the last event whether to hold the computer awake."""

    def __init__(
        self, by: Wakefulness | None, seconds_since_last_event: Callable[[], float | None]
    ) -> None:
        """`seconds_since_last_event` is None while no event was logged since the start."""
        self._by = by
        self._since = seconds_since_last_event
        self.holds = False
        """Whether the computer is held awake now."""
        self.cannot = by is None
        """Whether this system does not let us; terminal and doctor say so."""

    def look(self) -> None:
        """Hold or let go; call it every LOOK_SECONDS."""
        since = self._since()
        wanted = since is not None and since <= PLAYING_SECONDS
        if self._by is None:
            return
        if wanted:
            self.holds = self._by.hold()
            self.cannot = not self.holds
        elif self.holds:
            self.end()

    def end(self) -> None:
        """Let the computer sleep again."""
        if self._by is not None and self.holds:
            self._by.let_go()
            self.holds = False
