"""The one command line: `python app.py VERB`, each verb with its help and an honest exit status."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line import data
from companion.progress import ProgressBar
from companion.settings import Settings, SettingsWrong, read_settings
from companion.system_packages import MAC_BREW_LIBRARIES

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def run(arguments: list[str], environment: Mapping[str, str] = os.environ) -> int:
    """Run one verb; 0 when it did what it says, 1 when it could not, 2 for wrong arguments."""
    if sys.platform == "darwin":  # for the worker that prints; see MAC_BREW_LIBRARIES
        os.environ.setdefault("DYLD_FALLBACK_LIBRARY_PATH", MAC_BREW_LIBRARIES)
    chosen = _parser().parse_args(arguments)
    asked = {name: getattr(chosen, key, None) for key, name in _OVERRIDES.items()}
    settings = read_settings(
        {**environment, **{k: str(v) for k, v in asked.items() if v is not None}}
    )
    if isinstance(settings, SettingsWrong):
        for sentence in settings.sentences:
            print(sentence, file=sys.stderr)
        return 2
    status: int = chosen.run(chosen, settings)
    return status


_OVERRIDES = {
    "port": "PORT",
    "host": "BACKROOM_HOST",
    "public_url": "BACKROOM_PUBLIC_URL",
    "data": "BACKROOM_DATA",
    "https": "BACKROOM_HTTPS",
    "certificate": "BACKROOM_CERTIFICATE",
    "certificate_key": "BACKROOM_CERTIFICATE_KEY",
}
"""Arguments that say the same as a variable of the environment, and win over it."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="app.py",
        description="Backroom: the companion for a table where people play with real cards.",
        epilog="Without a verb it serves. docs/settings.md lists what the environment can set.",
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    _add_serve(verbs)
    _add_replay(verbs)
    _add_printing(verbs)
    data.add_parsers(verbs)
    _add_bench(verbs)
    return parser


def _add_serve(verbs: _Verbs) -> None:
    serve = verbs.add_parser("serve", help="open Backroom; print its address and a QR code")
    serve.add_argument("--port", type=int, help="port to listen on (default: the one used before)")
    serve.add_argument("--host", help="address to listen on (default: all of IPv4)")
    serve.add_argument("--public-url", help="address that phones use, if it is not our own")
    serve.add_argument("--data", type=Path, help="folder for all that is kept (default: ./data)")
    serve.add_argument(
        "--https", action="store_const", const="on", help="serve HTTPS with a certificate"
    )
    serve.add_argument(
        "--certificate", metavar="FILE", help="yours, PEM (default: made here, phones warn once)"
    )
    serve.add_argument("--certificate-key", metavar="FILE", help="its key, PEM")
    serve.add_argument("--open", action="store_true", help="open the page in this browser")
    serve.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.factory import build
    from companion.serve.serving import serve

    return serve(settings, build, open_browser=chosen.open)


def _add_replay(verbs: _Verbs) -> None:
    replay = verbs.add_parser("replay", help="run scripted games and compare what they expect")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.set_defaults(run=_replay)


def _replay(chosen: argparse.Namespace, settings: Settings) -> int:
    from companion.core.transcripts import run_transcripts
    from companion.services.decks.lookup import built_in

    decks, passed, failed, bar = dict(built_in().by_id), 0, 0, ProgressBar()
    for number, path in enumerate(chosen.files):
        bar.show(number, len(chosen.files), path.name)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as trouble:
            bar.end()
            print(f"{path}: cannot be read: {trouble}", file=sys.stderr)
            return 1
        outcome = run_transcripts(data, decks)
        bar.end()
        for failure in outcome.failures:
            print(failure.line())
        passed, failed = passed + outcome.passed, failed + outcome.failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _add_printing(verbs: _Verbs) -> None:
    from companion.command_line import decks, exports, pads, table_pages

    for each in (decks, exports, pads, table_pages):
        each.add_parsers(verbs)


def _add_bench(verbs: _Verbs) -> None:
    bench = verbs.add_parser("bench", help="measure the figures of this computer (2 minutes)")
    bench.add_argument("--rounds", type=_rounds, default=3, help="of each measurement (default: 3)")
    bench.set_defaults(run=_bench)


def _rounds(text: str) -> int:
    rounds = int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else 0
    if not rounds:
        raise argparse.ArgumentTypeError("Give a whole number from 1 to 999.")
    return rounds


def _bench(chosen: argparse.Namespace, settings: Settings) -> int:
    """In a process of its own, where gevent may change what it must."""
    command = [sys.executable, "-m", "tests.bench", "--rounds", str(chosen.rounds)]
    return subprocess.call(command, cwd=Path(__file__).resolve().parents[2])
