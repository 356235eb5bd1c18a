"""A table as paper knows it: everything public about one evening, at one version, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from babel.dates import format_date

from companion.core.games import GAMES
from companion.core.games.contract import TableView
from companion.core.log import Table
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.printing.pages.layout import words_for
from companion.services.tables.live_table import LiveTable
from companion.web.phrasing import enumerated, reader, translated, words
from companion.web.tables.names import table_name


@dataclass(frozen=True, slots=True)
class Evening:
    """What the pages of one table are made from. Nothing in it is known to one seat alone."""

    game_key: str
    view: Any
    """The game's view for nobody's seat: what everybody may see."""
    state: Any
    """For the game's own questions about what is possible; never shown itself."""
    version: int
    name: str
    host: str
    """The host's players; "" for a host without a seat."""
    players: tuple[str, ...]
    """Who sits there, in seat order."""
    date: str
    """The day it began, in words."""
    code: str = ""
    """The join code; "" for a table that comes from a file."""
    address: str = ""
    """What the table's QR code opens; "" when no phone can reach us."""

    @property
    def qr(self) -> Json | None:
        """The table's QR code for a page."""
        return qr_code(self.address) if self.address else None

    @property
    def line(self) -> str:
        """The table's name, code and day, for the head of a page."""
        return " · ".join(part for part in (self.name, self.code, self.date) if part)


def qr_code(address: str) -> Json:
    """A QR code as the pages of companion.printing.pages.layout draw it."""
    says = words(Phrase(N_("QR code of {address}"), {"address": address}))
    return {"text": address, "says": says}


def evening_of(live: LiveTable, origin: str | None) -> Evening:
    """A running table. `origin` is our own address, None when no phone can reach us."""
    return Evening(
        **_of_table(live.table),
        version=live.version,
        name=table_name(live),
        host=enumerated(live.host_players),
        date=day(live.created_at),
        code=live.code,
        address=f"{origin}/j/{live.code}" if origin else "",
    )


def evening_of_file(table: Table, name: str = "", date: str = "", address: str = "") -> Evening:
    """The table of an exported file; it knows neither its name nor its code."""
    began = table.entries[0].at if table.entries else ""
    return Evening(
        **_of_table(table),
        version=table.version,
        name=name,
        host="",
        date=date or (day(began) if began else ""),
        code=address.rstrip("/").rpartition("/")[2] if "/j/" in address else "",
        address=address,
    )


def _of_table(table: Table) -> Json:
    view: TableView = GAMES[table.game_key].view(table.state, ())
    return {
        "game_key": table.game_key,
        "view": view,
        "state": table.state,
        "players": tuple(each.name for each in view.players if each.status != "left"),
    }


def day(at: str) -> str:
    """The day of an instant where this computer stands: 30 November 2026."""
    language = reader()
    pattern = "d MMMM y" if language.startswith("en") else "long"
    return str(format_date(datetime.fromisoformat(at).astimezone(), pattern, locale=language))


def page_task(page: str, paper: str, content: Json, one_page: bool = False) -> Json:
    """What the worker needs for a page, our own words in the reader's language."""
    return {
        "page": page,
        "paper": paper,
        "content": content,
        "one_page": one_page,
        "language": reader().replace("_", "-"),
        "words": words_for(page, translated),
    }
