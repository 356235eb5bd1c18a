"""A ZIP in the making: whole or not there, bounded, the same bytes, nothing left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.printing.exports import zip_file
from companion.printing.exports.zip_file import Bundle, BundleTooLarge


def test_the_same_pieces_give_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        with Bundle(tmp_path) as each:
            each.add("one.png", b"1" * 1000)
            each.add("two.txt", "Łódź".encode())
        made.append(each.path.read_bytes())
    assert made[0] == made[1]


def test_what_fails_leaves_no_file(tmp_path: Path) -> None:
    def fail() -> None:
        with Bundle(tmp_path) as each:
            each.add("one.png", b"1")
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_it_ends_before_it_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_file, "LARGEST_BYTES", 1500)

    def fill() -> None:
        with Bundle(tmp_path) as each:
            each.add("one.png", b"1" * 1000)
            each.add("two.png", b"2" * 1000)

    with pytest.raises(BundleTooLarge, match=r"two\.png"):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_what_an_ended_worker_left_is_swept_away(tmp_path: Path) -> None:
    old, new = tmp_path / "0123456789abcdef.zip", tmp_path / "fedcba9876543210.zip"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    with Bundle(tmp_path) as each:
        each.add("one.png", b"1")
    assert {path.name for path in tmp_path.iterdir()} == {new.name, each.path.name}
