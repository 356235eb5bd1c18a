"""Two Dominion tables that one seat cannot tell apart, though different secrets lie in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.games import GAMES
from companion.core.games.dominion_black_market.masking import DECK_ORDERS
from companion.core.games.dominion_black_market.state import State
from companion.core.log import Entry, Recorded, Submission, Table, new_table
from companion.core.outcome import Asks, Json, Refused
from companion.core.table import describe_entry, record, view_json
from companion.services.tables.draws import completed
from tests.core.dominion.builders import KINGDOM
from tests.properties import dominion_games as games

SEATS = ("Ana", "Ben", "Cleo")
QUIET = (
    "Laboratory",
    "Chapel",
    "Cellar",
    "Gardens",
    "Library",
    "Witch",
    "Mine",
    "Harem",
    "Embargo",
    "Island",
    "Sir Martin",
    "Dame Anna",
    "Bustling Village",
    "Settlers",
    "Hoard",
)
"""Cards that may lie in a hidden list: nothing outside the deck tells of them."""
OTHERS = ("Young Witch", "Stash", "Knights", "Copper", "Village", "Nocsuch Card", "Curse")
"""Names that never fit, or only by a slip."""
RULES = GAMES[games.GAME]


@dataclass(frozen=True)
class Chance:
    """The same luck for both tables of a pair."""

    seed: int

    def shuffled(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names in an order that only their number settles."""
        return tuple(random.Random(self.seed).sample(list(names), len(names)))

    def token(self) -> str:
        """A salt."""
        return "salt"


def answered(
    table: Table, events: Sequence[Json], by: str | None, seed: int, batch: bool, anyway: bool
) -> Recorded | Asks | Refused:
    """What the table answers a seat, its chance drawn as the services draw it.

    None is a host without a seat, who may name an order where the list is open.
    """
    plays = by is not None
    whole = completed(table, events, Chance(seed), plays)  # type: ignore[arg-type]
    if isinstance(whole, Refused):
        return whole
    submission = Submission(whole, batch, None, None, True if anyway else frozenset())
    return record(table, submission, by, games.AT)


def told(answer: Recorded | Asks | Refused) -> tuple[object, ...]:
    """All that a phone reads out of an answer that changes nothing."""
    if isinstance(answer, Recorded):
        return ("recorded",)
    if isinstance(answer, Asks):
        return ("asks", answer.on, answer.asks)
    return ("refused", answer.code, answer.on, answer.phrase, answer.fields)


def a_table(rng: random.Random, hidden: bool) -> Table:
    """A table somewhere in its evening; the deck is small, so that it comes round."""
    table = new_table(games.GAME, {}, None)
    assert isinstance(table, Table)
    cards = rng.sample(QUIET, rng.choice([1, 4, 6, 8, 10, 12, 15]))
    start: list[Json] = [{"event": "player_joined", "player": name} for name in SEATS]
    start.append({"event": "kingdom_chosen", "kingdom": list(KINGDOM)})
    start.append(_drawn(cards, hidden))
    for event in start:
        table = _after(table, event, rng)
    for _ in range(rng.choice([0, 0, 1, 3]) if hidden else 0):
        table = _after(table, a_probe(rng, table, cards), rng)
    if not hidden or rng.random() < 0.85:
        held_by = rng.choice(["app", "app", "app", "cards"])
        table = _after(table, {"event": "deck_agreed", "order_held_by": held_by}, rng)
        if rng.random() < 0.5:
            table = _after(table, {"event": "first_player_chosen", "player": "Ana"}, rng)
    for _ in range(rng.randint(0, 10)):
        table = _after(table, _an_event(rng, table, cards), rng)
    if rng.random() < 0.4:
        for name in rng.choice([("deck_reshuffled", "market_played"), ("market_played",)]):
            table = _after(table, {"event": name, "why": "dropped", "player": "Ana"}, rng)
    return table


def twin(rng: random.Random, table: Table, seat: str | None) -> Table | None:
    """Another table that looks the same to this seat; None when this try found none."""
    exchanged = _exchanged(rng, table) if _state(table).policy.hidden else {}
    other = new_table(games.GAME, {}, None)
    assert isinstance(other, Table)
    for place, entry in enumerate(table.entries):
        event = _otherwise(rng, table, place, exchanged, seat)
        answer = record(other, Submission((event,), False, None, None, True), entry.by, games.AT)
        if not isinstance(answer, Recorded):
            return None
        other = answer.table
        if _public(answer.entries[0].event, seat) != _public(entry.event, seat):
            return None
    return other if looks(other, seat) == looks(table, seat) else None


def looks(table: Table, seat: str | None) -> tuple[object, ...]:
    """What a phone of this seat is shown: the table, and the log in words."""
    seats = () if seat is None else (seat,)
    log = [describe_entry(table, entry, seats) for entry in table.entries]
    followed = [entry.consequences for entry in table.entries]
    return view_json(table, seats), RULES.view(table.state, seats), log, followed


def a_submission(rng: random.Random, table: Table, names: Sequence[str]) -> list[Json]:
    """One event or a batch; many begin with a strike and go on with what could tell of it."""
    size = rng.choice([1, 1, 2, 2, 3])
    events = [a_probe(rng, table, names) for _ in range(size)]
    if size > 1 and rng.random() < 0.6:
        events[0] = a_strike(rng, table)
        if rng.random() < 0.5:
            card = rng.choice([*names, *QUIET])
            events[1] = {"event": "card_bought", "player": "Ana", "card": card, "price": 0}
    return events


def a_probe(rng: random.Random, table: Table, names: Sequence[str]) -> Json:
    """Any event that names cards, or leans on how they lie."""
    pool = (*names, *QUIET, *OTHERS)
    player = rng.choice(SEATS)

    def some() -> list[str]:
        return [rng.choice(pool) for _ in range(rng.choice([1, 1, 2, 3]))]

    state = _state(table)
    extra = rng.choice(["bane", "mouse", "ferryman"])
    step = rng.choice(["material:Embargo tokens", "material:Island mat"])
    count: Json = {"player": player, "cards": {rng.choice(pool): 1}}
    events: list[Json] = [
        {"event": "deck_card_added", "player": player, "card": rng.choice(pool)},
        {"event": "deck_card_struck", "player": player, "card": rng.choice(pool)},
        {"event": "deck_corrected", "why": "x", "removed": some()},
        {"event": "deck_corrected", "why": "x", "added": some()},
        {"event": "deck_corrected", "why": "x", "added": some(), "removed": some()},
        {"event": "card_bought", "player": player, "card": rng.choice(pool), "price": 0},
        {"event": "cards_revealed", "cards": some()},
        {"event": "cards_revealed", "cards": [*state.deck.seen[:2], *some()][:3]},
        {"event": "rest_bottomed", "order": some()},
        {"event": "extra_chosen", "pile": extra, "card": rng.choice(pool)},
        {"event": "kingdom_chosen", "kingdom": [*KINGDOM[:9], rng.choice(pool)]},
        {"event": "deck_agreed", "order_held_by": "cards", "backs": {rng.choice(pool): 1}},
        {"event": "deck_agreed", "order_held_by": rng.choice(["app", "cards"])},
        {"event": "deck_reshuffled", "why": rng.choice(["all_seen", "dropped"])},
        {"event": "deck_reshuffled", "why": "dropped", "backs": {rng.choice(pool): 2}},
        {"event": "deck_reshuffled", "why": "dropped", "order": some()},
        {"event": "deck_agreed", "order_held_by": "app", "order": some()},
        {"event": "setup_step_done", "step": step, "player": player},
        {"event": "treasures_played", "treasures": {rng.choice(["Harem", "Curse", "Hoard"]): 1}},
        {"event": "pile_counted", **count, "pieces": {"empty_piles": [rng.choice(pool)]}},
        {"event": "market_played", "player": player},
        {"event": "turn_ended", "player": player},
        {"event": "nothing_bought", "player": player},
        {"event": "nonsense"},
        {"event": "game_called"},
        a_strike(rng, table),
        a_strike(rng, table),
        a_strike(rng, table),
    ]  # fmt: skip
    return rng.choice(events)


def a_strike(rng: random.Random, table: Table) -> Json:
    """Something taken back or put back, the last events rather than the first."""
    event: Json = {"event": rng.choice(["taken_back", "taken_back", "put_back"])}
    if rng.random() < 0.2:
        return event
    last = table.version + 2
    return {**event, "number": max(1, last - rng.choice([*range(8), rng.randint(0, last)]))}


def _an_event(rng: random.Random, table: Table, names: Sequence[str]) -> Json:
    """What a game is made of, with slips in between."""
    dice = rng.random()
    if not _state(table).players:
        return {"event": "player_joined", "player": "Ana"}
    if dice < 0.2:
        return a_probe(rng, table, names)
    if dice < 0.35:
        return a_strike(rng, table)
    return games.an_event(games.Game(rng, table))


def _drawn(cards: Sequence[str], hidden: bool) -> Json:
    """A list with one card of each mixed pile."""
    known, piles = games.CATALOGUE, set()
    listed = []
    for name in cards:
        if known.card(name).pile not in piles:
            listed.append(name)
            piles.add(known.card(name).pile)
    return {"event": "deck_drawn", "policy": "agreed_list", "cards": listed, "hidden": hidden}


def _after(table: Table, event: Json, rng: random.Random) -> Table:
    """The table after an event of some seat, or as it was when that is refused."""
    by = rng.choice(SEATS)
    answer = answered(table, [event], by, rng.randint(0, 999), batch=False, anyway=True)
    return answer.table if isinstance(answer, Recorded) else table


def _exchanged(rng: random.Random, table: Table) -> dict[str, str]:
    """Other cards in the place of those of a hidden list that nobody saw or named."""
    state = _state(table)
    named = " ".join(str(_public(entry.event, None)) for entry in table.entries)
    secret = [card for card in state.deck.cards if card not in named]
    free = [card for card in QUIET if card not in state.deck.cards and card not in named]
    swaps = rng.sample(secret, min(len(secret), len(free), rng.randint(1, 4)))
    return dict(zip(swaps, rng.sample(free, len(swaps)), strict=True))


def _otherwise(
    rng: random.Random, table: Table, place: int, exchanged: dict[str, str], seat: str | None
) -> Json:
    """The event with other secrets: cards of a hidden list, places that nobody has seen."""
    entry = table.entries[place]
    event = dict(entry.event)
    event.pop("revealed", None)
    if event["event"] == "deck_drawn" and event.get("hidden"):
        event["cards"] = [exchanged.get(name, name) for name in event["cards"]]
    if event["event"] in DECK_ORDERS and "order" in event:
        order = [exchanged.get(name, name) for name in event["order"]]
        event["order"] = _mixed(rng, order, _fixed(table, place))
    private = event["event"] == "rest_bottomed" and not event.get("shown")
    if private and "order" in event and event.get("player") != seat:
        event["order"] = _mixed(rng, event["order"], frozenset())
    return event


def _fixed(table: Table, place: int) -> frozenset[str]:
    """Cards whose places in this order may have been seen; none before its first reveal."""
    later: list[Entry] = []
    for entry in table.entries[place + 1 :]:
        if entry.event["event"] in DECK_ORDERS:
            break
        later.append(entry)
    if not any(entry.event.get("revealed") for entry in later):
        return frozenset()
    shown = [entry.event.get("revealed", ()) for entry in table.entries]
    return frozenset(name for names in shown for name in names)


def _mixed(rng: random.Random, order: Sequence[str], fixed: frozenset[str]) -> list[str]:
    loose = [name for name in order if name not in fixed]
    rng.shuffle(loose)
    return [name if name in fixed else loose.pop() for name in order]


def _public(event: Json, seat: str | None) -> Json:
    """The event as the seat may see it, without the seal of an order."""
    if event["event"] == "rest_bottomed" and seat is not None and event.get("player") == seat:
        return event
    shown = RULES.masked(event)
    if isinstance(shown.get("order"), dict):
        return {name: value for name, value in shown.items() if name != "order"}
    return shown


def _state(table: Table) -> State:
    state = table.state
    assert isinstance(state, State)
    return state
