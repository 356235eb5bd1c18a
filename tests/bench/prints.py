"""The figures of the print shop, beside ReportLab's and typst's for the same 80 cards.

Every contestant runs in processes of its own, `rounds` times, one after the other; the figures are
the medians. tests/bench/print_peers.py says what the peers draw.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.rows import Figure, Say

PROJECT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 300
MANY = (200, 500, 1000, 2000)

Told = list[dict[str, Any]]


def measured(rounds: int, say: Say) -> list[Figure]:
    """All rows of the table."""
    say("prints: Backroom, ReportLab, typst")
    ours, photographs, reportlab, typst = (
        [_run("print_child", name) for _ in range(rounds)]
        for name in ("backroom", "photographs", "reportlab", "typst")
    )
    say("prints: up to 2,000 different cards")
    many = [_run("print_child", "many", str(count)) for count in MANY]
    say("prints: edges and backs at 600 dpi")
    truth = _run("print_truth")
    return [
        *_times(ours, photographs, reportlab, typst),
        *_often(ours, reportlab, typst),
        *_many(many),
        Figure("print: card edge off, at most", truth["edge_mm"], "mm", 0.05),
        Figure("print: back off its front", truth["duplex_pixels"], "px", 0),
        Figure("print: overflows left unsaid", truth["silent"], "", 0),
        Figure("print: sha256 in all processes", len({each["sha256"] for each in ours}), "", 1),
    ]


def _run(module: str, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{module}", *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
        timeout=LONGEST_SECONDS,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _median(told: Sequence[dict[str, Any]], name: str) -> float:
    return float(statistics.median(each[name] for each in told))


def _times(ours: Told, photographs: Told, reportlab: Told, typst: Told) -> list[Figure]:
    """Milliseconds of processor time for 80 cards with their backs.

    changed: paper, marks, offset or copies, whichever takes longest; edited: one card has another
    name; cold: every face is made; start: the libraries are loaded.
    """
    rows = [("changed", 40.0), ("edited", 150.0), ("cold", 1200.0), ("start", None)]
    found = []
    for name, target in rows:
        found.append(Figure(f"print {name}", 1000 * _median(ours, name), "ms", target))
        if name in ("changed", "edited"):
            figure = 1000 * _median(photographs, name)
            found.append(Figure(f"print {name}, 80 photographs", figure, "ms", target))
        for peer, told in (("ReportLab", reportlab), ("typst", typst)):
            found.append(Figure(f"print {name}: {peer}", 1000 * _median(told, name), "ms"))
    return found


def _often(ours: Told, reportlab: Told, typst: Told) -> list[Figure]:
    """Fronts of 80 cards, 25 times, when each face is there already."""
    found = [
        Figure("print 80 × 25", 1000 * _median(ours, "often_house"), "ms", 300),
        Figure("print 80 × 25, with drawings", _kib(ours, "often_house_bytes"), "KiB", 480),
        Figure("print 80 × 25, plain", _kib(ours, "often_plain_bytes"), "KiB", 250),
    ]
    for peer, told in (("ReportLab", reportlab), ("typst", typst)):
        found.append(Figure(f"print 80 × 25: {peer}", 1000 * _median(told, "often"), "ms"))
        found.append(Figure(f"print 80 × 25: {peer}, size", _kib(told, "often_bytes"), "KiB"))
    return found


def _kib(told: Told, name: str) -> float:
    return _median(told, name) / 1024


def _many(many: Told) -> list[Figure]:
    """Linear: a card of 2,000 costs what one of 200 costs, give or take a fifth."""
    each = [1000 * told["seconds"] / count for told, count in zip(many, MANY, strict=True)]
    return [
        Figure("print 2,000 cards, most memory", many[-1]["bytes"] / 1e6, "MB", 200),
        *(
            Figure(f"print {count:,} cards, each", cost, "ms")
            for count, cost in zip(MANY, each, strict=True)
        ),
        Figure("print: of 2,000 / of 200, each", each[-1] / each[0], "", 1.2),
    ]
