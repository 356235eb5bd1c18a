"""Random Insiders: what a deck's card says, or any steps at all."""

from __future__ import annotations

from companion.core.outcome import Json
from tests.properties.dice import Dice


class InsiderTaps:
    """The part of a tap that plays Insiders."""

    dice: Dice
    noisy: bool
    players: dict[str, Json]
    seated: list[str]
    cards: dict[str, list[Json]]

    def somebody(self) -> str:
        raise AssertionError

    def face(self, shown: Json | None = None) -> Json:
        raise AssertionError

    def insider(self) -> Json:
        player = self.somebody()
        event: Json = {"event": "insider_played", "player": player}
        if self.cards["insider"] and not self.dice.one_in(3):
            card = self.dice.pick(self.cards["insider"])
            event["card"] = card["id"]
            event["steps"] = self.steps_of(card["effect"], player)
        else:
            count = self.dice.below(3)
            event["steps"] = [self.any_step(player) for _ in range(count)]
        if self.noisy and self.dice.one_in(30):
            event["card"] = self.dice.pick(("panda", "no-such-card", "shed-0"))
        return event

    def steps_of(self, effect: Json, player: str) -> list[Json]:
        steps = [
            self.carried_out(part, player)
            for part in (effect.get("first"), effect, effect.get("then"))
            if part is not None and not (part["verb"] == "draw" and part["what"] == "warehouse")
        ]
        return [] if self.dice.one_in(12) else steps

    def carried_out(self, effect: Json, player: str) -> Json:
        verb = effect["verb"]
        if verb == "move":
            return {
                "do": "move",
                "from": self.zone(effect["source"], player, False),
                "to": self.zone(effect["target"], player, True),
            }
        if verb == "swap_items":
            return {
                "do": "swap_items",
                "a": self.zone(effect["source"], player, False),
                "b": self.zone(effect["target"], player, False),
            }
        if verb == "swap_warehouses":
            return {"do": "swap_warehouses", "a": player, "b": self.other(player)}
        if verb == "block":
            return {"do": "block", "player": self.other(player)}
        if verb in ("draw", "look_and_take"):
            return {"do": "draw", "count": effect["count"]}
        return {"do": verb, "count": 1} if verb == "extra_fill" else {"do": verb}

    def zone(self, wanted: Json, player: str, landing: bool) -> Json:
        owner = player if wanted.get("owner") == "self" else self.other(player)
        if wanted["zone"] == "warehouse":
            return self.warehouse(owner, landing)
        if wanted["zone"] == "hand":
            zone: Json = {"zone": "hand", "player": owner}
            return zone if landing or wanted["owner"] == "opponent" else {**zone, **self.face()}
        return {"zone": "discard"}

    def warehouse(self, owner: str, landing: bool) -> Json:
        zone: Json = {"zone": "warehouse", "player": owner}
        if landing:
            return zone
        full = [n for n, p in self.players.items() if p["in_play"]]
        if full and not self.players.get(owner, {}).get("in_play") and not self.dice.one_in(4):
            zone["player"] = self.dice.pick(full)
        items = self.players.get(zone["player"], {}).get("in_play", 0)
        return {**zone, "slot": self.dice.below(max(items, 1))}

    def other(self, player: str) -> str:
        rest = [name for name in self.seated if name != player]
        return self.dice.pick(rest) if rest and not self.dice.one_in(15) else player

    def any_step(self, player: str) -> Json:
        do = self.dice.pick(
            (
                "move",
                "move",
                "move",
                "swap_items",
                "swap_warehouses",
                "draw",
                "extra_fill",
                "block",
                "protect",
                "return_warehouse",
                "look",
                "explode",
            )
        )
        if do == "move":
            return {"do": do, "from": self.any_zone(False), "to": self.any_zone(True)}
        if do == "swap_items":
            return {"do": do, "a": self.any_zone(False), "b": self.any_zone(False)}
        if do == "swap_warehouses":
            return {"do": do, "a": player, "b": self.other(player)}
        if do == "block":
            return {"do": do, "player": self.other(player)}
        if do in ("draw", "extra_fill"):
            return {"do": do, "count": 1 + self.dice.below(3)}
        return {"do": do}

    def any_zone(self, landing: bool) -> Json:
        kind = self.dice.pick(("warehouse", "hand", "discard"))
        if kind == "warehouse":
            return self.warehouse(self.dice.pick(self.seated), landing)
        named = self.face() if not landing and not self.dice.one_in(3) else {}
        if kind == "hand":
            return {"zone": "hand", "player": self.dice.pick(self.seated), **named}
        return {"zone": "discard", **named}
