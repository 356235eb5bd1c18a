"""The table's poster: what is to be scanned, who invites, and the Wi-Fi if the host tells it."""

from __future__ import annotations

from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.pages.qr import wifi_text
from companion.printing.pages.table_options import SheetOptions, Wifi
from companion.printing.pages.table_product import SHEET, TableSheet
from companion.web.phrasing import words
from companion.web.prints.evening import Evening, page_task

_NO_ADDRESS = N_("No phone can reach this computer yet. The doctor shows why.")

SIZES = {
    # form and paper: panels, width of the name, of a code's text alone, and of one of two
    ("tent", "a4"): (2, 178.0, 60.0, 60.0),
    ("tent", "letter"): (2, 182.0, 60.0, 60.0),
    ("cards", "a4"): (4, 82.0, 74.0, 41.0),
    ("cards", "letter"): (4, 84.0, 74.0, 41.0),
}
ONE_CARD = (1, 82.0, 74.0, 41.0)
"""A page of A6 is one card, whatever form was asked for."""


def poster(evening: Evening, options: SheetOptions, wifi: Wifi | None) -> TableSheet | Refused:
    """The poster, with the Wi-Fi's code beside the table's if there is one.

    Refused as `no_address` while no phone can reach this computer.
    """
    if not evening.address:
        return Refused("no_address", Phrase(_NO_ADDRESS))
    form = "card" if options.paper == "a6" else options.form
    panels, name_width, alone, beside = SIZES.get((form, options.paper), ONE_CARD)
    heading = words(Phrase(N_("Join our table")))
    host = words(Phrase(N_("Host: {name}"), {"name": evening.host})) if evening.host else ""
    content = {
        "title": f"{heading} · {evening.name}" if evening.name else heading,
        "description": words(Phrase(N_("The table’s code to scan, to stand on the table."))),
        "heading": heading,
        "name": evening.name or heading,
        "name_width": name_width,
        "name_height": 15.0 if form == "tent" else 11.0,
        "name_pt": 30.0 if form == "tent" else 20.0,
        "game": words(GAMES[evening.game_key].name),
        "code": evening.qr,
        "address": evening.address.removeprefix("http://"),
        "code_width": beside if wifi else alone,
        "letters": evening.code,
        "foot": " · ".join(part for part in (host, evening.date) if part),
        "form": form,
        "panels": panels,
        "wifi": _wifi_code(wifi) if wifi else None,
    }
    task = page_task("poster", options.paper, content)
    title = words(Phrase(N_("Table poster")))
    return TableSheet(SHEET.key, evening.code, title, options.to_json(), task)


def _wifi_code(wifi: Wifi) -> Json:
    return {
        "text": wifi_text(wifi.network, wifi.password),
        "says": words(Phrase(N_("QR code of the Wi-Fi {name}"), {"name": wifi.network})),
        "network": wifi.network,
        "password": wifi.password,
    }
