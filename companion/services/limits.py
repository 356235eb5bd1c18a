"""Every cap of the services and the live streams, as one frozen record with named fields."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one Backroom takes on. The bench raises caps by name: `replace(Limits(), streams=5000)`.

    Source of the figures: the caps of the trust rules and the limits of the live stream.
    """

    events_per_table: int = 20_000
    events_per_second: float = 10.0
    """Per seat, lasting."""
    events_burst: int = 20
    """Per seat, at once."""
    taken_backs_a_minute: int = 5
    """Per seat."""
    players: int = 10
    spectators: int = 12
    live_tables: int = 100
    live_seconds: float = 3 * 3600.0
    """A table is live when it had an event or an open stream within this time."""
    opened_tables: int = 300
    """Tables held in memory; the longest idle one leaves first."""

    new_tables_private: int = 30
    """New tables of one private address within `new_tables_seconds`; loopback is free."""
    new_tables_public: int = 5
    new_tables_seconds: float = 600.0
    imports_an_address: int = 60
    """Table files of one address within `new_tables_seconds`, refused ones too; nobody is free:
    a long file takes seconds to decide again."""

    wrong_codes_an_address: int = 10
    wrong_code_seconds: float = 180.0
    wrong_codes_overall: int = 60
    wrong_code_overall_seconds: float = 60.0

    knocks_an_address: int = 3
    knock_seconds: float = 600.0
    knocks_a_table: int = 5
    knock_lives_seconds: float = 600.0
    """An unanswered knock is gone after this time."""

    handover_seconds: float = 120.0
    phone_is_here_seconds: float = 60.0
    """A phone seen within this time is asked before its seat goes to another phone."""
    keep_seat_seconds: float = 30.0
    """How long "Is this you? Keep my seat" waits for an answer."""
    host_away_seconds: float = 600.0
    repeat_seconds: float = 120.0
    """How long a repeated join or creation gets the very same answer, token included."""

    streams_per_seat: int = 2
    streams_per_address: int = 24
    streams: int = 400
    beat_seconds: float = 4.0
    idle_beat_seconds: float = 15.0
    idle_after_seconds: float = 130.0
    """The phone expects slow beats from 120 s on, so that it never waits for one too early."""

    demo_tables: int = 20
    demo_seconds: float = 3600.0
    """A demo table is forgotten when nobody tapped there for this long."""

    snapshot_every: int = 50
    retention_days: int = 30
    table_name_letters: int = 40

    photos_a_minute: int = 12
    """Photos of piles that one phone may send; unreadable ones count too."""
    scan_decks: int = 1_000
    """Printed decks whose marks are known; the one printed longest ago leaves first."""

    decks: int = 50
    pictures_bytes: int = 100_000_000
    new_decks_per_hour: int = 10
    """New decks of one address (IPv6: /64)."""
    deck_revisions: int = 200
    """Steps that a deck can be taken back; the oldest leave first."""
    deck_history_bytes: int = 10_000_000
    """Room for the history of one deck."""
