"""Phones at a table: a new one with its token, and what becomes of one that gives up a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.services.ports import PhoneRow, Randomness, TableRow
from companion.services.tables.chain import sha256
from companion.services.tables.live_table import LiveTable


@dataclass(frozen=True, slots=True)
class NewPhone:
    """A phone with the token that is shown once and stored as SHA-256 only."""

    row: PhoneRow
    token: str


def new_phone(randomness: Randomness, at: str, join_id: str | None) -> NewPhone:
    """A phone that nobody knows yet; `join_id` is the id of the form that made it."""
    token = randomness.token()
    row = PhoneRow(
        phone_id=randomness.token(),
        token_sha256=sha256(token),
        join_id_sha256=None if join_id is None else sha256(join_id),
        used=False,
        ends_by_hand=False,
        created_at=at,
    )
    return NewPhone(row, token)


def with_new_token(phone: PhoneRow, randomness: Randomness) -> NewPhone:
    """The same phone with a fresh token; the old one is worth nothing from now on."""
    token = randomness.token()
    return NewPhone(replace(phone, token_sha256=sha256(token)), token)


def signed_out(
    live: LiveTable, row: TableRow, phone_id: str | None, numbers: frozenset[int]
) -> tuple[str, ...]:
    """The phone, when it holds nothing here once these seats are gone: its token then dies.

    `row` says who is host afterwards. The host's phone stays host without a seat, so that guests
    cannot take the role by taking a seat.
    """
    if phone_id is None:
        return ()
    roles = (row.host_phone_id, row.former_host_phone_id)
    stays = phone_id in roles or holds_other_seats(live, phone_id, numbers)
    return () if stays else (phone_id,)


def holds_other_seats(live: LiveTable, phone_id: str, numbers: frozenset[int]) -> bool:
    """Whether the phone has a seat beside these."""
    return any(row.phone_id == phone_id and row.number not in numbers for row in live.seat_rows)
