"""Who sits at the table, where, and who draws first; the deal; coming late and leaving early."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Player
from companion.core.games.black_market_warehouse.turns import (
    begin_turn,
    end,
    end_when_empty,
    pass_on,
)
from companion.core.games.contract import Decided
from companion.core.names import clean_name, look_alike_key, name_key
from companion.core.outcome import Json, Refused


def player_joined(draft: DraftState, event: Json) -> Decided | Refused:
    """A seat in the lobby; while playing one dealt like everybody's (Rulings 22 and 23)."""
    name = clean_name(event["player"])
    if name is None:
        return refused("bad_name")
    after = draft.seat(event["after"]) if "after" in event else None
    if "after" in event and after is None:
        return refused("unknown_player", name=event["after"])
    refusal = _name_taken(draft, name) or _no_room(draft)
    if refusal is not None:
        return refusal
    neighbour = {} if after is None else {"after": draft.players[after].name}
    index = _returning(draft, name)
    if index is None:
        index = _new_seat(draft, name, event.get("seat"), after)
    player = draft.players[index]
    recorded = {"event": "player_joined", "player": player.name, "seat": player.number}
    if draft.status == "playing":
        draft.warehouse_deck -= 1
        draft.change(index, left=False)
        draft.draw_warehouse(index)
        draft.draw(index, draft.catalogue.hand_size, late=True)
        draft.follow("warehouse_drawn", player=player.name, left=draft.warehouse_deck)
    return draft.decided({**recorded, **neighbour})


def _name_taken(draft: DraftState, name: str) -> Refused | None:
    """Only seated players hold their names, look-alikes of them included."""
    key, look = name_key(name), look_alike_key(name)
    for player in draft.players:
        if player.left:
            continue
        if name_key(player.name) == key or look_alike_key(player.name) == look:
            return refused("name_taken", name=player.name)
    return None


def _no_room(draft: DraftState) -> Refused | None:
    if draft.status == "lobby":
        total = draft.catalogue.warehouse_total
        return refused("table_full", total=total) if len(draft.players) >= total else None
    if draft.last_round:
        return refused("last_round_running")
    return None if draft.warehouse_deck else refused("no_warehouse_left")


def _returning(draft: DraftState, name: str) -> int | None:
    """The old seat of a player who left and joins again under the same name, case ignored."""
    key = name_key(name)
    for index, player in enumerate(draft.players):
        if player.left and name_key(player.name) == key:
            return index
    return None


def _new_seat(draft: DraftState, name: str, number: int | None, after: int | None) -> int:
    """After the last seat or the one named. A seat number is never given twice."""
    if number is None or any(player.number == number for player in draft.players):
        number = draft.seats_given + 1
    draft.seats_given = max(draft.seats_given, number)
    place = len(draft.players) if after is None else after + 1
    draft.players.insert(place, Player(name, number))
    return place


def player_left(draft: DraftState, index: int) -> Decided | Refused:
    """In the lobby the seat is gone; while playing the cards go back and the pile stays."""
    player = draft.players[index]
    if draft.status == "lobby":
        del draft.players[index]
        if draft.first == player.name:
            draft.first = None
        return draft.decided()
    if player.warehouse is not None:
        draft.warehouse_deck += 1
        draft.enter_discard(len(player.warehouse.items))
    draft.enter_discard(player.hand)
    draft.players[index] = Player(
        player.name, player.number, left=True, pile=player.pile, counted=player.counted
    )
    if sum(not each.left for each in draft.players) < 2:
        end(draft, "too_few_players")
        return draft.decided()
    anchor = player.name == draft.first
    if anchor:
        draft.first = draft.players[draft.to_the_left(index)].name
    if player.name == draft.active:
        # Ruling 28: the round is anchored anew at the next player, whose turn now begins it.
        pass_on(draft, index, round_may_end=not anchor)
    if draft.status == "playing":
        end_when_empty(draft)
    return draft.decided()


def seats_arranged(draft: DraftState, event: Json) -> Decided | Refused:
    """Seat order; every player is named once."""
    places = [draft.seat(name) for name in event["order"]]
    if None in places or sorted(p for p in places if p is not None) != list(
        range(len(draft.players))
    ):
        return refused("seats_mismatch")
    draft.players = [draft.players[place] for place in places if place is not None]
    return draft.decided({**event, "order": [player.name for player in draft.players]})


def first_player_chosen(draft: DraftState, index: int) -> Decided:
    """Rulebook, Setup: randomly decide who will draw first; here, who it is."""
    draft.first = draft.players[index].name
    return draft.decided()


def game_dealt(draft: DraftState) -> Decided | Refused:
    """Rulebook, Setup: five cards from the Market deck and one Warehouse card each, face up."""
    count, size = len(draft.players), draft.catalogue.hand_size
    if count < 2:
        return refused("too_few_players")
    if draft.counts and draft.first is None:
        return refused("no_first_player")
    if count * size > draft.catalogue.market_total:
        return refused(
            "not_enough_market_cards", n=count, cards=count * size, m=draft.catalogue.market_total
        )
    draft.status = "playing"
    draft.warehouse_deck -= count
    for index in range(count):
        draft.change(index, hand=size if draft.counts else 0)
        draft.draw_warehouse(index)
    if draft.counts and draft.first is not None:
        draft.market_deck -= count * size
        draft.round = 1
        begin_turn(draft, draft.index_of(draft.first))
    return draft.decided()
