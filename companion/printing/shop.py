"""The print shop as the web knows it: offers, finished files, pictures, made by two workers."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from itertools import accumulate
from pathlib import Path
from typing import Any

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.cache import Cache
from companion.printing.engine_hash import engine_hash
from companion.printing.failures import SENTENCES, sentence
from companion.printing.job_folder import JobFolder
from companion.printing.own_words import ENGLISH, OwnWords
from companion.printing.products import PRODUCTS
from companion.services.ports import Clock
from companion.services.prints.offers import Offer, PrintDraft
from companion.services.prints.queue import PrintQueue
from companion.services.prints.shop import BrowserPages, Lack, Made, NotMade, Progress
from companion.system_packages import TO_PRINT, still_missing
from companion.worker_process import TaskDone, TaskFailed, WorkerProcess

PREVIEW_DOTS_PER_INCH = 100
PREVIEWS_AT_ONCE = 4
_NO_PRODUCT = N_("The print shop does not make that.")
_NO_PREVIEW = N_("There is no preview of this. Make the file and look at it.")
_BUSY = N_("Many previews are being drawn. Try again in a moment.")


class PrintShop:
    """One worker for the queue and one for previews, so that a long print blocks no preview."""

    def __init__(self, folder: Path, largest_bytes: int = 100_000_000) -> None:
        """`folder` keeps faces and previews; it is made when first needed."""
        self._cache = Cache(folder, largest_bytes)
        self._places: Json = {
            "keep_bytes": max(1, largest_bytes),
            "pictures_folder": str(folder.parent / "pictures"),
        }
        """What every task may know of this computer; no print depends on it."""
        self._press = WorkerProcess(folder)
        self._proof = WorkerProcess(folder)
        self._proofs_waiting = 0
        self._has_pango = False

    def offer(
        self, kind: str, subject: Any, given: Mapping[str, Any], words: OwnWords = ENGLISH
    ) -> Offer | Refused:
        """What printing this would give; refused as `no_product`, or as its product refuses.

        `words`: what its product says, in the language of whoever prints.
        """
        product = PRODUCTS.get(kind)
        if product is None:
            return Refused("no_product", Phrase(_NO_PRODUCT))
        draft = product.draft(subject, given)
        if isinstance(draft, Refused):
            return draft
        task = {**draft.task, "words": dict(words)} if words else draft.task
        planned = {each.name: getattr(draft, each.name) for each in fields(PrintDraft)}
        return Offer(**{**planned, "task": task}, key=_key([kind, task, draft.files]), kind=kind)

    def make(self, offer: Offer, progress: Progress) -> Made | NotMade:
        """Make the file, or the files, on the press."""
        task = _task_of(offer, "make")
        if not task:
            return NotMade("no_product", Phrase(_NO_PRODUCT))
        made = self._press.run({**offer.task, "task": task, **self._places}, progress)
        if isinstance(made, TaskFailed):
            return NotMade(made.code, sentence(made))
        pages, report = int(made.said["pages"]), made.said.get("report")
        if "path" in made.said:
            return Made(b"", pages, report, at=Path(made.said["path"]))
        sizes = made.said.get("sizes") or [len(made.data)]
        ends = list(accumulate(sizes))
        parts = [made.data[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        return Made(parts[0], pages, report, tuple(parts[1:]))

    def look(self, offer: Offer) -> Json | NotMade:
        """The fit report, kept by its key; {} where the product has none."""
        task = _task_of(offer, "report")
        if not task:
            return {}
        kept = self._cache.read("reports", offer.key) if _is_kept(offer) else None
        if kept is not None:
            report: Json = json.loads(kept)
            return report
        made = self._proofed({**offer.task, "task": task})
        if isinstance(made, NotMade):
            return made
        found: Json = made.said["report"]
        if _is_kept(offer):
            self._cache.write("reports", offer.key, json.dumps(found).encode())
        return found

    def picture(self, offer: Offer, card: int = 0, side: str = "front") -> bytes | NotMade:
        """The first sheet as PNG, or the `card`-th card alone; kept by its key."""
        task = _task_of(offer, "card_preview" if card else "preview")
        if not task:
            return NotMade("no_preview", Phrase(_NO_PREVIEW))
        key = _key([offer.key, card, side]) if card else offer.key
        kept = self._cache.read("previews", key) if _is_kept(offer) else None
        if kept is not None:
            return kept
        shown = {"dots_per_inch": PREVIEW_DOTS_PER_INCH, "card": card, "side": side}
        made = self._proofed({**offer.task, **shown, "task": task})
        if isinstance(made, NotMade):
            return made
        if _is_kept(offer):
            self._cache.write("previews", key, made.data)
        return made.data

    def at_once(self, offer: Offer) -> Made | NotMade:
        """The file without a queue: nothing of it is kept anywhere."""
        made = self._proofed({**offer.task, "task": _task_of(offer, "make")})
        return made if isinstance(made, NotMade) else Made(made.data, int(made.said["pages"]))

    def picture_asset(self, data: bytes, crop: Json, kind: str) -> Made | NotMade:
        """A supplied picture as it may be stored; see companion.printing.cards.picture_intake."""
        sent = base64.b64encode(data).decode()
        made = self._proofed({"task": "picture", "data": sent, "crop": crop, "kind": kind})
        return made if isinstance(made, NotMade) else Made(made.data, 1)

    def browser_pages(self, offer: Offer, stylesheets: str) -> BrowserPages | NotMade:
        """The pages for the browser: sheets as SVG elements, or a whole page, by product."""
        task = _task_of(offer, "browser")
        if not task:
            return NotMade("no_preview", Phrase(_NO_PREVIEW))
        made = self._proofed({**offer.task, "task": task, "stylesheet": stylesheets})
        return made if isinstance(made, NotMade) else BrowserPages(made.data.decode(), **made.said)

    def lacks(self) -> Lack | None:
        """Whether Pango is missing; looked for until it is there, then never again."""
        if self._has_pango:
            return None
        missing = still_missing(TO_PRINT[:1])
        if missing is None:
            self._has_pango = True
            return None
        return Lack(Phrase(SENTENCES["no_pango"]), missing.line)

    def cancel(self) -> None:
        """End what the press is making."""
        self._press.cancel()

    def close(self) -> None:
        """End both workers."""
        self._press.close()
        self._proof.close()

    def _proofed(self, task: Json) -> TaskDone | NotMade:
        if self._proofs_waiting >= PREVIEWS_AT_ONCE:
            return NotMade("busy", Phrase(_BUSY))
        self._proofs_waiting += 1
        try:
            made = self._proof.run({**task, **self._places})
        finally:
            self._proofs_waiting -= 1
        return NotMade(made.code, sentence(made)) if isinstance(made, TaskFailed) else made


def _task_of(offer: Offer, which: str) -> str:
    """The name of this product's task for that; empty for what is no longer made here."""
    product = PRODUCTS.get(offer.kind)
    return str(getattr(product, which)) if product is not None else ""


def _is_kept(offer: Offer) -> bool:
    """False for a table's own: names stand on it, and nothing of a table outlives it."""
    product = PRODUCTS.get(offer.kind)
    return product is not None and product.about != "table"


def _key(content: list[Any]) -> str:
    """The same print has the same key, as long as the print shop is the same."""
    text = json.dumps([engine_hash(), content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def open_prints(data: Path, clock: Clock, queue_limit: int, cache_bytes: int) -> PrintQueue:
    """The print shop of this data folder with its queue, going on with what was waiting."""
    folder = data / "prints"
    half = cache_bytes // 2
    jobs = JobFolder(folder / "jobs", half)
    prints = PrintQueue(PrintShop(folder / "made", half), jobs, clock, queue_limit)
    prints.resume()
    return prints
