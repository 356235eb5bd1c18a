"""The queue: one print at a time, the same print once, nothing lost by a restart."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.outcome import Phrase, Refused
from companion.printing.job_folder import JobFolder
from companion.services.prints.jobs import Job
from companion.services.prints.offers import Offer
from companion.services.prints.shop import Made, NotMade
from tests.printing.slow_press import SlowShop, file_of, offer, ordered, prints, state, until


def test_a_print_is_made_and_kept(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    job = ordered(press, "one")
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    assert file_of(press, job.key) == b"one"


def test_prints_run_one_at_a_time_in_order(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    for name in ("one", "two", "three"):
        ordered(press, name)
    until(lambda: state(press, "one") == "running")
    assert [press.ahead(offer(name).key) for name in ("one", "two", "three")] == [0, 1, 2]
    shop.go.set()
    until(lambda: state(press, "three") == "done")
    assert (shop.made, shop.most_at_once) == (["one", "two", "three"], 1)


def test_the_same_print_again_is_the_same_job_and_not_made_twice(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    first = ordered(press, "one")
    assert ordered(press, "one").key == first.key
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    assert ordered(press, "one").state == "done"
    assert shop.made == ["one"]


def test_a_print_whose_file_is_gone_is_made_again(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    job = ordered(press, "one")
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    (tmp_path / f"{job.key}.sheets.pdf").unlink()
    ordered(press, "one")
    until(lambda: shop.made == ["one", "one"])
    until(lambda: file_of(press, job.key) is not None)


def test_the_ninth_print_is_refused(tmp_path: Path) -> None:
    press = prints(SlowShop(), tmp_path)
    for number in range(8):
        ordered(press, f"print {number}")
    refused = press.order(offer("one more"))
    assert isinstance(refused, Refused)
    assert refused.code == "queue_full"
    press.close()


def test_one_person_has_one_waiting_print(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    ordered(press, "one", by="ana")
    until(lambda: state(press, "one") == "running")
    ordered(press, "two", by="ana")
    refused = press.order(offer("three"), "ana")
    assert isinstance(refused, Refused)
    assert refused.code == "one_at_a_time"
    ordered(press, "four", by="ben")
    press.close()


def test_hosts_come_first_and_among_each_other_in_turn(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    ordered(press, "running")
    until(lambda: state(press, "running") == "running")
    for name, host in (("guest", False), ("host", True), ("guest two", False), ("host two", True)):
        assert isinstance(press.order(offer(name), by=name, first=host), Job)
    press.close()
    again = prints(shop, tmp_path)
    again.resume()
    shop.go.set()
    until(lambda: len(shop.made) == 6)
    until(lambda: state(again, "guest two") == "done")
    assert shop.made[1:3] == ["host", "host two"]
    assert set(shop.made[3:]) == {"running", "guest", "guest two"}


def test_a_print_of_two_files_keeps_both(tmp_path: Path) -> None:
    shop = SlowShop(answer=lambda name: Made(b"fronts", 9, more=(b"backs",)))
    press = prints(shop, tmp_path)
    wanted = replace(offer("two"), files=("sheets.pdf", "backs.pdf"))
    key = getattr(press.order(wanted), "key")  # noqa: B009
    shop.go.set()
    until(lambda: state(press, "two") == "done")
    for where in (press, prints(SlowShop(), tmp_path)):
        assert (file_of(where, key), file_of(where, key, "backs.pdf")) == (b"fronts", b"backs")
        assert file_of(where, key, "other.pdf") is None
        assert file_of(where, key, "../../secret.pdf") is None


def test_progress_is_told(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    key = ordered(press, "one").key
    until(lambda: (job := press.job(key)) is not None and job.count == 4)
    job = press.job(key)
    assert job is not None
    assert (job.what, job.done, job.count) == ("faces", 1, 4)
    shop.go.set()
    until(lambda: state(press, "one") == "done")


def test_a_waiting_print_can_be_cancelled(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    ordered(press, "one")
    until(lambda: state(press, "one") == "running")
    two = ordered(press, "two")
    cancelled = press.cancel(two.key)
    assert cancelled is not None
    assert cancelled.state == "cancelled"
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    assert shop.made == ["one"]


def test_the_running_print_can_be_cancelled_and_the_next_goes_on(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    one = ordered(press, "one")
    ordered(press, "two")
    until(lambda: state(press, "one") == "running")
    press.cancel(one.key)
    until(lambda: state(press, "two") == "done")
    assert state(press, "one") == "cancelled"
    assert file_of(press, one.key) is None


def test_a_failed_print_says_why_and_can_be_ordered_again(tmp_path: Path) -> None:
    shop = SlowShop(answer=lambda name: NotMade("too_long", Phrase("That took too long.")))
    press = prints(shop, tmp_path)
    key = ordered(press, "one").key
    shop.go.set()
    until(lambda: state(press, "one") == "failed")
    job = press.job(key)
    assert job is not None
    assert job.trouble == "That took too long."
    shop.answer = lambda name: Made(b"file", 1)
    ordered(press, "one")
    until(lambda: state(press, "one") == "done")


def test_what_was_open_goes_on_after_a_restart(tmp_path: Path) -> None:
    before = prints(SlowShop(), tmp_path)
    for name in ("one", "two"):
        ordered(before, name)
    until(lambda: state(before, "one") == "running")
    before.close()
    shop = SlowShop()
    after = prints(shop, tmp_path)
    assert (state(after, "one"), state(after, "two")) == ("waiting", "waiting")
    after.resume()
    shop.go.set()
    until(lambda: state(after, "two") == "done")
    assert file_of(after, offer("one").key) == b"one"


def test_a_print_that_took_the_server_down_three_times_is_given_up(tmp_path: Path) -> None:
    for _ in range(3):
        press = prints(SlowShop(), tmp_path)
        if press.job(offer("one").key) is None:
            ordered(press, "one")
        press.resume()
        until(lambda press=press: state(press, "one") == "running")  # type: ignore[misc]
        press.close()
    last = prints(SlowShop(), tmp_path)
    last.resume()
    until(lambda: state(last, "one") == "failed")


def test_finished_prints_are_known_after_a_restart(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    key = ordered(press, "one").key
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    again = prints(SlowShop(), tmp_path)
    assert file_of(again, key) == b"one"


@pytest.mark.parametrize("text", ["{", "[]", '{"key": 3}', "null"])
def test_a_damaged_job_file_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.json").write_text(text, encoding="utf-8")
    assert JobFolder(tmp_path).jobs() == ()


def test_a_place_that_is_forgotten_takes_its_prints_along(tmp_path: Path) -> None:
    shop, place = SlowShop(), "K7MQ2X"
    press = prints(shop, tmp_path)
    there = [replace(offer(name), place=place) for name in ("runs", "waits")]
    for each in (*there, offer("stays")):
        assert isinstance(press.order(each), Job)
    until(lambda: state(press, "runs") == "running")
    press.forget(place)
    assert [press.job(each.key) for each in there] == [None, None]
    until(lambda: state(press, "stays") == "done")
    assert shop.made == ["runs", "stays"]
    assert [path.name.partition(".")[0] for path in tmp_path.iterdir()] == [offer("stays").key] * 2


def test_a_forgotten_place_leaves_no_finished_file(tmp_path: Path) -> None:
    shop, place = SlowShop(), "K7MQ2X"
    shop.go.set()
    press = prints(shop, tmp_path)
    done = replace(offer("done"), place=place, files=("sheets.pdf", "backs.pdf"))
    shop.answer = lambda name: Made(b"a", 1, None, (b"b",))
    assert isinstance(press.order(done), Job)
    until(lambda: state(press, "done") == "done")
    press.forget("K7MQ2")
    assert file_of(press, done.key, "backs.pdf") == b"b"
    press.forget(place)
    assert list(tmp_path.iterdir()) == []


def noted(name: str, *notes: Phrase) -> Offer:
    return replace(offer(name), notes=notes)


NOTES = (
    Phrase("There is no room for the ruler.", {"width": 44.0, "height": 68.0}),
    Phrase("{printer} was measured otherwise.", {"printer": Phrase("The printer")}),
)


def test_a_job_says_what_its_offer_said_even_after_a_restart(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    job = press.order(noted("one", *NOTES))
    assert isinstance(job, Job)
    assert job.offer.notes == NOTES
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    again = prints(SlowShop(), tmp_path).job(job.key)
    assert again is not None
    assert (again.state, again.offer.notes) == ("done", NOTES)


def test_the_same_print_says_what_is_so_when_it_is_ordered_again(tmp_path: Path) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    press.order(noted("one", *NOTES))
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    again = press.order(noted("one", NOTES[0]))
    assert isinstance(again, Job)
    assert (again.state, again.offer.notes) == ("done", NOTES[:1])
    assert [job.offer.notes for job in JobFolder(tmp_path).jobs()] == [NOTES[:1]]


@pytest.mark.parametrize("notes", ["text", {"text": "x"}, ["x"], [{}], None, 5])
def test_a_job_whose_notes_cannot_be_read_is_as_if_it_were_not_there(
    tmp_path: Path, notes: object
) -> None:
    shop = SlowShop()
    press = prints(shop, tmp_path)
    path = tmp_path / f"{ordered(press, 'one').key}.json"
    shop.go.set()
    until(lambda: state(press, "one") == "done")
    assert len(JobFolder(tmp_path).jobs()) == 1
    path.write_text(json.dumps({**json.loads(path.read_text()), "notes": notes}))
    assert JobFolder(tmp_path).jobs() == ()
