"""`python app.py bench`: measures, prints a table, and one JSON line per figure."""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402

from companion.progress import ProgressBar  # noqa: E402
from tests.bench import figures, prints, rows, servers, two_processes  # noqa: E402
from tests.bench.rows import Figure  # noqa: E402


def main(arguments: list[str]) -> int:
    """Measure everything; 0 whatever the figures are, they depend on the computer."""
    parser = argparse.ArgumentParser(prog="app.py bench")
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement (default 3)")
    rounds = parser.parse_args(arguments).rounds
    bar, steps = ProgressBar(), rounds + 11
    done = iter(range(steps))

    def say(what: str) -> None:
        bar.show(next(done), steps, what)

    with tempfile.TemporaryDirectory(prefix="backroom-bench-") as folder:
        taps, rest, crowd, long = (Path(folder) / n for n in ("taps", "rest", "crowd", "long"))
        long.mkdir()
        found = [Figure("disk: syncs of 512 bytes", figures.sync_rate(Path(folder)), "/s")]
        with servers.hello() as hello, servers.backroom(taps) as backroom:
            found += rows.taps(hello, backroom, rounds, say)
            found += rows.phones(backroom, rounds, say)
            found += rows.loads(backroom, long, say)
        with servers.backroom(rest) as backroom:
            found += rows.rest(backroom, say)
        with servers.backroom(crowd) as backroom:
            found += rows.many(backroom, say)
        with servers.counter() as counter:
            found += rows.peer(counter, rounds, say)
    say("two processes on PostgreSQL")
    both = two_processes.measured(rounds)
    found += [Figure(each.name, each.value, each.unit, each.target) for each in both]
    found += prints.measured(rounds, say)
    bar.end()
    _print_table(found)
    return 0


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
        told = {"figure": each.name.strip(), "value": round(each.value, 3), "unit": each.unit}
        told |= {"target": each.target, "reached": each.reached}
        print(json.dumps(told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
