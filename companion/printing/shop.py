"""The print shop as the web knows it: offers, finished files, pictures, made by two workers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.core.decks import read_deck
from companion.core.games import GAMES
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.engine import engine_hash
from companion.printing.formats import read_options
from companion.printing.job_folder import JobFolder
from companion.printing.keeping import Keeping
from companion.printing.pad_options import read_pad_options
from companion.printing.planning import plan, revision
from companion.printing.renderer import SENTENCES, Rendered, Renderer, Unrendered
from companion.services.ports import Clock
from companion.services.prints import Job, Lack, Made, NotMade, Offer, Prints, Progress
from companion.system_packages import TO_PRINT, still_missing

PREVIEW_DOTS_PER_INCH = 100
PREVIEWS_AT_ONCE = 4
_NO_GAME = N_("This server does not know that game.")
_BUSY = N_("Many previews are being drawn. Try again in a moment.")


class PrintShop:
    """One worker for the queue and one for previews, so that a long print blocks no preview."""

    def __init__(self, folder: Path, largest_bytes: int = 100_000_000) -> None:
        """`folder` keeps faces and previews; it is made when first needed."""
        self._keeping = Keeping(folder, largest_bytes)
        self._keep_bytes = max(1, largest_bytes)
        self._press = Renderer(folder)
        self._proof = Renderer(folder)
        self._proofs_waiting = 0
        self._has_pango = False

    def deck(self, deck: Json, given: Mapping[str, Any]) -> Offer | Refused:
        """What printing this deck would give, or why it cannot be printed."""
        read, options = read_deck(deck), read_options(given)
        if isinstance(read, Refused):
            return read
        if isinstance(options, Refused):
            return options
        planned = plan(read, options)
        if isinstance(planned, Refused):
            return planned
        chosen = options.to_json()
        return Offer(
            key=_key(["deck", revision(read), chosen]),
            kind="deck",
            of=read.id,
            title=read.name,
            options=chosen,
            task={"task": "deck", "deck": read.to_json(), "options": chosen},
            pages=len(planned.sheets),
            papers=planned.papers,
            cards=len(planned.order),
        )

    def pad(self, game_key: str, given: Mapping[str, Any]) -> Offer | Refused:
        """What printing a score pad would give; refused as `no_game`, `bad_option`."""
        game = GAMES.get(game_key)
        if game is None:
            return Refused("no_game", Phrase(_NO_GAME))
        options = read_pad_options(given, game.players)
        if isinstance(options, Refused):
            return options
        chosen = options.to_json()
        return Offer(
            key=_key(["pad", game_key, chosen]),
            kind="pad",
            of=game_key,
            title=game.name.text,
            options=chosen,
            task={"task": "pad", "game": game_key, "options": chosen},
            pages=1,
            papers=1,
        )

    def make(self, task: Json, progress: Progress) -> Made | NotMade:
        """Make the file on the press."""
        made = self._press.run({**task, "keep_bytes": self._keep_bytes}, progress)
        if isinstance(made, Unrendered):
            return NotMade(made.code, made.phrase)
        return Made(made.data, int(made.said["pages"]), made.said.get("report"))

    def look(self, asked: Offer | Job) -> Json | NotMade:
        """The fit report of a deck, kept by its key."""
        if asked.kind != "deck":
            return {}
        kept = self._keeping.read("reports", asked.key)
        if kept is not None:
            report: Json = json.loads(kept)
            return report
        made = self._proofed({**asked.task, "task": "report"})
        if isinstance(made, NotMade):
            return made
        found: Json = made.said["report"]
        self._keeping.write("reports", asked.key, json.dumps(found).encode())
        return found

    def picture(self, offer: Offer) -> bytes | NotMade:
        """The first sheet as PNG, kept by its key."""
        kept = self._keeping.read("previews", offer.key)
        if kept is not None:
            return kept
        task = "preview" if offer.kind == "deck" else "pad_preview"
        made = self._proofed({**offer.task, "task": task, "dots_per_inch": PREVIEW_DOTS_PER_INCH})
        if isinstance(made, NotMade):
            return made
        self._keeping.write("previews", offer.key, made.data)
        return made.data

    def browser_pages(self, offer: Offer, stylesheets: str) -> str | NotMade:
        """The sheets as SVG elements, or the pad as a whole page."""
        task = "browser" if offer.kind == "deck" else "pad_browser"
        made = self._proofed({**offer.task, "task": task, "stylesheet": stylesheets})
        return made if isinstance(made, NotMade) else made.data.decode()

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

    def _proofed(self, task: Json) -> Rendered | NotMade:
        if self._proofs_waiting >= PREVIEWS_AT_ONCE:
            return NotMade("busy", Phrase(_BUSY))
        self._proofs_waiting += 1
        try:
            made = self._proof.run({**task, "keep_bytes": self._keep_bytes})
        finally:
            self._proofs_waiting -= 1
        return NotMade(made.code, made.phrase) if isinstance(made, Unrendered) else made


def _key(content: list[Any]) -> str:
    """The same print has the same key, as long as the print shop is the same."""
    text = json.dumps([engine_hash(), content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def open_prints(data: Path, clock: Clock, queue_limit: int, cache_bytes: int) -> Prints:
    """The print shop of this data folder with its queue, going on with what was waiting."""
    folder = data / "prints"
    half = cache_bytes // 2
    prints = Prints(
        PrintShop(folder / "made", half), JobFolder(folder / "jobs", half), clock, queue_limit
    )
    prints.resume()
    return prints
