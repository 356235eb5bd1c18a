"""Invariants 8 to 10 and 12 to 15: the log, the end, turns and identities."""

from __future__ import annotations

import json
from copy import deepcopy

from hypothesis import event, given

from companion.core.exports import table_to_json
from companion.core.known_ids import record_once
from companion.core.log import OWN_EVENTS, Recorded, Table
from companion.core.outcome import Refused
from companion.core.replay import fold
from companion.core.table import read_submission, record, snapshot
from tests.properties.random_games import AT, Script, opened, play, played, scripts
from tests.properties.tables import (
    RULES,
    every_item,
    stands,
    told,
    without_consequences,
)


@given(scripts())
def test_invariant_08_a_refused_or_unanswered_event_changes_nothing(script: Script) -> None:
    for step in play(script):
        if step.recorded:
            continue
        before, body = json.dumps(table_to_json(step.before)), deepcopy(step.body)
        submission = read_submission(step.body)
        if not isinstance(submission, Refused):
            again = record(step.before, submission, step.by, AT)
            assert again == step.outcome
        assert json.dumps(table_to_json(step.before)) == before
        assert step.body == body
        assert step.after is step.before


@given(scripts())
def test_invariant_09_the_replay_of_the_log_is_the_state(script: Script) -> None:
    table = played(script)[-1].after
    folded = fold(opened(script), [entry.row() for entry in table.entries])
    assert folded.state == table.state
    assert folded.entries == table.entries
    assert snapshot(folded) == snapshot(table)
    state = opened(script).state
    for entry in stands(table):
        decided = RULES.decide(state, entry.event, entry.seq)
        assert not isinstance(decided, Refused), (entry, decided)
        assert decided.consequences == entry.consequences
        state = decided.state
    assert state == table.state


@given(scripts())
def test_invariant_10_an_event_taken_back_leaves_the_table_as_before(script: Script) -> None:
    for step in play(script):
        if not step.recorded or OWN_EVENTS & set(step.names) or step.before is step.after:
            continue
        first = step.outcome.entries[0].seq  # type: ignore[union-attr]
        labelled = step.body.get("group") is not None
        for body in ({"event": "taken_back", "number": first}, {"event": "taken_back"}):
            if labelled:
                continue
            back = told(step.after, {**body, "anyway": True})
            assert back.state == step.before.state
            assert without_consequences(back) == without_consequences(step.before)
            again = told(back, {"event": "put_back", "number": first})
            assert again.state == step.after.state


@given(scripts(noise=False, reseating=False))
def test_invariant_12_an_end_by_the_rule_comes_with_the_last_warehouse(script: Script) -> None:
    table = played(script)[-1].after
    shown = snapshot(table)
    event(f"{script.options.get('game_end')}: {shown['reason']}")
    if shown["reason"] != "last_warehouse" or script.options.get("game_end") == "finish_round":
        return
    assert shown["warehouse_deck"] == 0
    seats = [p for p in table.state.players if not p.left]
    completed = sum(player["completed"] for player in shown["players"].values())
    leaving_or_late = any(
        e.event["event"] == "player_left"
        or (e.event["event"] == "player_joined" and e.seq > script.players)
        for e in stands(table)
    )
    if not leaving_or_late and table.state.warehouse_drift == 0:
        assert completed == table.state.catalogue.warehouse_total - len(seats) + 1


@given(scripts(track="turns"))
def test_invariant_12_the_deck_is_empty_at_the_end_by_the_rule(script: Script) -> None:
    for step in play(script):
        shown = snapshot(step.after)
        if (
            shown["reason"] == "last_warehouse"
            and script.options.get("game_end", "at_once") == "at_once"
        ):
            assert shown["warehouse_deck"] == 0


@given(scripts(track="turns"))
def test_invariant_13_the_active_player_is_seated_and_playing(script: Script) -> None:
    for step in play(script):
        shown = snapshot(step.after)
        if shown["status"] == "playing":
            assert shown["players"][shown["active"]]["status"] == "playing"
        if shown["status"] == "lobby":
            assert shown["active"] is None


@given(scripts())
def test_invariant_14_item_identities_are_unique(script: Script) -> None:
    for step in play(script):
        ids = [item.id for item in every_item(step.after.state)]
        assert len(set(ids)) == len(ids)


@given(scripts())
def test_invariant_15_the_same_id_twice_counts_once(script: Script) -> None:
    for step in play(script):
        if not step.recorded or step.before is step.after:
            continue
        submission = read_submission({**step.body, "id": "the-same"})
        assert not isinstance(submission, Refused)
        once = record_once(step.before, submission, step.by, AT)
        assert isinstance(once, Recorded)
        twice = record_once(once.table, submission, step.by, "2026-01-01T21:00:00Z")
        assert isinstance(twice, Recorded)
        assert twice.table == once.table
        assert twice.entries == once.entries
        assert once.table.state == step.after.state


def descriptions_fit(table: Table) -> None:
    """Each warehouse in play is as the last standing description of this very one says."""
    said = {
        entry.event["warehouse"]: (tuple(entry.event["requires"]), entry.event["bonus"])
        for entry in stands(table)
        if entry.event["event"] == "warehouse_described"
    }
    lying = [each.warehouse for each in table.state.players if each.warehouse]
    assert len({warehouse.id for warehouse in lying}) == len(lying)
    for warehouse in lying:
        known = None if warehouse.requires is None else (warehouse.requires, warehouse.bonus)
        assert known == said.get(warehouse.id)


@given(scripts())
def test_a_warehouse_is_as_its_own_last_description_says(script: Script) -> None:
    table = played(script)[-1].after
    descriptions_fit(table)
    for entry in stands(table):
        submission = read_submission({"event": "taken_back", "number": entry.seq, "anyway": True})
        assert not isinstance(submission, Refused)
        back = record(table, submission, None, AT)
        if isinstance(back, Recorded):
            event("taken back")
            descriptions_fit(back.table)
