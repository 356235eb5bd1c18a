"""On a deck of hostile texts nothing overflows, vanishes or is fetched without a word."""

from __future__ import annotations

import re
import socket
import sys
import threading
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.decks.markup import parse
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Refused
from companion.printing.sheets.planning import Planned
from companion.printing.texts.typed_text import cleaned
from tests.printing.conftest import Printed, run
from tests.printing.decks import (
    CJK,
    HEBREW,
    HINDI,
    deck_of,
    hostile_deck,
    insider,
    item,
    warehouse,
)
from tests.printing.tagged import word_boxes


@pytest.fixture(scope="module")
def hostile(printed: Printed) -> tuple[Planned, Path, dict]:  # type: ignore[type-arg]
    return printed(hostile_deck(), marks="none")


def lines_of(said: dict, card: str) -> set[tuple[str, str]]:  # type: ignore[type-arg]
    return {
        (line["code"], line["what"]["params"]["field"]["text"])
        for line in said["report"]["lines"]
        if card and line["card"] == card
    }


def test_no_word_leaves_its_card(hostile: tuple[Planned, Path, dict]) -> None:  # type: ignore[type-arg]
    planned, pdf, _ = hostile
    boxes = word_boxes(pdf)
    assert len(boxes) == len(planned.sheets)
    safe = 2.0
    checked = 0
    for words, sheet in zip(boxes, planned.sheets, strict=True):
        trims = [placement.trim for placement in sheet.placements]
        for left, top, right, bottom, word in words:
            middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
            home = [
                trim
                for trim in trims
                if trim.x_mm <= middle_x <= trim.right_mm
                and trim.y_mm <= middle_y <= trim.bottom_mm
            ]
            if not home:
                continue  # the sheet's own line and ruler, beside the cards
            trim = home[0]
            assert left >= trim.x_mm + safe, word
            assert right <= trim.right_mm - safe, word
            checked += 1
    assert checked > 300


def test_every_text_is_whole_on_the_page_or_reported(
    hostile: tuple[Planned, Path, dict],  # type: ignore[type-arg]
) -> None:
    planned, pdf, said = hostile
    raw = run("pdftotext", "-raw", pdf, "-")
    whole = 0
    for card in planned.deck.cards:
        effect = without_signs(getattr(card, "effect_text", ""), planned)
        flavour = without_signs(card.flavour or "", planned)
        texts = {"the name": card.name, "the line in italics": flavour, "the effect": effect}
        for field, text in texts.items():
            reported = {code for code, where in lines_of(said, card.id) if where == field}
            if not reported & {"does_not_fit", "unknown_letters"}:
                assert stands_in(text, raw), (card.id, field)
                whole += bool(text)
    assert whole >= 15


def stands_in(text: str, raw: str) -> bool:
    """Whether the page has the text.

    What reads from the right comes back word by word in the order of the eye, letters that are
    drawn as one in either order, and points and vowel signs where they were drawn.
    """
    if not re.search("[\u0590-\u06ff\u0900-\u097f]", text):
        return squeezed(cleaned(text)) in squeezed(raw)
    return letters_of(text) <= letters_of(raw)


def letters_of(text: str) -> set[str]:
    """The letters of each word, in the order of the alphabet, without marks."""
    plain = "".join(
        x for x in unicodedata.normalize("NFD", text) if unicodedata.category(x)[0] != "M"
    )
    words = re.findall(r"\w+", re.sub("[\u200c-\u200f\u202a-\u202e]", "", plain))
    return {"".join(sorted(word)) for word in words}


def without_signs(text: str, planned: Planned) -> str:
    return "".join(piece.text for piece in parse(text, planned.deck.item_types) if not piece.sign)


def squeezed(text: str) -> str:
    marks = "\u202a\u202b\u202c\u202d\u202e\u200e\u200f"  # how pdftotext says which way it reads
    plain = text.translate({ord(mark): None for mark in marks})
    plain = re.sub("[\u200d\u2600-\u27bf\U0001f300-\U0001faff]", "", plain)  # one for many
    return re.sub(r"[\s\u00ad-]+", "", unicodedata.normalize("NFC", plain))


def test_the_report_names_what_is_wrong(hostile: tuple[Planned, Path, dict]) -> None:  # type: ignore[type-arg]
    _, _, said = hostile
    assert lines_of(said, "card-9") == {("word_broken", "the effect")}
    assert ("small_text", "the effect") in lines_of(said, "card-8")
    assert ("unknown_letters", "the name") in lines_of(said, "card-3")
    assert lines_of(said, "card-4") == set()
    assert ("unknown_letters", "the type") in lines_of(said, "card-2")
    assert lines_of(said, "card-6") == set()
    assert lines_of(said, "card-7") == set()
    letters = {
        line["what"]["params"]["letters"]
        for line in said["report"]["lines"]
        if line["code"] == "unknown_letters"
    }
    assert " ".join(dict.fromkeys(CJK)) in letters
    assert lines_of(said, "card-5") == {("small_money", "the amount")}


def test_other_scripts_marks_and_joined_emoji_are_whole_or_named(
    hostile: tuple[Planned, Path, dict],  # type: ignore[type-arg]
) -> None:
    planned, pdf, said = hostile
    ids = {card.name: card.id for card in planned.deck.cards}
    assert lines_of(said, ids[HEBREW]) == set()
    assert lines_of(said, ids[HINDI]) == set()
    named = [
        (line["what"]["params"]["field"]["text"], line["what"]["params"]["letters"])
        for line in said["report"]["lines"]
        if line["card"] == ids["می\u200cخواهم"] and line["code"] == "unknown_letters"
    ]
    assert named == [("the line in italics", "◌\u0305")]
    import pikepdf

    with pikepdf.open(pdf) as opened:
        emoji = opened.pages[0].obj.Resources.Font["/emoji"].DescendantFonts[0].W
    assert len(list(emoji)[::2]) == 5, "a duck, a fire, a phone, one astronaut, one family"


def test_a_text_that_turns_the_line_around_is_refused() -> None:
    data = deck_of(item()).to_json()
    data["cards"][0]["name"] = "a\u202etxt.exe"
    assert isinstance(read_deck(data), Refused)
    assert cleaned("a\u202etxt.exe") == "atxt.exe", "and were one to come through, it is taken out"


def test_no_glyph_is_missing_in_silence(hostile: tuple[Planned, Path, dict]) -> None:  # type: ignore[type-arg]
    """Glyph 0 is the empty box that a renderer draws when it gives up: it is never used."""
    import pikepdf

    _, pdf, _ = hostile
    with pikepdf.open(pdf) as opened:
        fonts = dict(opened.pages[0].obj.Resources.Font)
        assert len(fonts) > 1
        for font in fonts.values():
            widths = list(font.DescendantFonts[0].W)
            assert 0 not in [int(first) for first in widths[::2]]


VECTORS = [
    '<img src="http://127.0.0.1:{port}/a">',
    '<link rel="stylesheet" href="http://127.0.0.1:{port}/b">',
    '</p><style>@import "http://127.0.0.1:{port}/c";</style>',
    "<style>@font-face{{font-family:x;src:url(http://127.0.0.1:{port}/d)}}</style>",
    '<svg><image href="http://127.0.0.1:{port}/e"/></svg>',
    '<object data="http://127.0.0.1:{port}/f"></object>',
    '<embed src="http://127.0.0.1:{port}/g">',
    '"><p style="background:url(http://127.0.0.1:{port}/h)">',
    '<iframe src="http://127.0.0.1:{port}/i"></iframe>',
    '<base href="http://127.0.0.1:{port}/"><img src="j">',
    '<a href="file:///etc/hostname" rel="attachment">k</a>',
    '<link rel="attachment" href="file:///etc/hostname">',
    '<img src="file:///etc/hostname"><img src="data:image/png;base64,AA==">',
    "url(http://127.0.0.1:{port}/m)",
    "';}} body{{background:url(http://127.0.0.1:{port}/n)}}",
]


@pytest.fixture
def listener() -> Iterator[tuple[int, list[bytes]]]:
    """A server that writes down whatever reaches it."""
    heard: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))

    def listen() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            heard.append(b"connected")
            connection.close()

    threading.Thread(target=listen, daemon=True).start()
    yield server.getsockname()[1], heard
    server.close()


def vector_deck(port: int) -> Deck:
    """Each vector in every field that takes a text of its length."""
    texts = [vector.format(port=port) for vector in VECTORS]
    items = [item(text[:60], flavour=text) for text in texts]
    insiders = [insider(text, text[:60], flavour=text) for text in texts]
    sheds = [warehouse(["Animal"], text[:60], flavour=text) for text in texts]
    return deck_of(
        *items,
        *insiders,
        *sheds,
        name=texts[0][:60],
        currency="<img>",
        note=texts[2],
        item_types=["Animal", "<img src=//127.0.0.1>"],
    )


def test_no_text_makes_us_fetch_anything(
    printed: Printed, listener: tuple[int, list[bytes]]
) -> None:
    port, heard = listener
    deck = vector_deck(port)
    _, pdf, said = printed(deck)
    assert said["pages"] == 5
    assert heard == []
    text = run("pdftotext", "-raw", pdf, "-")
    assert "<img" in text, "the texts are there as texts"
    assert socket.gethostname() not in text
    assert run("pdfdetach", "-list", pdf).startswith("0 embedded files")


def test_even_html_of_our_own_can_fetch_nothing_but_assets(
    listener: tuple[int, list[bytes]],
) -> None:
    """The second wall: were a text ever to become HTML, the fetcher still knows no address."""
    port, heard = listener
    code = (
        "import sys\n"
        "from companion.printing.pages.document import Document\n"
        "for vector in sys.argv[1:]:\n"
        "    page = '<html lang=en><title>t</title><p>text</p>' + vector\n"
        "    made = Document(page)\n"
        "    data = made.pdf()\n"
        "    print(made.pages, data[:5] == b'%PDF-', b'EmbeddedFile' in data)\n"
    )
    vectors = [vector.format(port=port) for vector in VECTORS]
    lines = run(sys.executable, "-c", code, *vectors).splitlines()
    assert lines == ["1 True False"] * len(VECTORS)
    assert heard == []


def test_an_asset_is_known_by_its_checksum_only() -> None:
    import hashlib

    from companion.printing.texts import typesetting

    data = b"p{color:red}"
    name = hashlib.sha256(data).hexdigest()
    fetcher = typesetting.AssetFetcher({name: (data, "text/css"), "wrong": (data, "text/css")})
    assert fetcher.fetch(f"asset:{name}").read() == data
    for address in (f"asset:{name}0", "asset:wrong", f"http://{name}", "file:///etc/passwd"):
        with pytest.raises(ValueError, match="only assets"):
            fetcher.fetch(address)
    assert len(fetcher.refused) == 4
