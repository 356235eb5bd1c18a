"""`python app.py bench`: measures, prints a table, and one JSON line per figure."""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import json  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from pathlib import Path  # noqa: E402

from companion.progress import ProgressBar  # noqa: E402
from tests.bench import figures, servers, two_processes  # noqa: E402


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `target` None is there to compare with, not to reach."""

    name: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False

    @property
    def reached(self) -> bool | None:
        """Whether the target is met."""
        if self.target is None:
            return None
        return self.value >= self.target if self.more_is_better else self.value <= self.target


def main(arguments: list[str]) -> int:
    """Measure everything; 0 whatever the figures are, they depend on the computer."""
    parser = argparse.ArgumentParser(prog="app.py bench")
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement (default 3)")
    rounds = parser.parse_args(arguments).rounds
    bar = ProgressBar()
    with tempfile.TemporaryDirectory(prefix="backroom-bench-") as folder:
        data = Path(folder)
        syncs = figures.sync_rate(data)
        with servers.hello() as hello, servers.backroom(data) as backroom:
            found = _measured(hello, backroom, rounds, bar)
    bar.show(rounds, rounds + 1, "two processes on PostgreSQL")
    both = two_processes.measured(rounds)
    bar.end()
    found += [Figure(each.name, each.value, each.unit, each.target) for each in both]
    found.append(Figure("disk: syncs of 512 bytes", syncs, "/s"))
    _print_table(found)
    return 0


def _measured(
    hello: servers.Server, backroom: servers.Server, rounds: int, bar: ProgressBar
) -> list[Figure]:
    figures.hello_rate(hello, 800)
    figures.tap_rate(backroom, 1, on_screen=True)  # both are warm now
    hellos, taps, screens = [], [], []
    for done in range(rounds):
        bar.show(done, rounds + 1, "taps beside bare Flask")
        hellos.append(figures.hello_rate(hello, 4_800))
        taps.append(figures.tap_rate(backroom, 2, on_screen=False))
        screens.append(figures.tap_rate(backroom, 1, on_screen=True))
    bar.show(rounds, rounds + 1, "from the tap to all 8 phones")
    answered, shown = figures.tap_to_all_phones(backroom, tables=2 * rounds)
    return [
        Figure("bare Flask hello, 16 callers", _rate(hellos), "/s"),
        Figure("durable taps, 16 tables, JSON", _rate(taps), "/s"),
        Figure("the same, as screens get them", _rate(screens), "/s"),
        Figure("JSON taps / hello", _rate(taps) / _rate(hellos), "", 0.30, more_is_better=True),
        Figure("screen taps / hello", _rate(screens) / _rate(hellos), ""),
        Figure("server CPU of one hello", _cpu(hellos), "ms"),
        Figure("server CPU of one JSON tap", _cpu(taps), "ms"),
        Figure("server CPU of one screen tap", _cpu(screens), "ms"),
        Figure("tap to its answer, p50", answered.p50, "ms"),
        Figure("tap to its answer, p99", answered.p99, "ms"),
        Figure("tap to all 8 phones, p50", shown.p50, "ms", 6),
        Figure("tap to all 8 phones, p99", shown.p99, "ms", 25),
        Figure("tap to all 8 phones, worst", shown.worst, "ms"),
        Figure("taps measured at that table", shown.count, ""),
    ]


def _rate(rates: list[figures.Rate]) -> float:
    return statistics.median(each.per_second for each in rates)


def _cpu(rates: list[figures.Rate]) -> float:
    return statistics.median(each.cpu_milliseconds for each in rates)


def _print_table(found: list[Figure]) -> None:
    words = {None: "", True: "reached", False: "missed"}
    for each in found:
        target = (
            ""
            if each.target is None
            else f"{'>=' if each.more_is_better else '<='} {each.target:g}"
        )
        value = f"{each.value:,.2f}" if each.value < 100 else f"{each.value:,.0f}"
        print(f"{each.name:<36}{value:>10} {each.unit:<4}{target:>8}  {words[each.reached]}")
    print()
    for each in found:
        told = {"figure": each.name, "value": round(each.value, 3), "unit": each.unit}
        told |= {"target": each.target, "reached": each.reached}
        print(json.dumps(told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
