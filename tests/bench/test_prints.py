"""The print figures measure what they say: the same cards, by all three, and true sheets."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from tests.bench import print_decks, print_peers
from tests.bench.prints import measured


def test_the_deck_has_eighty_different_cards() -> None:
    deck = print_decks.deck_of()
    assert len({card.id for card in deck.cards}) == 80
    assert len({card.name for card in deck.cards}) == 80
    assert sum(card.count for card in deck.cards) == 80
    assert print_decks.edited(deck, 3, "Other").cards[3].name == "Other"


def test_pictures_are_all_different(tmp_path: Path) -> None:
    deck = print_decks.illustrated(print_decks.deck_of(3), tmp_path)
    assert len({card.picture for card in deck.cards}) == 3
    assert len(list(tmp_path.glob("*.jpg"))) == 3


@pytest.mark.parametrize("name", print_peers.PEERS)
def test_a_peer_draws_every_card_and_its_back(name: str, tmp_path: Path) -> None:
    deck = print_decks.deck_of(10)
    data = print_peers.PEERS[name](tmp_path).pdf(deck, "letter")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 4
        box = [float(side) * 25.4 / 72 for side in pdf.pages[0].mediabox]
        assert box == pytest.approx([0, 0, 215.9, 279.4], abs=0.01)


@pytest.mark.soak
def test_every_print_figure_is_reached() -> None:
    missed = [figure.name for figure in measured(1, lambda _: None) if figure.reached is False]
    assert missed == []
