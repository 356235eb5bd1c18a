"""Every rule number of the Dominion spec, sections 1 to 10, is named by a transcript or a test."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from companion.core.games.dominion_black_market.phrases import CONSEQUENCES, SENTENCES

TESTS = Path(__file__).parents[2]
HOW_MANY = {1: 11, 3: 8, 4: 6, 5: 8, 8: 4, 9: 11, 10: 10}
"""Section → how many numbered rules it has; 2, 6 and 7 are rules as a whole."""
NUMBERS = {f"{section}.{rule}" for section, count in HOW_MANY.items()
           for rule in range(1, count + 1)} | {"2", "4", "5", "6", "7"}  # fmt: skip
NAMED = re.compile(r"\d+(?:\.\d+)?")
IN_A_TEST = re.compile(r"[Rr]ules? ([\d., to and]+)")


def named_by_transcripts() -> set[str]:
    """Numbers behind § in the reasons of the scripted games."""
    found: set[str] = set()
    for path in sorted((TESTS / "transcripts").glob("dominion*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            found |= set(re.findall(r"§(\d+(?:\.\d+)?)", case["why"]))
    return found


def named_by_tests() -> set[str]:
    """Numbers behind "Rule" in the docstrings of test functions of this game."""
    found: set[str] = set()
    folders = (TESTS / "core" / "dominion").glob("test_*.py")
    for path in [*folders, *(TESTS / "properties").glob("test_dominion_*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for listed in IN_A_TEST.findall(ast.get_docstring(node) or ""):
                    found |= set(NAMED.findall(listed))
    return found


def test_no_rule_is_without_a_transcript_or_a_test() -> None:
    assert sorted(NUMBERS - named_by_transcripts() - named_by_tests()) == []


def test_only_what_scripted_games_cannot_express_has_none() -> None:
    """Views, several plays ahead, visible backs, estimates, and what the card data holds."""
    assert NUMBERS - named_by_transcripts() == {"8.4", "9.4", "9.5", "9.9", "9.10", "10.10"}


def test_there_are_enough_scripted_games() -> None:
    paths = sorted((TESTS / "transcripts").glob("dominion*.json"))
    counts = [len(json.loads(path.read_text("utf-8"))["cases"]) for path in paths]

    assert sum(counts) >= 150 + 40


def test_every_code_and_consequence_is_shown_by_a_scripted_game() -> None:
    """Codes of the table of messages, by the transcripts that lead to them."""
    codes: set[str] = set()
    followed: set[str] = set()
    for path in sorted((TESTS / "transcripts").glob("dominion*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            codes |= {case["expect_error"]["code"]} if "expect_error" in case else set()
            for told in (
                case.get("expect", {}),
                *(c["expect"] for c in case.get("checkpoints", [])),
            ):
                followed |= {*told.get("consequences", []), *told.get("consequences_include", [])}
    only_outside = {"bad_options", "nothing_fits", "too_few_piles"}

    assert sorted(set(SENTENCES) - codes - only_outside) == []
    assert sorted(set(CONSEQUENCES) - followed) == []
