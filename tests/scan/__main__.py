"""`make bench-scan`: 300 simulated photos of piles, what was read of them, and how fast."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.printing.formats import PrintOptions
from companion.scanning.decoding import read_photo
from tests.core.builders import starter
from tests.scan.photos import (
    Card,
    Conditions,
    compared,
    fanned,
    laid_out,
    middle_of_mark,
    photo,
    printed_cards,
)

PHOTOS = 300
GOAL = 0.99
GOAL_SECONDS = 0.4


@dataclass
class Sum:
    """What came of the photos of one condition."""

    photos: int = 0
    lying: int = 0
    read: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, lying: int, read: int, wrong: int, seconds: float) -> None:
        """One photo more."""
        self.photos += 1
        self.lying, self.read, self.wrong = self.lying + lying, self.read + read, self.wrong + wrong
        self.seconds.append(seconds)

    def line(self, name: str) -> str:
        """The row of the table."""
        share = 100 * self.read / self.lying
        return (
            f"{name:<24}{self.photos:>7}{self.lying:>8}{self.read:>8}{share:>9.2f} %{self.wrong:>7}"
            f"{mean(self.seconds):>9.2f} s{max(self.seconds):>8.2f} s"
        )


def conditions(number: int, megapixels: int) -> tuple[Conditions, list[str]]:
    """How photo `number` is taken, and the rows of the table that it counts in."""
    blur = (0.4, 0.8, 1.2)[number % 3]
    tilt = (0.0, 0.06, 0.12)[number // 3 % 3]
    shadow = (0.1, 0.35, 0.55)[number // 9 % 3]
    how = Conditions(megapixels, tilt, blur, noise=(3.0, 6.0)[number // 27 % 2], shadow=shadow)
    rows = [f"blur {blur} px", f"tilt {tilt:.0%}", f"shadow {shadow:.0%}", f"noise {how.noise:g}"]
    return how, [f"{megapixels} MP", *rows]


def main(photos: int = PHOTOS) -> int:
    """300 at 8 megapixels decide; a sixth as many at 3 and at 12 are told beside them."""
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    cards = {each: printed_cards(deck, PrintOptions(scan_marks=each)) for each in ("10", "8")}
    sums: dict[str, Sum] = {}
    for megapixels, count in ((8, photos), (3, photos // 6), (12, photos // 6)):
        for number in range(count):
            _one(number, megapixels, cards, sums)
    print(
        f"{'':<24}{'photos':>7}{'cards':>8}{'read':>8}{'':>11}{'wrong':>7}{'mean':>11}{'most':>10}"
    )
    for name in sorted(sums, key=lambda each: (each != "8 MP", not each.endswith("MP"), each)):
        print(sums[name].line(name))
    decides = sums["8 MP"]
    good = decides.read >= GOAL * decides.lying and mean(decides.seconds) <= GOAL_SECONDS
    good = good and not any(each.wrong for each in sums.values())
    print("reached" if good else "NOT reached", f"(>= {GOAL:.0%} at 8 MP, 0 wrong, <= 0.4 s)")
    return 0 if good else 1


def _one(number: int, megapixels: int, cards: dict[str, list[Card]], sums: dict[str, Sum]) -> None:
    chance = random.Random(1000 * megapixels + number)
    mark = ("10", "8")[number // 2 % 2]
    spread: Callable[..., object] = fanned if number % 2 else laid_out
    pile = chance.sample(cards[mark], chance.randint(12, 20))
    how, rows = conditions(number, megapixels)
    middle = middle_of_mark(PrintOptions(scan_marks=mark))
    taken = photo(spread(pile, chance), middle, how, number)  # type: ignore[arg-type]
    began = time.process_time()
    seen = read_photo(taken.jpeg)
    seconds = time.process_time() - began
    read, wrong = compared(seen, taken)
    if megapixels == 8:
        rows += [f"marks of {mark} mm", "fanned" if number % 2 else "laid out"]
    for row in rows if megapixels == 8 else rows[:1]:
        sums.setdefault(row, Sum()).add(len(taken.marks), read, wrong, seconds)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
