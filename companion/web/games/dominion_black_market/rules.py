"""The rules of Black Market in our own words, one short page for each moment of a play."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.phrases import N_
from companion.web.games.contract import AskedPage, Context
from companion.web.games.rule_help import END, HISTORY, START, TAKING_BACK, Rule, page_of

RULES: Mapping[str, Rule] = {
    START: Rule(
        N_("Beginning"),
        (
            N_("Everybody starts with 7 Coppers and 3 Estates."),
            N_("Shelters or Heirlooms may stand in for some of them."),
            N_("Shuffle them and draw five cards."),
            N_("The first player is drawn; then it goes to the left."),
        ),
        N_("Base game, preparation"),
    ),
    "kingdom": Rule(
        N_("Choosing the Kingdom"),
        (
            N_("Ten different Kingdom piles lie in the Supply."),
            N_("Black Market is one of them; its deck is no pile."),
            N_("Cards of piles you own and do not use may go into it."),
        ),
        N_("Base game, preparation; rulebook, Black Market"),
    ),
    "deck": Rule(
        N_("Making the deck"),
        (
            N_("It holds Kingdom cards that are in no Supply pile."),
            N_("One copy of each; of a mixed pile, one card at most."),
            N_("You agree on the cards. 15 or more are recommended."),
            N_("Everybody may see the list before the game."),
            N_("Then it is shuffled and lies face down for all to reach."),
        ),
        N_("Rulebook, Black Market"),
    ),
    "setup": Rule(
        N_("What the deck brings along"),
        (
            N_("Setup rules of its cards hold from before the first turn."),
            N_("They hold even if the card is never seen, and after it is gone."),
            N_("One thing may bring another: a Bane may bring an Heirloom."),
            N_("Bane, Potion and Ruins are Supply piles, and may run out."),
            N_("Platinum, Colony and Shelters do not come from the deck."),
        ),
        N_("Rulebook, Black Market; its clarifications"),
    ),
    "play": Rule(
        N_("Playing Black Market"),
        (
            N_("You get +$2 at once, even from an empty deck."),
            N_("Three cards are turned up from the top of the deck."),
            N_("Now you may play any Treasures from your hand."),
            N_("Then you may buy one of the open cards."),
            N_("What is left goes under the deck, in any order."),
            N_("A second Black Market turns up the next three."),
        ),
        N_("Rulebook, Black Market"),
    ),
    "money": Rule(
        N_("The money"),
        (
            N_("Money of earlier Actions counts, and so does every Treasure."),
            N_("What you do not spend stays for your Buy phase."),
            N_("What you spent here is gone."),
            N_("This purchase costs none of your Buys."),
            N_("Coffers wait for the Buy phase."),
            N_("With debt nothing is bought here, and debt is not paid here."),
            N_("On a Mission turn nothing is bought, the rest happens."),
        ),
        N_("Rulebook, Black Market; its clarifications"),
    ),
    "pile": Rule(
        N_("Cards without a pile"),
        (
            N_("The deck is no Supply pile. Empty, it ends no game."),
            N_("Its cards are never exchanged and never go back to a pile."),
            N_("What a bought card brings comes from the Supply."),
            N_("It counts as bought and gained, but not in your Buy phase."),
        ),
        N_("Rulebook, Black Market; its clarifications"),
    ),
    "order": Rule(
        N_("Who knows the order"),
        (
            N_("Everybody knows the list and every card that was open."),
            N_("Only who put cards under the deck knows their order."),
            N_("This phone shows an order only to the player who knows it."),
        ),
        N_("Table custom"),
    ),
    "points": Rule(
        N_("Counting points"),
        (
            N_("Count every card you own, wherever it lies."),
            N_("Cards of the Black Market count like any other."),
            N_("Tied? Fewer turns win. Extra turns do not count."),
        ),
        N_("Base game, end of the game"),
    ),
    HISTORY: TAKING_BACK,
}


BY_TAB: Mapping[str, str] = {
    "players": START,
    "shelf": "kingdom",
    "kingdom": "kingdom",
    "deck": "deck",
    "setup": "setup",
    "table": "pile",
    "points": "points",
}
"""The page that fits a tab; on the others it hangs on what happens."""


def about_now(view: DominionTableView) -> str:
    """The page that fits what happens."""
    if view.status == "over":
        return "points"
    stage = view.play.stage if view.play else "idle"
    return {"revealed": "money", "bottoming": "order"}.get(stage, "play")


def rule(view: DominionTableView, asked: AskedPage) -> Context:
    """The page of the address, else the one that fits this tab now."""
    about = asked.text("about") or BY_TAB.get(asked.tab, "")
    about = "points" if about == END else about
    return page_of(RULES, about if about in RULES else about_now(view), {})
