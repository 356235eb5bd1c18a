"""A print job as its file says it, and read back with care: files break, and people edit them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from companion.core.outcome import Json, Refused
from companion.printing.products import PRODUCTS
from companion.printing.texts.fit_report import phrase_from_json, read_report
from companion.services.prints.jobs import STATES, Job
from companion.services.prints.offers import SHOP, Offer

FILE_NAME = re.compile(r"[a-z0-9-]{1,40}\.[a-z]{3,4}")
"""Of a finished file, after its job's key."""
MOST = 1_000_000
"""Of anything that a job counts."""
LARGEST_NUMBER = 10**18
"""Of any that stands in a job; pages cannot write numbers without end."""

_NOT_KEPT = frozenset({"offer", "by", "what", "done", "count"})
_OF_JOB = {"at": str, "first": bool, "state": str, "starts": int, "trouble": str}
_OF_OFFER = {
    **{"key": str, "kind": str, "of": str, "title": str, "options": dict, "task": dict},
    **{"pages": int, "papers": int, "cards": int, "files": list, "notes": list, "place": str},
}
_SHOPS_ADDRESS, _TABLES_ADDRESS = "/prints", re.compile(r"/tables/([^/]+)/prints")


def job_to_json(job: Job) -> Json:
    """All that outlives a restart: what was offered and what became of it, side by side."""
    kept = {each.name: getattr(job, each.name) for each in fields(Job)}
    return {
        **asdict(job.offer),
        **{name: value for name, value in kept.items() if name not in _NOT_KEPT},
    }


def read_job(text: str) -> Job:
    """The job of a file. Raises ValueError for whatever no version of ours has written.

    A product that this version does not make is no fault: a newer one may have made it.
    """
    kept = _plain(text)
    offer, job = _typed(kept, _OF_OFFER), _typed(kept, _OF_JOB)
    counted = (offer["pages"], offer["papers"], offer["cards"], job["starts"])
    if job["state"] not in STATES or not all(0 <= each <= MOST for each in counted):
        raise ValueError("no job")
    offer["options"] = _options(offer["kind"], offer["options"])
    offer["files"] = _files(offer["files"])
    offer["notes"] = tuple(phrase_from_json(each) for each in offer["notes"])
    offer["place"] = _place(offer["place"])
    _check_cards(offer["task"])
    report = None if kept.get("report") is None else read_report(kept["report"])
    return Job(Offer(**offer), **job, report=report)


def _plain(text: str) -> Json:
    """What the text holds; halves of letters and endless numbers would fail later, on a page."""
    try:
        kept = json.loads(text, parse_int=_whole, parse_float=_part, parse_constant=_part)
        json.dumps(kept, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("no job") from None
    if not isinstance(kept, dict):
        raise ValueError("no job")
    return kept


def _whole(text: str) -> int:
    _part(text)
    return int(text)


def _part(text: str) -> float:
    number = float(text)
    if not abs(number) < LARGEST_NUMBER:
        raise ValueError("no number")
    return number


def _typed(kept: Json, kinds: Mapping[str, type]) -> dict[str, Any]:
    """The fields of these names; each is there, and of its kind (True is no number)."""
    found = {name: kept.get(name) for name in kinds}
    if any(type(found[name]) is not kind for name, kind in kinds.items()):
        raise ValueError("no job")
    return found


def _options(kind: str, kept: Json) -> Json:
    """The options as the product reads them, so that its form finds each; words besides stay."""
    product = PRODUCTS.get(kind)
    read = kept if product is None else product.options(kept)
    if isinstance(read, Refused):
        raise ValueError("no options")
    return {**{name: said for name, said in kept.items() if isinstance(said, str)}, **read}


def _files(kept: list[Any]) -> tuple[str, ...]:
    if not kept or not all(isinstance(each, str) and FILE_NAME.fullmatch(each) for each in kept):
        raise ValueError("no files")
    return tuple(kept)


def _place(kept: str) -> str:
    """Whose the job is; earlier versions kept the address where its pages lay."""
    of_table = _TABLES_ADDRESS.fullmatch(kept)
    return of_table[1] if of_table else SHOP if kept == _SHOPS_ADDRESS else kept


def _check_cards(task: Json) -> None:
    """Whether the page of a deck's print can name its cards; the rest is the worker's to judge."""
    deck = task.get("deck", {})
    cards = deck.get("cards", []) if isinstance(deck, dict) else None
    named = isinstance(cards, list) and all(
        isinstance(card, dict) and isinstance(card.get("name"), str) for card in cards
    )
    if not named:
        raise ValueError("no cards")
