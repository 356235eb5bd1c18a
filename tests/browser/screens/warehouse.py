"""Black Market Warehouse in every state: lobby, turn, sheets, last round, counting, result."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.screens.screen import House, Screen, Table

GAME = "black_market_warehouse"
CARDS = {
    "Ana": "on-the-level-storage",
    "Ben": "perfectly-normal-pallets",
    "Chloé": "above-board-basement",
}
TURNS = (
    ("Ana", "Animal", 4),
    ("Ben", "Commodity", 2),
    ("Chloé", "Top Secret", 3),
    ("Ana", "Weapon", 3),
    ("Ben", "Weapon", 5),
    ("Chloé", "Commodity", 1),
)
SHEETS = {
    "insider": "?sheet=insider",
    "insider-target": "?sheet=insider&effect=cat-burglar",
    "other": "?sheet=other",
    "item": "?sheet=item&of=Ana&at=in_play&slot=0",
    "warehouse": "?sheet=warehouse&of=Ana",
    "player": "?tab=table&sheet=player&of=Ben",
    "right": "?sheet=right",
    "right-player": "?sheet=right&of=Ana",
    "count": "?sheet=count&of=Ana",
    "leave": "?sheet=leave&of=Ben",
    "call": "?sheet=call",
    "search": "?sheet=search&q=tank",
    "rule": "?sheet=rule&about=fill",
    "rule-short": "?tab=more&sheet=rule",
    "describe": "?sheet=describe&seat=2&of=Ben",
}
"""Sheets over a running table."""


def screens(house: House) -> tuple[Screen, ...]:
    """All of them, at tables of their own."""
    return (
        *_lobbies(house),
        *_turns(house),
        *_asked(house),
        *_ends(house),
        *_counting_only(house),
    )


def dealt(house: House) -> Table:
    """Three players, dealt, nothing described yet; Ben has a phone, Chloé has none."""
    table = Table(house, GAME)
    table.sit("Ben")
    table.add("Chloé")
    table.log({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"})
    return table


def describe(table: Table) -> None:
    """Everybody's Warehouse card is known."""
    table.log(
        *(
            {"event": "warehouse_described", "player": player, "card": card}
            for player, card in CARDS.items()
        )
    )


def turn(table: Table, player: str, item_type: str, millions: int) -> None:
    """An item, and the turn is over."""
    item = {"item_type": item_type, "money": millions * 1_000_000}
    table.log(
        {"event": "item_added", "player": player, **item},
        {"event": "turn_ended", "player": player},
    )


def running(house: House) -> Table:
    """Two rounds were played; it is Ana's turn, and her warehouse lacks one item."""
    table = dealt(house)
    describe(table)
    for each in TURNS:
        turn(table, *each)
    return table


def _lobbies(house: House) -> tuple[Screen, ...]:
    alone, together = Table(house, GAME), Table(house, GAME, name="Friday by the harbour")
    together.sit("Ben")
    together.add("Chloé", "Dora-Maria van den Berg")
    drawn = Table(house, GAME)
    drawn.add("Ben")
    drawn.log({"event": "first_player_chosen", "player": "Ben"})
    full = Table(house, GAME)
    full.add(*(f"Player {number}" for number in range(2, 11)))
    return (
        Screen("lobby-empty", alone.path),
        Screen("lobby", together.path),
        Screen("lobby-first-player", drawn.path),
        Screen("lobby-full", full.path),
        Screen("lobby-watched", together.path, guest=True),
        Screen("seats", together.path + "/seats"),
        Screen("screen-lobby", together.path + "/screen", television=True),
        Screen("screen-held", together.path + "/screen"),
        Screen("screen-lobby-full", full.path + "/screen", television=True),
        Screen("door", together.path + "/join", guest=True),
        Screen("door-name-taken", together.path + "/join", partial(_type_name, "Ben"), guest=True),
        Screen("door-full", full.path + "/join", guest=True),
        Screen("lobby-refused", together.path, _add_ben_again),
    )


def _type_name(name: str, page: Page) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator("form button.go").first.click()
    page.wait_for_load_state()


def _add_ben_again(page: Page) -> None:
    page.get_by_text("Add a player without a phone").click()
    page.get_by_label("Name", exact=True).fill("Ben")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#answers [role=alert]")).to_be_visible()


def _turns(house: House) -> tuple[Screen, ...]:
    fresh, table = dealt(house), running(house)
    bens = running(house)
    turn(bens, "Ana", "Top Secret", 3)
    path = table.path
    handed = house.send(f"{path}/seats/Ana/handover", {}, table.token)
    return (
        Screen("warehouse-first-turn", fresh.path),
        Screen("warehouse-turn", path),
        Screen("warehouse-others-turn", bens.path),
        Screen("warehouse-completed", bens.path + "?tab=table"),
        Screen("warehouse-for-another", bens.path + "?seat=3"),
        Screen("warehouse-watched", path, guest=True),
        Screen("warehouse-table", path + "?tab=table"),
        Screen("warehouse-more", path + "?tab=more"),
        Screen("history", path + "/log"),
        Screen("history-of-one", path + "/log?player=Ben"),
        Screen("seats-running", path + "/seats"),
        Screen("seats-hand-over", path + "/seats", _hand_over),
        Screen("handed-over", handed["url"].removeprefix(house.url), guest=True),
        Screen("door-running", path + "/join", guest=True),
        Screen("door-knocked", path + "/join", partial(_type_name, "Eve"), guest=True),
        Screen("warehouse-door-opens", path),
        Screen("screen-warehouse", path + "/screen", television=True),
        *(Screen(f"sheet-{name}", path + place) for name, place in SHEETS.items()),
        Screen("table-prints", path + "/prints"),
        Screen("table-print-form", path + "/prints/new?sheet=score-pad"),
    )


def _hand_over(page: Page) -> None:
    page.locator("summary", has_text="Ana").first.click()
    page.get_by_role("button", name="Hand").first.click()
    page.wait_for_load_state()


def _asked(house: House) -> tuple[Screen, ...]:
    table = running(house)
    turn(table, "Ana", "Top Secret", 3)
    return (
        Screen("warehouse-ask", table.path, _tap_off_turn),
        Screen("warehouse-no-contact", table.path, _lose_contact),
        Screen("warehouse-reconnecting", table.path, _look_for_the_table),
        Screen("warehouse-pending", table.path, _tap_into_silence),
        Screen("warehouse-tap-rests", table.path, _tap_without_contact),
    )


def _cell(page: Page) -> None:
    page.get_by_role("button", name="Animal, 2 Million").first.click()


def _tap_off_turn(page: Page) -> None:
    expect(page.locator("[data-net=live]:visible")).to_have_count(1)
    _cell(page)
    expect(page.get_by_role("alertdialog")).to_be_visible()


def _lose_contact(page: Page) -> None:
    expect(page.locator("[data-net=live]:visible")).to_have_count(1)
    page.context.set_offline(True)
    expect(page.locator("[data-when=lost]")).to_be_visible()


def _look_for_the_table(page: Page) -> None:
    expect(page.locator("[data-net=live]:visible")).to_have_count(1)
    page.route("**/stream", lambda route: route.abort())
    page.route("**since=*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("[data-when=again]")).to_be_visible()


def _tap_into_silence(page: Page) -> None:
    expect(page.locator("[data-net=live]:visible")).to_have_count(1)
    page.route("**/events", lambda route: None)
    _cell(page)
    expect(page.locator("[data-when=pending]")).to_be_visible()


def _tap_without_contact(page: Page) -> None:
    _lose_contact(page)
    _cell(page)
    expect(page.locator("[data-when=rested]")).to_be_visible()


def _ends(house: House) -> tuple[Screen, ...]:
    over, tie, last = running(house), dealt(house), running(house)
    turn(over, "Ana", "Top Secret", 3)
    over.log({"event": "game_called"})
    tie.log({"event": "game_called"})
    last.log({"event": "item_added", "player": "Ana", "item_type": "Artifact", "money": 2_000_000})
    last.log({"event": "taken_back"})
    return (
        Screen("result", over.path + "/result"),
        Screen("result-watched", over.path + "/result", guest=True),
        Screen("result-unfolded", over.path + "/result", unfold),
        Screen("result-tie", tie.path + "/result"),
        Screen("warehouse-over", over.path),
        Screen("door-over", over.path + "/join", guest=True),
        Screen("pile-photo", over.path + "/piles/1/photo"),
        Screen("warehouse-photo", over.path + "/warehouses/1/photo"),
        Screen("result-count", over.path + "?sheet=count&of=Ana"),
        Screen("screen-result", over.path + "/screen", television=True),
        Screen("history-struck", last.path + "/log"),
    )


def unfold(page: Page) -> None:
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def _counting_only(house: House) -> tuple[Screen, ...]:
    table = Table(house, GAME, options={"track": "scores"}, deck="none")
    table.add("Ben")
    return (
        Screen("counting", table.path),
        Screen("counting-sheet", table.path + "?sheet=count&of=Ana"),
        Screen("counting-table", table.path + "?tab=table"),
    )
