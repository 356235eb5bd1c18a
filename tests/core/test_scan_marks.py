"""Which ids a deck's marks may carry: its own first, each once, none of digits alone."""

from __future__ import annotations

from companion.core.decks.scan_marks import ALPHABET, ID_LENGTH, IDS, nearest_ids, own_id

OF = "00" * 32


def test_every_id_can_be_had_once_and_none_is_of_digits_alone() -> None:
    ids = list(nearest_ids(OF))
    digits = sum(map(str.isdecimal, ALPHABET))

    assert ids[0] == own_id(OF)
    assert len(set(ids)) == len(ids) == IDS - digits**ID_LENGTH
    assert not any(each.isdecimal() for each in ids)
