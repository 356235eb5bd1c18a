"""Playing an Insider: name first, then its targets; or the item first, then who can act on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.games.black_market_warehouse.effects import (
    Choices,
    Option,
    choices,
    for_item,
    with_item,
)
from companion.core.games.black_market_warehouse.generic_effects import GENERIC_EFFECTS
from companion.core.games.black_market_warehouse.view import InsiderView, ItemView, PlayerView
from companion.core.outcome import Json, Phrase
from companion.web.games.black_market_warehouse.grid import Cell, tap
from companion.web.games.black_market_warehouse.over import Over
from companion.web.games.black_market_warehouse.types import faces
from companion.web.games.contract import Context

MOST_PICKS = 6


@dataclass(frozen=True, slots=True)
class Play:
    """One Insider or effect to tap: it logs at once, or leads to the next question."""

    words: Phrase
    event: Json | None
    """What a tap logs; None when a question follows."""
    href: str
    """Where the next question is."""
    played: bool = False
    """All copies lie in the discard pile, as far as the app knows."""


@dataclass(frozen=True, slots=True)
class Target:
    """One item or player that the effect may name."""

    option: Option
    event: Json | None
    href: str


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets that belong to one player."""

    player: PlayerView
    items: tuple[Target, ...]
    whole: Target | None
    """The player, or their warehouse as a whole, is the target."""
    protected: bool
    slots_open: int


def sheet(over: Over) -> Context | None:
    """The list of Insiders; with `effect` in the address its next question."""
    if over.player is None or over.view.status != "playing":
        return None
    effect = over.asked.text("effect")
    return _question(over, over.player, effect) if effect else _names(over, over.player)


def on_item(over: Over, player: PlayerView, item: ItemView) -> tuple[Play, ...]:
    """The Insiders that the player on screen could play on this item (object first)."""
    actor = over.player
    if actor is None or over.view.status != "playing":
        return ()
    return tuple(
        Play(
            action.words,
            None if action.steps is None else _event(actor, action.card, action.steps),
            over.address("insider", effect=action.effect_id, pick=action.picked),
        )
        for action in for_item(over.live.table.state, actor.name, item.id)
    )


def _names(over: Over, player: PlayerView) -> Context:
    known = [_named(over, player, card) for card in over.view.insiders]
    known.sort(key=lambda play: str(play.words.params.get("card", "")).casefold())
    generic = [_play(over, player, each.id, each.words) for each in GENERIC_EFFECTS]
    return {
        "player": player,
        "asks": False,
        "plays": tuple(known),
        "generic": tuple(play for play in generic if play is not None),
        "unknown": _event(player, None, ()),
    }


def _named(over: Over, player: PlayerView, card: InsiderView) -> Play:
    words = Phrase("{card}", {"card": card.name})
    play = _play(over, player, card.id, words)
    found = play or Play(words, _event(player, card.id, ()), "")
    return Play(found.words, found.event, found.href, card.copies_left == 0)


def _play(over: Over, player: PlayerView, effect_id: str, words: Phrase) -> Play | None:
    """What a tap on this effect does; None for one that the app cannot carry out."""
    found = choices(over.live.table.state, player.name, effect_id)
    if found is None or not found.supported:
        return None
    done = found.steps is not None and not found.needs_item
    event = _event(player, found.card, found.steps or ()) if done else None
    return Play(words, event, over.address("insider", effect=effect_id))


def _question(over: Over, player: PlayerView, effect: str) -> Context | None:
    picked = over.asked.fields.get("pick", ())[:MOST_PICKS]
    found = choices(over.live.table.state, player.name, effect, picked)
    if found is None:
        return None
    card = next((each for each in over.view.insiders if each.id == effect), None)
    generic = next((each for each in GENERIC_EFFECTS if each.id == effect), None)
    title = Phrase("{card}", {"card": card.name}) if card else generic.words if generic else None
    return {
        "player": player,
        "asks": True,
        "title": title or Phrase(""),
        "effect_text": card.effect_text if card else "",
        "question": found.question,
        "groups": _groups(over, player, found),
        "names_item": found.needs_item,
        "faces": faces(over.view),
        "grid": _grid(over, player, found) if found.needs_item else None,
        "nothing": _event(player, found.card, ()),
        "done": _event(player, found.card, found.steps) if found.steps else None,
        "back": _back(over, effect, picked),
    }


def _back(over: Over, effect: str, picked: tuple[str, ...]) -> Context | None:
    """One question earlier; None at the first."""
    if not picked:
        return None
    return {"href": over.address("insider", effect=effect, pick=picked[:-1])}


def _groups(over: Over, player: PlayerView, found: Choices) -> tuple[Targets, ...]:
    """The options by player, in seat order."""
    groups: list[Targets] = []
    for owner in over.view.players:
        options = [option for option in found.options if option.player == owner.name]
        if not options:
            continue
        targets = tuple(_target(over, player, found, option) for option in options)
        whole = next((each for each in targets if each.option.item is None), None)
        left = owner.warehouse.slots_left if owner.warehouse else None
        groups.append(
            Targets(
                player=owner,
                items=tuple(each for each in targets if each.option.item is not None),
                whole=whole,
                protected=any(option.protected for option in options),
                slots_open=left or 0,
            )
        )
    return tuple(groups)


def _target(over: Over, player: PlayerView, found: Choices, option: Option) -> Target:
    done = option.steps is not None and not option.needs_item
    event = _event(player, found.card, option.steps or ()) if done else None
    picked = (*found.picked, option.pick)
    return Target(option, event, over.address("insider", effect=found.effect_id, pick=picked))


def _grid(over: Over, player: PlayerView, found: Choices) -> Context:
    """Type by money for the card that comes from the hand."""
    shown = tap(over.view, None)
    rows = tuple(
        {
            "face": row.face,
            "cells": tuple(
                Cell(
                    cell.money,
                    cell.figure,
                    cell.gone,
                    _event(
                        player,
                        found.card,
                        with_item(found.steps or (), row.face.item_type, cell.money),
                    ),
                )
                for cell in row.cells
            ),
        }
        for row in shown.rows
    )
    return {"rows": rows, "figures": shown.figures, "head": shown.head, "tall": shown.tall}


def _event(player: PlayerView, card: str | None, steps: Sequence[Json]) -> Json:
    named: Json = {} if card is None else {"card": card}
    return {"event": "insider_played", "player": player.name, **named, "steps": list(steps)}
