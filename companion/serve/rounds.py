"""What goes round all evening beside the answers: network, sleep, the tables' clock, forgetting."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import gevent
from gevent.event import Event
from gevent.pool import Group

from companion.fault_report import report
from companion.serve import welcome
from companion.serve.addresses import Addresses
from companion.serve.data_folder import DataFolder, Running
from companion.serve.garbage import Garbage
from companion.serve.keep_awake import LOOK_SECONDS, KeepAwake
from companion.serve.served import Served
from companion.serve.terminal import print_out
from companion.serve.welcome import Place, qr_for

WATCH_SECONDS: Final = 5.0
"""How often the network is looked at for a new address."""
TICK_SECONDS: Final = 1.0
PRUNE_SECONDS: Final = 6 * 3600.0
"""How often tables that nobody played for too long are forgotten."""


def go_round_until(
    ended: Event,
    folder: DataFolder,
    addresses: Addresses,
    place: Place,
    product: Served,
    awake: KeepAwake,
) -> None:
    """All rounds, from now until `ended`; `place` is what phones and terminal know already."""
    watchers = Group()
    watchers.spawn(_watch_network, folder, addresses, place, product)
    watchers.spawn(_watch_sleep, awake)
    watchers.spawn(_warm_up, product)
    watchers.spawn(_tick, product)
    watchers.spawn(_prune_now_and_then, product)
    with suppress(KeyboardInterrupt):  # Windows, where a signal handler is not enough
        ended.wait()
    watchers.kill()


def tell(folder: DataFolder, addresses: Addresses) -> Place:
    """Where Backroom is found now, left in the folder as word for a second start."""
    place = Place(addresses.local_origin(), addresses.origin(), addresses.only_here())
    folder.tell(Running(os.getpid(), addresses.port, place.local, place.shown))
    return place


def _watch_network(folder: DataFolder, addresses: Addresses, place: Place, product: Served) -> None:
    while True:
        gevent.sleep(WATCH_SECONDS)
        if addresses.origin() != place.shown:
            place = tell(folder, addresses)
            print_out(welcome.moved(place, qr=qr_for(place)))
            product.address_changed()


def _watch_sleep(awake: KeepAwake) -> None:
    told = False
    while True:
        awake.look()
        if awake.cannot and not told:
            told = True
            print_out("This computer may fall asleep; switch that off while you play.")
        gevent.sleep(LOOK_SECONDS)


def _warm_up(product: Served) -> None:
    for _ in product.warm_up():
        gevent.sleep(0.01)


def _tick(product: Served) -> None:
    told: set[str] = set()
    faults: set[str] = set()
    garbage = Garbage(time.monotonic, product.seconds_since_last_event)
    garbage.begin()
    while True:
        _whatever_happens(product.tick, faults)
        garbage.look()
        troubles = product.troubles()
        told.intersection_update(troubles)  # what comes again is told again
        for trouble in troubles:
            if trouble not in told:
                told.add(trouble)
                print_out(f"\n*** {trouble}")
        gevent.sleep(TICK_SECONDS)


def _prune_now_and_then(product: Served) -> None:
    def prune() -> None:
        failed = product.prune()
        if failed is not None:
            print_out(failed)

    faults: set[str] = set()
    while True:
        _whatever_happens(prune, faults)
        gevent.sleep(PRUNE_SECONDS)


def _whatever_happens(step: Callable[[], None], told: set[str]) -> None:
    """One round of what goes on all evening: a fault of ours is told once and ends nothing."""
    try:
        step()
    except Exception as fault:
        said = report(fault)
        if said not in told:
            told.add(said)
            with suppress(OSError):
                print(said, file=sys.stderr, flush=True)
