"""What must hold while a Dominion market is played, whatever is tapped (Must hold)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.core.exports import exported, table_from_json, table_to_json
from companion.core.games import GAMES
from companion.core.games.dominion_black_market import odds, setup
from companion.core.games.dominion_black_market.state import State
from companion.core.log import LoggedRow, Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.replay import fold
from companion.core.table import describe_entry, snapshot, view_json
from tests.properties.dominion_games import (
    CATALOGUE,
    GAME,
    Game,
    agreed,
    played_on,
)

SEEDS = st.integers(0, 2**32 - 1)
AS_DRAWN = settings(phases=(Phase.explicit, Phase.generate))
"""A seed cannot be made simpler: the failing one is told as it is."""
EVENTS = 30
LARGEST = 20
"""Cards in a deck; three a play come round quickly."""
RULES = GAMES[GAME]


def running(seed: int) -> Game:
    """A game whose deck is agreed; the next seed when the shelf was too small."""
    while True:
        game = agreed(seed, LARGEST)
        if game is not None:
            return game
        seed += 1


def pieces(state: State) -> Counter[str]:
    """Every card of the deck, wherever it lies."""
    deck = state.deck
    lying = (*deck.front, *deck.revealed, *(card for block in deck.tail for card in block.cards))
    return Counter((*lying, *(each.card for each in deck.bought)))


def check_state(state: State) -> None:
    """What must hold at every moment of a game."""
    deck, ledger = state.deck, state.ledger
    assert pieces(state) == Counter(deck.cards)
    assert not any(CATALOGUE.card(card).mixed for card in deck.cards)
    assert all(len(block.cards) > 0 for block in deck.tail)
    assert all(block.shown and block.known for block in deck.tail if len(block.cards) == 1)
    assert set(deck.known_top) <= set(deck.seen)
    assert set(deck.peeked) <= set(deck.front)
    assert len(set(deck.peeked)) == len(deck.peeked)
    assert min(ledger.coins, ledger.potions, ledger.debt, ledger.buys) >= 0
    assert state.play is not None or not deck.revealed
    if state.play is None:
        for viewer in ((), *((player.name,) for player in state.players)):
            chances = odds.next_reveal(odds.queue(deck, viewer))
            assert sum(chances.values()) == min(3, deck.size)
    assert setup.start(state).coppers >= 0


@AS_DRAWN
@given(seed=SEEDS)
def test_a_game_keeps_its_cards_its_money_and_its_chances(seed: int) -> None:
    game = running(seed)
    check_state(game.state)
    for before, answer in played_on(game, EVENTS):
        if not isinstance(answer, Recorded):
            assert game.table is before
        check_state(game.state)


@AS_DRAWN
@given(seed=SEEDS)
def test_the_log_replayed_is_the_state(seed: int) -> None:
    game = running(seed)
    for _ in played_on(game, EVENTS):
        pass
    rows = [entry.row() for entry in game.table.entries]
    opened = new_table(GAME, game.table.options, None)
    assert isinstance(opened, Table)
    folded = fold(opened, json_rows(rows))

    assert folded.state == game.state
    assert folded.entries == game.table.entries
    data = json.loads(json.dumps(table_to_json(game.table)))
    back = table_from_json(opened, data, rows)
    assert back is not None
    assert back.state == game.state


def json_rows(rows: list[LoggedRow]) -> list[LoggedRow]:
    """The rows with their events through JSON, as storage keeps them."""
    return [replace(row, event=json.loads(json.dumps(row.event))) for row in rows]


@AS_DRAWN
@given(seed=SEEDS)
def test_an_event_taken_back_is_as_before_but_seen_cards_stay_seen(seed: int) -> None:
    game = running(seed)
    for before, answer in played_on(game, EVENTS):
        if not isinstance(answer, Recorded) or answer.entries[-1].event["event"] == "taken_back":
            continue
        shown = answer.entries[-1].event.get("revealed")
        probe = Game(game.rng, answer.table)
        undone = probe.tries({"event": "taken_back"})
        assert isinstance(undone, Recorded), undone
        then, now = forgetting(snapshot(before)), forgetting(snapshot(probe.table))
        if not shown:
            assert now == then
            assert probe.state == before.state
            continue
        down = [card for card in shown if card not in probe.state.deck.revealed]
        assert list(probe.state.deck.known_top)[: len(down)] == down
        assert set(shown) <= set(snapshot(probe.table)["deck"]["seen"])
        again = Game(game.rng, probe.table)
        again.done({**answer.entries[-1].event, "anyway": True})
        assert again.state.deck.revealed == tuple(shown)


def forgetting(shown: Json) -> Json:
    """The snapshot without what tells of the last event only."""
    return {name: value for name, value in shown.items() if name != "consequences"}


@AS_DRAWN
@given(seed=SEEDS)
def test_after_enough_plays_every_card_has_been_seen(seed: int) -> None:
    """Rule 9.11: the queue never stalls."""
    game = running(seed)
    if game.state.deck.order_held_by != "app":
        return
    size = len(game.state.deck.cards)
    for _ in range(-(-size // 3)):
        player = game.state.active or game.state.seated[0].name
        game.done({"event": "market_played", "player": player})
        if game.state.play is not None and game.state.deck.revealed:
            game.done({"event": "nothing_bought", "player": player})
        if game.state.play is not None and game.state.deck.revealed:
            order = list(game.shuffled(game.state.deck.revealed))
            game.done({"event": "rest_bottomed", "order": order})

    assert set(game.state.deck.seen) == set(game.state.deck.cards)
    assert game.state.deck.unseen == 0


@AS_DRAWN
@given(seed=SEEDS)
def test_no_view_holds_the_order_of_what_lies_face_down(seed: int) -> None:
    game = running(seed)
    for _ in played_on(game, EVENTS // 2):
        check_secret(game.table)


def check_secret(table: Table) -> None:
    """The hidden order (six unseen cards on) is in no JSON of any seat, export or history."""
    state = table.state
    deck = state.deck
    hidden = [card for card in deck.front if card not in deck.known_top]
    if deck.order_held_by != "app" or len(hidden) < 6 or state.status == "over":
        return
    if hidden == sorted(hidden) or hidden == sorted(hidden, reverse=True):
        return
    needle = json.dumps(hidden)[1:-1]
    for seats in ((), *((player.name,) for player in state.players)):
        assert needle not in json.dumps(view_json(table, seats))
    assert needle not in json.dumps(list(exported(table)))
    for entry in table.entries[-3:]:
        assert ", ".join(hidden) not in spoken(describe_entry(table, entry, None))


def spoken(phrase: Phrase) -> str:
    """A phrase with its places filled, lists by commas."""
    words = {
        name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in phrase.params.items()
    }
    return phrase.text.format(**words)


@AS_DRAWN
@given(seed=SEEDS)
def test_answers_are_values_and_deciding_is_deterministic(seed: int) -> None:
    game = running(seed)
    for before, answer in played_on(game, EVENTS // 2):
        if isinstance(answer, Recorded):
            entry = answer.entries[-1]
            if entry.event["event"] != "taken_back":
                again = RULES.decide(before.state, entry.event, entry.seq)
                assert not isinstance(again, Refused)
                assert (again.state, again.event) == (answer.table.state, entry.event)
        elif isinstance(answer, Asks):
            assert all(each.code in RULES.sentences for each in answer.asks)
        else:
            assert answer.code in RULES.sentences or answer.code in (
                "nothing_to_take_back", "others_build_on_it", "already_taken_back",
            )  # fmt: skip
