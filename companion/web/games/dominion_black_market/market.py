"""The market on the screens: what happens now and who acts, in words for the phone that looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.games.dominion_black_market.market_view import PlayView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.contract import AskedPage, Context

PHASES: Mapping[str, str] = {
    "action": N_("Action phase"),
    "buy": N_("Buy phase"),
    "start": N_("Start of the turn"),
    "night": N_("Night"),
}
DESTINATIONS: tuple[tuple[str, str], ...] = (
    ("discard", N_("discard pile")),
    ("deck", N_("on top of the deck")),
    ("hand", N_("into the hand")),
    ("set_aside", N_("set aside")),
    ("trash", N_("trash")),
)
"""Where a bought card goes."""


A_NEW_TURN: Json = {"coins": 0, "potions": 0, "debt": 0, "buys": 1, "mission": False, "cheaper": 0}
"""What a turn begins with, told where turns are not tracked."""


@dataclass(frozen=True, slots=True)
class Now:
    """The top line: who acts, for that player's phone and for the others."""

    player: str | None
    """None: nobody in particular."""
    mine: Phrase
    others: Phrase
    line: Phrase | None
    counts: Phrase
    """The deck in figures."""


@dataclass(frozen=True, slots=True)
class Begin:
    """How a Black Market is told for one seat."""

    player: str
    seat: int
    event: Json
    turn: bool
    """It is this player's turn, or turns are not tracked."""
    once_more: Json | None
    """Turns are not tracked: the same player's second play of one turn keeps the money.

    None where that is no question; then `event` keeps it as well."""


def now(view: DominionTableView) -> Now:
    """The top line of every phone."""
    counts = deck_counts(view)
    if view.status == "over":
        done = N_("The game is over") if view.tally.winners else N_("Count the points")
        return Now(None, Phrase(done), Phrase(done), None, counts)
    if view.play is not None:
        return _open(view.play, len(view.play.offers), counts)
    if view.active is not None:
        player = view.player(view.active)
        turn = Phrase(N_("Turn {n}"), {"n": (player.turns if player else 0) + 1})
        if view.extra_turn:
            turn = Phrase(N_("An extra turn"))
        params = {"name": view.active}
        mine = Phrase(N_("Your turn, {name}"), params)
        return Now(view.active, mine, Phrase(N_("{name}'s turn"), params), turn, counts)
    return Now(None, Phrase(N_("Black Market")), Phrase(N_("Black Market")), None, counts)


def _open(play: PlayView, cards: int, counts: Phrase) -> Now:
    name, phase = {"name": play.player}, Phrase(PHASES[play.phase])
    if play.stage == "revealing":
        one = play.reveal_size == 1
        awaited = Phrase(FEW.get(play.reveal_size, "{n}"), {"n": play.reveal_size})
        text = N_("Which card lies open?") if one else N_("Which {n} lie open?")
        title = Phrase(text, {"n": awaited})
        line = Phrase(N_("{name} played Black Market"), name)
        return Now(play.player, title, title, line, counts)
    few = Phrase(FEW.get(cards, "{n}"), {"n": cards})
    if play.stage == "bottoming":
        params = {"n": few, **name}
        line = Phrase(N_("Nothing was bought"))
        if play.bought is not None:
            line = Phrase(N_("{card} is bought"), {"card": play.bought})
        mine = Phrase(N_("Put {n} under the deck"), params)
        return Now(play.player, mine, Phrase(N_("{name} puts {n} under"), params), line, counts)
    up = N_("the deck is empty") if cards == 0 else N_("one card up")
    up = N_("{n} cards up") if cards > 1 else up
    line = Phrase("{phase} · {up}", {"phase": phase, "up": Phrase(up, {"n": few})})
    title = Phrase(N_("{name}'s Black Market"), name)
    return Now(play.player, title, title, line, counts)


FEW: Mapping[int, str] = {2: N_("two"), 3: N_("three")}


def deck_counts(view: DominionTableView) -> Phrase:
    """ "14 left · 10 not seen · 2 bought"."""
    deck = view.deck
    bought = sum(len(player.bought) for player in view.players)
    params = {"left": deck.count - bought, "unseen": deck.unseen, "bought": bought}
    if deck.count and not deck.unseen:
        return Phrase(N_("{left} left · all seen · {bought} bought"), params)
    return Phrase(N_("{left} left · {unseen} not seen · {bought} bought"), params)


def begins(
    view: DominionTableView, seats: Mapping[str, int], has_money: str | None
) -> tuple[Begin, ...]:
    """For each seat on screen, whose Black Market its big button tells.

    `has_money` is the player whose money the ledger still shows, None when it is nobody's.
    """
    if view.status != "playing" or view.play is not None:
        return ()
    found = []
    for player in view.players:
        if player.status != "playing" or player.name not in seats:
            continue
        teller = view.active or player.name
        plain: Json = {"event": "market_played", "player": teller}
        asks = view.active is None and has_money == teller
        found.append(
            Begin(
                player=teller,
                seat=seats[player.name],
                event={**plain, **A_NEW_TURN} if asks else plain,
                turn=teller == player.name,
                once_more=plain if asks else None,
            )
        )
    return tuple(found)


def played_sheet(view: DominionTableView, player: str | None, asked: AskedPage) -> Context | None:
    """Black Market with all that can be told about the turn."""
    if view.status != "playing":
        return None
    seated = tuple(each.name for each in view.players if each.status == "playing")
    chosen = asked.text("of") or view.active or player
    return {
        "players": seated,
        "player": chosen if chosen in seated else (seated[0] if seated else ""),
        "phases": tuple((key, Phrase(text)) for key, text in PHASES.items()),
        "ledger": view.ledger,
        "open": view.play is not None,
    }
