"""Starts Backroom: `python app.py` serves, `python app.py --help` tells what else it can do."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = (
    "babel",
    "dominion_setup",
    "flask",
    "flask_babel",
    "fontTools",
    "gevent",
    "htmx_flask",
    "ifaddr",
    "jinja2",
    "markupsafe",
    "orjson",
    "pikepdf",
    "qrcode",
    "werkzeug",
)
"""Modules that serving imports at once; what only printing or a photo needs is left out."""


def _is_serving(arguments: list[str]) -> bool:
    first = arguments[0] if arguments else "serve"
    return first == "serve" or (first.startswith("-") and first not in ("-h", "--help"))


def main(arguments: list[str]) -> int:
    """Run one verb and give its exit status; without a verb it is `serve`."""
    if sys.version_info < (3, 11):
        print("Backroom needs Python 3.11 or newer.")
        return 1
    if any(find_spec(name) is None for name in NEEDED):
        from companion.serve import bootstrap

        if bootstrap.runs_in_environment() and bootstrap.is_ready("run"):
            print("The packages in .venv are damaged. Delete that folder and start again.")
            return 1
        if not bootstrap.make_ready("run"):
            return 1
        bootstrap.go_on([str(Path(__file__).resolve()), *arguments])

    if _is_serving(arguments):
        # First of all: what is imported later must already see the patched modules.
        from gevent import monkey

        monkey.patch_all()
        arguments = arguments if arguments[:1] == ["serve"] else ["serve", *arguments]

    from companion.command_line.verbs import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
