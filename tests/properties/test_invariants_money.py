"""Invariants 3, 4, 11, 16 and 17: money, matches and ranks."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.log import Recorded
from companion.core.outcome import Refused
from companion.core.table import read_submission, record, snapshot, view_json
from tests.properties.random_games import AT, MILLION, Script, opened, play, scripts
from tests.properties.tables import (
    a_table,
    dealt,
)
from tests.properties.taps import NAMES, TYPES


@given(scripts())
def test_invariant_03_totals_are_the_sum_of_items_and_exact_bonuses(script: Script) -> None:
    for step in play(script):
        shown = snapshot(step.after)["players"]
        for player in step.after.state.players:
            counted = player.counted
            items = [
                i.money
                for each in player.pile[counted.covers if counted else 0 :]
                for i in each.items
            ]
            bonuses = [
                each.bonus for each in player.pile[counted.covers if counted else 0 :] if each.exact
            ]
            if counted:
                items += [money for money, count in counted.items for _ in range(count)]
                bonuses += counted.bonuses
            seen = shown[player.name]
            assert (seen["items_money"], seen["bonus_money"]) == (sum(items), sum(bonuses))
            assert seen["total"] == sum(items) + sum(bonuses)
            assert seen["fives"] == items.count(step.after.state.catalogue.five)


@given(
    st.lists(st.tuples(st.sampled_from(TYPES[:3]), st.integers(0, 9)), min_size=1, max_size=5),
    st.lists(st.sampled_from(TYPES[:3]), min_size=5, max_size=5),
    st.integers(0, 119),
)
def test_invariant_03_totals_do_not_depend_on_the_order_of_items(
    items: list[tuple[str, int]], requires: list[str], way: int
) -> None:
    orders = list(itertools.islice(itertools.permutations(items), way, way + 1)) or [tuple(items)]
    seen = []
    for order in (items, orders[0]):
        table = a_table(
            *dealt("Ana", "Ben"),
            {
                "event": "warehouse_described",
                "player": "Ana",
                "requires": requires[: len(items)],
                "bonus": 7 * MILLION,
            },
            *(
                {"event": "item_added", "player": "Ana", "item_type": t, "money": m * MILLION}
                for t, m in order
            ),
        )
        ana = snapshot(table)["players"]["Ana"]
        seen.append((ana["total"], ana["exact"], ana["fives"], ana["completed"]))
    assert seen[0] == seen[1]
    match = Counter(t for t, _ in items) == Counter(requires[: len(items)])
    money = sum(m for _, m in items) * MILLION
    assert seen[0][:2] == (money + 7 * MILLION * match, int(match))
    assert seen[0][3] == 1


@given(scripts())
def test_invariant_04_exact_is_the_same_types_as_often_as_listed(script: Script) -> None:
    for step in play(script):
        for player in view_json(step.after, ())["players"].values():
            matches = 0
            for each in player["pile"]:
                types = sorted(item["item_type"] for item in each["items"])
                assert each["exact"] == (types == sorted(each["requires"]))
                matches += each["exact"]
            if player["counted"] is None:
                assert player["exact"] == matches


@given(scripts())
def test_invariant_11_totals_fall_only_by_correction_recount_or_taking_back(script: Script) -> None:
    may_lower = {"item_corrected", "pile_counted", "taken_back", "put_back"}
    for step in play(script):
        if may_lower & set(step.names):
            continue
        before, after = (snapshot(t)["players"] for t in (step.before, step.after))
        for name, player in before.items():
            if name in after:
                assert after[name]["total"] >= player["total"]
            else:
                assert step.names == ("player_left",)
                assert snapshot(step.before)["status"] == "lobby"


@given(scripts())
def test_invariant_16_the_winner_has_the_most_money_then_the_most_fives(script: Script) -> None:
    for step in play(script):
        shown = snapshot(step.after)
        if shown["winners"] is None:
            continue
        leavers = script.options.get("leavers_rank") == "yes"
        ranked = {
            name: (player["total"], player["fives"])
            for name, player in shown["players"].items()
            if player["status"] == "playing" or leavers
        }
        best = max(ranked.values())
        assert {ranked[name] for name in shown["winners"]} == {best}
        level = [name for name, worth in ranked.items() if worth == best]
        if script.options.get("still_tied", "shared") == "shared":
            assert sorted(shown["winners"]) == sorted(level)
        ranks = dict(shown["ranking"])
        if script.options["track"] != "scores":
            assert set(ranks) == set(ranked)
        for one, other in itertools.combinations(ranks, 2):
            if ranked[one] > ranked[other]:
                assert ranks[one] < ranks[other]
        assert [name for name, rank in shown["ranking"] if rank == 1] == shown["winners"]
        for _, rank in shown["ranking"]:
            assert rank == 1 + sum(other < rank for other in ranks.values())


def renamed(value: Any, words: dict[str, str], times: int, key: str = "") -> Any:
    """The same tap with players and types renamed and every sum of money multiplied."""
    if isinstance(value, dict):
        if key == "items":
            return {str(int(money) * times): count for money, count in value.items()}
        return {name: renamed(each, words, times, name) for name, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, words, times, "money" if key == "bonuses" else "") for each in value]
    if key in ("money", "bonus") and isinstance(value, int):
        return value * times
    return words.get(value, value) if isinstance(value, str) and key != "anyway" else value


@given(
    scripts(noise=False, own_cards=True),
    st.permutations(TYPES),
    st.permutations(NAMES),
    st.integers(1, 9),
)
def test_invariant_17_other_names_and_other_money_keep_matches_and_ranks(
    script: Script, types: list[str], names: list[str], times: int
) -> None:
    words = {**dict(zip(TYPES, types, strict=True)), **dict(zip(NAMES, names, strict=True))}
    words |= {name.upper(): words[name].upper() for name in NAMES}
    other = opened(script)
    for step in play(script):
        submission = read_submission(renamed(step.body, words, times))
        assert not isinstance(submission, Refused)
        by = None if step.by is None else words[step.by]
        outcome = record(other, submission, by, AT)
        assert type(outcome) is type(step.outcome)
        if isinstance(outcome, Refused):
            assert isinstance(step.outcome, Refused)
            assert outcome.code == step.outcome.code
        other = outcome.table if isinstance(outcome, Recorded) else other
        mine, theirs = snapshot(step.after), snapshot(other)
        for name, player in mine["players"].items():
            twin = theirs["players"][words.get(name, name)]
            for same in ("completed", "exact", "in_play", "hand", "blocked", "protected", "status"):
                assert twin[same] == player[same]
            for money in ("items_money", "bonus_money", "total", "in_play_money"):
                assert twin[money] == player[money] * times
        totals = [player["total"] for player in mine["players"].values()]
        if len(set(totals)) == len(totals):
            assert [[words.get(n, n), rank] for n, rank in mine["ranking"]] == theirs["ranking"]
