"""Events of Dominion: Black Market in words and icons, and buttons beside refusals."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games import GAMES
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games.contract import Remedy

KEY = "dominion_black_market"
ICONS: Mapping[str, str] = {
    "player_joined": "user-plus",
    "player_left": "log-out",
    "seats_arranged": "arrow-up-down",
    "first_player_chosen": "dices",
    "turn_ended": "chevron-right",
    "game_called": "scale",
    "shelf_set": "inbox",
    "kingdom_chosen": "crown",
    "extra_chosen": "package-plus",
    "deck_drawn": "layers",
    "deck_card_added": "plus",
    "deck_card_struck": "minus",
    "deck_accepted": "check",
    "deck_agreed": "badge-check",
    "setup_step_done": "check",
    "market_played": "shopping-bag",
    "cards_revealed": "eye",
    "treasures_played": "coins",
    "card_bought": "hand-coins",
    "nothing_bought": "x",
    "rest_bottomed": "layers",
    "deck_reshuffled": "refresh-cw",
    "deck_corrected": "pencil",
    "pile_counted": "shield",
}
LOUD = frozenset(
    {"cards_revealed", "deck_empty", "debt_taken", "footpad_draws", "all_seen", "order_lost"}
    | {"deck_card_struck", "extra_dropped", "fewer_than_asked"}
)
"""What is worth a word beside the last event; the rest stands in the history."""

SAID = frozenset({"game_over"})
"""What the event itself says already."""


def icon_of(event: Json) -> str:
    """The icon that stands for an event."""
    return ICONS.get(str(event.get("event")), "history")


def tapped(live: LiveTable, event: Json, caller: Caller) -> Phrase:
    """What was tapped, in words."""
    return GAMES[KEY].describe(live.table.state, event, caller.names)


def follows(entry: Entry, briefly: bool) -> tuple[Phrase, ...]:
    """What followed from an entry, in words; `briefly` only what everybody should hear."""
    found = (
        GAMES[KEY].describe_consequence(consequence)
        for consequence in entry.consequences
        if consequence.name in LOUD or not (briefly or consequence.name in SAID)
    )
    return tuple(phrase for phrase in found if phrase is not None)


def remedy(live: LiveTable, event: Json, code: str) -> Remedy | None:
    """The button that does what a refusal of the playing game advises."""
    view: DominionTableView = GAMES[KEY].view(live.table.state, ())
    play = view.play
    player = event.get("player") or (play.player if play else view.active)
    if code == "not_your_turn" and event.get("event") == "turn_ended" and view.active:
        ended: Json = {**event, "player": view.active}
        return Remedy(Phrase(N_("{name}'s turn ended"), {"name": view.active}), (ended,))
    if code == "no_market" and isinstance(player, str) and view.status == "playing":
        played: Json = {"event": "market_played", "player": player}
        return Remedy(Phrase(N_("{player} played Black Market"), {"player": player}), (played,))
    if play is None:
        return None
    if code == "not_decided" or (code == "market_open" and play.stage == "revealed"):
        passed: Json = {"event": "nothing_bought", "player": play.player}
        return Remedy(Phrase(N_("Buy nothing")), (passed,))
    if code == "already_decided" and view.deck.order_held_by == "cards":
        mixed: Json = {"event": "rest_bottomed", "player": play.player}
        return Remedy(Phrase(N_("Put the rest down, mixed")), (mixed,))
    return None
