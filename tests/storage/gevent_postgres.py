"""Run as a program under gevent: greenlets use PostgreSQL while the loop goes on; prints JSON."""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402

import gevent  # noqa: E402

from companion.services.ports import Written  # noqa: E402
from companion.storage.postgres import WRITERS, PostgresStore, open_store  # noqa: E402
from tests.storage.rows_builder import a_new_table, three_taps  # noqa: E402


def main() -> None:
    store = open_store(sys.argv[1])
    assert isinstance(store, PostgresStore)
    tables = [a_new_table(f"BBBB{a}{b}") for a in "BC" for b in "BCDF"]
    for table in tables:
        store.write(table)
    ticks, threads = [0], {threading.get_native_id()}

    def watch() -> None:
        while True:
            gevent.sleep(0.01)
            ticks[0] += 1

    def slow(connection):  # type: ignore[no-untyped-def]
        threads.add(threading.get_native_id())
        return connection.execute("SELECT pg_sleep(0.5)").fetchone()

    watcher = gevent.spawn(watch)
    before = time.monotonic()
    gevent.joinall([gevent.spawn(store._writing.run, slow) for _ in range(WRITERS)])
    seconds, ticked = time.monotonic() - before, ticks[0]
    outcomes: list[bool] = []

    def tap(table):  # type: ignore[no-untyped-def]
        outcomes.extend(outcome == Written() for outcome in three_taps(store, table.row))

    gevent.joinall([gevent.spawn(tap, table) for table in tables])
    watcher.kill()
    store.close()
    told = {
        "written": sum(outcomes),
        "native_threads": len(threads),
        "ticks": ticked,
        "seconds": seconds,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
