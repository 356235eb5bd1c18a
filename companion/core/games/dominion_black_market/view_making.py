"""Makes the view of a table for the seats of one phone."""

from __future__ import annotations

from companion.core.games.dominion_black_market import in_use, piles, setup, shelf
from companion.core.games.dominion_black_market.card_view import card_view
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.count_form import count_form
from companion.core.games.dominion_black_market.deck_view import deck_view
from companion.core.games.dominion_black_market.eligibility import fits_extra
from companion.core.games.dominion_black_market.hidden_list import (
    as_told,
    causes_told,
    hides_list,
)
from companion.core.games.dominion_black_market.market_view import ledger_view, play_view, treasures
from companion.core.games.dominion_black_market.phrases import (
    BECAUSE,
    BECAUSE_OF_DECK,
    EXTRA_NAMES,
)
from companion.core.games.dominion_black_market.result import tally
from companion.core.games.dominion_black_market.seat_snapshot import seat_snapshot
from companion.core.games.dominion_black_market.setup_phrases import sentence
from companion.core.games.dominion_black_market.state import EXTRAS, Kingdom, Shelf, State
from companion.core.games.dominion_black_market.view import (
    BoxChoice,
    BoxView,
    DominionTableView,
    ExtraView,
    PlayerView,
    SetupView,
    StartView,
    SupplyView,
)
from companion.core.outcome import Phrase

BASIC_ORDER = (*setup.BASICS, *setup.COLONY)


def view(state: State, seats: tuple[str, ...]) -> DominionTableView:
    """The table as these players may see it; () for what everybody may see."""
    known = catalogue()
    kingdom = state.kingdom or Kingdom()
    own = tuple(name for name in seats if state.find(name) is not None)
    counted = tally(state)
    owned = state.shelf
    return DominionTableView(
        status=state.status,
        active=state.active if state.status == "playing" and state.tracked else None,
        tracked=state.tracked,
        extra_turn=state.extra_turn,
        hermit=state.hermit,
        deck_needed=in_use.deck_needed(state),
        players=_players(state),
        shelf=_boxes(owned, known),
        shelf_set=owned is not None,
        promos=_promos(known),
        owned_promos=owned.promos if owned else (),
        without=owned.without if owned else (),
        kingdom=tuple(card_view(known.card(name)) for name in kingdom.piles),
        landscapes=tuple(card_view(known.card(name)) for name in kingdom.landscapes),
        colony=kingdom.colony,
        shelters=kingdom.shelters,
        extras=_extras(state, known),
        supply=_supply(state, known),
        eligible=len(shelf.eligible(state, known)),
        setup=_setup(state),
        check_for_setup=setup.unknown_setup(as_told(state)),
        start=_start(state),
        pull_list=_pull_list(state, known),
        deck=deck_view(state, own),
        ledger=ledger_view(state),
        market=state.market,
        play=play_view(state),
        treasures=treasures(state),
        count_form=count_form(state),
        tally=counted,
        silent=tuple(player.name for player in state.seated if not player.accepted),
        seats=own,
        public=seat_snapshot(state, own),
    )


def _boxes(owned: Shelf | None, known: Catalogue) -> tuple[BoxChoice, ...]:
    return tuple(
        BoxChoice(
            box.word,
            box.set_name,
            box.edition if box.two_editions else None,
            owned is None or box.word in owned.sets,
        )
        for box in known.boxes.values()
    )


def _promos(known: Catalogue) -> tuple[str, ...]:
    return tuple(
        card.name
        for card in known.cards.values()
        if card.set == shelf.PROMO and card.kind in ("kingdom", "landscape")
    )


def _players(state: State) -> tuple[PlayerView, ...]:
    standings = {standing.name: standing for standing in tally(state).standings}
    return tuple(
        PlayerView(
            name=player.name,
            number=player.number,
            status="left" if player.left else "playing",
            turns=player.turns,
            accepted=player.accepted,
            bought=tuple(
                (each.card, each.price) for each in state.deck.bought if each.player == player.name
            ),
            points=standings[player.name].points,
            counted=player.count.cards if player.count else (),
            rank=standings[player.name].rank,
        )
        for player in state.players
    )


def _extras(state: State, known: Catalogue) -> tuple[ExtraView, ...]:
    needed = in_use.needs(state, known)
    asked_for = {*needed, *(extra for extra, _ in state.extras.chosen())}
    unneeded = in_use.unneeded(state, known)
    return tuple(
        ExtraView(
            extra=extra,
            name=Phrase(EXTRA_NAMES[extra]),
            card=card_view(known.card(card)) if (card := state.extras.get(extra)) else None,
            causes=() if extra in unneeded else in_use.causes(as_told(state), known, extra),
            needed=extra in needed,
            choices=tuple(each.name for each in fits_extra(state, extra, known))
            if extra in needed
            else (),
        )
        for extra in EXTRAS
        if extra in asked_for
    )


def _supply(state: State, known: Catalogue) -> tuple[SupplyView, ...]:
    roles = {state.extras.army: "army", state.extras.bane: "bane"}
    roles |= dict.fromkeys(BASIC_ORDER, "basic")
    roles |= dict.fromkeys(state.kingdom.piles if state.kingdom else (), "kingdom")
    heirlooms = len(setup.start(state).heirlooms)
    order = {name: place for place, name in enumerate(BASIC_ORDER)}
    rows = [
        SupplyView(
            card=card_view(known.card(name)),
            size=piles.size(known.card(name), state.player_count, heirlooms),
            role=roles.get(name, "brought"),
        )
        for name in setup.supply(state)
    ]
    ranks = {
        role: place for place, role in enumerate(("kingdom", "bane", "army", "brought", "basic"))
    }
    return tuple(sorted(rows, key=lambda row: (ranks[row.role], order.get(row.card.name, 0))))


def _setup(state: State) -> tuple[SetupView, ...]:
    done = dict(state.steps_done)
    listed = set(state.deck.cards)
    rows = []
    for entry in setup.entries(state):
        causes = causes_told(state, entry.causes)
        if not causes:
            continue
        from_deck = tuple(cause for cause in causes if cause in listed)
        others = tuple(cause for cause in causes if cause not in listed)
        because = Phrase(BECAUSE, {"cards": others or from_deck})
        if from_deck and not others:
            because = Phrase(BECAUSE_OF_DECK, {"cards": from_deck})
        rows.append(
            SetupView(
                kind=entry.kind,
                what=entry.what,
                count=entry.count,
                causes=causes,
                from_deck=from_deck,
                step=entry.step,
                sentence=sentence(entry, state),
                because=because,
                done_by=done.get(entry.step),
            )
        )
    return tuple(rows)


def _start(state: State) -> StartView:
    given = setup.start(state)
    shelters = bool(state.kingdom and state.kingdom.shelters)
    return StartView(given.coppers, given.heirlooms, given.coffers, given.favors, shelters)


def _pull_list(state: State, known: Catalogue) -> tuple[BoxView, ...]:
    if hides_list(state):
        return ()
    cards: tuple[Card, ...] = tuple(known.card(name) for name in state.deck.cards)
    return tuple(
        BoxView(box.set_name, tuple(card_view(card) for card in box.cards))
        for box in piles.by_box(cards)
    )
