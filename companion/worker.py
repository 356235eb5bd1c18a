"""The niced child process that prints, or reads photos: tasks come in, answers go out.

Only the parent (worker_process.py) talks to it; it never opens a socket and ends by itself when
idle.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from companion.fault_report import report
from companion.worker_messages import SCANNING, read_message, write_message

Json = dict[str, Any]

NICE, NICE_SCANNING = 10, 3
"""Somebody waits for a photo with the phone in their hand, and it takes a fraction of a second."""
CPU_SECONDS = 60
MEMORY_BYTES = 512 * 1024 * 1024
IDLE_SECONDS = 90.0


def main() -> int:
    """Answer tasks until the input ends."""
    tasks_in, answers = _own_streams()
    _be_nice(NICE_SCANNING if sys.argv[1:] == [SCANNING] else NICE)
    from companion.printing.in_worker import Unable

    tasks = _tasks(sys.argv[1:])
    while (received := _next(tasks_in)) is not None:
        task, sent = received
        with _limited():
            try:
                run = tasks[str(task.get("task"))]
                task = {**task, "sent": sent} if sent else task
                done, blob = run(task, lambda **said: write_message(answers, {"progress": said}))
                write_message(answers, {"done": done}, blob)
            except Unable as unable:
                write_message(answers, {"unable": unable.code, "detail": unable.detail})
            except MemoryError:
                write_message(answers, {"unable": "too_big", "detail": ""})
                return 1
            except Exception as fault:
                print(f"worker: {report(fault)}", file=sys.stderr)
                write_message(answers, {"unable": "fault", "detail": type(fault).__name__})
    return 0


def _tasks(words: list[str]) -> dict[str, Callable[..., tuple[Json, bytes]]]:
    """What this worker can do: print, or read photos, so that neither loads the other's library."""
    if words == [SCANNING]:
        from companion.scanning.tasks import TASKS as SCANS

        return {**SCANS}
    from companion.printing.tasks import TASKS

    return {**TASKS}


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Our ends of the pipe. What a library prints goes to the error stream, never between them."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def _next(stream: BinaryIO) -> tuple[Json, bytes] | None:
    """Wait for a task, but not for ever: an idle worker gives its memory back."""
    timer = threading.Timer(IDLE_SECONDS, os._exit, (0,))
    timer.daemon = True
    timer.start()
    try:
        return read_message(stream)
    finally:
        timer.cancel()


def _be_nice(steps: int) -> None:
    """Taps come first: print only in the time that is left over."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(steps)


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """One task's share of time and memory. Where the system has no such limits, the parent's
    watch ends a task that takes too long."""
    try:
        import resource
    except ImportError:
        yield
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + CPU_SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    yield


if __name__ == "__main__":
    sys.exit(main())
