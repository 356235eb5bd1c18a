"""One kind of thing that the print shop makes, and how to add another.

1. Its options: a frozen dataclass with `to_json()` and a pure `read_…` (see pages/pad_options.py).
2. What the worker does: functions `(task, say) -> (said, file)` in a module of your own, each
   named by one line in tasks.TASKS. `said` holds "pages" for a finished file, and "sizes" (bytes
   of each file in turn) where one print gives several. Only such modules load WeasyPrint.
3. The product: `def _draft(subject, given) -> PrintDraft | Refused` and a `Product`, which reads
   its options too (see pages/pad_product.py), and one line in products.PRODUCTS.
4. Its form: templates/prints/_<key>_options.html, a form `#options` with the hidden field <key>.
5. Its verb on the command line, with the same options.

A product about a deck, a game or a paper then has its page at /prints/new?<key>=<of>, its preview,
queue, progress and download without a further line, and every other product of that deck or game
links to it. Files may be PDF, ZIP, PNG or SVG (web/prints/files.MEDIA_TYPES);
`PrintDraft.files` names them.

One about a table is offered by routes of its own (web/prints/table_prints.py), which say what its
subject is; its draft says as its `place` whose it is: the table's, by its code. Who may ask for it
stands in web/rights.py; all else is web/prints/answers.py, as for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from companion.core.outcome import Json, Refused
from companion.services.prints.offers import PrintDraft


def _always(of: str) -> bool:
    return True


class Options(Protocol):
    """The options of a print, read."""

    def to_json(self) -> Json:
        """They by name: what a job keeps, and what reading gives back."""


def by_name(
    read: Callable[[Mapping[str, Any]], Options | Refused],
) -> Callable[[Mapping[str, Any]], Json | Refused]:
    """What a Product's `options` is, from the function that reads them."""

    def reading(given: Mapping[str, Any]) -> Json | Refused:
        options = read(given)
        return options if isinstance(options, Refused) else options.to_json()

    return reading


@dataclass(frozen=True, slots=True)
class Product:
    """One kind of print. The tasks are names of tasks.TASKS; "" where there is none."""

    key: str
    """Its word in addresses and in Offer.kind."""
    about: Literal["deck", "game", "paper", "table"]
    """What `draft` gets: a deck file, a PadOf the game, a paper's key, or what the routes of a
    table hand over."""
    heading: str
    """Message id of its page's title."""
    line: str
    """Message id of one line about it, for lists."""
    icon: str
    draft: Callable[[Any, Mapping[str, Any]], PrintDraft | Refused]
    options: Callable[[Mapping[str, Any]], Json | Refused]
    """What a draft's options say, by name; what is absent is as usual. Reads kept ones again."""
    make: str
    preview: str = ""
    """Task: the first page as PNG."""
    card_preview: str = ""
    """Task: one card alone as PNG; gets `card` (from 1) and `side` (front or back)."""
    report: str = ""
    """Task: the fit report."""
    browser: str = ""
    """Task: the same pages for the browser's own print dialogue."""
    whole_page: bool = False
    """What `browser` gives is a whole HTML page, not sheets to be put into one."""
    ruler: bool = False
    """Its sheets carry the 100 mm ruler."""
    our_title: bool = False
    """Its drafts' titles are message ids of ours, not names that people gave."""
    says: tuple[str, ...] = ()
    """Message ids of our own words on its pages, which the worker gets translated."""
    fits: Callable[[str], bool] = _always
    """Whether a deck or a game of this key can have it."""
