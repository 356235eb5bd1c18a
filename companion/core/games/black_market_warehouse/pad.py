"""The score pad of Black Market Warehouse."""

from __future__ import annotations

from companion.core.decks.model import MILLION
from companion.core.games.black_market_warehouse.cards import Catalogue
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.pad import PLACE, SUM, TIE, TOTAL, Pad, PadLine, PadRoom, PadSum
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_


def pad(state: State | None, room: PadRoom) -> Pad:
    """One line for each completed warehouse; `state` None: for a table with the usual cards."""
    cards = state.catalogue if state is not None else Catalogue()
    caption = Phrase(N_("Money in millions. One line for each completed warehouse."))
    if cards.money_unit != MILLION:
        caption = Phrase(
            N_("Money in {unit}. One line for each completed warehouse."),
            {"unit": Money(cards.money_unit)},
        )
    fives = {"money": Money(cards.five)}
    return Pad(
        caption=caption,
        first=Phrase(N_("Warehouse")),
        left=Phrase(N_("Items")),
        right=Phrase(N_("Bonus")),
        lines=tuple(
            PadLine(str(number + 1)) for number in range(line_count(room, cards.warehouse_total))
        ),
        sums=(
            PadSum(Phrase(N_("Sums")), (SUM,), split=True),
            PadSum(Phrase(N_("Total")), (TOTAL,)),
            PadSum(Phrase(N_("{money} items"), fives), (TIE,)),
            PadSum(Phrase(N_("Place")), (PLACE,)),
        ),
        rules=(
            Phrase(N_("Count items in completed warehouses only.")),
            Phrase(N_("The bonus counts when the items match exactly.")),
            Phrase(N_("Tie: most {money} items wins. Still tied: share the win."), fives),
        ),
    )


def line_count(room: PadRoom, warehouse_cards: int) -> int:
    """Lines for completed warehouses: as many as one player alone can complete.

    Rulebook, End Game: the game is over when a warehouse is finished and no Warehouse card is
    left to draw; with n players that is after 10 − n + 1 completed warehouses, and nothing keeps
    one player from completing them all. Where there is room for more lines, decks with more
    Warehouse cards have them; a deck with more than fit shares the lines there are.
    """
    return min(room.most, max(warehouse_cards - room.players + 1, room.easy, 2))
