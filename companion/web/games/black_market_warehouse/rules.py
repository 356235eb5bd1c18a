"""The rules in short, in our own words, with the rulebook's section named."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.black_market_warehouse.view import WarehouseTableView
from companion.core.outcome import Money
from companion.core.phrases import N_
from companion.web.games.contract import Context
from companion.web.games.rule_help import END, HISTORY, START, TAKING_BACK, Rule, page_of

RULES: Mapping[str, Rule] = {
    START: Rule(
        N_("Before the first turn"),
        (
            N_("Shuffle the Warehouse deck and the Market deck."),
            N_("Everybody draws five Market cards and one Warehouse card."),
            N_("Warehouse cards lie face up; hands stay hidden."),
            N_("The first player is drawn; then it goes to the left."),
        ),
        N_("Rulebook, Setup."),
    ),
    "fill": Rule(
        N_("Adding an item"),
        (
            N_("Once per turn you lay one Market item on your Warehouse card."),
            N_("You do it when you hold an item; only Insiders are a choice."),
            N_("After it, keep five cards at most. Then it is the next player’s turn."),
        ),
        N_("Rulebook, Drop and Fill; Pitch and Ditch."),
    ),
    "insider": Rule(
        N_("Playing an Insider"),
        (
            N_("After drawing you may play one Insider. It works at once."),
            N_("It then goes to the discard pile."),
            N_("Completed warehouses are safe from Insiders."),
        ),
        N_("Rulebook, Shop and Hire. Rulings 5 and 9."),
    ),
    "complete": Rule(
        N_("Completing a warehouse"),
        (
            N_("It is complete with as many items as its card lists."),
            N_("Exactly the listed types, in any order, earn the bonus."),
            N_("Draw the next Warehouse card; fill it from the next turn on."),
        ),
        N_("Rulebook, Drop and Fill."),
    ),
    END: Rule(
        N_("The end"),
        (
            N_("Complete a warehouse with no Warehouse card left to draw: the game ends."),
            N_("Count the items in your pile and the bonuses of exact matches."),
            N_("A tie goes to more items worth {five}."),
        ),
        N_("Rulebook, End Game."),
    ),
    HISTORY: TAKING_BACK,
}


def rule(about: str | None, view: WarehouseTableView) -> Context:
    """The rule that was asked for; the one that applies now when none of that name is."""
    asked = about or ""
    return page_of(RULES, asked if asked in RULES else _now(view), {"five": Money(view.five)})


def _now(view: WarehouseTableView) -> str:
    if view.status == "over" or view.last_round or view.options["track"] == "scores":
        return END
    return START if view.status == "lobby" else "fill"
