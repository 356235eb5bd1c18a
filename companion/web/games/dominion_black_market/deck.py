"""The Black Market deck while it is agreed: the list, what was struck, who has said yes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.agreement import RECOMMENDED
from companion.core.games.dominion_black_market.card_view import CardView, card_view
from companion.core.games.dominion_black_market.cards import Card, folded
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.deck_view import DeckCardView
from companion.core.games.dominion_black_market.eligibility import refusal_for_deck
from companion.core.games.dominion_black_market.hidden_list import told_cards
from companion.core.games.dominion_black_market.shelf import owned_piles
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Phrase
from companion.services.tables.live_table import LiveTable

FOUND = 24
STRUCK = 5


@dataclass(frozen=True, slots=True)
class Struck:
    """A card that somebody struck since the last draw; one tap puts it back."""

    card: CardView
    by: str


@dataclass(frozen=True, slots=True)
class Mixed:
    """A pile of differently named cards, of which one may stand in the deck."""

    pile: str
    members: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A card that a search found, and why it may not enter."""

    card: CardView
    against: Phrase | None


@dataclass(frozen=True, slots=True)
class DeckShown:
    """What the tab shows."""

    drawn: bool
    """Somebody has drawn or begun a list."""
    cards: tuple[DeckCardView, ...] | None
    """None while the list is hidden."""
    count: int
    hidden: bool
    few: bool
    """Fewer than recommended."""
    struck: tuple[Struck, ...]
    said_yes: tuple[str, ...]
    silent: tuple[str, ...]
    all_yes: bool
    policy: str
    policy_size: int | None
    mixed_piles: str | None
    leave_out_telling: bool
    eligible: int


def shown(live: LiveTable, view: DominionTableView) -> DeckShown:
    """The list as every phone may see it; nothing of it while it is hidden."""
    deck = view.deck
    seated = [player for player in view.players if player.status == "playing"]
    return DeckShown(
        drawn=bool(deck.count) or _begun(live),
        cards=tuple(sorted(deck.cards, key=lambda each: each.card.name))
        if deck.cards
        else deck.cards,
        count=deck.count,
        hidden=deck.hidden,
        few=deck.count < RECOMMENDED,
        struck=() if deck.hidden else _struck(live, view),
        said_yes=tuple(player.name for player in seated if player.accepted),
        silent=view.silent,
        all_yes=bool(seated) and not view.silent,
        policy=deck.policy,
        policy_size=deck.policy_size,
        mixed_piles=deck.mixed_piles,
        leave_out_telling=deck.leave_out_telling,
        eligible=view.eligible,
    )


def search(live: LiveTable, text: str) -> tuple[Found, ...]:
    """Kingdom cards with these letters in their name, members of mixed piles among them."""
    letters, known, state = folded(text), catalogue(), live.table.state
    if not letters:
        return ()
    hits = [
        card
        for card in known.cards.values()
        if letters in folded(card.name) and card.kind in ("kingdom", "member") and not card.mixed
    ]
    hits.sort(key=lambda card: (not folded(card.name).startswith(letters), card.name))
    return tuple(_found(state, card) for card in hits[:FOUND])


def mixed(live: LiveTable) -> tuple[Mixed, ...]:
    """The owned piles of differently named cards."""
    known = catalogue()
    return tuple(
        Mixed(pile.name, tuple(card_view(known.card(name)) for name in pile.members))
        for pile in owned_piles(live.table.state, known)
        if pile.mixed
    )


def _found(state: State, card: Card) -> Found:
    against = refusal_for_deck(state, card.name, told_cards(state), catalogue())
    return Found(card_view(card), against.phrase if against is not None else None)


def _begun(live: LiveTable) -> bool:
    return any(
        entry.event["event"] == "deck_drawn" and entry.struck_by is None
        for entry in live.table.entries
    )


def _struck(live: LiveTable, view: DominionTableView) -> tuple[Struck, ...]:
    there = {each.card.name for each in view.deck.cards or ()}
    found: dict[str, Struck] = {}
    for entry in reversed(live.table.entries):
        event = entry.event
        if entry.struck_by is not None:
            continue
        if event["event"] == "deck_drawn" or len(found) >= STRUCK:
            break
        if event["event"] == "deck_card_struck" and event["card"] not in there:
            card = card_view(catalogue().card(event["card"]))
            found.setdefault(card.name, Struck(card, event["player"]))
    return tuple(found.values())
