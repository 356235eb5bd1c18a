"""The demo of Dominion: Black Market: three players, some turns into a game."""

from __future__ import annotations

from typing import Any

from companion.core.outcome import Json
from companion.services.demos.steps import BEN, CLEO, PLAYERS, Step, ends_turn, tap
from companion.services.demos.steps import VISITOR as ANA

KINGDOM = (
    "Black Market", "Village", "Smithy", "Market", "Festival", "Laboratory", "Mine", "Moat",
    "Gardens", "Harem",
)  # fmt: skip
ORDER = (
    "Caravan", "Bridge", "Wharf", "Tunnel", "Peddler", "Council Room", "Herald", "Stonemason",
    "Wishing Well", "Sir Martin", "Bazaar", "Trading Post", "Steward", "Courtyard", "Lighthouse",
    "Grand Market",
)  # fmt: skip
"""The deck from its top: nobody at a demo has to be kept from it."""
SALT = "demo"
HAND: Json = {"Silver": 1, "Copper": 2}
"""The Treasures that the others play at the market."""


def _buys(player: str, card: str, under: tuple[str, ...]) -> tuple[Step, ...]:
    return (
        tap(player, "market_played"),
        tap(player, "treasures_played", treasures=HAND),
        tap(player, "card_bought", card=card),
        tap(player, "rest_bottomed", order=list(under)),
        ends_turn(player),
    )


OPENING: tuple[Step, ...] = (
    *(tap(player, "player_joined") for player in PLAYERS),
    Step(ANA, {"event": "kingdom_chosen", "kingdom": list(KINGDOM)}),
    Step(ANA, {"event": "deck_drawn", "policy": "agreed_list", "cards": sorted(ORDER)}),
    *(tap(player, "deck_accepted") for player in PLAYERS),
    Step(
        ANA,
        {"event": "deck_agreed", "order_held_by": "app", "order": list(ORDER), "salt": SALT},
    ),
    Step(ANA, {"event": "first_player_chosen", "player": BEN}),
    *(ends_turn(player) for _round in range(2) for player in (BEN, CLEO, ANA)),
    *_buys(BEN, "Wharf", under=("Bridge", "Caravan")),
    *_buys(CLEO, "Council Room", under=("Tunnel", "Peddler")),
)
"""Two cards are bought; it is Ana's third turn."""


def next_step(view: Any, players: frozenset[str]) -> Step | None:
    """Play the market every other turn and buy the dearest card that the money is enough for."""
    if view.status == "over":
        return _count(view, players)
    if view.status != "playing":
        return None
    if view.play is not None:
        return _at_the_market(view) if view.play.player in players else None
    if view.active not in players:
        return None
    player = view.player(view.active)
    played = view.ledger.coins > 0
    if player.turns % 2 == 0 and not played and view.deck.size:
        return tap(view.active, "market_played")
    return ends_turn(view.active)


def _at_the_market(view: Any) -> Step:
    player, offers = view.play.player, view.play.offers
    if view.play.stage == "bottoming":
        under = [each.card.name for each in offers]
        return tap(player, "rest_bottomed", order=under)
    if view.play.stage == "revealing":  # the visitor let real cards be laid out; name none
        return ends_turn(player)
    if view.ledger.coins < 3:
        return tap(player, "treasures_played", treasures=HAND)
    fair = [each for each in offers if not each.asks]
    if not fair:
        return tap(player, "nothing_bought")
    dearest = max(fair, key=lambda each: each.price)
    return tap(player, "card_bought", card=dearest.card.name)


def _count(view: Any, players: frozenset[str]) -> Step | None:
    """The others count their cards once the game is over."""
    for player in view.players:
        if player.name in players and player.points is None and player.status != "left":
            cards = {"Copper": 7, "Silver": 3, "Gold": 2, "Estate": 3, "Province": player.number}
            cards |= {card: 1 for card, _price in player.bought}
            return tap(player.name, "pile_counted", cards=cards)
    return None
