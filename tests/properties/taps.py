"""One random tap at a table as it stands: mostly sensible, some wrong, some noise."""

from __future__ import annotations

from typing import Protocol

from companion.core.log import Table
from companion.core.outcome import Json
from companion.core.table import snapshot
from tests.properties.dice import Dice
from tests.properties.insider_taps import InsiderTaps
from tests.properties.noise import MILLION, NOISE, WRONG_FACES

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
STRANGER = "Zoe"
TYPES = ("Weapon", "Commodity", "Animal", "Artifact", "Top Secret")


class Setting(Protocol):
    """What a tap needs to know of its script."""

    @property
    def deck(self) -> Json | None: ...

    options: Json
    noise: bool
    reseating: bool


TAPS = (
    *("item",) * 10,
    *("ended",) * 6,
    *("item_and_end",) * 6,
    *("insider",) * 8,
    *("described",) * 8,
    "discarded",
    *("joined",) * 2,
    *("left",) * 2,
    "lobby",
    "called",
    *("item_fixed",) * 2,
    "hand_fixed",
    "counted",
    *("table_fixed",) * 2,
    *("back",) * 4,
    *("put",) * 2,
    *("noise",) * 2,
)
SCORES = (
    *("counted",) * 8,
    "joined",
    "left",
    "lobby",
    "called",
    "back",
    "back",
    "put",
    "item",
    "noise",
)


class Tap(InsiderTaps):
    """One tap at a table as it stands."""

    def __init__(self, script: Setting, table: Table, dice: Dice) -> None:
        self.table, self.dice = table, dice
        self.track, self.noisy, self.reseating = (
            script.options["track"],
            script.noise,
            script.reseating,
        )
        self.shown = snapshot(table)
        self.players: dict[str, Json] = self.shown["players"]
        self.seated = [n for n, p in self.players.items() if p["status"] == "playing"] or [STRANGER]
        self.active = self.shown["active"] or self.dice.pick(self.seated)
        cards = script.deck["cards"] if script.deck else []
        self.cards = {
            k: [c for c in cards if c["kind"] == k] for k in ("item", "insider", "warehouse")
        }
        self.types = script.deck["item_types"] if script.deck else list(TYPES)

    def body(self, number: int) -> Json:
        """The submission, with its answers to asks and sometimes an id."""
        body = self.pick_event()
        anyway = self.dice.pick((True, True, None, ["not_your_turn", "item_already_added"]))
        if anyway is not None:
            body["anyway"] = anyway
        if self.dice.one_in(3):
            body["id"] = f"tap-{number}"
        return body

    def pick_event(self) -> Json:
        choices = SCORES if self.track == "scores" else TAPS
        name = self.dice.pick([c for c in choices if self.allowed(c)])
        made: Json = getattr(self, name)()
        return made

    def allowed(self, name: str) -> bool:
        if name == "noise":
            return self.noisy
        return self.reseating or name not in ("joined", "left", "table")

    def somebody(self) -> str:
        """Mostly whose turn it is, sometimes anybody, rarely a stranger."""
        if not self.dice.one_in(6):
            return self.active
        strange = [STRANGER] if self.noisy else []
        return self.dice.pick([*self.players, *strange] or [STRANGER])

    # --- the active player's own taps

    def item(self) -> Json:
        player = self.somebody()
        return {"event": "item_added", "player": player, **self.face(self.players.get(player))}

    def face(self, shown: Json | None = None) -> Json:
        """A card, or a type and a value; often of a type that the warehouse still asks for."""
        if self.cards["item"] and self.dice.one_in(3):
            return {"card": self.dice.pick(self.cards["item"])["id"]}
        if self.noisy and self.dice.one_in(25):
            return self.dice.pick(WRONG_FACES)
        needed = list((shown or {}).get("requires") or [])
        for each in (shown or {}).get("in_play_types", []):
            if each in needed:
                needed.remove(each)
        types = needed if needed and not self.dice.one_in(3) else self.types
        return {"item_type": self.dice.pick(types), "money": (1 + self.dice.below(5)) * MILLION}

    def ended(self) -> Json:
        return {"event": "turn_ended", "player": self.somebody()}

    def item_and_end(self) -> Json:
        item = self.item()
        return {"events": [item, {"event": "turn_ended", "player": item["player"]}]}

    def described(self) -> Json:
        player = self.somebody()
        bare = [n for n, p in self.players.items() if p["has_warehouse"] and p["requires"] is None]
        if bare and not self.dice.one_in(4):
            player = self.dice.pick(bare)
        if self.cards["warehouse"] and self.dice.one_in(2):
            return {
                "event": "warehouse_described",
                "player": player,
                "card": self.dice.pick(self.cards["warehouse"])["id"],
            }
        least = 0 if self.noisy and self.dice.one_in(30) else 1
        slots = least + self.dice.below(3)
        return {
            "event": "warehouse_described",
            "player": player,
            "requires": [self.dice.pick(self.types) for _ in range(slots)],
            "bonus": self.dice.below(7) * MILLION,
        }

    def discarded(self) -> Json:
        return {"event": "cards_discarded", "player": self.somebody(), "count": self.dice.below(4)}

    # --- seats

    def joined(self) -> Json:
        gone = [name for name, p in self.players.items() if p["status"] == "left"]
        fresh = [name for name in NAMES if name not in self.players]
        event: Json = {"event": "player_joined"}
        event["player"] = self.dice.pick([*gone, *[n.upper() for n in gone], *fresh[:2]] or ["Ana"])
        if self.dice.one_in(3):
            event["after"] = self.dice.pick(self.seated)
        return event

    def left(self) -> Json:
        return {"event": "player_left", "player": self.dice.pick(self.seated)}

    def lobby(self) -> Json:
        order = list(self.players)
        cut = self.dice.below(len(order) or 1)
        return self.dice.pick(
            (
                {"event": "seats_arranged", "order": order[cut:] + order[:cut]},
                {"event": "first_player_chosen", "player": self.somebody()},
                {"event": "game_dealt"},
            )
        )

    def called(self) -> Json:
        # Rarely: a called game is over for the rest of the script.
        return {"event": "game_called"} if self.dice.one_in(3) else self.item()

    # --- corrections

    def item_fixed(self) -> Json:
        player = self.somebody()
        shown = self.players.get(player, {})
        event: Json = {"event": "item_corrected", "player": player, **self.face()}
        if shown.get("completed") and self.dice.one_in(2):
            event |= {"warehouse": self.dice.below(shown["completed"]), "slot": self.dice.below(2)}
        else:
            items = shown.get("in_play", 0)
            event |= {"warehouse": "in_play", "slot": self.dice.below(max(items, 1))}
        return event

    def hand_fixed(self) -> Json:
        return {"event": "hand_corrected", "player": self.somebody(), "count": self.dice.below(9)}

    def counted(self) -> Json:
        items = {str((1 + self.dice.below(5)) * MILLION): self.dice.below(5) for _ in range(2)}
        bonuses = [self.dice.below(4) * MILLION for _ in range(self.dice.below(3))]
        return {
            "event": "pile_counted",
            "player": self.dice.pick([*self.players] or [STRANGER]),
            "items": items,
            "bonuses": bonuses,
        }

    def table_fixed(self) -> Json:
        event: Json = {"event": "table_corrected"}
        if self.dice.one_in(2):
            event["player"] = self.somebody()
            event["items"] = [
                {
                    "item_type": self.dice.pick(self.types),
                    "money": (1 + self.dice.below(5)) * MILLION,
                }
                for _ in range(self.dice.below(4))
            ]
        for name in ("warehouse_deck", "market_deck", "discard"):
            if self.dice.one_in(3):
                event[name] = self.dice.below(9)
        if self.dice.one_in(4):
            event["active"] = self.dice.pick(self.seated)
        return event

    # --- taking back, noise

    def back(self) -> Json:
        event: Json = {"event": "taken_back"}
        if self.table.version and not self.dice.one_in(3):
            event["number"] = self.table.version - self.dice.below(min(self.table.version, 12))
        elif self.dice.one_in(2):
            event["seen"] = max(self.table.version - self.dice.below(2), 0)
        return event

    def put(self) -> Json:
        struck = [entry.seq for entry in self.table.entries if entry.struck_by is not None]
        if not struck or self.dice.one_in(8):
            return {"event": "put_back"}
        return {"event": "put_back", "number": self.dice.pick(struck)}

    def noise(self) -> Json:
        return dict(self.dice.pick(NOISE))
