"""The services' sentences: each code has one, each is short, none lies around unused."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.core.phrases import SENTENCES as SHARED
from companion.services.phrases import SENTENCES, TROUBLES

COMPANION = Path(__file__).resolve().parents[2] / "companion"
NAMING = ("not_recorded", "Misfit")


def codes_in_use() -> set[str]:
    """The first argument of every `not_recorded(...)` in the services and the streams, and of
    every `Misfit(...)`, which they hand on."""
    codes: set[str] = set()
    places = ("services/**/*.py", "live/*.py", "core/table_files.py")
    for path in (each for place in places for each in COMPANION.glob(place)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in NAMING:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    codes.add(str(first.value))
    return codes


def test_every_code_has_its_sentence_and_every_sentence_its_code() -> None:
    assert codes_in_use() == set(SENTENCES)


def test_a_code_of_the_core_says_the_same_here() -> None:
    both = SENTENCES.keys() & SHARED.keys()

    assert both == {"malformed", "not_an_export"}
    assert {code: SENTENCES[code] for code in both} == {code: SHARED[code] for code in both}


def test_sentences_are_short() -> None:
    long = [
        sentence
        for text in (*SENTENCES.values(), *TROUBLES.values())
        for sentence in re.split(r"(?<=[.?!])\s", text)
        if len(sentence.split()) > 12
    ]

    assert long == []
