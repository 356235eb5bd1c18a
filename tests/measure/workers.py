"""A plugin of pytest for `make coverage`: the workers that print and read photos are counted too.

The product gives a worker hardly any environment and ends it without ceremony. Only while coverage
is measured, coverage's own words are handed on, and a worker that is no longer needed may note what
it ran before it goes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess

import pytest

from companion import worker_process

PATIENCE_SECONDS = 10.0


def pytest_configure(config: pytest.Config) -> None:
    """Hand coverage on, and wait for workers that are told to go."""
    patched = pytest.MonkeyPatch()
    config.add_cleanup(patched.undo)
    own_environment = worker_process._environment
    reap, close = worker_process.WorkerProcess._reap, worker_process.WorkerProcess.close

    def environment() -> dict[str, str]:
        measured = {name: os.environ[name] for name in os.environ if name.startswith("COVERAGE_")}
        return own_environment() | measured

    def reap_slowly(self: worker_process.WorkerProcess) -> int | None:
        process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                process.stdin.close()
                process.wait(PATIENCE_SECONDS)
        return reap(self)

    def close_slowly(self: worker_process.WorkerProcess) -> None:
        if self._busy.acquire(blocking=False):  # one that works is ended by force, as always
            try:
                reap_slowly(self)
            finally:
                self._busy.release()
        close(self)

    patched.setattr(worker_process, "_environment", environment)
    patched.setattr(worker_process.WorkerProcess, "close", close_slowly)
    patched.setattr(worker_process.WorkerProcess, "_reap", reap_slowly)
