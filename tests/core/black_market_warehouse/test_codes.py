"""Every code of the game is met by a scripted game."""

from __future__ import annotations

import json
from pathlib import Path

from companion.core.games.black_market_warehouse.phrases import SENTENCES

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def test_every_code_is_shown_by_a_scripted_game() -> None:
    codes = {
        case["expect_error"]["code"]
        for path in TRANSCRIPTS.glob("warehouse*.json")
        for case in json.loads(path.read_text("utf-8"))["cases"]
        if "expect_error" in case
    }
    before_there_is_a_table = {"bad_options", "bad_deck"}

    assert set(SENTENCES) - codes == before_there_is_a_table
