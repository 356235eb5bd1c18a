"""The verbs export-pdf, export-png, export-tabletop and export-cut: the same as on the web."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.command_line.deck_arguments import (
    FLAG_NAMES,
    Settings,
    add_deck,
    add_flag,
    add_pictures,
    add_print_flags,
    load_deck,
    pictures_folder,
)
from companion.command_line.terminal import counted, make_file, say_refused
from companion.core.outcome import Refused
from companion.printing import formats
from companion.printing.exports.options import (
    CLOSED,
    LARGEST_RADIUS_MM,
    USUAL_RADIUS_MM,
    FaceOptions,
    PictureOptions,
    ServiceOptions,
    TabletopOptions,
)
from companion.printing.formats import CARD_SIZES
from companion.printing.printers.profile_file import ProfileFile
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.services.prints.printers import PrinterProfiles

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]

_FACE_FLAGS: dict[str, tuple[str, str]] = {
    "card": ("--card", f"{', '.join(CARD_SIZES)}, or 63x88, or 2.5x3.5in"),
    "style": ("--style", "plain saves ink"),
    "safe_zone_mm": ("--safe-zone", "mm that texts keep from the cut"),
    "cards": ("--cards", "all, or those of one back"),
    "bleed": ("--bleed", "colour over the cut, on each side"),
    "order": (
        "--order",
        "of the pages; fronts: alone, and each different back once in a second file",
    ),
    "copies": ("--copies", "expanded: as many as the deck has; once: each card once"),
    "dots_per_inch": ("--dpi", "dots to the inch"),
    "backs": ("--backs", "a file for each different back, for each card's, or none"),
}
"""Every option of the faces with its flag and what it is for."""
_OWN_FLAGS = {
    **FLAG_NAMES,
    **{name: flag for name, (flag, _) in _FACE_FLAGS.items()},
    "corner_radius_mm": "--corner-radius",
}

_VERBS: dict[str, tuple[str, type[FaceOptions] | None, str, str]] = {
    "export-pdf": ("service", ServiceOptions, "a PDF of one card to a page, with bleed", "pdf"),
    "export-png": ("pictures", PictureOptions, "a PNG of each card, in a ZIP", "zip"),
    "export-tabletop": ("tabletop", TabletopOptions, "sheets for Tabletop Simulator", "zip"),
    "export-cut": ("cut", None, "the cuts of the card sheets as SVG", "svg"),
}
"""Every verb with its product, its options (None: those of card sheets) and its kind of file."""


def add_parsers(verbs: _Verbs) -> None:
    """Add the four verbs; each sets `run(arguments, settings) -> exit status`."""
    for name, (product, kind, what, ending) in _VERBS.items():
        verb = verbs.add_parser(name, help=f"make {what}", description=f"Make {what}.")
        add_deck(verb, ending)
        verb.add_argument(
            "--more-output",
            type=Path,
            default=None,
            metavar=f"MORE.{ending}",
            help="where a second file goes, when there is one (OUT-2)",
        )
        if kind is None:
            _add_cut_flags(verb)
        else:
            _add_face_flags(verb, kind)
            add_pictures(verb)
        verb.set_defaults(run=_export, product=product)


def _add_face_flags(verb: argparse.ArgumentParser, kind: type[FaceOptions]) -> None:
    usual = kind()
    for option in fields(kind):
        flag, says = _FACE_FLAGS[option.name]
        add_flag(verb, option.name, flag, says, getattr(usual, option.name), CLOSED)


def _add_cut_flags(verb: argparse.ArgumentParser) -> None:
    add_print_flags(verb)
    says = f"mm of the rounded corners, 0 to {LARGEST_RADIUS_MM:g}"
    add_flag(verb, "corner_radius_mm", "--corner-radius", says, USUAL_RADIUS_MM, formats.CLOSED)


def _export(chosen: argparse.Namespace, settings: Settings) -> int:
    """Make the file, or both; 0 when they are written."""
    product = PRODUCTS[chosen.product]
    given = PrinterProfiles(ProfileFile(settings.data)).resolved(vars(chosen))
    deck = load_deck(chosen.deck)
    if isinstance(given, Refused) or isinstance(deck, Refused):
        return say_refused(given, deck, flags=_OWN_FLAGS)
    draft = product.draft(deck.to_json(), given)
    if isinstance(draft, Refused):
        return say_refused(draft, flags=_OWN_FLAGS)
    folder = pictures_folder(getattr(chosen, "pictures", None), settings)
    if isinstance(folder, Refused):
        return say_refused(folder)
    output: Path = chosen.output
    more = chosen.more_output or output.with_name(f"{output.stem}-2{output.suffix}")
    task: dict[str, Any] = {**draft.task, "task": product.make, "pictures_folder": str(folder)}
    return make_file(task, output, _says(product, draft.cards), others=(more,), advice="")


def _says(product: Product, cards: int) -> str:
    return "cuts" if product.key == "cut" else counted(cards, "card")
