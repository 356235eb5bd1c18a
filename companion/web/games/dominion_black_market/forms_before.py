"""Reads the forms before the game into their events: shelf, Kingdom, deck, setup."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.pasting import read_pasted
from companion.core.games.dominion_black_market.shelf import PROMO
from companion.core.outcome import Json

Fields = Mapping[str, tuple[str, ...]]

NUMBERS = frozenset({"size"})
_BACK = "back:"
"""`back:Stash=7` says that Stash lies seventh from the top."""
_APART = re.compile(r"[,;\n\t]+")


def event_from_form(event: Json, fields: Fields) -> Json:
    """The event as its button says it, filled up from the form.

    A number that cannot be read stays as typed: the core refuses it in its own words.
    """
    readers = {
        "shelf_set": _shelf,
        "kingdom_chosen": _kingdom,
        "deck_drawn": _deck,
        "deck_agreed": _agreed,
        "first_player_chosen": _first_player,
    }
    read = readers.get(str(event.get("event")), _plain)
    return read(event, fields)


def _plain(event: Json, fields: Fields) -> Json:
    filled = {name: values[-1] for name, values in fields.items() if values[-1]}
    return {**event, **filled}


def _shelf(event: Json, fields: Fields) -> Json:
    """What was ticked against what the form began with: two phones never overwrite each other."""
    if "sets" in event or "change" in event:
        return event
    if "listed" in fields:
        there = set(fields.get("there", ()))
        gone = [name for name in fields["listed"] if name not in there]
        return {**event, "change": {"without": gone, "within": sorted(there)}}
    own, had = fields.get("own", ()), fields.get("had", ())
    promos, had_promos = fields.get("promo", ()), fields.get("had_promo", ())
    change: Json = {
        "own": [word for word in own if word not in had],
        "disown": [word for word in had if word not in own],
        "promos": [name for name in promos if name not in had_promos],
        "no_promos": [name for name in had_promos if name not in promos],
    }
    if "all_promos" in fields:
        change["promos"], change["disown"] = list(promos), [*change["disown"], PROMO]
    return {**event, "change": change}


def _kingdom(event: Json, fields: Fields) -> Json:
    if "wishes" in event:
        return {**_without(event, "wishes"), "wishes": {**event["wishes"], **_wishes(fields)}}
    if "text" in fields:
        return {**event, **_pasted(fields)}
    if "short" in event:
        # Picked one by one, a Kingdom is short until it is whole: that is no question.
        return {**_without(event, "short"), "anyway": ["kingdom_size"]}
    return event


def _wishes(fields: Fields) -> Json:
    """What a random Kingdom should be (kingdom_drawing.WISHES), and the boxes it comes from."""
    wishes: Json = {"black_market": "black_market" in fields}
    if fields.get("need"):
        wishes["requirements"] = list(fields["need"])
    if fields.get("among"):
        wishes["among"] = list(fields["among"])
    if "spread" in fields:
        wishes["cost_spread"] = True
    if _typed(fields, "landscapes"):
        wishes["landscapes"] = _number(_typed(fields, "landscapes"))
    for name in ("include", "ban"):
        if names := _names(_typed(fields, name)):
            wishes[name] = names
    return wishes


def _pasted(fields: Fields) -> Json:
    """The pasted Kingdom, with what stands for the names that nobody knew."""
    known = catalogue()
    told = read_pasted(_typed(fields, "text"), known).event
    instead = [name for name in fields.get("instead", ()) if name.strip()]
    more = read_pasted("; ".join(instead), known)
    kingdom = [*told["kingdom"], *(n for n in more.event["kingdom"] if n not in told["kingdom"])]
    kingdom += [each.text for each in more.unknown]
    landscapes = [*told.get("landscapes", ()), *more.event.get("landscapes", ())]
    read = {**more.event, **told, "kingdom": kingdom}
    return read | ({"landscapes": list(dict.fromkeys(landscapes))} if landscapes else {})


def _deck(event: Json, fields: Fields) -> Json:
    if "cards" in event:
        return event
    policy = event.get("policy") or _typed(fields, "policy")
    read: Json = {**event, "policy": policy}
    if policy == "agreed_list":
        read["cards"] = _names(_typed(fields, "names"))
    elif _typed(fields, "size"):
        read["size"] = _number(_typed(fields, "size"))
    mixed = _typed(fields, "mixed_piles")
    if mixed:
        read["mixed_piles"] = mixed
    if mixed == "one_chosen" and policy != "agreed_list":
        read["members"] = [name for name in fields.get("member", ()) if name]
    for flag in ("leave_out_telling", "hidden"):
        if flag in fields:
            read[flag] = True
    return read


def _agreed(event: Json, fields: Fields) -> Json:
    """With the places of cards whose own backs can be seen in the real deck."""
    backs: dict[str, Any] = {
        name.removeprefix(_BACK): _number(values[-1])
        for name, values in fields.items()
        if name.startswith(_BACK) and values[-1].strip()
    }
    return {**event, "backs": backs} if backs else event


def _first_player(event: Json, fields: Fields) -> Json:
    """By name, or by chance: then the server draws who it is."""
    if "by_chance" in event:
        return _without(event, "by_chance")
    return _plain(event, fields)


def _typed(fields: Fields, name: str) -> str:
    values = fields.get(name, ())
    return values[-1].strip() if values else ""


def _names(text: str) -> list[str]:
    return [name.strip() for name in _APART.split(text) if name.strip()]


def _number(text: str) -> int | str:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 10 else text


def _without(event: Json, name: str) -> Json:
    return {key: value for key, value in event.items() if key != name}
