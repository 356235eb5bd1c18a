"""The rules in short, in our own words, with the rulebook's section named."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.black_market_warehouse.view import WarehouseTableView
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_
from companion.web.games.contract import Context
from companion.web.phrasing import of_units


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that people ask about at the table."""

    title: str
    lines: tuple[str, ...]
    source: str


RULES: dict[str, Rule] = {
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
    "end": Rule(
        N_("The end"),
        (
            N_("Complete a warehouse with no Warehouse card left to draw: the game ends."),
            N_("Count the items in your pile and the bonuses of exact matches."),
            N_("A tie goes to more items worth {five}."),
        ),
        N_("Rulebook, End Game."),
    ),
}


def rule(about: str | None, view: WarehouseTableView) -> Context:
    """The rule that was asked for; the first one when none of that name is."""
    name = about if about in RULES else _now(view)
    chosen, five = RULES[name], Money(of_units(5))
    return {
        "title": Phrase(chosen.title),
        "lines": tuple(Phrase(line, {"five": five}) for line in chosen.lines),
        "source": Phrase(chosen.source),
        "others": tuple(
            (other, Phrase(each.title)) for other, each in RULES.items() if other != name
        ),
    }


def _now(view: WarehouseTableView) -> str:
    return "end" if view.status == "over" or view.options["track"] == "scores" else "fill"
