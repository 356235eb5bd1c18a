"""Works out what a million tables a day need, by playing a tenth of such a day by chance.

`python -m tests.bench.growth` prints the plan of docs/growing.md; a test holds both together.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What goes in. What was measured says where; the rest is how people play."""

    tables_a_day: int = 1_000_000
    shortest_minutes: int = 15
    longest_minutes: int = 75
    """All lengths between are as likely: 45 minutes on average."""
    taps_a_minute: float = 20 / 3
    """At one table: 300 in 45 minutes, one in nine seconds."""
    fewest_phones: int = 2
    most_phones: int = 8
    busiest_hour: float = 20.5
    spread_hours: float = 3.2
    """Evenings of one time zone: most tables begin within three hours of half past eight."""
    stream_bytes: int = 23_000
    """Measured: memory of one open stream."""
    taps_a_process: int = 300
    """Half of what one core recorded in the bench: the other half is room for a bad minute."""
    commits_a_database: int = 3_117
    """Measured: commits a second at 32 clients, pings sent after them."""
    event_bytes: int = 500
    """Measured: one event with its indexes and its share of snapshots, in PostgreSQL."""
    days_kept: int = 30
    connections_a_process: int = 11


@dataclass(frozen=True, slots=True)
class Plan:
    """What comes out, at the busiest quarter of an hour."""

    tables: int
    streams: int
    taps_a_second: int
    stream_gigabytes: float
    processes: int
    databases: int
    connections: int
    pings_delivered_a_second: int
    gigabytes_a_day: int
    terabytes_kept: float


def play(assumed: Assumptions, tenth: int = 10, seed: int = 2026) -> Plan:
    """One table in `tenth` of a day, each with its own start, length and phones."""
    chance = random.Random(seed)
    tables = [0] * (MINUTES_A_DAY + 1)
    streams = [0] * (MINUTES_A_DAY + 1)
    played_minutes = 0
    for _ in range(assumed.tables_a_day // tenth):
        hour = chance.gauss(assumed.busiest_hour, assumed.spread_hours)
        start = int(hour * 60) % MINUTES_A_DAY
        length = chance.randint(assumed.shortest_minutes, assumed.longest_minutes)
        phones = chance.randint(assumed.fewest_phones, assumed.most_phones)
        played_minutes += length
        for first, last in _days(start, start + length):
            tables[first] += 1
            tables[last] -= 1
            streams[first] += phones
            streams[last] -= phones
    busiest = _busiest(tables) * tenth
    watching = _busiest(streams) * tenth
    taps = busiest * assumed.taps_a_minute / 60
    a_day = played_minutes * tenth * assumed.taps_a_minute
    processes = math.ceil(taps / assumed.taps_a_process)
    return Plan(
        tables=_rounded(busiest, 1_000),
        streams=_rounded(watching, 10_000),
        taps_a_second=_rounded(taps, 100),
        stream_gigabytes=round(watching * assumed.stream_bytes / 1e9),
        processes=processes,
        databases=math.ceil(taps / assumed.commits_a_database),
        connections=processes * assumed.connections_a_process,
        pings_delivered_a_second=_rounded(taps * processes, 10_000),
        gigabytes_a_day=_rounded(a_day * assumed.event_bytes / 1e9, 10),
        terabytes_kept=round(a_day * assumed.event_bytes * assumed.days_kept / 1e12, 1),
    )


def lines(plan: Plan) -> list[str]:
    """The plan as the rows of a table in Markdown."""
    return [
        "| at the busiest quarter of an hour | |",
        "|---|---|",
        f"| tables at once | {plan.tables:,} |",
        f"| open streams | {plan.streams:,} |",
        f"| taps a second | {plan.taps_a_second:,} |",
        f"| memory for streams, all together | {plan.stream_gigabytes:,} GB |",
        f"| processes, one core each | {plan.processes} |",
        f"| PostgreSQL shards, by table code | {plan.databases} |",
        f"| connections to PostgreSQL, all together | {plan.connections} |",
        f"| pings delivered a second, if all went to all | {plan.pings_delivered_a_second:,} |",
        f"| events written a day | {plan.gigabytes_a_day} GB |",
        f"| events kept for 30 days | {plan.terabytes_kept} TB |",
    ]


def _days(start: int, end: int) -> list[tuple[int, int]]:
    """The minutes of a table, cut at midnight: yesterday's late tables are today's too."""
    if end <= MINUTES_A_DAY:
        return [(start, end)]
    return [(start, MINUTES_A_DAY), (0, end - MINUTES_A_DAY)]


def _busiest(steps: list[int], quarter: int = 15) -> float:
    """The most at once, on average over a quarter of an hour."""
    running, at_once = 0, []
    for step in steps[:MINUTES_A_DAY]:
        running += step
        at_once.append(running)
    return max(
        sum(at_once[start : start + quarter]) / quarter
        for start in range(0, MINUTES_A_DAY, quarter)
    )


def _rounded(value: float, to: int) -> int:
    return round(value / to) * to


if __name__ == "__main__":
    print("\n".join(lines(play(Assumptions()))))
