"""Turns the core's phrases and amounts into text in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, cast

from babel import Locale
from babel.dates import format_time
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from flask import g, has_app_context
from flask_babel import get_locale, gettext
from flask_babel import ngettext as _ngettext

from companion.core.games.recent import Kept
from companion.core.outcome import Ask, Money, Phrase, Refused
from companion.core.phrases import N_

THOUSAND, MILLION = 1_000, 1_000_000
_DOLLARS = ("$", MILLION, MILLION)
"""How amounts are written where no deck says otherwise."""
_UNITS = {
    1: N_("{currency}"),
    THOUSAND: N_("{currency} Thousand"),
    MILLION: N_("{currency} Million"),
}
_PLACE = re.compile(r"\{([a-z_]+)\}")


def words(phrase: Phrase | str, short_money: bool = False) -> str:
    """The sentence for a person: translated, places filled, apostrophes curly.

    `short_money` writes "$3M" as on figures; else "$3 Million" as in sentences.
    A str is taken as already said; only its apostrophes change.
    """
    text = phrase if isinstance(phrase, str) else _said(phrase, short_money)
    return curly(text)


def in_short(phrase: Phrase) -> str:
    """The sentence with amounts as on figures: $3M."""
    return words(phrase, short_money=True)


def message(told: Refused | Ask | Phrase) -> str:
    """The sentence of a refusal or an ask as JSON carries it: straight apostrophes kept."""
    return _said(told if isinstance(told, Phrase) else told.phrase, short_money=False)


def say(text: str, **places: Any) -> str:
    """`_()` of the templates: the message in the reader's language with its {name} places filled.

    Returns plain text, so that autoescaping covers the translation and what was filled in alike.
    """
    return curly(_filled(translated(text), places, short_money=False))


def say_count(singular: str, plural: str, num: int, **places: Any) -> str:
    """`ngettext()` of the templates: the form that fits `num`, which fills {num}."""
    text = _ngettext(singular, plural, num) if has_app_context() else _plain(singular, plural, num)
    return curly(_filled(text, {"num": num, **places}, short_money=False))


def money(dollars: int, short: bool = False) -> str:
    """$3 Million, or $3M when short; whole dollars where it is no whole tenth of a million.

    A deck's own currency word stands for the $ (see `reckon_in`).
    """
    amount, unit = abs(dollars), _reckoning()[1]
    if unit == THOUSAND and amount % (THOUSAND // 10) == 0:
        text = translated(N_("${amount}K") if short else N_("${amount} Thousand"))
        shown = figure(amount / THOUSAND)
    elif unit >= THOUSAND and amount % (MILLION // 10) == 0:
        text = translated(N_("${amount}M") if short else N_("${amount} Million"))
        shown = figure(amount / MILLION)
    else:
        text, shown = translated(N_("${amount}")), figure(amount)
    said = _filled(text, {"amount": shown}, short)
    return ("−" if dollars < 0 else "") + said.replace("$", _reckoning()[0])


def reckon_in(currency: str, unit: int, tie_unit: int) -> None:
    """From here on in this context, amounts are those of a deck: its currency word, its units.

    `unit` is in whole dollars, as in "$3 Million"; with 1 no amount is shortened. `tie_unit` is
    what ties are counted in (see `Deck.tie_unit`).
    """
    g.backroom_reckoning = (currency, unit, tie_unit)


def of_tie_units(count: int) -> int:
    """Dollars of an item that breaks ties: 5 is the 5 of "most $5 Million items"."""
    return count * _reckoning()[2]


def money_unit() -> str:
    """What a figure that is typed counts: $ Million."""
    currency, unit, _ = _reckoning()
    if unit not in _UNITS:
        return f"{currency} × {unit}"
    return say(_UNITS[unit], currency=currency)


def said_in() -> tuple[str, tuple[str, int, int]]:
    """The language and the reckoning that everything in this context is said in."""
    return _locale(), _reckoning()


def _reckoning() -> tuple[str, int, int]:
    if not has_app_context():
        return _DOLLARS
    found = getattr(g._get_current_object(), "backroom_reckoning", _DOLLARS)
    return cast(tuple[str, int, int], found)


def curly(text: str) -> str:
    """Typewriter apostrophes become typographic ones, as in Ana’s."""
    return text.replace("'", "’")


def listed(items: tuple[str, ...]) -> str:
    """Several words as a list of the reader's language: "Ana, Ben and Chloe"."""
    return format_list(items, locale=_locale()) if items else ""


def enumerated(items: Iterable[str]) -> str:
    """Several names one after the other, as the reader's language does it: "Ana, Ben, Chloe"."""
    between = Locale.parse(_locale()).list_patterns["standard"]["start"]
    # Put together with no format(): a name may hold braces.
    glue = str(between).replace("{0}", "").replace("{1}", "")
    return glue.join(items)


def translated(text: str) -> str:
    """The message in the reader's language; outside the app in English, as it stands."""
    if not has_app_context():
        return text
    return _translated_in(text, _locale())


@lru_cache(maxsize=4096)
def _translated_in(text: str, locale: str) -> str:
    """A page asks for some hundred messages, and gettext takes ten times as long as this cache.

    `locale` is the language of the request, in which gettext looks anyway.
    """
    return str(gettext(text))


def forget_translations() -> None:
    """Read every translation anew; the catalogues have changed."""
    _translated_in.cache_clear()


def _said(phrase: Phrase, short_money: bool) -> str:
    return _filled(translated(phrase.text), phrase.params, short_money)


def _filled(text: str, places: Mapping[str, Any], short_money: bool) -> str:
    """Every {name} place is filled once, so that a typed "{card}" stays what it is."""

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        return _place(places[name], short_money) if name in places else found.group(0)

    return _PLACE.sub(fill, text)


def _place(value: Any, short_money: bool) -> str:
    if isinstance(value, Money):
        return money(value.dollars, short_money)
    if isinstance(value, Phrase):
        return _said(value, short_money)
    if isinstance(value, tuple | list):
        return listed(tuple(_place(part, short_money) for part in value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return figure(value)
    return str(value)


def figure(number: float) -> str:
    """A number as the reader writes it: 2.5 or 2,5."""
    return _figure_in(number, _locale())


def typed_figure(number: float | Decimal) -> str:
    """A number as the reader types it into a field: 1500 or 2,5, without marks for thousands."""
    return str(format_decimal(number, locale=_locale(), group_separator=False))


@lru_cache(maxsize=2048)
def _figure_in(number: float, locale: str) -> str:
    return str(format_decimal(number, locale=locale)).replace("-", "−").replace("-", "−")


def percent(share: float) -> str:
    """A share of one in per cent, as the reader writes it: 45% or 45 %."""
    return str(format_percent(share, locale=_locale()))


def clock_time(at: str) -> str:
    """Hours and minutes of an instant on this computer's clock, where the players sit.

    By 24 hours in every language: short, and nobody takes an evening for a morning.
    """
    try:
        there = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError):
        return ""
    return str(format_time(there, "HH:mm", locale=_locale()))


def _plain(singular: str, plural: str, num: int) -> str:
    return singular if num == 1 else plural


def reader() -> str:
    """The reader's language; English outside the app."""
    return _locale()


def _locale() -> str:
    """The reader's language. A page asks some hundred times, so flask_babel's own note of it in
    `g` is read directly (a fifth of a page's time otherwise)."""
    if not has_app_context():
        return "en"
    noted = getattr(g._get_current_object(), "_flask_babel", None)
    locale = getattr(noted, "babel_locale", None) or get_locale()
    return _name_of(locale) if locale else "en"


_names: Kept[str] = Kept(64)


def _name_of(locale: Locale) -> str:
    """Asked a hundred times a page: comparing two locales takes longer than writing one."""
    return _names.of((locale,), None, lambda: str(locale))
