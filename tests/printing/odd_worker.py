"""The real worker with tasks that misbehave: it burns time, eats memory, dies, or just sleeps."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from companion import worker
from companion.printing import tasks


def burn(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """Never ends by itself."""
    say(what="faces", done=1, of=2)
    while True:
        sum(range(10_000))


def eat(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """Asks for more and more memory."""
    eaten = []
    while True:
        eaten.append(b"x" * 20_000_000)


def sleep(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """Waits for a cancel that must come."""
    say(what="faces", done=1, of=2)
    time.sleep(60)
    return {}, b""


def die(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """Ends without a word."""
    os._exit(7)


def noise(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """Prints to standard output, as libraries do."""
    print("a library says hello", flush=True)
    os.write(1, b"and so does its C part\n")
    return {"nice": os.nice(0)}, b"file"


def raise_(task: dict[str, Any], say: Any) -> tuple[dict[str, Any], bytes]:
    """A fault of ours."""
    raise RuntimeError("the words of a fault stay in the log")


tasks.TASKS.update(burn=burn, eat=eat, sleep=sleep, die=die, noise=noise, **{"raise": raise_})
worker.CPU_SECONDS = 1
worker.IDLE_SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0

if __name__ == "__main__":
    sys.exit(worker.main())
