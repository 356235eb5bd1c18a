"""Score pads of a game, as a product of the print shop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.core.games import GAMES
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.english import english
from companion.printing.pages.pad_options import ANY_PLAYERS, read_pad_options
from companion.printing.pages.pads import Say, has_pad, pad_task
from companion.printing.product import Product, by_name
from companion.services.prints.offers import PrintDraft

_NO_GAME = N_("This server does not know that game.")


@dataclass(frozen=True, slots=True)
class PadOf:
    """A game's pad in the language of whoever prints."""

    game_key: str
    language: str = "en"
    say: Say = english
    translate: Callable[[str], str] = str


def _draft(subject: PadOf, given: Mapping[str, Any]) -> PrintDraft | Refused:
    """Refused as `no_game`, `bad_option`, `pad_too_narrow`, `pad_too_low`."""
    game_key = subject.game_key
    game = GAMES.get(game_key)
    if game is None:
        return Refused("no_game", Phrase(_NO_GAME))
    options = read_pad_options(given, game.players)
    if isinstance(options, Refused):
        return options
    task = pad_task(
        game_key,
        options,
        say=subject.say,
        language=subject.language,
        translate=subject.translate,
    )
    if isinstance(task, Refused):
        return task
    return PrintDraft(
        of=game_key,
        title=game.name.text,
        options=options.to_json(),
        task=task,
        pages=1,
        papers=1,
    )


PAD = Product(
    key="pad",
    about="game",
    heading=N_("Print a score pad"),
    line=N_("For a pencil, 1, 2 or 4 to a page"),
    icon="list-ordered",
    draft=_draft,
    options=by_name(partial(read_pad_options, players=ANY_PLAYERS)),
    make="paper",
    preview="paper_preview",
    browser="paper_browser",
    whole_page=True,
    our_title=True,
    fits=has_pad,
)
