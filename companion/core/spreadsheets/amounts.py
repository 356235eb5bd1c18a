"""Reads amounts of money and numbers of copies as people write them: $3 Million, 3M, 3,5 Mio."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

LONGEST = 40
"""Letters that an amount may have."""
MILLION = 1_000_000
FACTORS: Mapping[str, int] = {
    **dict.fromkeys(("k", "thousand", "tsd", "tausend", "duizend", "mille", "mila"), 1_000),
    **dict.fromkeys(("m", "mn", "mln", "mio", "mill", "million", "millions", "millionen"), MILLION),
    **dict.fromkeys(("millones", "millon", "milioni", "milione", "miljoen", "miljoenen"), MILLION),
    **dict.fromkeys(("bn", "billion", "billions", "mrd", "milliarde", "milliarden"), 1_000_000_000),
}
"""What a word after a number multiplies it by, without accents and in small letters.

"mil" is missing on purpose: it is a thousand in Spanish and a million in spoken English.
"""
CURRENCIES: Mapping[str, str] = {
    **dict.fromkeys(("us", "usd", "dollar", "dollars", "dolar", "dolares", "dollari"), "$"),
    **dict.fromkeys(("eur", "euro", "euros"), "€"),
    **dict.fromkeys(("gbp", "pound", "pounds", "pfund", "livre", "livres"), "£"),
    **dict.fromkeys(("jpy", "yen"), "¥"),
    **dict.fromkeys(("chf", "fr", "sfr", "franken", "francs"), "CHF"),
    **dict.fromkeys(("kr", "sek", "nok", "dkk"), "kr"),
    **dict.fromkeys(("pln", "zł", "zl", "zloty"), "zł"),
}
_AMOUNT = re.compile(r"(?P<before>[^\d+\-−(]*)(?P<number>\d(?:[\d.,'’_ ]*\d)?)(?P<after>\D*)")
_SCIENTIFIC = re.compile(r"(\d(?:[.,]\d+)?)e\+?0?(\d)", re.IGNORECASE)
_ROUND_END = re.compile(r"[.,]\s?[-–—]+$")
_GROUPED = re.compile(r"\d{1,3}(?:([.,'’_ ])\d{3})(?:\1\d{3})*")
_COPIES = re.compile(r"[x×*]?\s*(\d{1,9})(?:[.,]0+)?\s*(?:[x×*]|copies|pcs|pieces|stk|stück)?\.?")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as it was written; what the mark in it means may depend on the other cells."""

    value: Fraction | None
    """The number without its factor; None when a lone mark could part decimals or thousands."""
    grouped: int = 0
    """The number when that mark parts thousands …"""
    decimal: Fraction = Fraction(0)
    """… and when it parts decimals."""
    mark: str = ""
    """That mark, `.` or `,`."""
    decimal_mark: str | None = None
    """What this cell by itself shows to be the decimal mark."""
    factor: int | None = None
    currency: str | None = None

    def number(self, decimal_mark: str | None, factor: int) -> Fraction | None:
        """The number when the sheet's decimal mark is known; None when it stays open."""
        if self.value is not None:
            return self.value
        if decimal_mark is not None:
            return self.decimal if self.mark == decimal_mark else Fraction(self.grouped)
        # 1,500 Million is more than any deck prints: there it must be 1.5 Million.
        return self.decimal if self.grouped * factor >= 1_000 * MILLION else None


def read_amount(cell: str, own_currency: str | None = None) -> Amount | None:
    """An amount, or None when the cell is none. `own_currency` is the deck's word for money."""
    text = unicodedata.normalize("NFKC", cell).strip().removeprefix("'").strip()
    if len(text) > LONGEST:
        return None
    text = "".join(str(unicodedata.decimal(letter, letter)) for letter in text)
    own = own_currency.strip() if own_currency else ""
    if own and own.casefold() in text.casefold():
        text = re.sub(re.escape(own), " ", text, count=1, flags=re.IGNORECASE)
    text = _ROUND_END.sub("", text).strip()
    scientific = _SCIENTIFIC.fullmatch(text)
    if scientific is not None:
        digits = Fraction(scientific[1].replace(",", "."))
        return Amount(digits * 10 ** int(scientific[2]), factor=1)
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return None
    words = words_around(f"{found['before']} {found['after']}")
    number = _number(found["number"])
    if words is None or number is None:
        return None
    factor, currency = words
    return Amount(
        number.value,
        number.grouped,
        number.decimal,
        number.mark,
        number.decimal_mark,
        factor,
        currency,
    )


def words_around(text: str) -> tuple[int | None, str | None] | None:
    """Factor and currency that these words say; None when a word is neither."""
    factor: int | None = None
    currency: str | None = None
    for word in re.findall(r"[^\W\d_]+|[^\w\s.]", plain(text)):
        if word in FACTORS and factor is None:
            factor = FACTORS[word]
        elif word in CURRENCIES:
            currency = CURRENCIES[word]
        elif unicodedata.category(word[0]) == "Sc":
            currency = word
        else:
            return None
    return factor, currency


def decimal_mark_of(amounts: Iterable[Amount]) -> str | None:
    """The decimal mark that the clear amounts of a sheet agree on; None when they do not."""
    shown = {amount.decimal_mark for amount in amounts} - {None}
    return shown.pop() if len(shown) == 1 else None


def read_copies(cell: str) -> int | None:
    """A number of copies, as in 2, 2x, ×2 or 2.0; None when the cell is no such number."""
    text = unicodedata.normalize("NFKC", cell).strip().removeprefix("'").casefold()
    found = _COPIES.fullmatch(text) if len(text) <= LONGEST else None
    return int(found[1]) if found is not None else None


def plain(text: str) -> str:
    """Small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _number(digits: str) -> Amount | None:
    """The number between the words, with what it shows of the decimal mark."""
    marks = [letter for letter in digits if not letter.isdecimal()]
    if not marks:
        return Amount(Fraction(digits))
    last = marks[-1]
    if last not in ".,":
        return Amount(Fraction(_bare(digits))) if _GROUPED.fullmatch(digits) else None
    whole, _, part = digits.rpartition(last)
    if len(marks) == 1:
        decimal = Fraction(f"{whole}.{part}")
        if len(part) == 3 and len(whole) <= 3 and whole.strip("0"):
            return Amount(None, int(whole + part), decimal, last)
        return Amount(decimal, decimal_mark=last)
    if last in marks[:-1]:
        other = "," if last == "." else "."
        grouped = _GROUPED.fullmatch(digits)
        return Amount(Fraction(_bare(digits)), decimal_mark=other) if grouped else None
    if _GROUPED.fullmatch(whole) is None:
        return None
    return Amount(Fraction(f"{_bare(whole)}.{part}"), decimal_mark=last)


def _bare(digits: str) -> str:
    return "".join(letter for letter in digits if letter.isdecimal())
