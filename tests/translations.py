"""The texts of the source as translators get them, and languages made up of them for tests.

A made-up language says every text with accents and 40 % longer, as German or Finnish may be; its
places stay. Under the code of a language that is read from the right it turns the page round too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import write_po

PROJECT = Path(__file__).resolve().parents[1]
MARKS = ("N_", "say", "ngettext:1,2", "say_count:1,2")
"""What marks a text besides gettext's own functions; companion/translations/README.md has them."""
LONGER = "eo"
"""Esperanto stands for any language with longer words."""
FROM_THE_RIGHT = "he"
"""Hebrew stands for any language that is read from the right."""
PLACE = re.compile(r"\{[a-z_]+\}")
_ACCENTS = str.maketrans("aceinosuyAEINOSU", "áçéíñóšúýÁÉÍÑÓŠÚ")
_TAIL = "éłôñğ ãwåý ťœ "


@lru_cache(maxsize=1)
def texts() -> Catalog:
    """Every text of the source, with the places where it stands."""
    with (PROJECT / "babel.cfg").open(encoding="utf-8") as settings:
        methods, options = parse_mapping_cfg(settings)
    catalogue = Catalog()
    found = extract_from_dir(
        PROJECT,
        method_map=methods,
        options_map=options,
        keywords={**DEFAULT_KEYWORDS, **parse_keywords(MARKS)},
    )
    for file, line, message, comments, _context in found:
        catalogue.add(message, locations=[(file, line)], auto_comments=comments)
    return catalogue


def longer(text: str) -> str:
    """The text with accents and at least 40 % longer; its places and figures stay."""
    said = "".join(
        part if PLACE.fullmatch(part) else part.translate(_ACCENTS)
        for part in re.split(f"({PLACE.pattern})", text)
    )
    letters = len(PLACE.sub("", text))
    if not any(each.isalpha() for each in PLACE.sub("", text)):
        return text
    more = max(2, -(-letters * 2 // 5))
    tail = (_TAIL * (more // len(_TAIL) + 1))[:more].rstrip()
    end = re.search(r"[.!?…:]*$", said)
    cut = end.start() if end else len(said)
    return f"{said[:cut]} {tail}{said[cut:]}" if letters > 6 else f"{said[:cut]}{tail}{said[cut:]}"


def write_language(folder: Path, language: str) -> None:
    """A whole catalogue of a made-up language, where BACKROOM_TRANSLATIONS may point."""
    catalogue = Catalog(locale=language, fuzzy=False)
    for message in texts():
        if isinstance(message.id, str):
            if message.id:
                catalogue.add(message.id, longer(message.id))
        else:
            one, many = (longer(each) for each in message.id)
            forms = catalogue.num_plurals
            catalogue.add(message.id, (one, *[many] * (forms - 1)))
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.po").open("wb") as file:
        write_po(file, catalogue)
