"""The sentences of Dominion: Black Market, as message ids: codes, names, consequences."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.choices import NO_VALUE
from companion.core.phrases import N_

ASKS = {
    "not_your_turn": N_("It is {active}'s turn, not {name}'s."),
    "market_open": N_("Cards of the market still lie open."),
    "no_overpay": N_("{card} does not ask for more than its price."),
    "mission_blocks_buying": N_("On a Mission turn nothing is bought."),
    "debt_blocks_buying": N_("{name} has debt, and pays it in the Buy phase only."),
    "one_buy_per_play": N_("One card per Black Market, and {card} is bought."),
    "forbidden_this_turn": N_("{card} was named this turn."),
    "copper_in_play": N_("Grand Market is not for sale with a Copper in play."),
    "cannot_afford": N_("{card} costs {price}; {name} has {money}. Is there a reduction?"),
    "treasures_after_buying": N_("Treasures come before the purchase."),
    "not_on_top": N_("By our count {card} lies further down."),
    "not_all_seen": N_("{n} cards have not been seen yet."),
    "kingdom_size": N_("That is {n} Kingdom piles, not 10."),
    "extra_missing": N_("{cause} needs: {list}. Choose or draw it."),
    "no_black_market": N_("Black Market is nowhere in this game."),
    "not_all_accepted": N_("{list} have not said yes."),
    "below_recommended_size": N_("{n} cards; 15 or more are recommended."),
}
"""Every ask, in the order in which several are told."""

ASKS_OF_ONE = {
    "not_all_seen": N_("One card has not been seen yet."),
    "kingdom_size": N_("That is one Kingdom pile, not 10."),
    "not_all_accepted": N_("{list} has not said yes."),
    "below_recommended_size": N_("One card; 15 or more are recommended."),
}
"""The asks that count something, when there is one of it."""

REFUSALS = {
    "unknown_card": N_("No card is called {name}. Did you mean {nearest}?"),
    "unknown_set": N_("No set is called {name}."),
    "not_kingdom": N_("{card} is not a Kingdom card."),
    "not_landscape": N_("{card} is not a landscape."),
    "not_a_promo": N_("{card} is not a promo."),
    "in_supply": N_("{card} is in the Supply."),
    "in_use_set_aside": N_("{card} is set aside for {extra}."),
    "name_one_card": N_("{pile} holds different cards. Which one?"),
    "duplicate_name": N_("{card} is there already."),
    "pile_already_represented": N_("{other} already stands for {pile}."),
    "set_not_owned": N_("{card} is not on your shelf. Add {set} there."),
    "edition_not_owned": N_("{card} is in another edition of {set}."),
    "excluded_by_policy": N_("{card} is left out by your choice: {why}."),
    "too_many_cards": N_("That is {n} cards, more than {size}."),
    "wrong_cost": N_("{card} costs {cost}; {extra} needs {costs}."),
    "wrong_type": N_("{extra} needs {type}."),
    "no_bane_left": N_(
        "No $2 or $3 card is left for the Bane. Add one to the shelf, or strike Young Witch."
    ),
    "not_in_supply": N_("{card} is not a Supply pile."),
    "not_in_deck": N_("{card} is not in this deck."),
    "already_bought": N_("{name} has bought {card}."),
    "not_revealed": N_("Enter the revealed cards first."),
    "wrong_number": N_("{n} cards are revealed."),
    "order_incomplete": N_("Name each card once: {list}."),
    "order_held_by_app": N_("Our phones hold the deck."),
    "no_market": N_("Play Black Market first."),
    "not_decided": N_("Buy or pass first."),
    "already_decided": N_("That play is decided; put the rest down."),
    "deck_not_agreed": N_("Agree on the deck first."),
    "already_agreed": N_("The deck is agreed. Correct it, or take the agreement back."),
    "not_a_treasure": N_("{card} is not a Treasure."),
    "unknown_value": N_("We do not know what {card} gives. Enter the money."),
    "bad_number": N_("That must be a whole number from 0 to 999."),
    "no_such_step": N_("That step is not on the list."),
    "no_first_player": N_("Who begins?"),
    "already_started": N_("The first turn has begun."),
    "bad_name": N_("A name has 1 to 24 letters."),
    "name_taken": N_("There is already a {name} here. Add a letter?"),
    "table_full": N_("Dominion has six seats, and all are taken."),
    "seats_mismatch": N_("Please name every player once."),
    "unknown_player": N_("Nobody called {name} sits here."),
    "player_left": N_("{name} has left the table."),
    "game_over": N_("The game is over. Take back the last event to go on."),
    "nothing_fits": N_("No card on the shelf fits. Add a box, or choose by name."),
    "too_few_piles": N_("The shelf gives only {n} piles. Ten are needed."),
    "bad_options": NO_VALUE,
    "malformed": N_("That could not be read. Please try again."),
}

SENTENCES: Mapping[str, str] = ASKS | REFUSALS
"""Every code of the game with its sentence."""

CARD_WITHOUT_NEAREST = N_("No card is called {name}.")
CARD_WAS_NOT_REVEALED = N_("{card} was not revealed.")
ORDER_OF_HIDDEN_LIST = N_("Name each card of the hidden list once.")
OWN_CARDS_ONLY = N_("Dominion is played with its own cards; it takes no deck.")

EXTRA_NAMES = {
    "bane": N_("Bane"),
    "ferryman": N_("Ferryman"),
    "riverboat": N_("Riverboat"),
    "mouse": N_("Way of the Mouse"),
    "army": N_("Approaching Army"),
    "ally": N_("Ally"),
    "prophecy": N_("Prophecy"),
    "obelisk": N_("Obelisk"),
}
"""Extras as words in a sentence."""

EITHER_COST = N_("{low} or {high}")
TYPES_NEEDED = {
    "riverboat": N_("an Action that is no Duration"),
    "mouse": N_("an Action that is no Duration"),
    "army": N_("an Attack"),
    "ally": N_("an Ally"),
    "prophecy": N_("a Prophecy"),
    "obelisk": N_("an Action"),
}
"""What an extra must be, as words in a sentence."""

WHY_LEFT_OUT = {
    "mixed_piles": N_("no card of a mixed pile"),
    "promo": N_("no promos"),
    "other_set": N_("only sets of this Kingdom"),
    "telling": N_("it gives itself away"),
}
"""What the table chose, behind `excluded_by_policy`."""

CONSEQUENCES = {
    "deck_needed": N_("Black Market is in the game, so a deck is needed."),
    "deck_card_struck": N_("{card} left the deck list."),
    "extra_dropped": N_("{card} is not needed as {extra} and was put back."),
    "fewer_than_asked": N_("Only {cards} cards could be found."),
    "cards_revealed": N_("{cards} lie open."),
    "deck_empty": N_("The Black Market deck is empty. $2 all the same."),
    "debt_taken": N_("{player} takes {debt} debt."),
    "footpad_draws": N_("{player} draws a card, because of Footpad."),
    "rest_bottomed": N_("{cards} went under the deck."),
    "all_seen": N_("Every card of the deck has been seen."),
    "order_lost": N_("Nobody knows any more where the cards lie."),
    "game_over": N_("The game is over. Count the points."),
}
"""What followed from an event, in a sentence."""

BECAUSE = N_("Because of {cards}")
BECAUSE_OF_DECK = N_("In the Black Market deck: {cards}")
