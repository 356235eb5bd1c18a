"""The decks that this server knows by name; until there is a deck maker, the starter deck."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from companion.core.outcome import Json

DATA = Path(__file__).parent.parent / "data"
STARTER = "starter"


@dataclass(frozen=True, slots=True)
class Decks:
    """Looks decks up by id. What it gives out is shared and never to be changed."""

    by_id: dict[str, Json]

    def find(self, deck_id: str) -> Json | None:
        """The deck's JSON (backroom-deck/1), None when nobody here has it."""
        return self.by_id.get(deck_id)


def built_in(folder: Path = DATA) -> Decks:
    """The decks that come with Backroom."""
    text = (folder / "starter_deck.json").read_text(encoding="utf-8")
    return Decks({STARTER: cast(Json, json.loads(text))})
