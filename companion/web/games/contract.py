"""What a game brings to the screens: how its forms are read, and what its templates show.

The shared routes know no game; `plain.py` has the answers of a simple one, and
docs/adding-a-game.md says how to add another. A game's templates lie in
`templates/games/<game key>/`: `_card.html` (on the start page), `_cards_choice.html`,
`_options.html` and `_options_told.html` where there is something to choose,
`_top.html`, `_live.html`, `_which.html` (streamed, the same for all phones), `_private.html` (this
phone only), `_tap.html` (what this phone taps), `_more.html`, `_result.html`, `_screen.html`,
`_screen_count.html`, and one `_sheet_<name>.html` for each sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask import Blueprint

from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.services.tables.live_table import Caller, LiveTable

Context = Mapping[str, Any]
"""What a template gets by name: frozen values only."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the links at the bottom of the phone."""

    key: str
    label: str
    """Message id."""
    icon: str
    seated: bool = False
    """Only for phones that may log: a spectator does not see it."""
    hidden: bool = False
    """No link at the bottom leads there."""


@dataclass(frozen=True, slots=True)
class AskedPage:
    """Which page of the table a phone asked for: its tab, the seat on screen, an open sheet."""

    tab: str
    sheet: str | None
    """Name of the sheet, None when none is open."""
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Everything else in the address, as sent: nothing of it is trusted."""

    def text(self, name: str) -> str | None:
        """The last value of a field, None when it is missing or empty."""
        values = self.fields.get(name, ())
        return values[-1] if values and values[-1] else None

    def number(self, name: str) -> int | None:
        """The field as a whole number from 0, None when it is none."""
        text = self.text(name)
        return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies over the page: the template's name and what it shows."""

    name: str
    """The template is `games/<game key>/_sheet_<name>.html`."""
    context: Context


@dataclass(frozen=True, slots=True)
class Remedy:
    """One button that does what a refusal advises."""

    words: Phrase
    events: tuple[Json, ...]
    """Logged together."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a game tells the shared lobby, where people sit down until the cards are dealt."""

    most: int
    """Seats that this table can have."""
    seated: str
    """Message id with {seated} and {most}: how many sit there."""
    first: str | None = None
    """Who was named to begin."""
    names_first: bool = True
    """Nothing is dealt before somebody is named to begin."""
    deal: Phrase | None = None
    """What the table does with its cards before the first turn."""
    deck: str | None = None
    """The cards that lie on the table, in words; None for a game without cards."""
    options: Json = field(default_factory=dict)
    """For `_options_told.html`."""


class GamePages(Protocol):
    """One game's way onto the screens. Nothing here records or draws by chance."""

    key: str
    """The game key."""
    icon: str
    """What stands for the game in lists."""
    styles: tuple[str, ...]
    """The game's own style sheets beside table.css, as files under static/."""
    tab_keys: frozenset[str]
    """Keys of all its tabs: a form may lead back to them."""
    spectator_sheets: frozenset[str]
    """Sheets with something to read: no others open for spectators, and these without controls."""
    blueprints: tuple[Blueprint, ...]
    """Routes of its own; what companion.web.rights does not name is closed to everybody."""

    def tabs(self, live: LiveTable) -> tuple[Tab, ...]:
        """The tabs as the table stands; the first one is where a phone begins."""

    def page(self, live: LiveTable) -> str:
        """The name of the page that is on; with another name phones load it anew."""

    def started(self, body: Json) -> Json:
        """What its form on the page of a new table asks for: `deck`, `options` as JSON has them."""

    def keeps(self, events: tuple[Json, ...]) -> Mapping[str, str]:
        """What the tapping phone remembers for other evenings, as cookies; mostly nothing."""

    def event_from_form(self, event: Json, fields: Mapping[str, tuple[str, ...]]) -> Json:
        """The event of a form: `event` as its button says, with `fields` read as its types.

        What cannot be read stays as it was typed, so that the core refuses it in its words.
        """

    def waits_for_deal(self, live: LiveTable) -> bool:
        """True while the shared lobby is on screen; False for a game with a beginning of its own.

        The lobby records `player_joined`, `seats_arranged`, `first_player_chosen` and
        `game_dealt`, and refuses the deal in the game's words for `too_few_players`.
        """

    def gathering(self, live: LiveTable) -> Gathering:
        """What the lobby says; asked only while the game waits for the deal."""

    def active_player(self, live: LiveTable) -> str | None:
        """Whose turn it is."""

    def takes_turns(self, live: LiveTable) -> bool:
        """True where players take turns: else nothing about turns is on the screens."""

    def awaited(self, live: LiveTable, caller: Caller) -> str | None:
        """Without turns: whom this phone deals with next; None where it is left to the phone."""

    def leads_to(self, live: LiveTable, event: Json) -> str | None:
        """Where a recorded event leads: a place below the table ("" is its page, loaded anew).

        None: back to where the tap came from, and the stream brings what is new.
        """

    def private_version(self, live: LiveTable) -> int:
        """The last event after which a phone may see something else in its private part."""

    def shared(self, live: LiveTable) -> Context:
        """For `_top.html`, `_live.html` and the dock: what all phones see. Nothing private."""

    def private(self, live: LiveTable, caller: Caller) -> Context:
        """For `_private.html`: what only the players of this phone may see."""

    def tap(self, live: LiveTable, caller: Caller, player: str | None) -> Context:
        """For `_tap.html`: what can be tapped for the player on screen."""

    def sheet(
        self, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
    ) -> Sheet | None:
        """The sheet that was asked for; None when there is none of that name, or it is past.

        Lobby, result and history show the sheet `rule` about `start`, `end` and `history`.
        """

    def screen(self, live: LiveTable) -> Context:
        """For `_screen.html`: what everybody in the room may see."""

    def again(self, same: bool) -> tuple[str, ...]:
        """The events that a rematch begins with, in order, each as it was logged last.

        `same`: also what was chosen for that one game, such as its Kingdom.
        """

    def result(self, live: LiveTable) -> Context:
        """For `_result.html`: ranks, reasons, piles; `final` tells whether the game is over.

        `chart` (the evening as curves), `same` (words for both kinds of rematch) and `photos`
        (pages that take them) may be left out.
        """

    def icon_of(self, event: Json) -> str:
        """The icon that stands for an event."""

    def tapped(self, live: LiveTable, event: Json, caller: Caller) -> Phrase:
        """What was tapped, in words, for the ask and the refusal."""

    def remedy(self, live: LiveTable, event: Json, code: str) -> Remedy | None:
        """The button beside the refusal `code` of this event; None where there is none."""

    def follows(self, entry: Entry, briefly: bool) -> tuple[Phrase, ...]:
        """What followed from an entry, in words.

        `briefly` only what everybody should hear, weightiest first.
        """
