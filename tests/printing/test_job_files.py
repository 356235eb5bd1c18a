"""Job files: those of earlier versions open, and what cannot be read is as if it were not there."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.core.outcome import Phrase
from companion.printing.job_folder import JobFolder
from companion.printing.products import PRODUCTS
from companion.services.prints.jobs import Job
from companion.services.prints.offers import SHOP, Offer
from tests.security.phones import GAME, Browser, build_at

OF_THE_SHOP = (
    '{"key": "801d1ad6854446ebb85a74268ceb98e4", "kind": "calibration", "of": "a4", "title": "A4", '
    '"options": {"paper": "a4", "backs": "short", "turn": "portrait"}, "task": {"options": {'
    '"paper": "a4", "backs": "short", "turn": "portrait"}, "task": "calibration"}, "pages": 2, '
    '"papers": 1, "cards": 0, "at": "2026-11-30T16:23:07+00:00", "files": ["sheets.pdf"], '
    '"notes": [{"text": "{printer} is new.", "params": {"printer": {"text": "The printer", '
    '"params": {}}}}], "place": "/prints", "first": false, "state": "done", "starts": 1, '
    '"report": null, "trouble": ""}'
)
OF_A_TABLE = (
    '{"key": "1bcb78751c7095571e816536292d5ffe", "kind": "sheet", "of": "K7MQ2X", "title": '
    '"Table poster", "options": {"sheet": "poster", "paper": "a4", "form": "tent"}, "task": {'
    '"page": "poster", "paper": "a4", "content": {"name": "Quay"}, "one_page": false, '
    '"language": "en", "words": {}, "task": "paper"}, "pages": 1, "papers": 1, "cards": 0, '
    '"at": "2026-11-30T16:23:08+00:00", "files": ["sheets.pdf"], "notes": [], "place": '
    '"/tables/K7MQ2X/prints", "first": true, "state": "failed", "starts": 1, "report": null, '
    '"trouble": "The print failed. Please try again."}'
)
"""As they were written while a job held all that its offer said, and its place was an address."""


def put(folder: Path, text: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    key = json.loads(text)["key"]
    (folder / f"{key}.json").write_text(text, encoding="utf-8")
    return str(key)


def test_jobs_of_an_earlier_version_open(tmp_path: Path) -> None:
    for text in (OF_THE_SHOP, OF_A_TABLE):
        put(tmp_path, text)
    options = {"paper": "a4", "backs": "short", "turn": "portrait"}
    calibration = Offer(
        "a4",
        "A4",
        options,
        {"options": options, "task": "calibration"},
        pages=2,
        papers=1,
        notes=(Phrase("{printer} is new.", {"printer": Phrase("The printer")}),),
        place=SHOP,
        key="801d1ad6854446ebb85a74268ceb98e4",
        kind="calibration",
    )
    poster = Offer(
        "K7MQ2X",
        "Table poster",
        {"sheet": "poster", "paper": "a4", "form": "tent"},
        json.loads(OF_A_TABLE)["task"],
        pages=1,
        papers=1,
        place="K7MQ2X",
        key="1bcb78751c7095571e816536292d5ffe",
        kind="sheet",
    )
    assert JobFolder(tmp_path).jobs() == (
        Job(calibration, "2026-11-30T16:23:07+00:00", state="done", starts=1),
        Job(
            poster,
            "2026-11-30T16:23:08+00:00",
            first=True,
            state="failed",
            starts=1,
            trouble="The print failed. Please try again.",
        ),
    )


def test_a_job_opens_as_it_was_saved(tmp_path: Path) -> None:
    put(tmp_path, OF_THE_SHOP)
    before = JobFolder(tmp_path).jobs()
    assert [job.offer.kind for job in before] == ["calibration"]
    JobFolder(tmp_path).save(before[0])
    assert JobFolder(tmp_path).jobs() == before


def test_an_option_that_an_earlier_version_did_not_have_is_as_usual(tmp_path: Path) -> None:
    kept = {**json.loads(OF_THE_SHOP), "options": {"paper": "a4", "language": "de"}}
    put(tmp_path, json.dumps(kept))
    found = [job.offer.options for job in JobFolder(tmp_path).jobs()]
    assert found == [{"paper": "a4", "backs": "long", "turn": "portrait", "language": "de"}]


HALF_A_LETTER = "\ud800"
ODD: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 10**30, 10.0**30, float("nan"), "", "odd", HALF_A_LETTER),
    *([], ["odd"], [[]], {}, {"odd": 1}),
)
"""What people and broken disks put where something else belongs."""
DECK_JOB: dict[str, Any] = {
    **json.loads(OF_THE_SHOP),
    "kind": "deck",
    "of": "starter",
    "title": "Starter deck",
    "options": {"paper": "letter"},
    "task": {"deck": {"cards": [{"name": "Lantern"}]}, "options": {}},
    "cards": 1,
    "state": "failed",
    "trouble": "The print failed. Please try again.",
    "report": {
        "cards": 1,
        "fitting": 0,
        "lines": [
            {
                "card": "lantern",
                "code": "small_text",
                "serious": False,
                "what": {"text": "Card {number}.", "params": {"number": 1}},
                "remedy": {"text": "Shorten it.", "params": {}},
            }
        ],
    },
}
"""A job with something in every field."""
NO_REPORT = ("report", None)
"""None is missing, too: a job without one is sound."""


def missing_or_odd(sound: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The job with each of its fields, and of all that lies in them, missing or odd, by field."""
    for name, value in sound.items():
        yield name, {each: said for each, said in sound.items() if each != name}
        yield from ((name, {**sound, name: odd}) for odd in ODD)
        if isinstance(value, dict):
            inners = (inner for _, inner in missing_or_odd(value))
            yield from ((name, {**sound, name: inner}) for inner in inners)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inners = (inner for _, inner in missing_or_odd(value[0]))
            yield from ((name, {**sound, name: [inner]}) for inner in inners)


@pytest.mark.parametrize("name", DECK_JOB)
def test_a_job_with_a_field_missing_or_of_a_wrong_kind_is_as_if_it_were_not_there(
    tmp_path: Path, name: str
) -> None:
    sound = put(tmp_path, json.dumps(DECK_JOB))
    assert [job.key for job in JobFolder(tmp_path).jobs()] == [sound]
    odd = [job for field, job in missing_or_odd(DECK_JOB) if field == name]
    for number, job in enumerate(odd):
        if type(job.get(name)) is not type(DECK_JOB[name]) and (name, job.get(name)) != NO_REPORT:
            job = job if name == "key" else {**job, "key": f"{number:032}"}
            (tmp_path / f"{number:032}.json").write_text(json.dumps(job), encoding="utf-8")
    assert len(list(tmp_path.iterdir())) > len(ODD) // 2
    assert [job.key for job in JobFolder(tmp_path).jobs()] == [sound]


@pytest.mark.parametrize("key", ["", "..", "../../a", "a/b", "ä", "a b", "of-another-file"])
def test_a_job_under_another_name_than_its_key_is_as_if_it_were_not_there(
    tmp_path: Path, key: str
) -> None:
    (tmp_path / "a.json").write_text(json.dumps({**DECK_JOB, "key": key}), encoding="utf-8")
    assert JobFolder(tmp_path).jobs() == ()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def code(folder: Path) -> str:
    """A table of that folder."""
    product = build_at(folder)
    made = Browser(product.app.test_client()).json("POST", "/tables", {"game": GAME}).json
    product.close()
    assert made is not None
    return str(made["code"])


@pytest.fixture(scope="module")
def product(folder: Path, code: str) -> Iterator[Backroom]:
    """A server that finds every such job in its folder: of the shop and of a table."""
    jobs, keys = folder / "prints" / "jobs", count()
    of_table = {**json.loads(OF_A_TABLE), "of": code, "place": f"/tables/{code}/prints"}
    for sound in (DECK_JOB, of_table):
        for field, job in missing_or_odd(sound):
            if field not in ("key", "state"):
                put(jobs, json.dumps({**job, "key": f"{next(keys):032}"}))
    (jobs / f"{next(keys):032}.json").write_text("[" * 100_000, encoding="utf-8")
    for kind in PRODUCTS:
        for options in ({}, {"sheet": "score-pad"}, {"sheet": "odd"}):
            for sound in (DECK_JOB, of_table):
                job = {**sound, "kind": kind, "options": options, "report": {}}
                put(jobs, json.dumps({**job, "key": f"{next(keys):032}"}))
    product = build_at(folder)
    yield product
    product.close()


def test_every_job_that_opens_has_a_page_and_every_other_is_not_found(
    product: Backroom, folder: Path, code: str
) -> None:
    jobs = folder / "prints" / "jobs"
    phone = Browser(product.app.test_client())
    opened = {job.key: job.offer for job in JobFolder(jobs).jobs()}
    shown = []
    for path in sorted(jobs.glob("*.json")):
        offer = opened.get(path.stem)
        for place, home in ((SHOP, "/prints"), (code, f"/tables/{code}/prints")):
            there = offer is not None and offer.place == place and offer.kind in PRODUCTS
            read = phone.get if there else partial(phone.json, "GET")
            assert read(f"{home}/{path.stem}").status_code == (200 if there else 404), offer
            shown += [place] * there
    assert {SHOP, code} == set(shown)
    assert len(shown) > 100


@pytest.mark.parametrize("kind", ["of another version", ""])
def test_a_print_of_an_unknown_product_is_not_shown_and_goes_with_its_table(
    tmp_path: Path, kind: str
) -> None:
    text = json.dumps({**json.loads(OF_A_TABLE), "kind": kind})
    key = put(tmp_path / "prints" / "jobs", text)
    product = build_at(tmp_path)
    phone = Browser(product.app.test_client())
    assert phone.get(f"/prints/{key}").status_code == 404
    assert product.parts.prints.places() == {"K7MQ2X"}
    assert product.prune() is None
    product.close()
    assert list((tmp_path / "prints" / "jobs").iterdir()) == []


def test_a_waiting_job_that_cannot_be_made_fails_and_the_next_is_made(tmp_path: Path) -> None:
    waiting = {"state": "waiting", "trouble": "", "report": None}
    sound = json.loads(OF_THE_SHOP)
    other_task = {**sound["task"], "task": "calibration_preview"}
    jobs = tmp_path / "prints" / "jobs"
    broken = put(jobs, json.dumps({**DECK_JOB, **waiting, "key": "a" * 32, "at": "2026-11-30"}))
    follows = put(jobs, json.dumps({**sound, **waiting, "task": other_task, "starts": 0}))
    product = build_at(tmp_path)
    press = product.parts.prints
    deadline = time.monotonic() + 60
    while any(press.job(key).open for key in (broken, follows)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    states = [press.job(key).state for key in (broken, follows)]
    product.close()
    assert states == ["failed", "done"]
