"""Random damage to a file: what failing disks, cards and copies do to it."""

from __future__ import annotations

import random
from collections.abc import Callable

PAGE_BYTES = 4096


def _bit(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _bytes(content: bytearray, chance: random.Random) -> None:
    at, length = chance.randrange(len(content)), chance.randrange(1, 65)
    content[at : at + length] = chance.randbytes(len(content[at : at + length]))


def _letter(content: bytearray, chance: random.Random) -> None:
    """A digit or letter becomes another: damage that still reads well."""
    while True:
        at = chance.randrange(len(content))
        if chr(content[at]).isascii() and chr(content[at]).isalnum():
            content[at] = ord(chance.choice("0123456789abcdefABCDEF"))
            return


def _sector(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content) // 512) * 512
    content[at : at + 512] = bytes(512) if chance.random() < 0.5 else chance.randbytes(512)


def _swapped_pages(content: bytearray, chance: random.Random) -> None:
    one, two = (
        chance.randrange(len(content) // PAGE_BYTES) * PAGE_BYTES for _ in range(2)
    )  # the same one twice is no damage, and must do no harm
    first, second = content[one : one + PAGE_BYTES], content[two : two + PAGE_BYTES]
    content[one : one + PAGE_BYTES], content[two : two + PAGE_BYTES] = second, first


def _cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


KINDS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_bit, _bit, _bytes, _bytes, _letter, _letter, _letter),
    *(_sector, _swapped_pages, _cut),
)


def damaged(content: bytes, chance: random.Random) -> tuple[bytes, str]:
    """The content with one to three damages, and the names of what was done."""
    spoilt, told = bytearray(content), []
    for _ in range(chance.choice((1, 1, 2, 3))):
        kind = chance.choice(KINDS)
        if len(spoilt) >= PAGE_BYTES:
            kind(spoilt, chance)
            told.append(kind.__name__.strip("_"))
    return bytes(spoilt), " ".join(told)
