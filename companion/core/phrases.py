"""The sentences that every game shares: refusals and asks of the table itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Phrase, Refused


def N_(text: str) -> str:
    """Mark a message id for translation; the words themselves are translated by the web."""
    return text


HOST = Phrase(N_("the host"))
"""Who tapped, when it was a host without a seat."""

SENTENCES: Mapping[str, str] = {
    "malformed": N_("The app could not read that. Please load the page again."),
    "moved_on": N_("Meanwhile {name} logged: {words}. Take that back?"),
    "nothing_to_take_back": N_("Nothing to take back."),
    "already_taken_back": N_("That is already taken back."),
    "nothing_to_put_back": N_("Nothing to put back."),
    "others_build_on_it": N_("Later events need this one: {list}. Take those back first."),
    "id_used": N_("That tap was logged before with other words. Please tap again."),
    "no_game": N_("There is no game called {name}."),
    "bad_import": N_("Event {number} of this file cannot be read: {problem}"),
    "not_an_export": N_("That file is not a table from Backroom."),
}
"""The message id of every code that does not depend on the game."""


def refused(
    code: str, params: Mapping[str, Any] | None = None, fields: Mapping[str, Any] | None = None
) -> Refused:
    """A refusal with the table's own sentence for this code."""
    return Refused(code, Phrase(SENTENCES[code], params or {}), fields=fields or {})
