"""Run as a program under gevent: many greenlets write while the loop goes on; prints JSON."""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402

from companion.services.ports import Written  # noqa: E402
from companion.storage import writer  # noqa: E402
from companion.storage.sqlite import SqliteStore, open_store  # noqa: E402
from companion.storage.threads import _GeventThread  # noqa: E402
from tests.storage.rows_builder import a_new_table, three_taps  # noqa: E402


def main() -> None:
    store = open_store(Path(sys.argv[1]))
    assert isinstance(store, SqliteStore)
    assert isinstance(store._writer._thread, _GeventThread)
    tables = [a_new_table(f"BBBB{a}{b}") for a in "BCDF" for b in "BCDF"]
    for table in tables:
        store.write(table)

    commits, ticks, real = [], [0], writer.commit_group

    def slow_disk(connection, changes):  # type: ignore[no-untyped-def]
        before = ticks[0]
        gevent.monkey.get_original("time", "sleep")(0.15)
        commits.append((ticks[0] - before, threading.get_native_id()))
        return real(connection, changes)

    writer.commit_group = slow_disk
    outcomes: list[bool] = []

    def tap(table):  # type: ignore[no-untyped-def]
        outcomes.extend(outcome == Written() for outcome in three_taps(store, table.row))

    def watch() -> None:
        while True:
            gevent.sleep(0.001)
            ticks[0] += 1

    watcher = gevent.spawn(watch)
    gevent.joinall([gevent.spawn(tap, table) for table in tables])
    watcher.kill()
    print(
        json.dumps(
            {
                "written": sum(outcomes),
                "commits": len(commits),
                "threads": len({thread for _, thread in commits}),
                "on_the_loop": threading.get_native_id() in {thread for _, thread in commits},
                "fewest_ticks": min(count for count, _ in commits),
                "read": len(store.read_table("BBBBBB").events),  # type: ignore[union-attr]
            }
        )
    )
    store.close()


main()
