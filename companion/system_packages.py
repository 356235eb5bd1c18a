"""Knows which things pip cannot bring, and installs them where that needs no question."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

MAC_BREW_LIBRARIES = "/opt/homebrew/lib"
"""Where Homebrew on Apple silicon keeps libraries; the system does not look there by itself."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing from the operating system: what it is for, how to see it, what brings it."""

    what: str
    is_here: Callable[[], bool]
    debian: tuple[str, ...]
    brew: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """What is still missing after all, and the one line that brings it."""

    whats: tuple[str, ...]
    line: str | None
    """None where we know no such line for this system."""


def _loads(*names: str) -> bool:
    """Whether one of these shared libraries can be loaded."""
    for name in names:
        for path in (name, f"{MAC_BREW_LIBRARIES}/{name}"):
            try:
                ctypes.CDLL(path)
            except OSError:
                continue
            return True
    return False


def _has_pango() -> bool:
    """Whether WeasyPrint will find its libraries; the names are those that it looks for itself."""
    if sys.platform == "darwin":
        return _loads("libpango-1.0.dylib") and _loads("libpangoft2-1.0.dylib")
    if sys.platform == "win32":
        return True  # WeasyPrint searches its own list of folders; docs/hosting.md says how
    wanted = (
        "libgobject-2.0.so.0",
        "libpango-1.0.so.0",
        "libpangoft2-1.0.so.0",
        "libharfbuzz.so.0",
        "libharfbuzz-subset.so.0",
        "libfontconfig.so.1",
    )
    return all(_loads(name) for name in wanted)


def _has_fonts() -> bool:
    if sys.platform != "linux":
        return True
    return any(next(Path(folder).rglob("*.[to]t[fc]"), None) for folder in _FONT_FOLDERS)


_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")


def _has_chromium() -> bool:
    programs = ("chromium", "chromium-browser", "google-chrome")
    mac = Path("/Applications/Google Chrome.app")
    return any(shutil.which(program) for program in programs) or mac.exists()


def postgres_programs() -> Path | None:
    """The folder with PostgreSQL's own programs, newest first; Debian keeps them off the path."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    versions = (
        path
        for folder in ("/usr/lib/postgresql", "/opt/homebrew/opt")
        for path in Path(folder).glob("*/bin/pg_ctl")
    )
    newest = max(versions, default=None, key=lambda path: path.parent.parent.name.rjust(20))
    return None if newest is None else newest.parent


VENV = Need(
    "the venv module of Python",
    lambda: _imports("ensurepip"),
    debian=("python3-venv",),
    brew=(),
)
TO_PRINT = (
    Need(
        "Pango, for printing",
        _has_pango,
        debian=("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
        brew=("pango",),
    ),
    Need("a font, for printing", _has_fonts, debian=("fonts-dejavu-core",), brew=()),
)
TO_TEST = (
    *TO_PRINT,
    Need("Chromium, for browser tests", _has_chromium, debian=("chromium",), brew=()),
    Need(
        "libatomic, for browser tests",  # Playwright's own Node.js is linked with it
        lambda: sys.platform != "linux" or _loads("libatomic.so.1"),
        debian=("libatomic1",),
        brew=(),
    ),
    Need(
        "pdftoppm, for print tests",
        lambda: shutil.which("pdftoppm") is not None,
        debian=("poppler-utils",),
        brew=("poppler",),
    ),
    Need(
        "PostgreSQL, for the tests of a store that several machines share",
        lambda: postgres_programs() is not None,
        debian=("postgresql",),
        brew=("postgresql@17",),
    ),
)


def _imports(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def provide(needs: Iterable[Need], say: Callable[[str], None]) -> Missing | None:
    """Install what is missing where that asks no question; tell what is missing after that."""
    missing = [need for need in needs if not need.is_here()]
    if missing and (install := _quiet_installer()) is not None:
        names = _names(missing)
        if names:
            say(f"Installing {', '.join(need.what for need in missing)} …")
            install(names, say)
    return still_missing(missing)


def still_missing(needs: Iterable[Need]) -> Missing | None:
    """What of this is not here, without trying to install it."""
    missing = [need for need in needs if not need.is_here()]
    if not missing:
        return None
    return Missing(tuple(need.what for need in missing), _line_to_type(missing))


def _names(needs: Iterable[Need]) -> list[str]:
    mac = sys.platform == "darwin"
    return [name for need in needs for name in (need.brew if mac else need.debian)]


def _line_to_type(needs: Iterable[Need]) -> str | None:
    names = " ".join(_names(needs))
    if not names:
        return None
    if sys.platform == "darwin":
        return f"brew install {names}"
    if shutil.which("apt-get"):
        return f"sudo apt-get update && sudo apt-get install -y {names}"
    pango = "pango" in names
    if shutil.which("dnf") and pango:
        return "sudo dnf install -y pango"
    if shutil.which("pacman") and pango:
        return "sudo pacman -S --needed pango"
    return None


def _quiet_installer() -> Callable[[list[str], Callable[[str], None]], None] | None:
    """What may install packages here without a password or a question."""
    if sys.platform == "darwin":
        return _brew if shutil.which("brew") else None
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return lambda names, say: _apt([], names, say)
    if shutil.which("sudo") and _quietly(["sudo", "-n", "true"])[0]:
        return lambda names, say: _apt(["sudo", "-n"], names, say)
    return None


def _apt(before: list[str], names: list[str], say: Callable[[str], None]) -> None:
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    apt += ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=2"]
    install = [*apt, "install", "--no-install-recommends", *names]
    done, told = _quietly(install)
    if not done:  # the usual reason: package lists that are empty (a new machine) or too old
        _quietly([*apt, "update"])
        done, told = _quietly(install)
    if not done:
        say(told)


def _brew(names: list[str], say: Callable[[str], None]) -> None:
    done, told = _quietly(["brew", "install", "--quiet", *names])
    if not done:
        say(told)


def _quietly(command: list[str]) -> tuple[bool, str]:
    """Run a command that must not ask; whether it worked, and the end of what it said."""
    environment = {**os.environ, "NONINTERACTIVE": "1", "HOMEBREW_NO_AUTO_UPDATE": "1"}
    run = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )
    return run.returncode == 0, "\n".join(run.stdout.splitlines()[-6:])
