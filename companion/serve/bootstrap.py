"""Makes the virtual environment and fills it, then runs a program in it; standard library only.

`make run` and `make test` begin here, and so does `python app.py` when packages are missing. It
asks no question, and does nothing when the requirements have not changed since the last time.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from companion import system_packages
from companion.progress import ProgressBar

PROJECT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = PROJECT / ".venv"
REQUIREMENTS = {
    "run": ("requirements.txt",),
    "test": ("requirements.txt", "requirements-dev.txt"),
}
NEEDS = {"run": system_packages.TO_PRINT, "test": system_packages.TO_TEST}


def main(arguments: list[str]) -> NoReturn:
    """`bootstrap run|test -- what to run with the environment's Python`."""
    purpose, _, *command = arguments
    if not make_ready(purpose):
        sys.exit(1)
    go_on(command)


def make_ready(purpose: str) -> bool:
    """Bring the environment up to date for "run" or "test"; False when that failed, and why said.

    What the operating system should bring is tried once per set of requirements; when it is still
    missing, Backroom runs on without it and says the line to type.
    """
    if not is_ready(purpose):
        if not (_make_environment() and _install(purpose)):
            return False
        missing = system_packages.provide(NEEDS[purpose], _say)
        _stamp(purpose).write_text(_fingerprint(purpose), encoding="utf-8")
    else:
        missing = system_packages.still_missing(NEEDS[purpose])
    if missing is not None:
        _say(f"Not on this computer: {'; '.join(missing.whats)}. All else works.")
        if missing.line is not None:
            _say(f"To add it, type:  {missing.line}")
    return True


def is_ready(purpose: str) -> bool:
    """Whether the environment was made for exactly what is asked for now."""
    try:
        stamped = _stamp(purpose).read_text(encoding="utf-8")
    except OSError:
        return False
    return stamped == _fingerprint(purpose) and environment_python().exists()


def runs_in_environment() -> bool:
    """Whether this very process runs on the environment's Python."""
    return Path(sys.prefix).resolve() == ENVIRONMENT.resolve()


def environment_python() -> Path:
    """The Python inside our environment, whether or not it is there yet."""
    if sys.platform == "win32":
        return ENVIRONMENT / "Scripts" / "python.exe"
    return ENVIRONMENT / "bin" / "python"


def go_on(command: list[str]) -> NoReturn:
    """Become the environment's Python running `command`; never returns."""
    python = str(environment_python())
    if sys.platform == "win32":  # there, exec would hand the prompt back while we still run
        try:
            sys.exit(subprocess.call([python, *command]))
        except KeyboardInterrupt:
            sys.exit(0)
    sys.stdout.flush()
    os.execv(python, [python, *command])


def _stamp(purpose: str) -> Path:
    return ENVIRONMENT / f"backroom-{purpose}.stamp"


def _fingerprint(purpose: str) -> str:
    asked = [(PROJECT / name).read_bytes() for name in REQUIREMENTS[purpose]]
    asked += [" ".join(need.debian + need.brew).encode() for need in NEEDS[purpose]]
    return hashlib.sha256(b"\0".join(asked)).hexdigest()


def _make_environment() -> bool:
    if _works([str(environment_python()), "-c", "import pip"]):
        return True
    _say("Making a place for Backroom's packages (.venv) …")
    missing = system_packages.provide((system_packages.VENV,), _say)
    command = [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)]
    if missing is None and _works(command):
        return True
    # Debian cuts `ensurepip` out of Python. Its own pip can fill an environment without one.
    if _works([*command, "--without-pip"]) and _works([sys.executable, "-m", "pip", "--version"]):
        return True
    line = missing.line if missing else None
    _say("Python cannot make a virtual environment here.")
    _say(f"Type this, then start again:  {line}" if line else "Install Python's venv module.")
    return False


def _install(purpose: str) -> bool:
    """Install the requirements with pip, showing how far it is."""
    python = str(environment_python())
    own_pip = _works([python, "-c", "import pip"])
    pip = [python, "-m", "pip"] if own_pip else [sys.executable, "-m", "pip", "--python", python]
    options = ["install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    files = [part for name in REQUIREMENTS[purpose] for part in ("-r", str(PROJECT / name))]
    total = sum(
        line[:1].isalpha()
        for name in REQUIREMENTS[purpose]
        for line in (PROJECT / name).read_text(encoding="utf-8").splitlines()
    )
    _say("Installing what Backroom needs. This happens once and takes about a minute …")
    progress = ProgressBar(sys.stdout)
    done = 0
    told: list[str] = []
    with subprocess.Popen(
        [*pip, *options, *files],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=PROJECT,
    ) as process:
        for line in process.stdout or ():
            told.append(line.rstrip())
            if line.startswith(("Collecting ", "Requirement already satisfied: ")):
                done += 1
                progress.show(done, total, _requirement(line))
            elif line.startswith("Installing collected packages"):
                progress.show(total, total, "putting them in place")
    progress.end()
    if process.returncode == 0:
        return True
    _say("\n".join(told[-8:]))
    _say("The packages could not be installed. Is this computer online? Then start again.")
    return False


def _requirement(line: str) -> str:
    """The requirement that a line of pip's is about."""
    bare = line.removeprefix("Collecting ").removeprefix("Requirement already satisfied: ")
    return bare.split()[0]


def _works(command: list[str]) -> bool:
    try:
        return (
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            ).returncode
            == 0
        )
    except OSError:
        return False


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
