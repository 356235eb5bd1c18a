"""Set-up without questions: made once, brought up to date when asked for more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import system_packages
from companion.serve import bootstrap
from companion.system_packages import Missing, Need, provide, still_missing

PROJECT = Path(__file__).resolve().parents[2]
NOTHING_NEEDED = "# no packages at all\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """An empty project; its environment takes seconds to make, so the tests share it."""
    return tmp_path_factory.mktemp("project")


@pytest.fixture
def project(folder, monkeypatch):
    """That project in the place of ours, so that the real environment is left alone."""
    return in_its_place(folder, monkeypatch)


def in_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bootstrap, "PROJECT", folder)
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", folder / ".venv")
    monkeypatch.setattr(bootstrap, "NEEDS", {"run": (), "test": ()})
    monkeypatch.setattr(system_packages, "VENV", Need("venv", lambda: True, (), ()))
    for name in ("requirements.txt", "requirements-dev.txt"):
        (folder / name).write_text(NOTHING_NEEDED, encoding="utf-8")
    return folder


def test_environment_is_made_once_and_used_again(project, capfd):
    shutil.rmtree(project / ".venv", ignore_errors=True)
    assert bootstrap.is_ready("run") is False
    assert bootstrap.make_ready("run") is True
    python = bootstrap.environment_python()
    made_at = (project / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    ran = subprocess.run([python, "-c", "print(6 * 7)"], capture_output=True, check=True)
    assert ran.stdout.strip() == b"42"
    capfd.readouterr()

    assert bootstrap.make_ready("run") is True
    assert capfd.readouterr().out == "", "a second start says and does nothing"
    assert (project / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == made_at

    (project / "requirements.txt").write_text("# changed\n", encoding="utf-8")
    assert bootstrap.is_ready("run") is False
    assert bootstrap.make_ready("run") is True
    assert (project / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == made_at, "kept, not made anew"
    assert bootstrap.is_ready("test") is False


def test_new_needs_are_brought_to_an_environment_that_was_ready(project, monkeypatch):
    assert bootstrap.make_ready("run") is True

    later = {"run": (Need("a thing", lambda: True, ("thing",), ()),), "test": ()}
    monkeypatch.setattr(bootstrap, "NEEDS", later)
    assert bootstrap.is_ready("run") is False


def test_failing_install_says_what_pip_said_and_leaves_no_stamp(project, capfd):
    (project / "requirements.txt").write_text("./not-here-at-all\n", encoding="utf-8")

    assert bootstrap.make_ready("run") is False

    said = capfd.readouterr().out
    assert "not-here-at-all" in said
    assert "Is this computer online? Then start again." in said
    assert bootstrap.is_ready("run") is False


def test_python_without_venv_says_the_line_to_type(tmp_path, monkeypatch, capfd):
    nothing = in_its_place(tmp_path, monkeypatch) / "bin"
    nothing.mkdir()
    (nothing / "apt-get").symlink_to("/bin/false")
    (nothing / "python").write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    (nothing / "python").chmod(0o755)
    monkeypatch.setenv("PATH", str(nothing))
    monkeypatch.setattr(sys, "executable", str(nothing / "python"))
    monkeypatch.setattr(system_packages, "VENV", Need("venv", lambda: False, ("python3-venv",), ()))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert bootstrap.make_ready("run") is False

    assert (
        "Type this, then start again:  "
        "sudo apt-get update && sudo apt-get install -y python3-venv" in capfd.readouterr().out
    )


class Debian:
    """A Debian whose apt-get only takes notes; `offers` is what installing really brings."""

    def __init__(self, folder: Path, offers: str = "", fails: int = 0) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.marker = folder / "marker"
        folder.mkdir()
        script = folder / "apt-get"
        script.write_text(
            "#!/bin/sh\n"
            f'echo "$DEBIAN_FRONTEND" "$@" >> {self.notes}\n'
            f'[ "$(grep -c install {self.notes})" -le {fails} ] && exit 100\n'
            f'case "$*" in *{offers or "NOTHING"}*) : > {self.marker};; esac\n'
            "exit 0\n",
            encoding="ascii",
        )
        script.chmod(0o755)

    def commands(self) -> list[str]:
        lines = self.notes.read_text("ascii").splitlines() if self.notes.exists() else []
        return [" ".join(w for w in line.split() if not w.startswith(("-", "DP", "Ac")))
                for line in lines]  # fmt: skip

    def need(self) -> Need:
        return Need("a marker", self.marker.exists, ("marker-package",), ())


@pytest.fixture
def debian(tmp_path, monkeypatch):
    def made(*, root: bool = True, **options) -> Debian:
        box = Debian(tmp_path / "debian", **options)
        monkeypatch.setenv("PATH", f"{box.folder}:/usr/bin:/bin")
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
        return box

    return made


def test_root_installs_without_a_question(debian):
    box = debian(offers="marker-package")

    assert provide((box.need(),), print) is None
    assert box.commands() == ["noninteractive install marker-package"]


def test_package_lists_are_fetched_once_when_the_install_fails(debian):
    box = debian(offers="marker-package", fails=1)

    assert provide((box.need(),), print) is None
    assert box.commands() == [
        "noninteractive install marker-package",
        "noninteractive update",
        "noninteractive install marker-package",
    ]


def test_what_is_here_is_not_installed_again(debian):
    box = debian(offers="marker-package")
    box.marker.touch()

    assert provide((box.need(),), print) is None
    assert box.commands() == []


def test_what_cannot_be_installed_is_told_with_the_line_to_type(debian):
    box = debian(fails=9)

    assert provide((box.need(),), print) == Missing(
        ("a marker",), "sudo apt-get update && sudo apt-get install -y marker-package"
    )


def test_nobody_is_asked_for_a_password(debian):
    box = debian(root=False, offers="marker-package")
    (box.folder / "sudo").write_text(
        f"#!/bin/sh\necho sudo $1 >> {box.notes}\nexit 1\n", encoding="ascii"
    )
    (box.folder / "sudo").chmod(0o755)

    assert provide((box.need(),), print) is not None
    assert box.notes.read_text("ascii") == "sudo -n\n", "tried without asking, and no more"


def test_sudo_that_needs_no_password_is_used(debian):
    box = debian(root=False, offers="marker-package")
    (box.folder / "sudo").write_text('#!/bin/sh\nshift\nexec "$@"\n', encoding="ascii")
    (box.folder / "sudo").chmod(0o755)

    assert provide((box.need(),), print) is None
    assert box.commands() == ["noninteractive install marker-package"]


def test_looking_installs_nothing(debian):
    box = debian(offers="marker-package")

    assert still_missing((box.need(),)) is not None
    assert box.commands() == []


def test_app_py_without_packages_sets_up_and_goes_on_there(tmp_path):
    """Here setting up brings nothing, so going on ends with a sentence, and not in a circle."""
    shutil.copy(PROJECT / "app.py", tmp_path)
    (tmp_path / "companion" / "serve").mkdir(parents=True)
    for name in ("__init__", "progress", "serve/__init__", "serve/bootstrap"):
        shutil.copy(PROJECT / "companion" / f"{name}.py", tmp_path / "companion" / f"{name}.py")
    (tmp_path / "companion" / "system_packages.py").write_text(
        "VENV = None\nTO_PRINT = TO_TEST = ()\n"
        "def provide(needs, say): return None\nstill_missing = provide\n",
        encoding="utf-8",
    )
    (tmp_path / "requirements.txt").write_text(NOTHING_NEEDED, encoding="utf-8")

    told = subprocess.run(
        [sys.executable, "-S", "app.py", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert told.stdout.splitlines() == [
        "Making a place for Backroom's packages (.venv) …",
        "Installing what Backroom needs. This happens once and takes about a minute …",
        "The packages in .venv are damaged. Delete that folder and start again.",
    ]
    assert told.returncode == 1
