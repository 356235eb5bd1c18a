"""Insider effects as choices: what may be tapped next, and the steps that the taps turn into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.decks.model import InsiderCard
from companion.core.games.black_market_warehouse.effect_steps import is_supported, steps_of
from companion.core.games.black_market_warehouse.generic_effects import GENERIC_EFFECTS
from companion.core.games.black_market_warehouse.picking import Pick, Question
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.black_market_warehouse.view import ItemView
from companion.core.games.black_market_warehouse.view_making import item_view
from companion.core.games.black_market_warehouse.zones import PAIRS
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be tapped: an item on the table, or a player."""

    pick: str
    """What to add to `picked` for the next question."""
    player: str
    """Whose item or warehouse it is, or who is meant."""
    item: ItemView | None
    """None when a player is meant."""
    protected: bool
    """The rules will ask: this warehouse is protected."""
    steps: tuple[Json, ...] | None
    """The steps to send when this tap completes the effect; None when a question follows."""
    needs_item: bool
    """Type and money of the card from the hand must still be named (see `with_item`)."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The next question about an Insider's effect, or its finished steps."""

    effect_id: str
    """The catalogue Insider's id, or the id of a generic effect."""
    card: str | None
    """What `insider_played` names as `card`; None for a generic effect."""
    supported: bool
    """False: the app cannot carry this effect out; log the Insider alone."""
    picked: tuple[str, ...]
    """The taps so far that still hold; one that no longer does is dropped with those after it."""
    question: Phrase | None
    """None when nothing is left to choose."""
    options: tuple[Option, ...]
    """In seat order, items in order of arrival; () with a question: no legal target."""
    steps: tuple[Json, ...] | None
    """The finished steps when nothing is left to choose."""
    needs_item: bool
    """The finished steps still lack the card from the hand (see `with_item`)."""


@dataclass(frozen=True, slots=True)
class ItemAction:
    """An Insider that can act on an item that was tapped first."""

    effect_id: str
    card: str | None
    words: Phrase
    """As on a button, "Cat Burglar: to the hand"."""
    picked: tuple[str, ...]
    """For `choices`, when a question follows."""
    steps: tuple[Json, ...] | None
    """The finished steps when none follows."""


def choices(
    state: State, player: str, effect_id: str, picked: Sequence[str] = ()
) -> Choices | None:
    """What `player`, playing this Insider, may tap next.

    `effect_id` is a catalogue Insider or one of GENERIC_EFFECTS; None when there is no such.
    An Insider without a structured effect is not supported: it is logged without steps. None
    also for somebody who does not sit here.
    """
    found = _effect(state, effect_id)
    seated = any(each.name == player and not each.left for each in state.players)
    if found is None or not seated:
        return None
    card, effect = found
    if effect is None or not is_supported(effect):
        return Choices(effect_id, card, False, (), None, (), None, False)
    result, used = steps_of(state, player, effect, picked)
    if isinstance(result, Question):
        options = tuple(_option(state, player, effect, used, pick) for pick in result.picks)
        return Choices(effect_id, card, True, used, result.words, options, None, False)
    steps = tuple(result)
    return Choices(effect_id, card, True, used, None, (), steps, needs_item(steps))


def for_item(state: State, player: str, item_id: str) -> tuple[ItemAction, ...]:
    """Every Insider that can act on this item, in the deck's order (object first)."""
    return tuple(_actions(state, player, f"item:{item_id}"))


def _actions(state: State, player: str, pick: str) -> Iterator[ItemAction]:
    ids = [card.id for card in state.catalogue.insiders]
    if not ids:
        ids = [generic.id for generic in GENERIC_EFFECTS]
    for effect_id in ids:
        found = choices(state, player, effect_id, (pick,))
        if found is None or found.picked != (pick,):
            continue
        words = _button(state, effect_id)
        yield ItemAction(effect_id, found.card, words, found.picked, found.steps)


def with_item(
    steps: Sequence[Json], item_type: str, money: int, card: str | None = None
) -> tuple[Json, ...]:
    """The steps with the card from the hand (or discard pile) named that goes to a warehouse."""
    face: Json = {"item_type": item_type, "money": money}
    if card is not None:
        face["card"] = card
    return tuple(
        {**step, **{end: {**step[end], **face} for end in _unnamed_ends(step)}} for step in steps
    )


def needs_item(steps: Sequence[Json]) -> bool:
    """True when an item lands face up that nobody has named yet."""
    return any(_unnamed_ends(step) for step in steps)


def _unnamed_ends(step: Json) -> tuple[str, ...]:
    """The ends of a step from which a card comes onto a warehouse that nobody has named yet."""
    ends = PAIRS.get(step["do"], ())
    return tuple(
        end
        for end, other in zip(ends, reversed(ends), strict=True)
        if (step["do"], end) != ("move", "to")
        and step[other]["zone"] == "warehouse"
        and step[end]["zone"] != "warehouse"
        and "item_type" not in step[end]
    )


def _effect(state: State, effect_id: str) -> tuple[str | None, Json | None] | None:
    """(card to name, structured effect)."""
    card = state.catalogue.cards.get(effect_id)
    if isinstance(card, InsiderCard):
        return card.id, card.effect
    for generic in GENERIC_EFFECTS:
        if generic.id == effect_id:
            return None, generic.effect
    return None


def _option(state: State, player: str, effect: Json, used: tuple[str, ...], pick: Pick) -> Option:
    result, _ = steps_of(state, player, effect, (*used, pick.token))
    steps = None if isinstance(result, Question) else tuple(result)
    owner = next(each for each in state.players if each.name == pick.player)
    return Option(
        pick=pick.token,
        player=pick.player,
        item=None if pick.item is None else item_view(state, pick.item),
        protected=owner.protected and owner.name != player and pick.touches_warehouse,
        steps=steps,
        needs_item=steps is not None and needs_item(steps),
    )


def _button(state: State, effect_id: str) -> Phrase:
    card = state.catalogue.cards.get(effect_id)
    if not isinstance(card, InsiderCard) or card.effect is None:
        return next(each.words for each in GENERIC_EFFECTS if each.id == effect_id)
    verb, target = card.effect["verb"], card.effect.get("target", {}).get("zone")
    text = N_("{card}: to the hand")
    if verb == "swap_items":
        text = N_("{card}: swap it")
    elif target == "warehouse":
        text = N_("{card}: to another warehouse")
    elif target == "discard":
        text = N_("{card}: to the discard pile")
    return Phrase(text, {"card": card.name})
