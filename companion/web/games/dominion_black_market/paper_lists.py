"""The lists of a Dominion table on paper: the deck, the setup, the boxes, the placeholders."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.view import DominionTableView, SetupView, SupplyView
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.web.games.dominion_black_market.setup import FOR_PLAYERS, IN_SUPPLY
from companion.web.phrasing import enumerated, words
from companion.web.prints.evening import Evening

_HIDDEN = N_("The list is hidden at this table, so it is not printed.")
_NO_DECK = N_("There is no Black Market deck yet. Draw it first.")
_NO_KINGDOM = N_("There is no Kingdom yet. Choose it first.")


def _without_list(view: DominionTableView) -> Refused | None:
    """Why nothing that names the deck's cards can be printed."""
    if view.deck.hidden or view.deck.cards is None:
        return Refused("list_hidden", Phrase(_HIDDEN))
    return None if view.deck.cards else Refused("no_deck", Phrase(_NO_DECK))


def deck_list(evening: Evening) -> Json | Refused:
    """Everything in the Black Market deck, with boxes for seen and bought.

    The list is public by the rules (1.5), only its order is secret; what was seen is ticked.
    Refused as `list_hidden` or `no_deck`.
    """
    view: DominionTableView = evening.view
    refused = _without_list(view)
    if refused is not None:
        return refused
    cards = sorted(view.deck.cards or (), key=lambda each: each.card.name)
    return {
        "cards": [
            {
                **shown_card(each.card),
                "seen": each.seen,
                "bought": each.bought_by is not None,
                "by": words(
                    Phrase(N_("{name}, ${price}"), {"name": each.bought_by, "price": each.price})
                )
                if each.bought_by is not None
                else "",
            }
            for each in cards
        ],
    }


def shown_card(card: CardView) -> Json:
    """A card as lists and placeholders name it; never its text."""
    return {
        "name": card.name,
        "cost": card.cost,
        "types": " – ".join(card.types),
        "set": card.set_name,
        "pile": words(Phrase(N_("stands for {pile}"), {"pile": card.pile})) if card.pile else "",
    }


def checklist(evening: Evening) -> Json | Refused:
    """The setup with its causes, to be ticked with a pencil. Refused as `no_kingdom`."""
    view: DominionTableView = evening.view
    if not view.kingdom:
        return Refused("no_kingdom", Phrase(_NO_KINGDOM))
    start = view.start
    each_player = N_("{n} Coppers and 3 Estates")
    if start.shelters:
        each_player = N_("{n} Coppers and 3 Shelters")
    given = [words(Phrase(each_player, {"n": start.coppers})), *start.heirlooms]
    kinds = IN_SUPPLY | FOR_PLAYERS
    sections = [
        (N_("Kingdom"), [_pile(row) for row in view.supply if row.role == "kingdom"]),
        (N_("Basic cards"), [_pile(row) for row in view.supply if row.role == "basic"]),
        (N_("Also in the Supply"), [_line(s) for s in view.setup if s.kind in IN_SUPPLY]),
        (N_("Beside the Supply"), [_line(s) for s in view.setup if s.kind not in kinds]),
        (N_("Landscapes"), [_tick(card.name) for card in view.landscapes]),
        (
            N_("Every player"),
            [_tick(enumerated(given)), *(_line(s) for s in view.setup if s.kind in FOR_PLAYERS)],
        ),
    ]
    return {
        "sections": [
            {"heading": words(Phrase(heading)), "lines": lines}
            for heading, lines in sections
            if lines
        ],
        "remarks": [*_remarks(view)],
    }


def _remarks(view: DominionTableView) -> Sequence[str]:
    open_ = [
        words(Phrase(N_("{extra}: not chosen yet"), {"extra": each.name}))
        for each in view.extras
        if each.needed
    ]
    check = [
        words(Phrase(N_("{card}: check the card for setup."), {"card": name}))
        for name in view.check_for_setup
    ]
    return [*open_, *check]


def _pile(row: SupplyView) -> Json:
    size = words(Phrase(N_("{n} cards"), {"n": row.size})) if row.size else ""
    return _tick(row.card.name, f"{row.card.cost} · {row.card.set_name}", size)


def _line(line: SetupView) -> Json:
    return {**_tick(words(line.sentence), words(line.because)), "done": line.done_by is not None}


def _tick(text: str, more: str = "", count: str = "") -> Json:
    return {"words": text, "more": more, "count": count, "done": False}


def pull_list(evening: Evening) -> Json | Refused:
    """Which card to take from which box, and the same for putting away.

    Refused as `list_hidden` or `no_deck`.
    """
    view: DominionTableView = evening.view
    refused = _without_list(view)
    if refused is not None:
        return refused
    return {
        "boxes": [
            {"set": box.set_name, "cards": [shown_card(card) for card in box.cards]}
            for box in view.pull_list
        ],
    }


def placeholders(evening: Evening) -> Json | Refused:
    """The cards that stand for the deck's. Refused as `list_hidden` or `no_deck`."""
    view: DominionTableView = evening.view
    refused = _without_list(view)
    if refused is not None:
        return refused
    boxes = view.pull_list
    return {"cards": [shown_card(card) for box in boxes for card in box.cards]}
