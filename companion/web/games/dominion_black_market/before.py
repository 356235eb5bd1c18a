"""Everything before the deck is agreed, as the templates show it: seats, shelf, Kingdom, deck."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.services.tables.live_table import LiveTable
from companion.web.games.dominion_black_market import deck, kingdom, setup, shelf

NEEDS = ("buys", "actions", "trashing", "cards", "attack", "reaction")
"""What a random Kingdom may be asked to hold, the best known first."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One row of the list of players."""

    number: int
    player: str
    has_phone: bool
    host: bool
    accepted: bool
    just_sat_down: bool
    first: bool
    before: tuple[str, ...] | None
    """The order in which they sit one place earlier; None for the first."""


@dataclass(frozen=True, slots=True)
class Before:
    """What all phones see."""

    seats: tuple[SeatLine, ...]
    first: str | None
    drawn: int | None
    """Number of the last event, when it named the first player: the names light up in turn."""
    shelf: shelf.ShelfShown
    kingdom: kingdom.KingdomShown
    deck: deck.DeckShown
    setup: setup.SetupShown


@dataclass(frozen=True, slots=True)
class TapBefore:
    """What the forms of this phone begin with; typed text is kept when a form comes back."""

    shelf: shelf.ShelfShown
    text: str
    """What is searched for."""
    found_piles: tuple[kingdom.Found, ...]
    found_cards: tuple[deck.Found, ...]
    mixed: tuple[deck.Mixed, ...]
    typed: dict[str, tuple[str, ...]]


def shared(live: LiveTable, view: DominionTableView) -> Before:
    """The streamed part: nothing in it differs from phone to phone."""
    return Before(
        seats=_seats(live, view),
        first=_first(live),
        drawn=_drawn(live),
        shelf=shelf.shown(view),
        kingdom=kingdom.shown(view),
        deck=deck.shown(live, view),
        setup=setup.shown(live, view),
    )


def tap(live: LiveTable, view: DominionTableView) -> TapBefore:
    """The part outside the stream, for the phone that asks."""
    tab, text = request.values.get("tab", ""), request.values.get("q", "")[:60]
    then = request.values.get("then", tab)
    seen = shelf.shown(view)
    if not view.shelf_set:
        seen = replace(seen, remembered=shelf.remembered())
    return TapBefore(
        shelf=seen,
        text=text,
        found_piles=kingdom.search(view, text) if then == "kingdom" else (),
        found_cards=deck.search(live, text) if then == "deck" else (),
        mixed=deck.mixed(live) if then == "deck" else (),
        typed={name: tuple(values) for name, values in request.form.lists()},
    )


def _seats(live: LiveTable, view: DominionTableView) -> tuple[SeatLine, ...]:
    playing = {player.name: player for player in view.players if player.status == "playing"}
    here = [seat for seat in live.seats if seat.player in playing]
    names = [seat.player for seat in here]
    newest = live.table.entries[-1].event if live.table.entries else {}
    sat_down = newest.get("player") if newest.get("event") == "player_joined" else None
    first = _first(live)
    return tuple(
        SeatLine(
            number=seat.number,
            player=seat.player,
            has_phone=seat.has_phone,
            host=seat.player in live.host_players,
            accepted=playing[seat.player].accepted,
            just_sat_down=seat.player == sat_down,
            first=seat.player == first,
            before=_earlier(names, place) if place else None,
        )
        for place, seat in enumerate(here)
    )


def _earlier(names: list[str], place: int) -> tuple[str, ...]:
    moved = [*names]
    moved[place - 1], moved[place] = moved[place], moved[place - 1]
    return tuple(moved)


def _drawn(live: LiveTable) -> int | None:
    newest = live.table.entries[-1] if live.table.entries else None
    return newest.seq if newest and newest.event["event"] == "first_player_chosen" else None


def _first(live: LiveTable) -> str | None:
    """Who was named as the first player, as the log stands."""
    standing = (
        entry.event["player"]
        for entry in reversed(live.table.entries)
        if entry.event["event"] == "first_player_chosen" and entry.struck_by is None
    )
    return next(standing, None)
