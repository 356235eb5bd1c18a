"""Dominion: Black Market in every state: shelf, Kingdom, deck, setup, market, points, result."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.browser.screens.screen import House, Screen, Table
from tests.browser.screens.warehouse import unfold

GAME = "dominion_black_market"
KINGDOM = (
    *("Black Market", "Village", "Smithy", "Market", "Moat"),
    *("Militia", "Throne Room", "Festival", "Remodel", "Workshop"),
)
DECK = (
    *("Laboratory", "Young Witch", "Peddler", "Caravan", "Gardens", "Library", "Witch", "Mine"),
    *("Golem", "Council Room", "Moneylender", "Adventurer", "Feast", "Spy", "Grand Market"),
)
PASTED = quote("Village, Smithy, Market, Moat, Festval, Mine, Witch, Spy, Feast, Golem")
"""A Kingdom as people type it, one name with a slip."""
LONG_WORDS = ("Moneylender", "Young Witch", "Grand Market")
TABS = ("table", "points", "more")


def screens(house: House) -> tuple[Screen, ...]:
    """All of them, at tables of their own."""
    return (*_before(house), *_market(house), *_real_cards(house), *_ends(house))


def _table(house: House, *steps: str) -> Table:
    """A table on which these steps are done."""
    table = Table(house, GAME, deck=None)
    table.sit("Ben")
    for step in steps:
        table.log(*STEPS[step])
    return table


STEPS: dict[str, tuple[dict[str, Any], ...]] = {
    "kingdom": ({"event": "kingdom_chosen", "kingdom": KINGDOM, "bane": "Cellar"},),
    "deck": ({"event": "deck_drawn", "policy": "agreed_list", "cards": DECK},),
    "ours": (
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "deck_agreed", "order_held_by": "app"},
    ),
    "cards": (
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "deck_agreed", "order_held_by": "cards"},
    ),
    "open": ({"event": "market_played", "player": "Ana", "coins": 4},),
}


def agreed(house: House) -> Table:
    """The deck is agreed, the phones hold it, Ana begins."""
    return _table(house, "kingdom", "deck", "ours")


def _before(house: House) -> tuple[Screen, ...]:
    fresh = _table(house)
    kingdom, deck = _table(house, "kingdom"), _table(house, "kingdom", "deck")
    alone = Table(house, GAME, deck=None)
    return (
        Screen("dominion-alone", alone.path),
        Screen("dominion-players", fresh.path),
        Screen("dominion-shelf", fresh.path + "?tab=shelf"),
        Screen("dominion-kingdom-empty", fresh.path + "?tab=kingdom"),
        Screen("dominion-kingdom", kingdom.path + "?tab=kingdom"),
        Screen("dominion-deck-empty", kingdom.path + "?tab=deck"),
        Screen("dominion-deck", deck.path + "?tab=deck"),
        Screen("dominion-extra", deck.path + "?tab=deck&sheet=extra&pile=bane"),
        Screen("dominion-deck-found", deck.path + "?tab=deck&q=market"),
        Screen("dominion-setup", deck.path + "?tab=setup"),
        Screen("dominion-box", fresh.path + "?tab=shelf&sheet=box&box=base_2e"),
        Screen("dominion-pasted", kingdom.path + f"?tab=kingdom&sheet=pasted&text={PASTED}"),
        Screen("dominion-rule-setup", deck.path + "?tab=setup&sheet=rule&about=setup"),
        Screen("dominion-watched", deck.path, guest=True),
        Screen("screen-dominion-lobby", fresh.path + "/screen", television=True),
    )


def _market(house: House) -> tuple[Screen, ...]:
    idle, opened = (
        _table(house, "kingdom", "deck", "ours"),
        _table(house, "kingdom", "deck", "ours"),
    )
    opened.log(*STEPS["open"])
    bought = _table(house, "kingdom", "deck", "ours")
    first = bought.log(*STEPS["open"])["view"]["deck"]["revealed"][0]
    bought.log({"event": "card_bought", "player": "Ana", "card": first})
    return (
        Screen("dominion-market", idle.path),
        Screen("dominion-reveal", opened.path),
        Screen("dominion-reveal-watched", opened.path, guest=True),
        Screen("dominion-bottom", bought.path),
        Screen("dominion-under", bought.path + "?sheet=under"),
        *(Screen(f"dominion-tab-{tab}", opened.path + f"?tab={tab}") for tab in TABS),
        Screen("dominion-list-after", bought.path + "?tab=table"),
        Screen("dominion-played", idle.path + "?sheet=played"),
        Screen("dominion-turn", idle.path + "?sheet=turn"),
        Screen("dominion-chances", idle.path + "?sheet=chances&plays=2"),
        Screen("dominion-reshuffle", idle.path + "?tab=table&sheet=reshuffle"),
        Screen("dominion-treasures", opened.path + "?sheet=treasures"),
        Screen("dominion-tablerules", opened.path + "?sheet=tablerules"),
        Screen("dominion-correct", opened.path + "?sheet=correct"),
        Screen("dominion-call", idle.path + "?tab=more&sheet=call"),
        Screen("dominion-leave", idle.path + "?tab=more&sheet=leave&of=Ben"),
        Screen("dominion-rule-play", idle.path + "?sheet=rule&about=play"),
        Screen("dominion-history", bought.path + "/log"),
        Screen("dominion-points-open", opened.path + "?tab=points", unfold),
        Screen("screen-dominion-idle", idle.path + "/screen", television=True),
        Screen("screen-dominion", opened.path + "/screen", television=True),
    )


def _real_cards(house: House) -> tuple[Screen, ...]:
    asked = _table(house, "kingdom", "deck", "cards", "open")
    entered = _table(house, "kingdom", "deck", "cards", "open")
    entered.log({"event": "cards_revealed", "cards": LONG_WORDS})
    return (
        Screen("dominion-cards-open", entered.path),
        *(
            Screen(f"dominion-card-{n}", f"{entered.path}?sheet=card&card={card.replace(' ', '+')}")
            for n, card in enumerate(LONG_WORDS)
        ),
        Screen("dominion-cards-asked", asked.path),
        Screen("dominion-cards-entered", asked.path + "?sheet=reveal"),
        Screen("dominion-cards-one", asked.path + "?sheet=reveal&card=Golem"),
    )


def _ends(house: House) -> tuple[Screen, ...]:
    won, tied = (_table(house, "kingdom", "deck", "ours") for _ in range(2))
    for table, provinces in ((won, (3, 2)), (tied, (3, 3))):
        table.log(
            {"event": "game_called"},
            *(
                {"event": "pile_counted", "player": name, "cards": {"Province": n, "Duchy": 1}}
                for name, n in zip(("Ana", "Ben"), provinces, strict=True)
            ),
        )
    counting = _table(house, "kingdom", "deck", "ours")
    counting.log({"event": "game_called"})
    return (
        Screen("dominion-counting", counting.path + "?tab=points"),
        Screen("dominion-result", won.path + "/result"),
        Screen("dominion-result-unfolded", won.path + "/result", unfold),
        Screen("dominion-result-tie", tied.path + "/result"),
        Screen("dominion-over", won.path),
        Screen("screen-dominion-result", won.path + "/screen", television=True),
    )
