"""Exact chances of what comes up next, for what one viewer knows of the order (rule 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from companion.core.games.dominion_black_market.queue import AT_ONCE
from companion.core.games.dominion_black_market.state import BlackMarketDeck

DECIMALS = 6
SURE, NEVER = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Segment:
    """Cards that lie together: in a known order, or every order equally likely."""

    cards: tuple[str, ...]
    ordered: bool
    fixed: tuple[tuple[str, int], ...] = ()
    """Unordered only: (card, place in the segment from 1) of cards whose back is seen."""

    @property
    def free(self) -> tuple[str, ...]:
        """Cards of which nobody knows the place."""
        placed = {card for card, _ in self.fixed}
        return () if self.ordered else tuple(card for card in self.cards if card not in placed)

    def surely_in(self, slots: int) -> frozenset[str]:
        """Cards known to lie within the first so many places."""
        if self.ordered:
            return frozenset(self.cards[:slots])
        return frozenset(card for card, place in self.fixed if place <= slots)

    def free_slots(self, slots: int) -> int:
        """How many of the first so many places the free cards share."""
        return slots - len(self.surely_in(slots))


def queue(deck: BlackMarketDeck, viewer: Iterable[str] = ()) -> tuple[Segment, ...]:
    """The face-down cards, top first, as these players know them; () is public knowledge."""
    top = deck.known_top
    unseen = tuple(sorted(card for card in deck.front if card not in top))
    knowers = frozenset(viewer)
    blocks = tuple(
        Segment(block.cards, block.known and (block.shown or block.by in knowers))
        for block in deck.tail
    )
    segments = (Segment(top, True), Segment(unseen, False, deck.backs), *blocks)
    return tuple(segment for segment in segments if segment.cards)


def next_reveal(segments: tuple[Segment, ...]) -> Mapping[str, Fraction]:
    """Every face-down card's chance to come up in the next reveal (rule 9.3)."""
    return within(segments, 1)


def within(segments: tuple[Segment, ...], plays: int) -> Mapping[str, Fraction]:
    """Every card's chance to come up within so many plays without a reshuffle (rule 9.4).

    A card at place q comes up within k plays when q <= 3k, whatever is bought.
    """
    chances: dict[str, Fraction] = {}
    for segment, slots in _reached(segments, plays):
        sure = segment.surely_in(slots)
        free = segment.free
        share = Fraction(segment.free_slots(slots), len(free)) if free else NEVER
        for card in segment.cards:
            chances[card] = SURE if card in sure else share if card in free else NEVER
    return chances


def any_of(segments: tuple[Segment, ...], wanted: Iterable[str], plays: int = 1) -> Fraction:
    """The chance that at least one of these cards comes up within so many plays."""
    names = frozenset(wanted)
    missed = SURE
    for segment, slots in _reached(segments, plays):
        if names & segment.surely_in(slots):
            return SURE
        free, places = segment.free, segment.free_slots(slots)
        sought = sum(1 for card in free if card in names)
        missed *= Fraction(comb(len(free) - sought, places), comb(len(free), places))
    return SURE - missed


def all_of(segments: tuple[Segment, ...], wanted: Iterable[str], plays: int = 1) -> Fraction:
    """The chance that all of these cards come up within so many plays."""
    names = frozenset(wanted)
    if not names <= {card for segment in segments for card in segment.cards}:
        return NEVER
    parts = []
    for segment, slots in _reached(segments, plays):
        sought = names & set(segment.cards) - segment.surely_in(slots)
        free, places = segment.free, segment.free_slots(slots)
        if not sought <= set(free) or len(sought) > places:
            return NEVER
        rest = comb(len(free) - len(sought), places - len(sought))
        parts.append(Fraction(rest, comb(len(free), places)))
    return prod(parts, start=SURE)


def mean_plays(segments: tuple[Segment, ...]) -> Mapping[str, Fraction]:
    """Every face-down card's mean number of plays until it comes up, that play counted.

    Past the last place nothing is said: the wrap depends on purchases.
    """
    means: dict[str, Fraction] = {}
    start = 0
    for segment in segments:
        placed = dict(segment.fixed)
        if segment.ordered:
            placed = {card: place for place, card in enumerate(segment.cards, start=1)}
        means |= {card: Fraction(_play_of(start + place)) for card, place in placed.items()}
        free = segment.free
        if free:
            taken = set(placed.values())
            places = [p for p in range(1, len(segment.cards) + 1) if p not in taken]
            mean = Fraction(sum(_play_of(start + place) for place in places), len(places))
            means |= dict.fromkeys(free, mean)
        start += len(segment.cards)
    return means


def rounded(chance: Fraction) -> float | int:
    """Six decimals, halves to even; a certain chance is 0 or 1."""
    exact = round(chance, DECIMALS)
    return int(exact) if exact.denominator == 1 else float(exact)


def _reached(segments: tuple[Segment, ...], plays: int) -> Iterator[tuple[Segment, int]]:
    """Every segment with how many of its places so many plays reach."""
    left = AT_ONCE * plays
    for segment in segments:
        slots = min(max(left, 0), len(segment.cards))
        yield segment, slots
        left -= len(segment.cards)


def _play_of(place: int) -> int:
    """Which play shows the card at this place from the top, from 1."""
    return -(-place // AT_ONCE)
