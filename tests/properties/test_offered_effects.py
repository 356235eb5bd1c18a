"""Whatever an Insider's sheet offers can be logged: no offered tap ends in a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import event, given
from hypothesis import strategies as st

from companion.core.games.black_market_warehouse.effects import (
    Choices,
    choices,
    for_item,
    with_item,
)
from companion.core.games.black_market_warehouse.generic_effects import GENERIC_EFFECTS
from companion.core.log import Table
from companion.core.outcome import Json
from companion.core.table import snapshot
from tests.properties.dice import Dice
from tests.properties.random_games import Script, played, scripts
from tests.properties.tables import told


def log_it(table: Table, player: str, card: str | None, steps: Sequence[Json], face: Json) -> None:
    """Log the Insider with its finished steps; whatever the rules ask is answered."""
    body: Json = {"event": "insider_played", "player": player, "anyway": True}
    body["steps"] = list(with_item(steps, face["item_type"], face["money"]))
    if card is not None:
        body["card"] = card
    told(table, body)


def walk(table: Table, player: str, found: Choices | None, dice: Dice, face: Json) -> None:
    """Tap offered options until the effect is complete, then log it."""
    while found is not None and found.steps is None and found.options:
        option = dice.pick(found.options)
        assert option.player in snapshot(table)["players"]
        picked = (*found.picked, option.pick)
        assert len(picked) <= 6
        found = choices(table.state, player, found.effect_id, picked)
        assert found is not None
        assert sorted(found.picked) == sorted(picked)
        if option.steps is not None:
            assert found.steps == option.steps
    if found is not None and found.steps is not None:
        event(f"{found.effect_id} carried out")
        log_it(table, player, found.card, found.steps, face)


@given(scripts(track="turns", most_taps=30), st.integers(0, 2**60))
def test_every_offered_choice_can_be_logged(script: Script, number: int) -> None:
    table, dice = played(script)[-1].after, Dice(number)
    shown = snapshot(table)
    if shown["status"] != "playing":
        return
    face = {"item_type": table.state.catalogue.item_types[0], "money": 1_000_000}
    ids = [card.id for card in table.state.catalogue.insiders]
    ids += [generic.id for generic in GENERIC_EFFECTS]
    for player in [name for name, each in shown["players"].items() if each["status"] == "playing"]:
        for effect_id in ids:
            walk(table, player, choices(table.state, player, effect_id), dice, face)


@given(scripts(track="turns", most_taps=30), st.integers(0, 2**60))
def test_every_insider_offered_for_an_item_can_be_logged(script: Script, number: int) -> None:
    table, dice = played(script)[-1].after, Dice(number)
    shown = snapshot(table)
    if shown["status"] != "playing":
        return
    face = {"item_type": table.state.catalogue.item_types[0], "money": 1_000_000}
    lying = [
        item for each in table.state.players if each.warehouse for item in each.warehouse.items
    ]
    for player in [name for name, each in shown["players"].items() if each["status"] == "playing"]:
        for item in lying:
            for action in for_item(table.state, player, item.id):
                event("an item was offered")
                if action.steps is not None:
                    log_it(table, player, action.card, action.steps, face)
                else:
                    found = choices(table.state, player, action.effect_id, action.picked)
                    walk(table, player, found, dice, face)
