"""The public state as JSON, with the field names that transcripts compare (Snapshot)."""

from __future__ import annotations

from companion.core.games.dominion_black_market import (
    in_use,
    odds,
    offers,
    ranking,
    setup,
    shelf,
    tally,
)
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.state import Player, State
from companion.core.outcome import Json


def snapshot(state: State) -> Json:
    """The full public state; it never holds the hidden order.

    The list of a hidden deck is in it, for transcripts only: views leave it out.
    """
    known = catalogue()
    result = ranking.result(state, known)
    return {
        "status": state.status,
        "active": state.active if state.status == "playing" and state.tracked else None,
        "players": players(state),
        **_prepared(state),
        "deck": deck(state),
        **_played(state),
        "ranking": [[place.player, place.rank] for place in ranking.places(state, known)],
        "winners": list(result.winners) if result else None,
        "decided_by": result.decided_by if result else None,
    }


def _prepared(state: State) -> Json:
    """What the table plays with, and what that brings."""
    known = catalogue()
    start = setup.start(state)
    return {
        "deck_needed": in_use.deck_needed(state),
        "supply": list(setup.supply(state)),
        "extra_piles": dict(state.extras.chosen()),
        "needs": list(in_use.needs(state, known)),
        "eligible": len(shelf.eligible(state, known)),
        "setup": [
            {"kind": line.kind, "what": line.what, "count": line.count, "causes": list(line.causes)}
            for line in setup.entries(state)
        ],
        "steps_done": sorted(step for step, _ in state.steps_done),
        "start": {
            "coppers": start.coppers,
            "heirlooms": list(start.heirlooms),
            "coffers": start.coffers,
            "favors": start.favors,
        },
        "leaks": dict(setup.leaks(state)),
    }


def _played(state: State) -> Json:
    """The open market, the money and the chances."""
    ledger = state.ledger
    return {
        "ledger": {
            "coins": ledger.coins,
            "potions": ledger.potions,
            "debt": ledger.debt,
            "buys": ledger.buys,
        },
        "market": state.market,
        "offers": {
            offer.card: {
                "price": offer.price,
                "potions": offer.potions,
                "debt": offer.debt,
                "asks": [each.code for each in offer.asks],
                "rulings": list(offer.rulings),
            }
            for offer in offers.offers(state, catalogue())
        },
        "odds": chances(state, ()),
    }


def players(state: State) -> Json:
    """Every seat by name, with its own odds."""
    counted = tally.points(state, catalogue())
    return {each.name: _player(state, each, counted.get(each.name)) for each in state.players}


def deck(state: State) -> Json:
    """What everybody may know of the deck."""
    held = state.deck
    agreed = held.order_held_by is not None
    return {
        "list": sorted(held.cards),
        "size": held.size if agreed else len(held.cards),
        "known_top": list(held.known_top),
        "unseen": held.unseen if agreed else len(held.cards),
        "seen": list(held.seen),
        "revealed": list(held.revealed),
        "tail": [list(block.cards) if block.shown else sorted(block.cards) for block in held.tail],
        "tail_shown": [block.shown for block in held.tail],
        "bought": [[each.card, each.player, each.price] for each in held.bought],
        "order_held_by": held.order_held_by,
    }


def chances(state: State, viewer: tuple[str, ...]) -> Json | None:
    """The next reveal as these players may know it; None unless playing and idle."""
    if state.status != "playing" or state.play is not None:
        return None
    found = odds.next_reveal(odds.queue(state.deck, viewer))
    shown = {chance: odds.rounded(chance) for chance in set(found.values())}
    return {card: shown[found[card]] for card in sorted(found)}


def _player(state: State, player: Player, points: tally.Points | None) -> Json:
    return {
        "status": "left" if player.left else "playing",
        "turns": player.turns,
        "accepted": player.accepted,
        "bought": [
            [each.card, each.price] for each in state.deck.bought if each.player == player.name
        ],
        "tally": points_json(points) if points else None,
        "odds": chances(state, (player.name,)),
    }


def points_json(points: tally.Points) -> Json:
    """One player's points as the snapshot names them."""
    return {
        "cards": points.cards,
        "landmarks": points.landmarks,
        "tokens": points.tokens,
        "ally": points.ally,
        "total": points.total,
        "lines": dict(points.lines),
    }
