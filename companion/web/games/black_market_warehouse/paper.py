"""What Black Market Warehouse puts on paper: the table to play on by hand, and the result."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.view import (
    CompletedView,
    ItemView,
    PlayerView,
    WarehouseTableView,
    WarehouseView,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.black_market_warehouse.results import line_of, parts_of
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.games.paper_contract import FALLBACK, RESULT, GamePaper, PaperPage
from companion.web.phrasing import enumerated, money, words
from companion.web.prints.evening import Evening

NEXT = 3
"""Blank warehouses to go on with, for each player."""
RULES = (
    N_("A turn: draw one, add one item to your warehouse, pass on."),
    N_("Full: into your scoring pile, then draw a Warehouse card."),
    N_("The bonus counts when the items match exactly."),
    N_("The game ends when one is full and no Warehouse card is left."),
    N_("Only completed warehouses count. Tie: most {money} items."),
)


def fallback(evening: Evening) -> Json:
    """The table as it stands, to be played on by hand."""
    view: WarehouseTableView = evening.view
    known = faces(view)
    tracked = view.options["track"] != "scores"
    fives = {"money": money(view.five, True)}
    return {
        "now": [words(phrase) for phrase in _now(view)],
        "order": list(evening.players),
        "decks": _decks(view) if tracked else [],
        "tracked": tracked,
        "players": [_player(view, player, known) for player in view.players if _matters(player)],
        "next": NEXT,
        "fives": fives["money"],
        "rules": [words(Phrase(rule, fives)) for rule in RULES],
    }


def _matters(player: PlayerView) -> bool:
    return player.status == "playing" or bool(player.total)


def _now(view: WarehouseTableView) -> list[Phrase]:
    said = []
    if view.status == "over":
        said.append(Phrase(N_("The game is over.")))
    elif view.active:
        said.append(Phrase(N_("It is {name}'s turn."), {"name": view.active}))
        if view.turn is not None and view.round is not None:
            params = {"turn": view.turn, "round": view.round}
            said.append(Phrase(N_("Turn {turn}, round {round}."), params))
        if view.items_added:
            params = {"n": view.items_added, "most": view.items_allowed}
            said.append(Phrase(N_("{n} of {most} items added this turn."), params))
        if view.insider_played:
            said.append(Phrase(N_("An Insider was played this turn.")))
    if view.last_round:
        said.append(Phrase(N_("This is the last round.")))
    return said


def _decks(view: WarehouseTableView) -> list[Json]:
    counts = [
        (N_("Warehouse deck"), view.warehouse_deck, view.warehouse_total),
        (N_("Market deck, about"), view.market_deck, view.market_total),
        (N_("Discard pile, about"), view.discard, None),
    ]
    return [
        {"label": words(Phrase(label)), "count": str(count)}
        for label, count, _ in counts
        if count is not None
    ]


def _player(view: WarehouseTableView, player: PlayerView, known: dict[str, TypeFace]) -> Json:
    flags = [
        (player.status == "left", N_("left early")),
        (player.blocked, N_("skips a fill")),
        (player.protected, N_("protected")),
    ]
    hand = None
    if player.hand is not None and player.status == "playing":
        hand = words(Phrase(N_("about {n} in hand"), {"n": player.hand}))
    covered = player.counted.covers if player.counted else 0
    pile = [_completed(done) for done in player.pile[covered:]]
    if player.counted is not None:
        counted = words(Phrase(N_("counted by hand")))
        total = money(player.counted.total, True)
        pile.insert(0, {"name": counted, "sum": "", "money": total, "exact": False})
    return {
        "name": player.name,
        "turn": player.name == view.active,
        "flags": [words(Phrase(text)) for there, text in flags if there],
        "hand": hand,
        "warehouse": _warehouse(player.warehouse, known) if player.warehouse else None,
        "pile": pile,
        "total": money(player.total, True),
        "fives": player.fives,
    }


def _warehouse(warehouse: WarehouseView, known: dict[str, TypeFace]) -> Json:
    """The slots as they lie: filled ones, then open ones with the type that is still needed."""
    open_slots = warehouse.slots_left or 0
    needed = [_label(each, known) for each in warehouse.still_needed]
    needed = [*needed, *[""] * open_slots][:open_slots]
    described = warehouse.requires is not None
    name = warehouse.name or words(Phrase(N_("Own Warehouse card")))
    if not described:
        name = words(Phrase(N_("Warehouse card not described yet")))
    return {
        "name": name,
        "bonus": money(warehouse.bonus, True) if warehouse.bonus is not None else "",
        "asks": enumerated(_label(each, known) for each in warehouse.requires or ()),
        "matches": warehouse.can_match,
        "described": described,
        "slots": [
            *({"open": False, **_item(item, known)} for item in warehouse.items),
            *({"open": True, "type": each, "money": "", "card": ""} for each in needed),
        ],
    }


def _item(item: ItemView, known: dict[str, TypeFace]) -> Json:
    label = _label(item.item_type, known)
    return {"type": label, "money": money(item.money, True), "card": item.name or ""}


def _label(item_type: str, known: dict[str, TypeFace]) -> str:
    face = known.get(item_type)
    return words(face.label) if face else item_type


def _completed(done: CompletedView) -> Json:
    items = " + ".join(money(item.money, True) for item in done.items)
    if done.exact:
        items = f"{items} + {money(done.bonus, True)}"
    name = done.name or words(Phrase(N_("Own Warehouse card")))
    return {"name": name, "sum": items, "money": money(done.money, True), "exact": done.exact}


def result(evening: Evening) -> Json:
    """Ranks, the reason for each place, and every pile as the sum it is."""
    view: WarehouseTableView = evening.view
    known = faces(view)
    places = []
    for standing in view.tally.standings:
        player = view.player(standing.name)
        parts = tuple(parts_of(player, known)) if player else ()
        places.append(
            {
                "rank": "–" if standing.rank is None else str(standing.rank),
                "name": standing.name,
                "line": words(line_of(standing)),
                "reason": words(standing.reason),
                "total": money(standing.total, True),
                "first": standing.rank == 1 and view.winners is not None,
                "lines": [
                    {"words": words(part.words), "points": money(part.money, True)}
                    for part in parts
                ],
            }
        )
    return {
        "final": view.winners is not None,
        "winners": list(view.winners or ()),
        "reason": words(view.tally.reason) if view.tally.reason else "",
        "places": places,
        "also": [],
        "empty": words(Phrase(N_("No completed warehouse, so no money."))),
    }


PAPER = GamePaper(
    (
        PaperPage(FALLBACK, "warehouse_fallback", fallback),
        PaperPage(RESULT, "result", result),
    )
)
