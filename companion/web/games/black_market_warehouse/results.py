"""The result of a game: every pile as the sum it is, and the evening as a chart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.standings import Standing
from companion.core.games.black_market_warehouse.view import PlayerView, WarehouseTableView
from companion.core.games.contract import State
from companion.core.log import OWN_EVENTS, Entry
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_
from companion.services.long_work import LongWork
from companion.services.tables.live_table import LiveTable
from companion.web.games.black_market_warehouse.piles import reads_photos
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.games.contract import Context
from companion.web.phrasing import figure

KEY = "black_market_warehouse"
LEFT, RIGHT, TOP, LEAST_BOTTOM = 30, 256, 10, 140
"""Edges of the drawing area, in units of the chart's view box, which is 340 wide."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Distances of the horizontal lines, in the deck's unit; the first that needs four at most."""
LABEL_HEIGHT = 15
NAME_LETTERS = 9
DASHES = ("me", "d1", "d2", "d3")
"""Line styles by place; the first is the winner's."""


@dataclass(frozen=True, slots=True)
class Part:
    """One addend of a pile's sum."""

    words: Phrase
    icon: str
    money: int


@dataclass(frozen=True, slots=True)
class Place:
    """One player's line of the result."""

    standing: Standing
    seat: int
    line: Phrase
    """Warehouses and matches, in words."""
    parts: tuple[Part, ...]
    confirmed: Phrase | None
    """Who else counted this pile."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's money over the evening, as an SVG path."""

    name: str
    path: str
    style: str
    label: str
    label_y: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Money over the turns."""

    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, str], ...]
    """(y, words) of the horizontal lines."""
    bottom: int
    """Where nobody has any money."""
    first: Phrase
    last: Phrase
    says: Phrase
    """The whole chart in a sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everybody's money at one moment."""

    turn: int
    """The turn; the number of the event where turns are not tracked."""
    totals: tuple[int, ...]


def result(live: LiveTable, view: WarehouseTableView, long_work: LongWork) -> Context:
    """Ranks, reasons, sums and the chart; as it stands now while the game still runs."""
    known = faces(view)
    names = tuple(standing.name for standing in view.tally.standings)
    places = tuple(_place(live, view, standing, known) for standing in view.tally.standings)
    return {
        "view": view,
        "tally": view.tally,
        "places": places,
        "winners": view.winners or (),
        "final": view.winners is not None,
        "chart": _chart_of(live, view, names, long_work) if _has_evening(view) else None,
        "turns": view.turn,
        "photos": reads_photos(live),
    }


def _has_evening(view: WarehouseTableView) -> bool:
    """Piles that are only counted at the end make no curve."""
    return bool(view.players) and view.options["track"] != "scores"


_charts: dict[tuple[str, tuple[str, ...]], Chart | None] = {}
"""The latest charts. The log's hash names everything that a chart is made of."""
CHARTS_KEPT = 64


def _chart_of(
    live: LiveTable, view: WarehouseTableView, names: tuple[str, ...], long_work: LongWork
) -> Chart | None:
    """The chart, made once for each version: it decides the whole log again."""
    key = (live.hash, names)

    def make() -> Chart | None:
        if key not in _charts:  # somebody who waited before us may have asked for the same
            chart = _chart(view, names, tuple(moments(live, names)))
            while len(_charts) >= CHARTS_KEPT:
                _charts.pop(next(iter(_charts)))
            _charts[key] = chart
        return _charts[key]

    return _charts[key] if key in _charts else long_work.on_log(live.version, make)


def moments(live: LiveTable, names: tuple[str, ...]) -> Iterator[Moment]:
    """Everybody's money after each event that stands, from the first on."""
    game, state = GAMES[KEY], live.table.start
    for number, entry in enumerate(live.table.entries, 1):
        if entry.struck_by is not None or entry.event["event"] in OWN_EVENTS:
            continue
        state = _after(state, entry)
        snapshot = game.snapshot(state)
        players = snapshot["players"]
        totals = tuple(players[n]["total"] if n in players else 0 for n in names)
        yield Moment(snapshot["turn"] if snapshot["turn"] is not None else number, totals)


def _after(state: State, entry: Entry) -> State:
    decided = GAMES[KEY].decide(state, entry.event, entry.seq)
    return getattr(decided, "state", state)


def _place(
    live: LiveTable, view: WarehouseTableView, standing: Standing, known: dict[str, TypeFace]
) -> Place:
    player = view.player(standing.name)
    seat = live.seat_of(standing.name)
    return Place(
        standing=standing,
        seat=seat.number if seat else 0,
        line=line_of(standing),
        parts=tuple(parts_of(player, known)) if player else (),
        confirmed=_confirmed(player) if player else None,
    )


def line_of(standing: Standing) -> Phrase:
    """How many warehouses and matches, in words."""
    if standing.left:
        return Phrase(N_("left early"))
    if standing.counted:
        return Phrase(N_("counted by hand"))
    if standing.completed == 0:
        return Phrase(N_("no warehouse completed"))
    if standing.completed == 1:
        return Phrase(N_("1 warehouse, matched") if standing.exact else N_("1 warehouse, no match"))
    params = {"n": standing.completed, "m": standing.exact}
    if standing.exact == standing.completed:
        return Phrase(N_("{n} warehouses, all matched"), params)
    return Phrase(N_("{n} warehouses, {m} matched"), params)


def parts_of(player: PlayerView, known: dict[str, TypeFace]) -> Iterator[Part]:
    """The pile as it adds up: what was counted by hand, then each completed warehouse."""
    covered = 0
    if player.counted is not None:
        covered = player.counted.covers
        for money, count in player.counted.items:
            params = {"n": count, "money": Money(money)}
            yield Part(Phrase(N_("{n} × {money}"), params), "coins", money * count)
        for bonus in player.counted.bonuses:
            yield Part(Phrase(N_("Bonus of an exact match")), "badge-check", bonus)
    for done in player.pile[covered:]:
        for item in done.items:
            face = known[item.item_type]
            name = Phrase("{name}", {"name": item.name}) if item.name else face.label
            yield Part(name, face.icon, item.money)
        card = done.name or Phrase(N_("Own Warehouse card"))
        if done.exact:
            yield Part(Phrase(N_("{card}, match"), {"card": card}), "badge-check", done.bonus)
        else:
            yield Part(Phrase(N_("{card}, no match"), {"card": card}), "warehouse", 0)


def _confirmed(player: PlayerView) -> Phrase | None:
    if player.counted is None:
        return None
    counters = tuple(dict.fromkeys((player.counted.by, *player.counted.confirmed_by)))
    others = tuple(name for name in counters if name and name != player.name)
    first = not player.counted.covers and len(counters) < 2
    if not others or first:
        return None
    params = {"names": others, "name": player.name, "total": Money(player.counted.total)}
    return Phrase(N_("{names} counted {name}'s pile too: {total}."), params)


def _chart(
    view: WarehouseTableView, names: tuple[str, ...], evening: tuple[Moment, ...]
) -> Chart | None:
    """Steps over the turns; None before anything was scored."""
    highest = max((max(each.totals) for each in evening), default=0)
    if highest == 0:
        return None
    unit = view.money_unit
    step = next((size for size in STEPS if highest <= 4 * size * unit), STEPS[-1])
    top = max(step * unit * -(-highest // (step * unit)), 1)
    span = max(evening[-1].turn, 1)
    bottom = max(LEAST_BOTTOM, TOP + LABEL_HEIGHT * len(names))

    def x(turn: int) -> int:
        return LEFT + round((RIGHT - LEFT) * turn / span)

    def y(money: int) -> float:
        return round(bottom - (bottom - TOP) * money / top, 1)

    ends = _labels([y(total) for total in evening[-1].totals], bottom)
    return Chart(
        curves=tuple(
            Curve(
                name,
                _path([(x(m.turn), y(m.totals[place])) for m in evening], y(0)),
                DASHES[min(place, 3)],
                f"{_short(name)} {figure(evening[-1].totals[place] / unit)}",
                ends[place],
            )
            for place, name in enumerate(names)
        ),
        levels=tuple(
            (round(y(level)), figure(level / unit)) for level in range(0, top + 1, step * unit)
        ),
        bottom=bottom,
        first=Phrase(N_("turn {n}"), {"n": 1}) if view.turn else Phrase(N_("start")),
        last=Phrase(N_("turn {n}"), {"n": span}) if view.turn else Phrase(N_("now")),
        says=_says(names, evening[-1].totals, view.turn),
    )


def _says(names: tuple[str, ...], totals: tuple[int, ...], turns: int | None) -> Phrase:
    each = tuple(
        Phrase(N_("{name} {money}"), {"name": name, "money": Money(total)})
        for name, total in zip(names, totals, strict=True)
    )
    if turns is None:
        return Phrase(N_("Money over the evening: {each}."), {"each": each})
    return Phrase(N_("Money over {turns} turns: {each}."), {"turns": turns, "each": each})


def _path(points: list[tuple[int, float]], ground: float) -> str:
    """Right, then up: money stays until a warehouse is completed."""
    path, last_x, last_y = f"M{LEFT} {ground:g}", LEFT, ground
    for x, y in points:
        if y != last_y:
            path += f"H{x}V{y:g}"
            last_x, last_y = x, y
    end = points[-1][0] if points else LEFT
    return path + (f"H{end}" if end != last_x else "")


def _labels(ends: list[float], bottom: int) -> list[int]:
    """Heights of the names beside the curves' ends, moved apart where they would touch."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    placed = [0] * len(ends)
    lowest = float(TOP - LABEL_HEIGHT)
    for place in order:
        lowest = max(lowest + LABEL_HEIGHT, ends[place] + 4)
        placed[place] = round(lowest)
    over = max(placed, default=0) - (bottom + 8)
    return [height - over if over > 0 else height for height in placed]


def _short(name: str) -> str:
    return name if len(name) <= NAME_LETTERS else name[: NAME_LETTERS - 1] + "…"
