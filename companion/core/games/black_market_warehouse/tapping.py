"""Makes one tap of the table's form into what it means: the item, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from companion.core.games.black_market_warehouse import rules
from companion.core.games.black_market_warehouse.catalogue_view import grid
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.contract import FormTap, Standing
from companion.core.names import name_key
from companion.core.outcome import Json, Refused

FIRST_TAPS = frozenset({"item_added", "insider_played", "cards_discarded"})
"""What a next player's first tap can be; their own `turn_ended` would skip somebody by mistake."""

TURN_STARTS = frozenset({"game_dealt", "turn_ended", "player_left"})


def grouped(state: State, event: Json, tap: FormTap) -> tuple[Json, ...]:
    """The events that one tap of the form records together, in order.

    An item whose type and money only one catalogue card can still be names that card. Adding an
    item ends the turn, unless an extra item is allowed, the game is over with it, it is
    not this player's turn, or this phone ends its turns by hand. When the active player logged
    nothing and the next player taps, the active player's `turn_ended` goes first; only if the
    phone had seen whose turn it is (`shown`) and the table is `settled`, so that a double tap
    never skips a turn. It stays away too when the next player's own tap ended the turn before:
    among two that is as likely a slip. Then the tap asks `not_your_turn`. Once `asked` in this
    turn it keeps asking, and what is logged anyway is what was tapped, alone.
    (Flows on the phone: adding ends the turn, nobody taps "start turn".)
    """
    if event["event"] not in FIRST_TAPS:
        return (event,)
    event = _named(state, event)
    events: tuple[Json, ...] = (event,)
    if state.status != "playing" or state.options.track != "turns":
        return events
    player = event.get("player")
    clear = tap.shown and tap.settled and not tap.asked
    if clear and _is_idle_turn_before(state, tap.standing, player):
        events = ({"event": "turn_ended", "player": state.active}, event)
    ends = event["event"] == "item_added" and not tap.ends_by_hand
    if ends and _turn_is_over(state, events, tap.version):
        events = (*events, {"event": "turn_ended", "player": event["player"]})
    return events


def _named(state: State, event: Json) -> Json:
    """The item with the one card of the deck that still fits it; any other event as it is."""
    if event["event"] != "item_added" or "card" in event:
        return event
    for row in grid(state):
        for cell in row.cells:
            if row.item_type == event.get("item_type") and cell.money == event.get("money"):
                return event if cell.card is None else {**event, "card": cell.card}
    return event


def _is_idle_turn_before(state: State, standing: Standing, player: object) -> bool:
    """Whether the active player logged nothing yet and this player sits next to the left, and
    did not end the turn before with a tap of theirs.
    """
    if state.active is None or not isinstance(player, str):
        return False
    if _tapped_last_turn(standing, player):
        return False
    playing = [each.name for each in state.players if not each.left]
    place = playing.index(state.active)
    following = playing[(place + 1) % len(playing)]
    if name_key(following) != name_key(player) or following == state.active:
        return False
    this_turn = takewhile(lambda event: not _starts_turn(event), _events(standing))
    return not any(event.get("player") == state.active for event in this_turn)


def turn_began(standing: Standing) -> int:
    """The number of the event with which the present turn began; 0 before the first."""
    return next((number for number, event in standing() if _starts_turn(event)), 0)


def _tapped_last_turn(standing: Standing, player: object) -> bool:
    """Whether the turn before this one was this player's and ended with a tap of theirs."""
    events = _events(standing)
    ended = next((event for event in events if _starts_turn(event)), None)
    if ended is None or not _is_of(player, ended):
        return False
    before = takewhile(lambda event: not _starts_turn(event), events)
    return any(_is_of(player, each) and each["event"] in FIRST_TAPS for each in before)


def _events(standing: Standing) -> Iterator[Json]:
    """The standing events, newest first; what is taken from it is gone."""
    return (event for _, event in standing())


def _starts_turn(event: Json) -> bool:
    return event["event"] in TURN_STARTS or "active" in event


def _is_of(player: object, event: Json) -> bool:
    theirs = event.get("player")
    if not isinstance(player, str) or not isinstance(theirs, str):
        return False
    return name_key(theirs) == name_key(player)


def _turn_is_over(state: State, events: tuple[Json, ...], version: int) -> bool:
    """Whether the player of the last event, an item, has nothing more to add this turn."""
    player = None
    for seq, event in enumerate(events, version + 1):
        decided = rules.decide(state, event, seq)
        if isinstance(decided, Refused):
            return False
        state, player = decided.state, decided.event["player"]
    used_up = state.items_added >= state.items_allowed
    return state.status == "playing" and state.active == player and used_up
