"""Reads what somebody wants to bring in, a file or pasted cells, as the deck that it makes."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass, replace

from flask import request

from companion.core.decks.model import NAME_LIMIT
from companion.core.decks.odd_letters import has_control, stacks_marks
from companion.core.decks.reading import read_deck
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.core.spreadsheets.deck_from_rows import Imported
from companion.core.spreadsheets.decoding import text_of
from companion.core.spreadsheets.problems import bad_cards, problem
from companion.core.spreadsheets.reading import read_sheet
from companion.web import bodies
from companion.web.decks.new_decks import MY_DECK
from companion.web.parts import parts
from companion.web.phrasing import say

MOST_DEPTH = 12
"""Lists within lists of a deck file; a structured effect has six."""
_NOTHING = N_("Choose a file, or paste cells below.")
_CELLS_LEFT = N_("The file was read, and not the pasted cells.")
_NO_JSON = N_("This deck file is damaged. Save it again.")


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody wants to bring in."""

    data: bytes | str
    """A file, or cells that were pasted."""
    deck: str | None
    """The deck file that the preview showed, sent back to be made."""
    name: str
    """The deck's name when the file says none."""
    make: bool
    base: str = ""
    """The revision that replacing cards began from."""
    id: str | None = None
    """The form's own id, so that a double tap makes one deck."""
    both: bool = False
    """A file and cells came together; the cells are left out."""


def sent() -> Sent | Refused:
    """A form with a file or cells, or the same as JSON."""
    # Cells are a form's text; how much that may be is for the route's own cap to say.
    request.max_form_memory_size = request.max_content_length
    body = bodies.body()
    if isinstance(body, Refused):
        return body
    data, file_name = _uploaded()
    text = bodies.text_of(body, "text") or ""
    return Sent(
        data=data or text,
        deck=bodies.text_of(body, "deck"),
        name=_deck_name(bodies.text_of(body, "name") or file_name),
        make=body.get("make") in (True, "yes"),
        base=bodies.text_of(body, "base") or "",
        id=bodies.text_of(body, "id"),
        both=bool(data and text.strip()),
    )


def _uploaded() -> tuple[bytes, str]:
    """The file and its name; both are empty when none was chosen."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        return b"", ""
    with closing(upload):  # a large one lies in a temporary file
        return upload.read(), upload.filename


def _deck_name(given: str) -> str:
    """A deck's name from a typed one or a file's; our own where it is no name."""
    last = re.split(r"[/\\]", given)[-1]
    stem = " ".join(re.sub(r"\.(csv|tsv|txt|json)$", "", last, flags=re.IGNORECASE).split())
    fine = stem and not has_control(stem) and not stacks_marks(stem)
    return stem[:NAME_LIMIT].strip() if fine else say(MY_DECK)


def read(sent: Sent) -> Imported | Refused:
    """The deck of what was sent; what was left out is said."""
    made = _read_one(sent)
    if not sent.both:
        return made
    if isinstance(made, Refused):
        problems = made.fields["problems"]
        return Refused(
            made.code, made.phrase, fields={"problems": (Phrase(_CELLS_LEFT), *problems)}
        )
    return replace(made, notes=(Phrase(_CELLS_LEFT), *made.notes))


def _read_one(sent: Sent) -> Imported | Refused:
    """The deck of one thing; long texts are read aside, so that tables go on."""
    if sent.deck is not None:
        read = _deck_file(sent.deck)
        if isinstance(read, Refused):
            return read
        named = read_deck({**read.deck.to_json(), "name": sent.name})
        return named if isinstance(named, Refused) else replace(read, deck=named)
    if not sent.data:
        return bad_cards([problem(_NOTHING)], 1)
    return parts().long_work.on_text(len(sent.data), lambda: _read_data(sent.data, sent.name))


def _read_data(data: bytes | str, name: str) -> Imported | Refused:
    text = text_of(data)
    if isinstance(text, str) and text.lstrip().startswith("{"):
        return _deck_file(text)
    return read_sheet(data, name)


def _deck_file(text: str) -> Imported | Refused:
    body = bodies.read_json(text, MOST_DEPTH)
    if isinstance(body, Refused):
        return bad_cards([problem(_NO_JSON)], 1)
    deck = read_deck(body)
    return deck if isinstance(deck, Refused) else Imported(deck, about_deck=True)
