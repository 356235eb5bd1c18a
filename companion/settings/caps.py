"""The caps: how much of everything this server takes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.settings.setting import setting, whole


@dataclass(frozen=True, slots=True)
class Caps:
    """How much of everything this server takes; over a cap, people get a sentence."""

    body_bytes: int = setting(
        "BACKROOM_BODY_BYTES",
        whole(4_096, 10_000_000),
        64_000,
        says="Largest body of a request, in bytes.",
    )
    deck_bytes: int = setting(
        "BACKROOM_DECK_BYTES",
        whole(64_000, 20_000_000),
        1_000_000,
        says="Largest deck that may be sent, in bytes.",
    )
    import_bytes: int = setting(
        "BACKROOM_IMPORT_BYTES",
        whole(64_000, 50_000_000),
        4_000_000,
        says="Largest table file that may be brought in, in bytes.",
    )
    picture_bytes: int = setting(
        "BACKROOM_PICTURE_BYTES",
        whole(64_000, 50_000_000),
        5_000_000,
        says="Largest picture for a card, in bytes.",
    )
    photo_bytes: int = setting(
        "BACKROOM_PHOTO_BYTES",
        whole(64_000, 50_000_000),
        8_000_000,
        says="Largest photo of a pile, in bytes.",
    )
    photos_a_minute: int = setting(
        "BACKROOM_PHOTOS_A_MINUTE",
        whole(1, 10_000),
        12,
        says="Photos of piles a minute from one phone.",
    )
    scan_decks: int = setting(
        "BACKROOM_SCAN_DECKS",
        whole(1, 20_000),
        1_000,
        says="Printed decks whose scan marks this server knows.",
    )
    decks: int = setting(
        "BACKROOM_DECKS", whole(0, 100_000), 50, says="Decks that this server keeps."
    )
    pictures_bytes: int = setting(
        "BACKROOM_PICTURES_BYTES",
        whole(0, 100_000_000_000),
        100_000_000,
        says="Room for all pictures together, in bytes.",
    )
    new_decks_per_hour: int = setting(
        "BACKROOM_NEW_DECKS_PER_HOUR",
        whole(0, 100_000),
        10,
        says="New decks an hour from one address.",
    )
    deck_revisions: int = setting(
        "BACKROOM_DECK_REVISIONS",
        whole(2, 10_000),
        200,
        says="Steps that a deck can be taken back.",
    )
    deck_history_bytes: int = setting(
        "BACKROOM_DECK_HISTORY_BYTES",
        whole(1_000_000, 1_000_000_000),
        10_000_000,
        says="Room for the history of one deck, in bytes.",
    )
    table_name_letters: int = setting(
        "BACKROOM_TABLE_NAME_LETTERS", whole(4, 120), 40, says="Letters in a table's name."
    )
    players: int = setting("BACKROOM_PLAYERS", whole(2, 10), 10, says="Players at one table.")
    spectators: int = setting(
        "BACKROOM_SPECTATORS", whole(0, 1_000), 12, says="Spectators at one table."
    )
    live_tables: int = setting(
        "BACKROOM_LIVE_TABLES",
        whole(1, 100_000),
        100,
        says="Tables in use at once: an event or an open phone in the last 3 hours.",
    )
    demo_tables: int = setting(
        "BACKROOM_DEMO_TABLES",
        whole(0, 1_000),
        20,
        says="Demo tables at once; 0 offers none. With PostgreSQL there are none.",
    )
    new_tables_private: int = setting(
        "BACKROOM_NEW_TABLES_PRIVATE",
        whole(1, 100_000),
        30,
        says="New tables in 10 minutes from one address of the home network.",
    )
    new_tables_public: int = setting(
        "BACKROOM_NEW_TABLES_PUBLIC",
        whole(0, 100_000),
        5,
        says="New tables in 10 minutes from one address of the internet.",
    )
    imports_an_address: int = setting(
        "BACKROOM_IMPORTS_AN_ADDRESS",
        whole(0, 100_000),
        60,
        says="Table files in 10 minutes from one address, refused ones too.",
    )
    events_per_table: int = setting(
        "BACKROOM_EVENTS_PER_TABLE", whole(100, 1_000_000), 20_000, says="Events of one table."
    )
    events_per_second: int = setting(
        "BACKROOM_EVENTS_PER_SECOND", whole(1, 10_000), 10, says="Taps a second from one seat."
    )
    events_burst: int = setting(
        "BACKROOM_EVENTS_BURST",
        whole(1, 10_000),
        20,
        says="Taps that one seat may send at once.",
    )
    streams: int = setting(
        "BACKROOM_STREAMS",
        whole(0, 50_000),
        400,
        says="Phones that are kept up to date by a stream; the others ask every 3 seconds.",
    )
    streams_per_address: int = setting(
        "BACKROOM_STREAMS_PER_ADDRESS", whole(1, 50_000), 24, says="Streams to one address."
    )
    streams_per_seat: int = setting(
        "BACKROOM_STREAMS_PER_SEAT", whole(1, 100), 2, says="Streams to one seat."
    )
    connections: int = setting(
        "BACKROOM_CONNECTIONS", whole(16, 60_000), 2_000, says="Open connections altogether."
    )
    connections_per_address: int = setting(
        "BACKROOM_CONNECTIONS_PER_ADDRESS",
        whole(8, 60_000),
        120,
        says="Open connections from one address; loopback and proxies are not counted.",
    )
    print_queue: int = setting(
        "BACKROOM_PRINT_QUEUE", whole(1, 1_000), 8, says="Prints that may wait their turn."
    )
    print_cache_bytes: int = setting(
        "BACKROOM_PRINT_CACHE_BYTES",
        whole(0, 100_000_000_000),
        200_000_000,
        says="Room for finished prints, in bytes; the newest stays in any case.",
    )
    printer_profiles: int = setting(
        "BACKROOM_PRINTER_PROFILES", whole(1, 1_000), 40, says="Printer profiles that are kept."
    )
    json_depth: int = setting(
        "BACKROOM_JSON_DEPTH", whole(8, 256), 32, says="How deep JSON may be nested."
    )
