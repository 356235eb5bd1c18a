"""Prints to the terminal, whether or not somebody still reads it."""

from __future__ import annotations

import sys
from contextlib import suppress


def print_out(text: str) -> None:
    """Tell whoever sits at the terminal."""
    with suppress(OSError):  # nobody may listen any more, or the full disk holds our output too
        print(text, flush=True)


def fail(sentence: str) -> int:
    """Say why it ends here; the exit status."""
    print(sentence, file=sys.stderr, flush=True)
    return 1
