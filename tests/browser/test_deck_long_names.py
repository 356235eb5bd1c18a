"""Names without a space, German ones, Chinese ones and emoji push nothing off a small phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.decks.model import NAME_LIMIT, Deck
from companion.core.decks.reading import read_deck
from tests.browser.phones import Phone

pytestmark = pytest.mark.browser
MakePhone = Callable[..., Phone]
NAMES = (
    "A" * NAME_LIMIT,
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenknopflochfa",
    "黑市仓库秘密港口走私船长的古董花瓶" * 3,
    "🦑🐙💣" * 20,
)
TYPES = [
    "W" * 24,
    "Sprengstoffbehälterkiste",
    "黑市仓库秘密港口走私船长的古董花",
    "🦑🐙💎🗿🧨🦜🐍🐊",
]
SMALL, USUAL = {"width": 320, "height": 568}, {"width": 390, "height": 664}
PATHS = (
    "",
    "/add",
    "/settings",
    "/share",
    "/import",
    "/cards/item-0",
    "/cards/insider-0",
    "/cards/warehouse-1",
    "/cards/item-0/picture",
)
BEYOND = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const wide = document.documentElement.clientWidth;
  const inside = (box) => box.left >= 0 && box.right <= wide && box.bottom <= innerHeight + 1;
  const dock = [...document.querySelectorAll(".dock :is(.b, .ib)")];
  const squeezed = [...document.querySelectorAll(".lines .grow > .typed")].filter(
    (each) => each.parentElement.getBoundingClientRect().width < 90);
  return {
    sideways: document.documentElement.scrollWidth - wide,
    dock: dock.filter((each) => !inside(each.getBoundingClientRect())).map((b) => b.textContent),
    squeezed: squeezed.map((each) => each.textContent),
  };
}"""


def hostile_deck() -> dict[str, Any]:
    """A deck in a currency of its own whose names break nowhere by themselves."""
    cards: list[dict[str, Any]] = []
    for place, long in enumerate(NAMES):
        name = long[:NAME_LIMIT]
        shared = {"name": name, "count": 60, "flavour": name * 2}
        cards += [
            {"id": f"item-{place}", "kind": "item", "item_type": TYPES[place], "money": 999000000}
            | shared,
            {"id": f"insider-{place}", "kind": "insider", "effect_text": name * 4} | shared,
            {"id": f"warehouse-{place}", "kind": "warehouse", "requires": [*TYPES], "bonus": 500000}
            | shared,
        ]
    return {
        "schema": "backroom-deck/1",
        "game": "black_market_warehouse",
        "id": "hostile",
        "name": NAMES[0],
        "note": NAMES[1] * 3,
        "item_types": TYPES,
        "currency": "Gummibär",
        "money_unit": 1_000_000,
        "hand_size": 5,
        "hand_limit": 5,
        "cards": cards,
    }


def test_no_name_pushes_a_page_of_the_deck_sideways_or_a_button_out_of_the_dock(
    phone: MakePhone,
) -> None:
    assert isinstance(read_deck(hostile_deck()), Deck)
    ana = phone(SMALL)
    made = ana.context.request.post(f"{ana.url}/decks", data={"deck": hostile_deck()})
    told = made.json()
    paths = [told["edit"] + path for path in PATHS] + [told["url"], "/decks"]

    found = {}
    for path in paths:
        ana.open(path)
        for size in (SMALL, USUAL):
            ana.page.set_viewport_size(size)  # type: ignore[arg-type]
            found[path, size["width"]] = ana.page.evaluate(BEYOND)

    whole = {"sideways": 0, "dock": [], "squeezed": []}
    assert found == {(path, wide): whole for path in paths for wide in (320, 390)}

    # A tap and its undo swap the page in place: nothing of it may break the page's own rules.
    ana.open(told["edit"])
    ana.page.locator("button[name=less]").first.click()
    expect(ana.page.locator("#dock [role=status]")).to_contain_text("59 now, 60 before")
    ana.press("Undo")
    expect(ana.page.locator("#dock [role=status]")).to_contain_text("Nothing changed yet.")
