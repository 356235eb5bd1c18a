"""The screens of a game that keeps no secret, takes no photo and needs no sheet of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from companion.core.games import GAMES
from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.bodies import whole_number
from companion.web.games.contract import AskedPage, Context, Gathering, Remedy, Sheet


class PlainPages:
    """What most games answer to the rarer questions of GamePages; a game overrides the rest.

    What is left to say: `key`, `icon`, `tab_keys`, `tabs`, `tap` and `result`.
    """

    key: str
    styles: tuple[str, ...] = ()
    spectator_sheets = frozenset({"rule"})
    blueprints: tuple[Blueprint, ...] = ()
    icons: Mapping[str, str] = {}
    """The icon of each event."""
    numbers: frozenset[str] = frozenset()
    """Fields of its forms that hold a whole number."""
    loud: tuple[str, ...] = ()
    """Consequences worth a word beside the last event, weightiest first: a small screen cuts the
    end off. The rest stands in the history."""
    said: frozenset[str] = frozenset()
    """Consequences that the event itself says already."""

    def page(self, live: LiveTable) -> str:
        """One page while it runs, another when it is over."""
        return "over" if self.view_of(live).status == "over" else "table"

    def started(self, body: Json) -> Json:
        """As the form says it."""
        return body

    def keeps(self, events: tuple[Json, ...]) -> Mapping[str, str]:
        """Nothing."""
        return {}

    def event_from_form(self, event: Json, fields: Mapping[str, tuple[str, ...]]) -> Json:
        """Each field as it was sent, `numbers` as numbers; what is empty is left out.

        A number that cannot be read, or is missing, stays as typed: the core refuses it.
        """
        read: Json = dict(event)
        for name, values in fields.items():
            typed = values[-1].strip()
            if name in self.numbers:
                number = whole_number(typed)
                read[name] = typed if number is None else number
            elif typed:
                read[name] = typed
        return read

    def waits_for_deal(self, live: LiveTable) -> bool:
        """Until the cards are dealt everybody is in the shared lobby."""
        return bool(self.view_of(live).status == "lobby")

    def gathering(self, live: LiveTable) -> Gathering:
        """As many seats as the game has, and somebody who begins."""
        most = GAMES[self.key].players[1]
        return Gathering(most, N_("{seated} of {most}"), first=self.view_of(live).first)

    def active_player(self, live: LiveTable) -> str | None:
        """Whose turn it is by the view."""
        view = self.view_of(live)
        return view.active if view.status == "playing" else None

    def takes_turns(self, live: LiveTable) -> bool:
        """No tap ends a turn by itself, so no phone needs to say otherwise."""
        return False

    def awaited(self, live: LiveTable, caller: Caller) -> str | None:
        """It is left to the phone."""
        return None

    def leads_to(self, live: LiveTable, event: Json) -> str | None:
        """Back to where the tap came from."""
        return None

    def private_version(self, live: LiveTable) -> int:
        """No phone ever sees something else in its private part: it is empty."""
        return 0

    def private(self, live: LiveTable, caller: Caller) -> Context:
        """Nothing."""
        return {}

    def sheet(
        self, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
    ) -> Sheet | None:
        """There is none."""
        return None

    def shared(self, live: LiveTable) -> Context:
        """The view that everybody may see, as `game.view`."""
        return {"game": {"view": self.view_of(live)}}

    def screen(self, live: LiveTable) -> Context:
        """What all phones see."""
        return self.shared(live)

    def again(self, same: bool) -> tuple[str, ...]:
        """The seats are all that a rematch keeps."""
        return ()

    def icon_of(self, event: Json) -> str:
        """The icon that stands for an event."""
        return self.icons.get(str(event.get("event")), "history")

    def tapped(self, live: LiveTable, event: Json, caller: Caller) -> Phrase:
        """As the history will say it."""
        return GAMES[self.key].describe(live.table.state, event, caller.names)

    def remedy(self, live: LiveTable, event: Json, code: str) -> Remedy | None:
        """None."""
        return None

    def follows(self, entry: Entry, briefly: bool) -> tuple[Phrase, ...]:
        """What the core says of the consequences."""
        told = [each for each in entry.consequences if each.name not in self.said]
        if briefly:
            told = [each for each in entry.consequences if each.name in self.loud]
            told.sort(key=lambda each: self.loud.index(each.name))
        found = (GAMES[self.key].describe_consequence(each) for each in told)
        return tuple(phrase for phrase in found if phrase is not None)

    def view_of(self, live: LiveTable, names: tuple[str, ...] = ()) -> Any:
        """The game's view for these players' seats; () for what everybody may see."""
        return GAMES[self.key].view(live.table.state, names)
