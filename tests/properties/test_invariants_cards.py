"""Invariants 1, 2, 5, 6 and 7: cards and slots always add up."""

from __future__ import annotations

from hypothesis import given

from companion.core.table import (
    snapshot,
)
from tests.properties.random_games import Script, play, scripts
from tests.properties.tables import (
    stands,
)


@given(scripts())
def test_invariant_01_warehouse_cards_close(script: Script) -> None:
    for step in play(script):
        state, shown = step.after.state, snapshot(step.after)
        in_play = sum(player["has_warehouse"] for player in shown["players"].values())
        completed = sum(player["completed"] for player in shown["players"].values())
        total = shown["warehouse_deck"] + in_play + completed + state.warehouse_drift
        assert total == state.catalogue.warehouse_total


@given(scripts())
def test_invariant_01_drift_comes_from_table_corrections_only(script: Script) -> None:
    for step in play(script):
        if all(entry.event["event"] != "table_corrected" for entry in stands(step.after)):
            assert step.after.state.warehouse_drift == 0


@given(scripts(track="turns"))
def test_invariant_02_market_cards_close(script: Script) -> None:
    for step in play(script):
        state, shown = step.after.state, snapshot(step.after)
        hands = sum(player["hand"] for player in shown["players"].values())
        in_play = sum(player["in_play"] for player in shown["players"].values())
        piles = sum(len(each.items) for player in state.players for each in player.pile)
        counted = shown["market_deck"] + hands + in_play + piles + shown["discard"]
        assert counted + state.drift == state.catalogue.market_total
        assert min(shown["market_deck"], shown["discard"], *(p.hand for p in state.players), 0) == 0


@given(scripts(track="turns", noise=False))
def test_invariant_02_drift_comes_from_corrections_and_answered_counts_only(script: Script) -> None:
    corrections = {"hand_corrected", "table_corrected"}
    counts = {"hand_empty", "hand_too_small", "discard_empty"}
    for step in play(script):
        # A count may also break when an event before it is taken back, so such games say nothing.
        names = {entry.event["event"] for entry in step.after.entries}
        if names & {"taken_back", "put_back"}:
            return
        clean = not names & corrections
        if clean and not any(counts & set(entry.anyway) for entry in step.after.entries):
            assert step.after.state.drift == 0


@given(scripts())
def test_invariant_05_a_described_warehouse_in_play_has_room(script: Script) -> None:
    for step in play(script):
        shown = snapshot(step.after)
        for player in shown["players"].values():
            if shown["status"] == "playing" and player["requires"] is not None:
                assert player["in_play"] < len(player["requires"])
            assert len(player["in_play_types"]) == player["in_play"]


@given(scripts())
def test_invariant_06_a_completed_warehouse_is_full(script: Script) -> None:
    for step in play(script):
        for player in step.after.state.players:
            for completed in player.pile:
                assert len(completed.items) == len(completed.requires) > 0


@given(scripts(track="turns"))
def test_invariant_07_the_hand_limit_holds_when_a_turn_has_ended(script: Script) -> None:
    for step in play(script):
        if "turn_ended" in step.names:
            entries = step.outcome.entries  # type: ignore[union-attr]
            ended = [e.event["player"] for e in entries if e.event["event"] == "turn_ended"]
            shown, limit = snapshot(step.after), step.after.state.catalogue.hand_limit
            drawn = shown["status"] == "playing" and shown["active"] == ended[-1]
            assert shown["players"][ended[-1]]["hand"] <= limit + drawn
