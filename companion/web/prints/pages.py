"""What the print shop's pages show: a print with its options, fit report and progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import CARD_SIZES, PAPERS, POSTER_ONLY, PrintOptions, read_size
from companion.printing.pages.table_options import POSTER_PAPERS
from companion.printing.product import Product
from companion.printing.products import PRODUCTS
from companion.printing.sheets.product import DECK, NO_RULER
from companion.printing.texts.fit_report import phrase_from_json
from companion.services.prints.jobs import Job
from companion.services.prints.offers import SHOP, Offer
from companion.services.prints.queue import PrintQueue
from companion.services.prints.shop import NotMade
from companion.web.parts import parts
from companion.web.phrasing import message, words
from companion.web.prints.places import address_of

SIDES = ("front", "back")
SIMPLE = frozenset({"paper", "card", "backs", "marks", "style", "profile", "scan_marks", "scan_id"})
"""Options of card sheets that the form shows at once; the others are folded away."""
_NO_CARD = N_("This deck has no such card. Choose another.")


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the fit report, in words."""

    what: str
    remedy: str
    serious: bool


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no preview or no file, in words, and what to type if that helps."""

    code: str
    sentence: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class PrintPage:
    """One print with its options: before it is ordered (`job` None) and after."""

    kind: str
    """Which product."""
    product: Product
    of: str
    title: str
    options: Json
    pages: int
    papers: int
    cards: int
    query: str
    """The same options as the query of an address."""
    address: str = address_of(SHOP)
    """Where its pages lie: <address>/new, <address>/preview.png; POST <address> orders it."""
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What to know before printing, in words."""
    ruler: bool = False
    """Its sheets carry the 100 mm ruler."""
    printers: tuple[str, ...] = ()
    """Names of the printer profiles."""
    card_names: tuple[str, ...] = ()
    alone: int = 0
    """The card that the preview shows alone, from 1; 0 for the first sheet."""
    siblings: tuple[Product, ...] = ()
    """Everything that can be made of the same deck or game; empty when this is all."""
    unusual: bool = False
    """Options that stand under "More" are not as usual."""
    report: tuple[ReportLine, ...] = ()
    fitting: int = 0
    """Cards with nothing to report."""
    trouble: Trouble | None = None
    job: Job | None = None
    ahead: int = 0
    """Jobs that come before this one."""
    failure: str | None = None
    """Why the job failed, in words."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Options that cannot be as they were chosen, each with the sentence beside its field."""
    sizes: tuple[str, ...] = tuple(CARD_SIZES)
    """Names of the card sizes that the form offers."""
    told: str = ""
    """Why it was not ordered or shown, where that is about no field."""

    @property
    def done_of(self) -> tuple[int, int]:
        """How far the press is: pieces done, and all."""
        return (self.job.done, max(1, self.job.count)) if self.job is not None else (0, 1)


def offer_page(offer: Offer, prints: PrintQueue, alone: int = 0, looked: bool = True) -> PrintPage:
    """A print that is not ordered yet; `alone` is the card to be shown by itself, if any.

    `looked`: with its fit report.
    """
    look = prints.shop.look(offer) if looked else {}
    page = _page(offer, look)
    return replace(page, alone=alone, trouble=_trouble(prints))


def job_page(job: Job, prints: PrintQueue, looked: bool = False) -> PrintPage:
    """An ordered print. `looked`: with its fit report even before it is made, for people."""
    look = prints.shop.look(job.offer) if looked and job.report is None else job.report
    return replace(
        _page(job.offer, look or {}),
        trouble=_trouble(prints) if looked else None,
        job=job,
        ahead=prints.ahead(job.key),
        failure=words(Phrase(job.trouble)) if job.trouble else None,
    )


def _page(offer: Offer, look: Json | NotMade) -> PrintPage:
    """What a print shows before it is ordered and after; `look`: its fit report."""
    report: Json = {} if isinstance(look, NotMade) else look
    product = PRODUCTS[offer.kind]
    return PrintPage(
        kind=offer.kind,
        product=product,
        of=offer.of,
        title=_title(offer.kind, offer.title),
        options=offer.options,
        pages=offer.pages,
        papers=offer.papers,
        cards=offer.cards,
        query=_query(offer.kind, offer.of, offer.options),
        address=address_of(offer.place),
        files=offer.files,
        notes=tuple(words(each) for each in offer.notes),
        ruler=product.ruler and all(each.text != NO_RULER for each in offer.notes),
        printers=_printers(),
        card_names=_card_names(offer.task),
        siblings=_siblings(product, offer.of),
        unusual=_unusual(offer.kind, offer.options),
        report=_lines(report),
        fitting=int(report.get("fitting", 0)),
    )


def _title(kind: str, title: str) -> str:
    return words(Phrase(title)) if PRODUCTS[kind].our_title else title


def _printers() -> tuple[str, ...]:
    known = parts().printers
    return () if known is None else tuple(each.name for each in known.all())


def _card_names(task: Json) -> tuple[str, ...]:
    return tuple(str(card["name"]) for card in task.get("deck", {}).get("cards", ()))


def _siblings(product: Product, of: str) -> tuple[Product, ...]:
    found = tuple(
        each for each in PRODUCTS.values() if each.about == product.about and each.fits(of)
    )
    return found if len(found) > 1 and product.about != "table" else ()


def _unusual(kind: str, options: Json) -> bool:
    """Whether something that the form folds away was chosen."""
    if kind != DECK.key:
        return False
    usual, folded = PrintOptions().to_json(), set(PrintOptions().to_json()) - SIMPLE
    if options.get("profile"):
        folded -= {"offset_x_mm", "offset_y_mm", "angle_degrees", "offset_on"}
    typed = read_size(str(options["card"])) is not None and options["card"] not in CARD_SIZES
    return typed or any(options.get(name, usual[name]) != usual[name] for name in folded)


def _query(kind: str, of: str, options: Json) -> str:
    return urlencode({kind: of, **options})


def _lines(report: Json) -> tuple[ReportLine, ...]:
    return tuple(
        ReportLine(
            words(phrase_from_json(line["what"])),
            words(phrase_from_json(line["remedy"])),
            bool(line["serious"]),
        )
        for line in report.get("lines", ())
    )


def _trouble(prints: PrintQueue) -> Trouble | None:
    """Whether this computer cannot make PDFs, and what to type so that it can."""
    lack = prints.shop.lacks()
    return None if lack is None else Trouble("no_pango", words(lack.phrase), lack.line)


def print_json(page: PrintPage) -> dict[str, Any]:
    """The print as programs read it."""
    shown: dict[str, Any] = {
        "kind": page.kind,
        "of": page.of,
        "options": page.options,
        "pages": page.pages,
        "papers": page.papers,
        "cards": page.cards,
        "preview": f"{page.address}/preview.png?{page.query}",
    }
    if page.job is not None:
        job = page.job
        shown |= {
            "key": job.key,
            "state": job.state,
            "what": job.what,
            "done": job.done,
            "count": job.count,
            "ahead": page.ahead,
            "trouble": page.failure,
            "pdf": next(iter(_addresses(job, ".pdf")), None),
            "files": _addresses(job),
        }
    return shown


def _addresses(job: Job, ending: str = "") -> list[str]:
    """Where the finished files lie."""
    if job.state != "done":
        return []
    where = f"{address_of(job.offer.place)}/{job.key}"
    return [f"{where}/{name}" for name in job.offer.files if name.endswith(ending)]


def card_alone(given: Mapping[str, Any], offer: Offer) -> tuple[int, str] | Refused:
    """Which card is to be shown alone (0: none) and which side of it.

    Refused as `no_card` when the print has no such card or side.
    """
    card, side = str(given.get("alone") or "0"), str(given.get("side") or "front")
    number = int(card) if card.isascii() and card.isdigit() and len(card) < 5 else -1
    if side not in SIDES or not 0 <= number <= len(offer.task.get("deck", {}).get("cards", ())):
        return Refused("no_card", Phrase(_NO_CARD))
    return number, side


def fit_json(offer: Offer, prints: PrintQueue) -> Json:
    """The fit report as programs read it; {} for a pad."""
    look = prints.shop.look(offer)
    if isinstance(look, NotMade) or not look:
        return {}
    lines = [
        {
            "card": line["card"],
            "code": line["code"],
            "serious": line["serious"],
            "message": message(phrase_from_json(line["what"])),
            "remedy": message(phrase_from_json(line["remedy"])),
        }
        for line in look["lines"]
    ]
    return {"cards": look["cards"], "fitting": look["fitting"], "lines": lines}


def paper_names() -> dict[str, str]:
    """What the papers are called, by the word that an order says."""
    return {key: paper.name for key, paper in PAPERS.items()}


def poster_papers(**said: str) -> dict[str, str]:
    """The same of a poster's; `said`: what to call some of them instead."""
    known = {**PAPERS, **POSTER_ONLY}
    return {key: said.get(key, known[key].name) for key in POSTER_PAPERS}
