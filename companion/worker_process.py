"""The parent's end of the worker: starts it, feeds it one task at a time, ends it when it must.

Written against the standard library. Under gevent's monkey patching the same code waits
without holding the loop.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.worker_messages import read_message, write_message

Json = dict[str, Any]
Progress = Callable[[str, int, int], None]

WORKER = ("-m", "companion.worker")
WALL_SECONDS = 180.0
"""A task that takes longer by the clock is ended, whatever it waits for."""


@dataclass(frozen=True, slots=True)
class TaskDone:
    """A finished task: what the worker says about it, and the file."""

    said: Json
    data: bytes


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """A task that came to nothing."""

    code: str
    """The worker's own word for it, or `too_long`, `too_big`, `cancelled`, `fault`."""
    detail: str = ""
    """For the log, never for people."""


class WorkerProcess:
    """One worker process, started when there is something to do."""

    def __init__(
        self,
        folder: Path | None,
        wall_seconds: float = WALL_SECONDS,
        worker: Sequence[str] = WORKER,
    ) -> None:
        """`folder` keeps faces between tasks; None keeps them only while the worker lives.

        `worker`: what Python is started with.
        """
        # The worker starts elsewhere, and fontconfig does not look for a file by half its name.
        self._folder = None if folder is None else folder.absolute()
        self._worker = tuple(worker)
        self._wall_seconds = wall_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._busy = threading.Lock()
        self._ended_for = ""
        self._closed = False
        self._scratch: tempfile.TemporaryDirectory[str] | None = None

    def run(
        self, task: Json, progress: Progress | None = None, sent: bytes = b""
    ) -> TaskDone | TaskFailed:
        """Do one task and wait for it; others wait their turn. Never raises for the task's sake.

        `sent`: a file that goes along, as the task's "sent".

        A worker that ended while idle is started again, once.
        """
        with self._busy:
            if self._closed:  # who came too late would start a worker that nobody ends
                return TaskFailed("cancelled")
            for attempt in (1, 2):
                self._ended_for = ""
                answer = self._ask({**task, **self._places()}, progress, sent)
                if answer is not None:
                    if isinstance(answer, TaskFailed) and answer.code == "too_big":
                        self._reap()  # it has said so and leaves: its memory is spoilt
                    return answer
                code = self._reap()
                if self._ended_for or code is None or code != 0 or attempt == 2:
                    return TaskFailed(self._ended_for or _code_of(code), f"exit {code}")
        return TaskFailed("fault")

    def cancel(self) -> None:
        """End the task that runs now, if any; whoever waits for it gets `cancelled`."""
        self._end("cancelled")

    def close(self) -> None:
        """End the worker and tidy up; from then on every task is cancelled."""
        self._end("cancelled")
        with self._busy:  # whoever waits for a task hears its end first, and lets the pipe go
            self._closed = True
            self._reap()
            if self._scratch is not None:
                self._scratch.cleanup()
                self._scratch = None

    def _places(self) -> Json:
        if self._folder is not None:
            return {"folder": str(self._folder)}
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="backroom-print-")
        return {"folder": None, "scratch": self._scratch.name}

    def _ask(
        self, task: Json, progress: Progress | None, sent: bytes
    ) -> TaskDone | TaskFailed | None:
        """Send the task and read answers until the last; None when the worker is gone."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(self._wall_seconds, self._end, ("too_long",))
        watch.daemon = True
        watch.start()
        try:
            write_message(process.stdin, task, sent)  # type: ignore[arg-type]
            while (received := read_message(process.stdout)) is not None:  # type: ignore[arg-type]
                message, blob = received
                if "done" in message:
                    return TaskDone(message["done"], blob)
                if "unable" in message:
                    return TaskFailed(message["unable"], message.get("detail", ""))
                if progress is not None:
                    said = message["progress"]
                    progress(said["what"], said["done"], said["of"])
        except (OSError, ValueError):
            return None
        finally:
            watch.cancel()
        return None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._reap()
        self._process = subprocess.Popen(
            [sys.executable, *self._worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[1],
            env=_environment(),
            close_fds=True,
        )
        return self._process

    def _end(self, code: str) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            self._ended_for = code
            with contextlib.suppress(OSError):
                process.kill()

    def _reap(self) -> int | None:
        """Wait for the ended worker, close its pipes; its exit code, None without a worker."""
        process, self._process = self._process, None
        if process is None:
            return None
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        if process.poll() is None:
            with contextlib.suppress(OSError):
                process.kill()
        return process.wait()


def _environment() -> dict[str, str]:
    """What the child may know: no secret of ours, nothing that points it elsewhere."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "TEMP", "VIRTUAL_ENV")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    found |= {k: v for k, v in os.environ.items() if k.startswith(("DYLD_", "WEASYPRINT_"))}
    return {**found, "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "2"}


def _code_of(exit_code: int | None) -> str:
    """Why a worker died: over its time, over its memory, or something else."""
    if exit_code is None:
        return "fault"
    over_time = getattr(signal, "SIGXCPU", None)
    if over_time is not None and exit_code == -over_time:
        return "too_long"
    killed = {-getattr(signal, name) for name in ("SIGKILL", "SIGABRT") if hasattr(signal, name)}
    return "too_big" if exit_code in killed else "fault"
