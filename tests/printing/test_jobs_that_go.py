"""Prints that ended are kept in a number and a room that never grow; what is open stays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.outcome import Phrase
from companion.printing.job_folder import JobFolder
from companion.services.prints.jobs import JOBS_KEPT, Job
from companion.services.prints.queue import PrintQueue
from companion.services.prints.shop import Made, NotMade
from tests.printing.shop import seen
from tests.printing.slow_press import SlowShop, file_of, offer, ordered, prints, state, until
from tests.printing.test_job_files import OF_A_TABLE, OF_THE_SHOP
from tests.security.phones import GAME, Browser, build_at

KEPT = 5
ENDS = ("failed", "cancelled", "done")
MIXED = tuple(f"{ENDS[number % 3]} {number}" for number in range(4 * KEPT))


def ending_press(folder: Path, **more: int) -> PrintQueue:
    """A press at which each print ends at once, as the first word of its name says."""
    shop = SlowShop()
    shop.go.set()
    press = prints(shop, folder, **more)

    def answer(name: str) -> Made | NotMade:
        if name.startswith("failed"):
            return NotMade("too_long", Phrase("That took too long."))
        if name.startswith("cancelled"):
            press.cancel(offer(name).key)
        return Made(name.encode(), 1)

    shop.answer = answer
    return press


def end(press: PrintQueue, *names: str) -> None:
    for name in names:
        ordered(press, name)
        until(lambda name=name: state(press, name) == name.split()[0])  # type: ignore[misc]


def held(press: PrintQueue, names: tuple[str, ...]) -> list[str]:
    """Of these, the prints that the press still knows."""
    return [name for name in names if press.job(offer(name).key) is not None]


def files(folder: Path) -> Counter[str]:
    """How many files each job has in its folder."""
    return Counter(path.name.partition(".")[0] for path in folder.iterdir())


@pytest.mark.parametrize("ends", [*((each,) for each in ENDS), ENDS], ids="-".join)
def test_prints_that_ended_stay_within_their_number(tmp_path: Path, ends: tuple[str, ...]) -> None:
    names = tuple(f"{ends[number % len(ends)]} {number}" for number in range(4 * KEPT))
    press = ending_press(tmp_path, jobs_kept=KEPT)
    end(press, *names)
    newest = names[-KEPT:]
    assert held(press, names) == list(newest)
    assert files(tmp_path) == {offer(name).key: 1 + name.startswith("done") for name in newest}
    assert held(prints(SlowShop(), tmp_path), names) == list(newest)


def test_what_waits_or_runs_is_never_let_go(tmp_path: Path) -> None:
    shop, names = SlowShop(), tuple(f"open {number}" for number in range(KEPT))
    press = prints(shop, tmp_path, jobs_kept=2)
    for name in names:
        ordered(press, name)
    until(lambda: state(press, names[0]) == "running")
    gone = tuple(f"cancelled {number}" for number in range(KEPT))
    for name in gone:
        press.cancel(ordered(press, name).key)
    assert held(press, names + gone) == [*names, gone[-1]]
    assert files(tmp_path) == {offer(name).key: 1 for name in (*names, gone[-1])}
    shop.go.set()
    until(lambda: state(press, names[-1]) == "done")
    assert shop.made == list(names)


def test_a_print_that_is_ordered_again_is_as_young_as_its_order(tmp_path: Path) -> None:
    press = ending_press(tmp_path, jobs_kept=KEPT)
    end(press, *MIXED[:KEPT])
    end(press, MIXED[0], *MIXED[KEPT : 2 * KEPT - 1])
    assert held(press, MIXED) == [MIXED[0], *MIXED[KEPT : 2 * KEPT - 1]]


def test_what_earlier_versions_left_goes_with_the_next_order(tmp_path: Path) -> None:
    end(ending_press(tmp_path, jobs_kept=1_000), *MIXED)
    press = ending_press(tmp_path, jobs_kept=KEPT)
    assert held(press, MIXED) == list(MIXED)
    end(press, "failed at last")
    left = held(press, (*MIXED, "failed at last"))
    assert (len(left), left[-1]) == (KEPT, "failed at last")
    assert files(tmp_path).keys() == {offer(name).key for name in left}


def test_on_a_disk_that_keeps_nothing_the_memory_stays_within_its_number(tmp_path: Path) -> None:
    no_folder = tmp_path / "jobs"
    no_folder.write_text("in the way", encoding="utf-8")
    press = ending_press(no_folder, jobs_kept=KEPT)
    end(press, *MIXED)
    assert held(press, MIXED) == list(MIXED[-KEPT:])


def test_a_print_whose_file_made_room_is_known_no_longer(tmp_path: Path) -> None:
    press = ending_press(tmp_path, largest_bytes=1)
    end(press, "failed one", "done two")
    until(lambda: held(press, ("failed one", "done two")) == ["done two"])
    assert file_of(press, offer("done two").key) == b"done two"
    end(press, "failed three")
    assert held(press, ("done two", "failed three")) == ["done two", "failed three"]
    end(press, "done four")
    until(lambda: held(press, ("done two", "failed three")) == [])
    assert files(tmp_path) == {offer("done four").key: 2}


def test_old_files_make_room_for_new_ones(tmp_path: Path) -> None:
    names = tuple(f"done {number}" for number in range(4))
    end(ending_press(tmp_path), names[0])
    room = sum(path.stat().st_size for path in tmp_path.iterdir())
    press = ending_press(tmp_path, largest_bytes=room * 5 // 2)
    end(press, *names[1:])
    until(lambda: held(press, names) == list(names[2:]))
    assert files(tmp_path) == {offer(name).key: 2 for name in names[2:]}


def test_a_waiting_print_keeps_its_place_while_files_make_room(tmp_path: Path) -> None:
    shop = SlowShop(answer=lambda name: Made(name.encode(), 1, more=(b"backs",)))
    press = prints(shop, tmp_path, largest_bytes=1)
    again = replace(offer("again"), files=("sheets.pdf", "backs.pdf"))
    shop.go.set()
    assert isinstance(press.order(again), Job)
    until(lambda: state(press, "again") == "done")
    (tmp_path / f"{again.key}.backs.pdf").unlink()
    shop.go.clear()
    ordered(press, "large")
    until(lambda: state(press, "large") == "running")
    assert isinstance(press.order(again), Job)
    shop.go.set()
    until(lambda: state(press, "again") == "done")
    assert file_of(press, again.key, "backs.pdf") == b"backs"
    assert [job.key for job in JobFolder(tmp_path).jobs()] == [again.key]


def test_no_foreign_file_goes_for_a_print(tmp_path: Path) -> None:
    foreign = (tmp_path / "my notes.txt", tmp_path / "[a].json")
    for path in foreign:
        path.write_text("mine", encoding="utf-8")
    end(ending_press(tmp_path, jobs_kept=1), *MIXED[:KEPT])
    assert [path for path in foreign if not path.exists()] == []


NO_PRINT = {
    OF_THE_SHOP: ("/prints", "There is no such print here. Start again from the print shop."),
    OF_A_TABLE: (
        "/tables/{table}/prints",
        "There is no such print at this table. Start again from its prints.",
    ),
}
"""By an ended job: where its page is, and what that says when it is gone."""


def ended_jobs(text: str, place: str) -> Iterator[str]:
    """More jobs than are kept, the oldest first, as their files say them."""
    for number in range(JOBS_KEPT + 1):
        at = f"2026-11-30T16:{number // 60:02}:{number % 60:02}+00:00"
        job = {**json.loads(text), "key": f"{number:032}", "at": at, "place": place}
        yield json.dumps(job)


@pytest.mark.parametrize("text", NO_PRINT, ids=["of the shop", "of a table"])
def test_the_page_of_a_print_that_went_says_so(tmp_path: Path, text: str) -> None:
    product = build_at(tmp_path)
    phone = Browser(product.app.test_client())
    code = phone.json("POST", "/tables", {"game": GAME}).json["code"]  # type: ignore[index]
    product.close()
    home, sentence = NO_PRINT[text]
    home = home.format(table=code)
    jobs = tmp_path / "prints" / "jobs"
    jobs.mkdir(parents=True)
    for job in ended_jobs(text, home):
        (jobs / f"{json.loads(job)['key']}.json").write_text(job, encoding="utf-8")
    product = build_at(tmp_path)
    phone.client = product.app.test_client()
    phone.json("POST", "/prints", {"calibration": "letter"})
    answers = [phone.get(f"{home}/{number:032}") for number in range(3)]
    told = phone.json("GET", f"{home}/{0:032}")
    product.close()
    assert [each.status_code for each in answers] == [404, 404, 200]
    assert sentence in seen(answers[0].text)
    assert (told.status_code, told.headers["Backroom-Answer"]) == (404, "no_print")
    assert len(files(jobs)) == JOBS_KEPT
