"""Item types on the screens: the rulebook's in the reader's language, a deck's own as typed."""

from __future__ import annotations

from pathlib import Path

from tests.core.builders import starter
from tests.web.table_stand import HTML, a_duel, an_app


def test_types_of_the_rulebook_are_translated_and_own_ones_are_not(tmp_path: Path) -> None:
    deck = starter()
    deck["item_types"].append("Map")
    with an_app(tmp_path) as app:
        ana, ben = a_duel(app, deck=deck)
        ana.log("item_added", player="Ana", item_type="Weapon", money=1_000_000)
        ana.log("turn_ended", player="Ana")
        ben.log("item_added", player="Ben", item_type="Map", money=1_000_000)

        german = {**HTML, "Accept-Language": "de"}
        pages = [ana.client.get(f"{ana.home}{page}", headers=german).text for page in ("/log", "")]

    for page in pages:
        assert "Waffe" in page
        assert "Map" in page
        assert "Landkarte" not in page
