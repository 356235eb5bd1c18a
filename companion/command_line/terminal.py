"""Makes files for the command line, and says on the terminal what came of it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.outcome import Refused
from companion.printing.english import english
from companion.printing.failures import sentence
from companion.printing.texts.fit_report import phrase_from_json
from companion.progress import ProgressBar
from companion.worker_process import TaskDone, TaskFailed, WorkerProcess

AT_TRUE_SIZE = "Print at 100 %."


def make_file(
    task: dict[str, Any],
    output: Path,
    what: str,
    others: Sequence[Path] = (),
    advice: str = AT_TRUE_SIZE,
) -> int:
    """Do the task and write the file; the exit status.

    `others`: where further files go, when the task gives several.
    """
    bar = ProgressBar()
    renderer = WorkerProcess(None)
    try:
        made = renderer.run(task, lambda step, done, of: bar.show(done, of, step))
        bar.end()
        if isinstance(made, TaskFailed):
            return _say_failed(made)
        return _written(made, (output, *others), f"{what}, {{size}} KiB. {advice}".rstrip())
    except KeyboardInterrupt:
        return 130
    finally:
        bar.end()
        renderer.close()


def counted(number: int, what: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _written(made: TaskDone, outputs: Sequence[Path], says: str) -> int:
    """Write every file. A large one lies on the disk already, until the renderer is closed."""
    for line in made.said.get("report", {}).get("lines", ()):
        print(f"{_plain(line['what'])} {_plain(line['remedy'])}", file=sys.stderr)
    start = 0
    for output, size in zip(outputs, made.said.get("sizes") or [len(made.data)], strict=False):
        try:
            if "path" in made.said:
                shutil.move(made.said["path"], output)
                size = output.stat().st_size
            else:
                output.write_bytes(made.data[start : start + size])
        except OSError as trouble:
            print(f"{output}: {trouble.strerror}", file=sys.stderr)
            return 1
        print(f"{output}: {says.format(size=round(size / 1024))}")
        start += size
    return 0


def _say_failed(failed: TaskFailed) -> int:
    print(sentence(failed).text, file=sys.stderr)
    if failed.code == "no_pango":
        from companion.system_packages import TO_PRINT, still_missing

        missing = still_missing(TO_PRINT)
        if missing is not None and missing.line:
            print(f"Type: {missing.line}", file=sys.stderr)
    elif failed.detail:
        print(f"({failed.detail})", file=sys.stderr)
    return 1


def say_refused(*outcomes: object, flags: Mapping[str, str] | None = None) -> int:
    """Every refusal among these, each in a line; the exit status for wrong arguments.

    `flags`: what each option is called here; a refusal of one begins with it.
    """
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            problems = outcome.fields.get("problems") or (outcome.phrase,)
            for phrase in problems:
                flag = (flags or {}).get(str(outcome.fields.get("option")))
                print(f"{flag}: {english(phrase)}" if flag else english(phrase), file=sys.stderr)
    return 2


def _plain(data: dict[str, Any]) -> str:
    return english(phrase_from_json(data))
