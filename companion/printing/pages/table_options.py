"""The options of a table's pages, read from a form or a command line; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PAPERS, POSTER_ONLY
from companion.printing.option_words import no_such

PAD, POSTER, PLACEHOLDERS = "score-pad", "poster", "placeholders"
"""Pages of a table that are ours, by their word in addresses; a game brings its own besides."""

POSTER_PAPERS = ("a4", "letter", *POSTER_ONLY)
FORMS = ("tent", "cards")
"""A poster to be folded across its middle, or cards of a quarter of the page (A6 on A4)."""
WIFI_FIELDS = ("network", "password")
LONGEST_NETWORK_BYTES = 32
PASSWORD_LENGTHS = range(8, 64)
"""Of a WPA passphrase; 64 letters are a key in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How one of a table's pages is printed; placeholders have a deck's options besides."""

    sheet: str
    paper: str = "a4"
    form: str = "tent"
    named: str = "yes"
    """Whether the score pad carries the table's names, date and code."""

    def to_json(self) -> dict[str, Any]:
        """Only what this page has."""
        own = {POSTER: ("form",), PAD: ("named",)}.get(self.sheet, ())
        return {k: v for k, v in asdict(self).items() if k in ("sheet", "paper", *own)}


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network to join, as the host typed it. It goes into one answer and is kept nowhere."""

    network: str
    password: str


def read_sheet_options(given: Mapping[str, Any]) -> SheetOptions | Refused:
    """The options; what is absent keeps its default. Refused as `no_sheet` or `bad_option`.

    Whether this table has a page of that word, its game knows.
    """
    sheet = str(given.get("sheet") or "")
    if not sheet:
        return Refused("no_sheet", Phrase(_NO_SHEET))
    papers = POSTER_PAPERS if sheet == POSTER else tuple(PAPERS)
    chosen = {"sheet": sheet}
    for name, known in (("paper", papers), ("form", FORMS), ("named", ("yes", "no"))):
        value = str(given.get(name) or "").strip().lower()
        if value and value not in known:
            return no_such(name, value, ", ".join(known))
        if value:
            chosen[name] = value
    return SheetOptions(**chosen)


def read_wifi(network: str, password: str) -> Wifi | Refused | None:
    """The network that stands on a poster; None when none was typed.

    Refused as `bad_network` or `bad_password`: such a code would not let any phone in.
    """
    if not network and not password:
        return None
    if not network.isprintable() or not 1 <= len(network.encode()) <= LONGEST_NETWORK_BYTES:
        return Refused("bad_network", Phrase(_BAD_NETWORK), fields={"option": "network"})
    plain = password.isascii() and password.isprintable()
    hexadecimal = len(password) == 64 and all(c in "0123456789abcdefABCDEF" for c in password)
    if password and not (plain and (len(password) in PASSWORD_LENGTHS or hexadecimal)):
        return Refused("bad_password", Phrase(_BAD_PASSWORD), fields={"option": "password"})
    return Wifi(network, password)


_NO_SHEET = N_("This table has no such page to print.")
_BAD_NETWORK = N_("A Wi-Fi name has 1 to 32 plain letters; ü counts as two.")
_BAD_PASSWORD = N_("A Wi-Fi password has 8 to 63 plain letters. Check it, or leave it out.")
