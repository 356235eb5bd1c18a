"""The sentences of the services: what cannot be done, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.phrases import N_
from companion.core.phrases import SENTENCES as SHARED

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "no_table": N_("There is no such table here. Please check the code."),
        "unknown_glyph": N_("No code holds the letter {glyph}. Please look again."),
        "not_allowed": N_("That is not yours to do."),
        "host_only": N_("Only the host can do that. Ask them at the table."),
        "own_seats_only": N_("At this table everybody logs for themselves."),
        "former_host_seat": N_("That is the first host's seat. Only they can move it."),
        "too_fast": N_("That was a lot at once. Please wait a moment."),
        "too_many_take_backs": N_("Five take-backs a minute are enough. Please wait a moment."),
        "nobody_to_draw": N_("Nobody sits here yet. Add a player first."),
        "nothing_to_rewind": N_("Nothing was logged after that."),
        "malformed": SHARED["malformed"],
        "table_full_of_events": N_("This table's log is full. Please start a new table."),
        "table_full": N_("This table has room for {count} players. You can watch."),
        "name_taken": N_("There is already a {name} here. Add a letter?"),
        "bad_name": N_("A name has 1 to 24 letters."),
        "bad_table_name": N_("A table's name has up to {count} letters."),
        "bad_option": N_("This table has no such setting."),
        "unknown_player": N_("Nobody called {name} sits here."),
        "too_many_tables": N_("All {count} tables are in use. Please try again later."),
        "too_many_new_tables": N_("Many new tables from your address. Please wait a little."),
        "no_demo": N_("There is no demo of that here. Start a table instead."),
        "demo_table": N_("This is a demo for one. Start a table to play together."),
        "demo_over": N_("This demo is over. Open another on the start page."),
        "too_many_knocks": N_("You knocked often. Please wait a few minutes."),
        "door_is_busy": N_("Others are knocking too. Please wait a moment."),
        "already_seated": N_("This phone already holds that seat."),
        "no_such_knock": N_("Nobody is waiting at the door any more."),
        "no_such_handover": N_("This link is used up. Ask for a new one."),
        "seat_has_no_phone": N_("No phone holds that seat."),
        "host_is_here": N_("The host is here. Ask them at the table."),
        "not_the_former_host": N_("You were not the host of this table."),
        "too_many_spectators": N_("Many people are watching. This page asks every 3 seconds."),
        "too_many_streams": N_("Many phones are connected. This page asks every 3 seconds."),
        "clock_backwards": N_("The clock runs backwards. Nothing was deleted."),
        "clock_jumped": N_("The clock jumped. For a day nothing is deleted."),
        "not_an_export": SHARED["not_an_export"],
        "newer_export": N_("That file was made by a newer Backroom. Please update."),
        "unknown_key": N_("The key {key} is not known here. Remove it."),
        "nobody_plays_again": N_("Nobody is left to play again."),
        "unknown_deck": N_("This server has no deck by that name."),
        "unknown_picture": N_("That picture is not kept here any more."),
        "too_many_decks": N_("This server keeps {count} decks. Delete one first."),
        "too_many_new_decks": N_("{count} new decks an hour are enough. Try again later."),
        "pictures_full": N_("There is no room for more pictures. Take one away first."),
        "no_photo": N_("Take or choose a photo first."),
        "nothing_readable": N_("Nothing readable: closer, more light, no flash glare."),
        "too_many_photos": N_("Many photos in one minute. Please wait a moment."),
        "deck_moved_on": N_("Somebody changed the deck meanwhile. Look at it first."),
        "nothing_to_undo": N_("This is how the deck began. Nothing is left to undo."),
        "nothing_to_redo": N_("Nothing is left to do again."),
    }
)

TROUBLES: Mapping[str, str] = MappingProxyType(
    {
        "disk_full": N_("The disk is full. Nothing logged is lost; free some space."),
        "locked": N_("Another program holds our file. Please try again in a moment."),
        "read_only": N_("Our file cannot be written. Please check the data folder."),
        "corrupt": N_("This table's file is damaged. The host can bring back a backup."),
        "moved": N_("Our file was moved or deleted. Please tell your host."),
        "newer_schema": N_("A newer Backroom wrote this file. Please update."),
        "older_schema": N_("Our file is old and could not be brought up to date."),
        "io": N_("The disk did not take it. Nothing logged is lost; try again."),
        "away": N_("The database does not answer. Nothing logged is lost; try again."),
        "busy": N_("The database is busy. Please try again in a moment."),
        "no_entry": N_("The database does not let us in. Please tell your host."),
        "standby": N_("The database takes no writing now. Please try again soon."),
    }
)
"""Each trouble of the store, as people read it; `storage_trouble` carries its code along."""
