"""Makes the view of a table for the seats of one phone."""

from __future__ import annotations

from collections import Counter

from companion.core.games.black_market_warehouse.catalogue_view import (
    grid,
    insider_views,
    money_values,
    warehouse_choices,
)
from companion.core.games.black_market_warehouse.snapshot import snapshot
from companion.core.games.black_market_warehouse.standings import Standing
from companion.core.games.black_market_warehouse.state import (
    Completed,
    Item,
    Player,
    State,
    Warehouse,
)
from companion.core.games.black_market_warehouse.tally import counted_money, tally
from companion.core.games.black_market_warehouse.view import (
    CompletedView,
    CountedView,
    ItemView,
    PlayerView,
    WarehouseTableView,
    WarehouseView,
)
from companion.core.games.recent import Kept

_players: Kept[PlayerView] = Kept()
_warehouses: Kept[WarehouseView] = Kept()


def view(state: State, seats: tuple[str, ...]) -> WarehouseTableView:
    """What a phone with these players' seats may see; () gives what everybody may see."""
    catalogue, counts = state.catalogue, state.options.track == "turns"
    result = tally(state)
    standings = {standing.name: standing for standing in result.standings}
    seated = sum(not player.left for player in state.players)
    return WarehouseTableView(
        status=state.status,
        active=state.active,
        turn=state.turn if counts else None,
        round=state.round if counts else None,
        first=state.first,
        options=state.options.to_json(),
        deck_id=catalogue.deck_id,
        deck_name=catalogue.deck_name,
        currency=catalogue.currency,
        money_unit=catalogue.money_unit,
        five=catalogue.five,
        hand_size=catalogue.hand_size,
        hand_limit=catalogue.hand_limit,
        item_types=catalogue.item_types,
        type_marks=catalogue.type_marks,
        money_values=money_values(catalogue),
        grid=grid(state),
        warehouse_cards=warehouse_choices(state),
        insiders=insider_views(state),
        items_added=state.items_added,
        items_allowed=state.items_allowed,
        insider_played=state.insider_played,
        last_round=state.last_round,
        warehouse_total=catalogue.warehouse_total,
        market_total=catalogue.market_total,
        warehouse_deck=state.warehouse_deck,
        market_deck=state.market_deck if counts else None,
        discard=state.discard if counts else None,
        drift=state.drift if counts else None,
        warehouse_drift=state.warehouse_drift,
        reason=state.reason,
        winners=result.winners,
        decided_by=result.decided_by,
        ranking=result.ranking,
        tally=result,
        usual_completed=max(0, catalogue.warehouse_total - seated + 1),
        players=tuple(
            _player(state, player, standings[player.name], player.name in seats)
            for player in state.players
        ),
        seats=seats,
        snapshot=snapshot(state, result),
    )


def _player(state: State, player: Player, standing: Standing, own: bool) -> PlayerView:
    """One seat; the very same view as long as the player and their place are the same."""
    key = (standing.rank, own, state.options.track == "turns")
    things = (player, state.catalogue)
    return _players.of(things, key, lambda: _made_player(state, player, standing, own))


def _made_player(state: State, player: Player, standing: Standing, own: bool) -> PlayerView:
    warehouse = player.warehouse
    return PlayerView(
        name=player.name,
        number=player.number,
        status="left" if player.left else "playing",
        hand=player.hand if state.options.track == "turns" else None,
        warehouse=None if warehouse is None else warehouse_view(state, warehouse),
        pile=tuple(_completed(state, number, done) for number, done in enumerate(player.pile)),
        counted=_counted(player),
        blocked=player.blocked or player.blocked_next,
        blocked_now=player.blocked,
        protected=player.protected,
        completed=standing.completed,
        items_money=standing.items_money,
        bonus_money=standing.bonus_money,
        total=standing.total,
        fives=standing.fives,
        exact=standing.exact,
        rank=standing.rank,
        own_chips=tuple(item_view(state, item) for item in player.known) if own else (),
    )


def item_view(state: State, item: Item) -> ItemView:
    """An item with its card's printed name."""
    return ItemView(item.id, item.item_type, item.money, item.card, state.catalogue.name(item.card))


def warehouse_view(state: State, warehouse: Warehouse) -> WarehouseView:
    """A warehouse with what it still needs for an exact match; the very same for the same one."""
    things = (warehouse, state.catalogue)
    return _warehouses.of(things, None, lambda: _made_warehouse(state, warehouse))


def _made_warehouse(state: State, warehouse: Warehouse) -> WarehouseView:
    requires = warehouse.requires
    needed = None if requires is None else still_needed(warehouse)
    return WarehouseView(
        card=warehouse.card,
        name=state.catalogue.name(warehouse.card),
        requires=requires,
        bonus=warehouse.bonus,
        items=tuple(item_view(state, item) for item in warehouse.items),
        still_needed=needed or (),
        slots_left=None if requires is None else len(requires) - len(warehouse.items),
        can_match=needed is not None,
    )


def still_needed(warehouse: Warehouse) -> tuple[str, ...] | None:
    """Types of the open slots, in the card's order; None when an exact match is out of reach."""
    lying = Counter(item.item_type for item in warehouse.items)
    needed: list[str] = []
    for item_type in warehouse.requires or ():
        if lying[item_type]:
            lying[item_type] -= 1
        else:
            needed.append(item_type)
    return None if any(lying.values()) else tuple(needed)


def _completed(state: State, number: int, done: Completed) -> CompletedView:
    items = sum(item.money for item in done.items)
    return CompletedView(
        number=number,
        card=done.card,
        name=state.catalogue.name(done.card),
        requires=done.requires,
        bonus=done.bonus,
        items=tuple(item_view(state, item) for item in done.items),
        exact=done.exact,
        money=items + (done.bonus if done.exact else 0),
    )


def _counted(player: Player) -> CountedView | None:
    counted = player.counted
    if counted is None:
        return None
    return CountedView(
        items=counted.items,
        bonuses=counted.bonuses,
        total=counted_money(counted),
        covers=counted.covers,
        by=counted.by,
        confirmed_by=counted.confirmed_by,
    )
