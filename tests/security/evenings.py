"""Whole evenings whose every text is given, and all that anybody then gets to see of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, cycle
from typing import Any

from companion.core.names import clean_name
from tests.security.phones import Browser

MakeBrowser = Callable[[], Browser]
WAREHOUSE, DOMINION = "black_market_warehouse", "dominion_black_market"
TYPES = 4
_DEVICES = count(1)
"""A stranger's own device each evening: one address may not knock often."""
PLAYERS = 4


def deck_of(texts: Sequence[str]) -> dict[str, Any]:
    """A deck whose every text comes from `texts`, each as often as the others."""
    said = cycle(texts)
    types = list(dict.fromkeys(" ".join(text.split())[:24] for text in texts))[:TYPES]
    types += [f"Type {number}" for number in range(TYPES - len(types))]
    items = [
        {
            "id": f"item-{number}",
            "kind": "item",
            "name": _line(next(said)),
            "item_type": types[number % TYPES],
            "money": 1_000_000 * (1 + number % 5),
            "count": 1,
            "flavour": next(said),
        }
        for number in range(max(len(texts), 40))
    ]
    insiders = [
        {
            "id": f"insider-{number}",
            "kind": "insider",
            "name": _line(next(said)),
            "effect_text": next(said),
            "count": 1,
        }
        for number in range(4)
    ]
    warehouses = [
        {
            "id": f"warehouse-{number}",
            "kind": "warehouse",
            "name": _line(next(said)),
            "requires": [types[number % TYPES], types[(number + 1) % TYPES]],
            "bonus": 2_000_000,
            "count": 1,
        }
        for number in range(10)
    ]
    return {
        "schema": "backroom-deck/1",
        "game": WAREHOUSE,
        "id": "own",
        "name": _line(next(said)),
        "note": next(said),
        "item_types": types,
        "currency": "$",
        "money_unit": 1_000_000,
        "hand_size": 5,
        "hand_limit": 5,
        "cards": items + insiders + warehouses,
    }


def _line(text: str) -> str:
    return " ".join(text.split())[:60]


class Evening:
    """One table with the host's phone, a second player's, and a stranger's who knocks."""

    def __init__(self, browser: MakeBrowser, game: str, texts: Sequence[str]) -> None:
        """`texts`: the names of the players; the rest of the evening uses them again."""
        self.texts = texts
        self.host, self.guest, self.stranger = browser(), browser(), browser()
        self.stranger.device = f"192.168.2.{next(_DEVICES)}"
        self.names = [str(clean_name(text)) for text in texts[:PLAYERS]]
        visible = [str(clean_name(text)) for text in texts]
        deck: Any = deck_of(visible) if game == WAREHOUSE else "none"
        made = self._fine(
            self.host.json("POST", "/tables", {"game": game, "deck": deck, "player": texts[0]})
        )
        self.home = f"/tables/{made['code']}"
        self._fine(self.guest.json("POST", f"{self.home}/seats", {"player": texts[1]}))
        for text in texts[2:PLAYERS]:
            self.log({"event": "player_joined", "player": text})
        self.pages: dict[str, str] = {}
        self.answers: dict[str, Any] = {}

    def _fine(self, answer: Any) -> Any:
        assert answer.status_code in (200, 201, 202, 303), answer.text
        return answer.json

    def log(self, *events: dict[str, Any]) -> None:
        """Events that must be recorded."""
        body = {"events": list(events), "anyway": True}
        self._fine(self.host.json("POST", f"{self.home}/events", body))

    def see(self, moment: str, *places: str, phones: Sequence[str] = ("host", "stranger")) -> None:
        """Keep the pages that these phones get to see now."""
        for phone in phones:
            browser: Browser = getattr(self, phone)
            for place in places:
                answer = browser.get(self.home + place)
                assert answer.status_code in (200, 302, 303), (place, answer.status_code)
                self.pages[f"{moment} {phone} {place}"] = answer.text
                if "sheet" not in place and "tab" not in place:
                    told = browser.json("GET", self.home + place)
                    if told.is_json:
                        self.answers[f"{moment} {phone} {place}"] = told.json

    def refused(self, moment: str, event: dict[str, Any]) -> None:
        """Keep what the host is told when an event cannot be, as page, note and JSON."""
        self.answers[moment] = self.host.json("POST", f"{self.home}/events", event).json
        form = {name: str(value) for name, value in event.items()} | {"id": moment}
        self.pages[moment] = self.host.post(f"{self.home}/events", data=form).text
        note = {"HX-Request": "true", "Accept": "text/html", "Origin": f"http://{self.host.host}"}
        form["id"] += " note"
        self.pages[f"{moment} note"] = self.host.post(
            f"{self.home}/events", data=form, headers=note
        ).text


def warehouse_evening(browser: MakeBrowser, texts: Sequence[str]) -> Evening:
    """From the lobby to the result of Black Market Warehouse."""
    evening = Evening(browser, WAREHOUSE, texts)
    names = evening.names
    ana = names[0]
    settings = {"name": " ".join(texts[0].split())[:40]}
    answer = evening.host.post(f"{evening.home}/settings", data=settings)
    assert answer.status_code == 303, answer.text
    evening.see("lobby", "", "/join", "/seats", "/screen", "/log")
    evening.log({"event": "first_player_chosen", "player": ana}, {"event": "game_dealt"})
    for number, name in enumerate(names):
        card = f"warehouse-{number}"
        evening.log({"event": "warehouse_described", "player": name, "card": card})
    for number, name in enumerate(names):
        added = {"event": "item_added", "player": name, "card": f"item-{number}"}
        evening.log(added, {"event": "turn_ended", "player": name})
    evening.log({"event": "insider_played", "player": ana, "card": "insider-0", "steps": []})
    evening.stranger.post(f"{evening.home}/knocks", data={"player": texts[4], "id": "knock"})
    evening.see(
        "playing",
        *("", "?tab=table", "?tab=log", "?tab=more", "?sheet=insider", "?sheet=other"),
        *("?sheet=rule&about=fill", "/log", "/screen", "/seats", "/join", "/mine"),
    )
    evening.refused("twice", {"event": "player_joined", "player": texts[1]})
    evening.refused("nobody", {"event": "turn_ended", "player": texts[5]})
    evening.refused("no card", {"event": "item_added", "player": ana, "card": texts[5]})
    evening.refused(
        "no type", {"event": "item_added", "player": ana, "item_type": texts[5], "money": 1}
    )
    evening.log({"event": "player_left", "player": names[-1]}, {"event": "taken_back"})
    evening.log({"event": "game_called"})
    evening.see("over", "", "/result", "/log", "/screen")
    evening.answers["export"] = evening.host.json("GET", f"{evening.home}/export").json
    return evening


KINGDOM = ("Black Market", "Village", "Smithy", "Market", "Festival", "Laboratory", "Mine", "Moat",
           "Gardens", "Harem")  # fmt: skip
DECK = ("Bridge", "Caravan", "Herald", "Peddler", "Stonemason", "Trade Route", "Tunnel", "Wharf",
        "Wishing Well", "Grand Market", "Golem", "Familiar", "Baker", "Tournament")  # fmt: skip


def dominion_evening(browser: MakeBrowser, texts: Sequence[str]) -> Evening:
    """From the Kingdom to the result of Dominion: Black Market."""
    evening = Evening(browser, DOMINION, texts)
    ana = evening.names[0]
    evening.see("lobby", "", "/seats", "/screen")
    evening.log({"event": "kingdom_chosen", "kingdom": list(KINGDOM), "landscapes": []})
    evening.log(
        {"event": "deck_drawn", "policy": "agreed_list", "cards": list(DECK), "hidden": False}
    )
    evening.log(*({"event": "deck_accepted", "player": name} for name in evening.names))
    evening.log({"event": "first_player_chosen", "player": ana})
    evening.log({"event": "deck_agreed", "order_held_by": "app"})
    evening.see("market", "", "?tab=list", "?tab=points", "?tab=log", "/log", "/screen", "/seats")
    evening.refused("no card", {"event": "card_bought", "player": ana, "card": texts[5]})
    evening.refused("no Kingdom", {"event": "kingdom_chosen", "kingdom": [texts[5]]})
    evening.log({"event": "game_called"})
    evening.see("over", "", "/result", "/log", "/screen")
    return evening
