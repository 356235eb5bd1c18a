"""What a table is called on screens, and what it is doing, in one short line."""

from __future__ import annotations

from datetime import UTC, datetime

from flask_babel import format_timedelta

from companion.core.games import GAMES
from companion.core.games.contract import TableView
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import LiveTable
from companion.web.phrasing import listed, say, words


def table_name(live_table: LiveTable) -> str:
    """The name that the host gave it, else after the host, else after its code."""
    if live_table.name:
        return live_table.name
    owners = live_table.host_players or tuple(seat.player for seat in live_table.seats[:1])
    if owners:
        return say(N_("{player}'s table"), player=owners[0])
    return say(N_("Table {code}"), code=live_table.code)


def game_name(game_key: str) -> str:
    """The game's name in the reader's language."""
    return words(GAMES[game_key].name)


def doing(live_table: LiveTable) -> str:
    """What goes on there: waiting, somebody's turn, or who won and when."""
    table = live_table.table
    view: TableView = GAMES[table.game_key].view(table.state, ())
    if view.status == "over":
        return words(_over(tuple(view.winners or ()), _ago(live_table.last_event_at)))
    if view.status == "playing" and view.active:
        return say(N_("{player}'s turn"), player=view.active)
    waiting = {"lobby": N_("waiting for players"), "preparing": N_("getting ready")}
    return say(waiting.get(view.status, N_("running")))


def _over(winners: tuple[str, ...], ago: str) -> Phrase:
    if not winners:
        return Phrase(N_("over, {ago}"), {"ago": ago})
    if len(winners) == 1:
        return Phrase(N_("{player} won, {ago}"), {"player": winners[0], "ago": ago})
    return Phrase(N_("{players} share the win, {ago}"), {"players": listed(winners), "ago": ago})


def _ago(at: str) -> str:
    """How long ago an instant was, in words; a clock that ran backwards says "just now"."""
    then = datetime.fromisoformat(at)
    since = datetime.now(UTC) - then
    if since.total_seconds() < 60:
        return say(N_("just now"))
    return str(format_timedelta(-since, add_direction=True))
