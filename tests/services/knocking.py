"""A phone knocks at a table, others say yes: for the tests of knocks."""

from __future__ import annotations

from companion.services.answers import Knock, Knocked
from tests.services.desk import AtTable


def knocks(at: AtTable, player: str, token: str | None = None, **more: str) -> Knocked:
    """This phone asks to be let in under this name; more may say `id` and `address`."""
    knocked = at.tables.knocks.knock(at.code, token, player, more.get("id"), more.get("address"))
    assert isinstance(knocked, Knocked), knocked
    return knocked


def says_yes(at: AtTable, player: str, knocked: Knocked) -> Knock:
    """The phone of this player lets the other one in, as far as its word counts."""
    answer = at.tables.knocks.let_in(at.code, at.caller(player), knocked.knock.id, True)
    assert isinstance(answer, Knock), answer
    return answer


def names_of(at: AtTable, token: str | None) -> tuple[str, ...]:
    """Whose seats the phone with this token has."""
    return at.tables.doors.caller(at.code, token).names


def everybody_slept(at: AtTable) -> None:
    """No phone was seen within the last minute."""
    at.desk.clock.pass_seconds(61)
