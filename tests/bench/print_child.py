"""One contestant of the print figures in a process of its own: prints one JSON object.

`python -m tests.bench.print_child backroom|photographs|reportlab|typst|many COUNT`. Times are
seconds of processor time of the whole process, its threads included.
"""

from __future__ import annotations

import hashlib
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.core.decks.model import Deck
from companion.printing.formats import PrintOptions, read_options
from companion.printing.sheets.deck_print import Printed
from companion.printing.sheets.planning import Planned, plan
from companion.printing.sheets.tasks import print_planned
from tests.bench import print_decks, print_peers

CHANGES: tuple[dict[str, Any], ...] = (
    {"paper": "letter"},
    {"marks": "lines"},
    {"offset_x_mm": 0.4, "offset_y_mm": -0.3},
    {"copies": 2},
    {"paper": "a4"},
)
"""What somebody changes before printing again: paper, marks, offset, copies."""
ROUNDS = 3
TWENTY_FIVE = 25


class Backroom:
    """Our print shop as the worker runs it, with a folder of its own to keep faces in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pictures = folder / "pictures"

    def printed(self, deck: Deck, **given: Any) -> Printed:
        """Made and looked at once more, as every print is."""
        options = read_options(given)
        assert isinstance(options, PrintOptions)
        planned = plan(deck, options)
        assert isinstance(planned, Planned)
        places = {"folder": str(self.folder), "pictures_folder": str(self.pictures)}
        return print_planned(planned, places, lambda **_: None)


def seconds(work: Callable[[], Any]) -> float:
    """Processor time that it takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def backroom(folder: Path, photographs: bool) -> dict[str, Any]:
    """Cold, warm, edited, often; with drawn pictures or with a photograph on every card."""
    shop, deck = Backroom(folder), print_decks.deck_of()
    if photographs:
        deck = print_decks.illustrated(deck, shop.pictures)
    one = print_decks.deck_of(1)
    start = seconds(partial(shop.printed, one, backs="none", bleed_mm=2))  # loads the renderer
    cold = seconds(partial(shop.printed, deck, backs="long"))
    changed = [_again(shop, deck, {"backs": "long", **change}) for change in CHANGES]
    edited = [
        seconds(partial(shop.printed, print_decks.edited(deck, n, f"New {n}"), backs="long"))
        for n in range(ROUNDS)
    ]
    found: dict[str, Any] = {
        "start": start,
        "cold": cold,
        "changed": max(changed),
        "edited": statistics.median(edited),
    }
    for style in ("house", "plain"):
        options = {"copies": TWENTY_FIVE, "style": style}
        found[f"often_{style}_bytes"] = len(shop.printed(deck, **options).data)
        found[f"often_{style}"] = _again(shop, deck, options)
    printed = shop.printed(deck, backs="long")
    found["sha256"] = hashlib.sha256(printed.data).hexdigest()
    found["serious"] = sum(line.serious for line in printed.report.lines)
    return found


def _again(shop: Backroom, deck: Deck, options: dict[str, Any]) -> float:
    """What it takes when every face is there already."""
    return statistics.median(seconds(partial(shop.printed, deck, **options)) for _ in range(ROUNDS))


def peer(name: str, folder: Path) -> dict[str, Any]:
    """The same of a peer, as far as it has a difference there."""
    deck = print_decks.deck_of()
    began = time.process_time()
    shop = print_peers.PEERS[name](folder)
    shop.pdf(print_decks.deck_of(1), "a4")
    start = time.process_time() - began
    cold = seconds(partial(shop.pdf, deck, "a4"))
    changed = [seconds(partial(shop.pdf, deck, paper)) for paper in ("letter", "a4", "letter")]
    edited = [
        seconds(partial(shop.pdf, print_decks.edited(deck, n, f"New {n}"), "a4"))
        for n in range(ROUNDS)
    ]
    data = shop.pdf(deck, "a4", TWENTY_FIVE, backs=False)
    often = seconds(partial(shop.pdf, deck, "letter", TWENTY_FIVE, backs=False))
    return {
        "start": start,
        "cold": cold,
        "changed": statistics.median(changed),
        "edited": statistics.median(edited),
        "often": often,
        "often_bytes": len(data),
    }


def many(count: int, folder: Path) -> dict[str, Any]:
    """So many different cards, cold, with the most memory that the process ever had."""
    shop, deck = Backroom(folder), print_decks.deck_of(count)
    shop.printed(print_decks.deck_of(1), bleed_mm=2)
    taken = seconds(partial(shop.printed, deck))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": taken, "bytes": peak * 1024}


def main(arguments: list[str]) -> int:
    """Measure one contestant."""
    name = arguments[0]
    with tempfile.TemporaryDirectory(prefix="backroom-prints-") as made:
        folder = Path(made)
        if name == "many":
            found = many(int(arguments[1]), folder)
        elif name in print_peers.PEERS:
            found = peer(name, folder)
        else:
            found = backroom(folder, photographs=name == "photographs")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
