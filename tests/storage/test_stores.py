"""Every store alike: what is written is there, what cannot be written changes nothing."""

from __future__ import annotations

from dataclasses import replace

from companion.services.ports import (
    Activity,
    Conflict,
    Kept,
    KnownPhone,
    SeatRow,
    StorageTrouble,
    Written,
)
from tests.storage.conftest import AnyStore
from tests.storage.rows_builder import (
    a_new_table,
    a_phone,
    a_snapshot,
    appended,
    stored,
)


def test_table_is_read_back_as_it_was_written(any_store: AnyStore) -> None:
    new = a_new_table()
    first = appended(new.row, count=3, id="tap")
    second = replace(
        appended(first.row, at="2026-05-04T19:31:00.000Z"),
        phones=(replace(a_phone(1), ends_by_hand=True), a_phone(2)),
        seats=(SeatRow(1, "Ana", None), SeatRow(2, "Ben", "phone-2")),
        snapshot=a_snapshot(first),
    )

    outcomes = [any_store.write(change) for change in (new, first, second)]

    assert outcomes == [Written()] * 3
    assert any_store.read_table("BBBBBB") == stored(new, first, second)
    assert any_store.read_table("CCCCCC") is None


def test_signed_out_phone_is_gone(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(replace(new, phones=(a_phone(1), a_phone(2))))

    any_store.write(replace(appended(new.row, 0), phones_gone=("phone-2",)))

    found = any_store.read_table("BBBBBB")
    assert found is not None
    assert not isinstance(found, StorageTrouble)
    assert found.phones == (a_phone(1),)


def test_phone_is_found_by_the_form_that_made_it(any_store: AnyStore) -> None:
    phone = replace(a_phone(1), join_id_sha256="abc")
    any_store.write(replace(a_new_table(), phones=(phone,)))

    assert any_store.phone_by_join_id("abc") == KnownPhone("BBBBBB", phone)
    assert any_store.phone_by_join_id("abd") is None


def test_kept_knows_every_table_and_the_latest_instant(any_store: AnyStore) -> None:
    late = "2026-06-01T00:00:00.000Z"
    first, second = a_new_table("BBBBBB"), a_new_table("CCCCCC")
    for change in (first, second, appended(first.row, at=late)):
        any_store.write(change)

    assert any_store.kept() == Kept(
        (Activity("CCCCCC", "2026-05-04T19:30:00.000Z"), Activity("BBBBBB", late)), late
    )
    any_store.forget(["BBBBBB"], "2026-05-05T00:00:00.000Z")
    kept = any_store.kept()
    assert isinstance(kept, Kept)
    assert kept.latest_at == late


def test_kept_tells_of_a_span_only_what_falls_into_it(any_store: AnyStore) -> None:
    days = [f"2026-05-0{day}T19:30:00.000Z" for day in (4, 5, 6)]
    for code, at in zip(("BBBBBB", "CCCCCC", "DDDDDD"), days, strict=True):
        new = a_new_table(code)
        any_store.write(new)
        any_store.write(appended(new.row, at=at))

    kept = any_store.kept(since=days[1], before=days[2])

    assert kept == Kept((Activity("CCCCCC", days[1]),), days[2])


# --- what cannot be ---


def test_seq_that_is_taken_is_a_conflict_and_changes_nothing(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)
    first = appended(new.row)
    any_store.write(first)

    late = any_store.write(appended(new.row, count=2, id="late"))

    assert late == Conflict()
    assert any_store.read_table("BBBBBB") == stored(new, first)


def test_id_counts_once_for_a_seat_of_a_table(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)
    first = appended(new.row, id="tap")
    any_store.write(first)

    again = any_store.write(appended(first.row, id="tap"))

    assert again == Conflict()
    other = a_new_table("CCCCCC")
    any_store.write(other)
    assert any_store.write(appended(other.row, id="tap")) == Written()


def test_code_that_is_taken_is_a_conflict(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)

    assert any_store.write(replace(a_new_table(), seats=(SeatRow(1, "Eve", None),))) == Conflict()
    assert any_store.read_table("BBBBBB") == stored(new)


def test_change_to_a_forgotten_table_is_a_conflict(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)
    any_store.forget(["BBBBBB"], "2026-05-04T19:30:00.000Z")

    assert any_store.write(appended(new.row)) == Conflict()
    assert any_store.read_table("BBBBBB") is None


def test_two_that_decided_on_the_same_edition_cannot_both_be_right(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)
    renamed = appended(replace(new.row, name="Late night"), count=0)
    seated = replace(appended(new.row, count=0), seats=(SeatRow(1, "Ana", None),))

    outcomes = [any_store.write(renamed), any_store.write(seated)]

    assert outcomes == [Written(), Conflict()]
    assert any_store.read_table("BBBBBB") == stored(new, renamed)


def test_news_are_the_lines_after_a_seq_and_all_that_stands_beside_the_log(
    any_store: AnyStore,
) -> None:
    new = a_new_table()
    first = appended(new.row, count=3, id="tap")
    second = replace(appended(first.row, count=2), snapshot=None, phones=(a_phone(2),))
    for change in (new, first, second):
        any_store.write(change)
    whole = stored(new, first, second)

    news = any_store.read_news("BBBBBB", 3)

    assert news == replace(whole, deck=None, events=whole.events[3:])
    assert any_store.read_news("CCCCCC", 3) is None


def test_editions_are_told_of_the_tables_that_are_there(any_store: AnyStore) -> None:
    new, other = a_new_table("BBBBBB"), a_new_table("CCCCCC")
    for change in (new, other, appended(new.row)):
        any_store.write(change)

    assert any_store.editions(["BBBBBB", "CCCCCC", "DDDDDD"]) == {"BBBBBB": 1, "CCCCCC": 0}
    assert any_store.editions([]) == {}


def test_forgotten_table_leaves_nothing_behind(any_store: AnyStore) -> None:
    new = a_new_table()
    any_store.write(new)
    any_store.write(appended(new.row, id="tap"))

    forgotten = any_store.forget(["BBBBBB", "DDDDDD"], "2026-05-04T19:30:00.000Z")

    assert forgotten == Written()
    assert any_store.read_table("BBBBBB") is None
    assert any_store.decks().read_body(str(new.row.deck_sha256)) is None
    assert any_store.write(a_new_table()) == Written()


def test_texts_come_back_as_they_were(any_store: AnyStore) -> None:
    odd = 'Zoë\'s \\ "quoted" \u202e 👩‍👩‍👧 %s {x} \U0001f0a1'
    new = a_new_table()
    new = replace(new, row=replace(new.row, name=odd), seats=(SeatRow(1, odd, "phone-1"),))
    any_store.write(new)

    assert any_store.read_table("BBBBBB") == stored(new)
