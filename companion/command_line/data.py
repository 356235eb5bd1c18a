"""The verbs that look after the data: check, backup, restore, prune."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line.troubles import DATABASE, in_words
from companion.services.ports import StorageTrouble
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.serve.data_folder import DataFolder
    from companion.storage.check import Finding

    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parsers(verbs: Verbs) -> None:
    """Add the verbs to the command line; each sets `run(chosen, settings) -> exit status`."""
    check = verbs.add_parser("check", help="read every table and look for damage")
    check.set_defaults(run=_check)

    backup = verbs.add_parser("backup", help="copy all tables, also while games run")
    backup.add_argument("-o", "--output", type=Path, help="new file (default: in data/backups)")
    backup.set_defaults(run=_backup)

    restore = verbs.add_parser("restore", help="put a backup back; the server must be closed")
    restore.add_argument("backup", type=Path, metavar="FILE")
    restore.set_defaults(run=_restore)

    prune = verbs.add_parser("prune", help="forget tables that nobody played for too long")
    prune.set_defaults(run=_prune)
    for each in (check, backup, restore, prune):
        each.add_argument("--data", type=Path, help="data folder (default: ./data)")


def _check(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.storage.check import check, losses
    from companion.storage.schema import DATA_FILE

    if settings.database_url is not None:
        from companion.command_line import database

        looked_at: Path | str = DATABASE
        findings, way_out = database.findings(settings), database.HOW_TO_RESTORE
    else:
        looked_at = settings.data / DATA_FILE
        findings, way_out = check(looked_at), _way_out(settings.data)
    if isinstance(findings, StorageTrouble):
        return _trouble(findings, looked_at, way_out)
    for finding in findings:
        print(_in_words(finding))
    lost = losses(findings)
    if lost:
        print(f"{len(lost)} found. {way_out}")
        return 1
    print("All tables are sound.")
    return 0


def _in_words(finding: Finding) -> str:
    if finding.what == "file":
        # SQLite begins with a line for itself.
        return f"The file itself is damaged: {finding.detail.splitlines()[-1]}."
    if finding.what == "reference":
        return f"Something has lost what it belongs to: {finding.detail}."
    if finding.what in ("deck", "picture"):
        return f"The deck maker's {finding.what} is damaged: {finding.detail}."
    if finding.what == "schema":
        return f"The file is not built as it should be: {finding.detail} is missing or changed."
    if finding.what == "seats":
        return f"Table {finding.code}: who sits there is damaged: {finding.detail}."
    if finding.what == "snapshot":
        return (
            f"Table {finding.code}: a short cut is damaged. Nothing is lost: the table opens from "
            "its log, and the short cut is made anew while it is played."
        )
    if finding.what == "scan deck":
        return f"What the scan marks of a printed deck mean is damaged: {finding.detail}."
    if finding.seq == 0:
        return f"Table {finding.code}: what its log stands on is damaged, such as deck or options."
    if finding.seq is None:
        return f"Table {finding.code} is damaged: {finding.detail}."
    return f"Table {finding.code}: event {finding.seq} and what follows it cannot be trusted."


def _way_out(folder: Path) -> str:
    """The newest backup by its command, where there is one."""
    from companion.storage.backup import BACKUPS

    backups = sorted((folder / BACKUPS).glob("backroom-*.sqlite3"))
    name = backups[-1] if backups else "FILE"
    return f"Close Backroom and put a backup back: python app.py restore {name}"


def _backup(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.storage.backup import backup_path, take_backup
    from companion.storage.schema import DATA_FILE

    if settings.database_url is not None:
        from companion.command_line.database import HOW_TO_BACK_UP

        return _not_here(HOW_TO_BACK_UP)
    target = chosen.output or backup_path(settings.data, datetime.now(UTC))
    taken = take_backup(settings.data / DATA_FILE, target)
    if isinstance(taken, StorageTrouble):
        return _trouble(taken, settings.data / DATA_FILE, _way_out(settings.data))
    print(f"Backed up to {taken}")
    return 0


def _restore(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.storage.backup import restore
    from companion.storage.schema import DATA_FILE

    if settings.database_url is not None:
        from companion.command_line.database import HOW_TO_RESTORE

        return _not_here(HOW_TO_RESTORE)
    held = _alone(settings)
    if held is None:
        return 1
    try:
        aside = restore(chosen.backup, settings.data / DATA_FILE)
    finally:
        held.release()
    if isinstance(aside, StorageTrouble):
        return _trouble(aside, chosen.backup, "Nothing was changed. Try another backup.")
    print(f"Restored {chosen.backup}.")
    if aside is not None:
        print(f"What was there before is kept as {aside}.")
    return 0


def _prune(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.factory import build_quietly
    from companion.serve.served import CannotOpen

    if settings.database_url is not None:
        from companion.command_line.database import prune

        failed = prune(settings)
    else:
        held = _alone(settings)
        if held is None:
            return 1
        try:
            product = build_quietly(settings)
            failed = product.prune()
            product.close()
        except CannotOpen as reason:
            failed = str(reason)
        finally:
            held.release()
    if failed is not None:
        print(failed, file=sys.stderr)
        return 1
    print(f"Tables untouched for {settings.retention_days} days are forgotten.")
    return 0


def _alone(settings: Settings) -> DataFolder | None:
    """The data folder, held so that no server opens it meanwhile; None, said why, when one has."""
    from companion.serve.data_folder import DataFolder, Running, hold

    held = hold(settings.data)
    if isinstance(held, DataFolder):
        return held
    if isinstance(held, Running):
        print(f"Backroom is open at {held.local}. Close it first.", file=sys.stderr)
    else:
        print(held.sentence, file=sys.stderr)
    return None


def _not_here(how: str) -> int:
    """Nothing was done, and so the exit status says; the sentence tells who can do it."""
    print(how, file=sys.stderr)
    return 1


def _trouble(trouble: StorageTrouble, file: Path | str, where_damaged: str) -> int:
    print(in_words(trouble, file), file=sys.stderr)
    if trouble.code == "corrupt":
        print(where_damaged, file=sys.stderr)
    return 1
