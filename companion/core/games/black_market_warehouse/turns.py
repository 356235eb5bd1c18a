"""Turns, completed warehouses and the end: what follows by itself after an event."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Completed, Warehouse
from companion.core.games.contract import Decided
from companion.core.outcome import Refused


def turn_ended(draft: DraftState, index: int) -> Decided | Refused:
    """Pitch and Ditch: down to the hand limit, then the player on the left begins."""
    player = draft.players[index]
    if player.name != draft.active:
        return refused("not_your_turn", active=draft.active, name=player.name)
    limit = draft.catalogue.hand_limit
    over = player.hand - limit
    if over > 0:
        draft.change(index, hand=limit, blocked=False)
        draft.enter_discard(over)
        draft.follow("discarded_to_limit", player=player.name, count=over, limit=limit)
    elif player.blocked:
        draft.change(index, blocked=False)
    pass_on(draft, index)
    return draft.decided()


def pass_on(draft: DraftState, index: int, round_may_end: bool = True) -> None:
    """The turn goes to the left; the last round ends just before the first player's next turn."""
    following = draft.to_the_left(index)
    name = draft.players[following].name
    if name == draft.first and round_may_end:
        if draft.last_round:
            end(draft, "last_warehouse")
            return
        draft.round += 1
    begin_turn(draft, following)


def begin_turn(draft: DraftState, index: int) -> None:
    """Shop and Hire: protection ends, one card is drawn."""
    draft.turn += 1
    take_turn(draft, index)
    draft.draw(index, 1, begins_turn=True)


def take_turn(draft: DraftState, index: int) -> None:
    """It is this player's turn, with nothing done in it yet (Ruling 25: protection ends)."""
    if draft.active is not None:
        _keep_block(draft, draft.index_of(draft.active))
    draft.active = draft.players[index].name
    draft.items_added = 0
    draft.items_allowed = 1
    draft.insider_played = False
    if draft.players[index].protected:
        draft.change(index, protected=False)


def _keep_block(draft: DraftState, index: int) -> None:
    """A block laid in this player's turn, which is over, waits for their next."""
    if draft.players[index].blocked_next:
        draft.change(index, blocked=True, blocked_next=False)


def settle(draft: DraftState) -> None:
    """Completion, checked after the whole event: active player first, then to the left.

    Rulings 10, 11, 30: the owner scores, whoever caused it; when the game ends, stop.
    """
    for index in draft.from_active():
        warehouse = draft.players[index].warehouse
        if warehouse is None or warehouse.requires is None:
            continue
        if len(warehouse.items) == len(warehouse.requires):
            complete(draft, index, warehouse)
            if draft.status == "over":
                return


def complete(draft: DraftState, index: int, warehouse: Warehouse) -> None:
    """The warehouse goes to its owner's pile, who draws the next Warehouse card if one is left."""
    name = draft.players[index].name
    done = Completed(
        warehouse.card, warehouse.requires or (), warehouse.bonus or 0, warehouse.items
    )
    draft.change(index, pile=(*draft.players[index].pile, done), warehouse=None)
    items = sum(item.money for item in done.items)
    bonus = done.bonus if done.exact else 0
    draft.follow(
        "warehouse_completed",
        player=name,
        card=done.card,
        name=draft.catalogue.name(done.card),
        exact=done.exact,
        items_money=items,
        bonus=bonus,
        money=items + bonus,
    )
    if draft.warehouse_deck:
        draft.warehouse_deck -= 1
        draft.draw_warehouse(index)
        draft.follow("warehouse_drawn", player=name, left=draft.warehouse_deck)
    elif draft.options.game_end == "at_once":
        end(draft, "last_warehouse")
    else:
        if not draft.last_round:
            draft.last_round = True
            draft.follow("last_round", player=name)
        end_when_empty(draft)


def end_when_empty(draft: DraftState) -> None:
    """Ruling 29: in the last round, nobody has a Warehouse card any more: over at once."""
    if draft.last_round and all(p.left or p.warehouse is None for p in draft.players):
        end(draft, "last_warehouse")


def end(draft: DraftState, reason: str) -> None:
    """The game is over; nobody has the turn."""
    draft.status = "over"
    draft.reason = reason
    draft.active = None
    draft.follow("game_over", reason=reason)


def game_called(draft: DraftState) -> Decided:
    """The table calls the game; piles count as they lie (Ruling 4)."""
    end(draft, "called")
    return draft.decided()
