"""Makes files for the command line, and says on the terminal what came of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.outcome import Refused
from companion.printing.english import english
from companion.printing.fit_report import phrase_from_json
from companion.printing.renderer import Rendered, Renderer, Unrendered
from companion.progress import ProgressBar


def make_file(task: dict[str, Any], output: Path, what: str, others: Sequence[Path] = ()) -> int:
    """Do the task and write the file; the exit status.

    `others`: where further files go, when the task gives several.
    """
    bar = ProgressBar()
    renderer = Renderer(None)
    try:
        made = renderer.run(task, lambda step, done, of: bar.show(done, of, step))
    except KeyboardInterrupt:
        return 130
    finally:
        bar.end()
        renderer.close()
    if isinstance(made, Unrendered):
        return _say_unrendered(made)
    return _written(made, (output, *others), what)


def _written(made: Rendered, outputs: Sequence[Path], what: str) -> int:
    for line in made.said.get("report", {}).get("lines", ()):
        print(f"{_plain(line['what'])} {_plain(line['remedy'])}", file=sys.stderr)
    start = 0
    for output, size in zip(outputs, made.said.get("sizes") or [len(made.data)], strict=False):
        try:
            output.write_bytes(made.data[start : start + size])
        except OSError as trouble:
            print(f"{output}: {trouble.strerror}", file=sys.stderr)
            return 1
        print(f"{output}: {what}, {size / 1024:.0f} KiB. Print at 100 %.")
        start += size
    return 0


def _say_unrendered(failed: Unrendered) -> int:
    print(failed.phrase.text, file=sys.stderr)
    if failed.code == "no_pango":
        from companion.system_packages import TO_PRINT, still_missing

        missing = still_missing(TO_PRINT)
        if missing is not None and missing.line:
            print(f"Type: {missing.line}", file=sys.stderr)
    elif failed.detail:
        print(f"({failed.detail})", file=sys.stderr)
    return 1


def say_refused(*outcomes: object) -> int:
    """Every refusal among these, each in a line; the exit status for wrong arguments."""
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            problems = outcome.fields.get("problems") or (outcome.phrase,)
            for phrase in problems:
                print(english(phrase), file=sys.stderr)
    return 2


def _plain(data: dict[str, Any]) -> str:
    return english(phrase_from_json(data))
