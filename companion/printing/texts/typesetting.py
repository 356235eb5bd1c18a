"""Sets the deck's texts with WeasyPrint. Imported by the worker only: it needs Pango."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import pikepdf
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from companion.printing.drawing.sketch import TextLine
from companion.printing.texts.fonts import (
    FONT_AFTER_WEIGHT,
    FONTS,
    MM_PER_POINT,
    SHAPED,
    measures,
    text_of_glyph,
)
from companion.printing.texts.text_layer import Rise, TextLayer, TextRun, width_em

FACES_PER_RUN = 50
"""Measured: one run of 2,000 faces takes 489 MB and super-linear time, runs of 50 take 148 MB."""

MM_PER_PIXEL = 25.4 / 96


class AssetFetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
    """Knows `asset:<sha256>` and nothing else: no file, no address, no data URL."""

    def __init__(self, assets: Mapping[str, tuple[bytes, str]] | None = None) -> None:
        super().__init__(allowed_protocols=("asset",), allow_redirects=False)
        self._assets = dict(assets or {})
        self.refused: list[str] = []
        """What was asked for in vain, for the tests and the log."""

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The asset of that checksum; anything else raises, which leaves the place empty."""
        scheme, _, name = url.partition(":")
        found = self._assets.get(name) if scheme == "asset" else None
        if found is None or hashlib.sha256(found[0]).hexdigest() != name:
            self.refused.append(url[:200])
            raise ValueError("only assets of this print shop can be used")
        return URLFetcherResponse(url, found[0], {"Content-Type": found[1]})


def typeset(
    faces: Sequence[Sequence[TextLine]],
    width_mm: float,
    height_mm: float,
    fetcher: AssetFetcher | None = None,
) -> list[TextLayer]:
    """The text layer of each face, in order; at most FACES_PER_RUN faces at once."""
    if not faces:
        return []
    html = _page_html(faces, width_mm, height_mm)
    data = HTML(string=html, url_fetcher=fetcher or AssetFetcher()).write_pdf(
        font_config=FontConfiguration(), uncompressed_pdf=True
    )
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pages = list(pdf.pages)[1:]
        if len(pages) != len(faces):
            raise RuntimeError(f"{len(faces)} faces became {len(pages)} pages")
        fonts = _fonts_of(pages[0])
        return [_layer(page, fonts) for page in pages]


def _page_html(faces: Sequence[Sequence[TextLine]], width_mm: float, height_mm: float) -> str:
    """Text only, each line at its own place: nothing is left for the layout to decide."""
    style = (
        f"@page{{size:{width_mm}mm {height_mm}mm;margin:0}}"
        "body{margin:0}"
        f"section{{position:relative;height:{height_mm - 0.5}mm;break-after:page}}"
        "section:last-child{break-after:auto}"
        "p{position:absolute;margin:0;line-height:0;white-space:pre;font-variant-ligatures:none}"
    )
    looks: dict[str, str] = {}
    texts = [_primer(faces), *faces]
    lines = ["".join(_line_html(line, looks) for line in face) for face in texts]
    pages = "".join(f"<section>{page}</section>" for page in lines)
    style += "".join(f".{name}{{{look}}}" for look, name in looks.items())
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{style}</style>{pages}'


PRIMER_PT = 72.0


def _primer(faces: Sequence[Sequence[TextLine]]) -> list[TextLine]:
    """A page before the others with every letter of the run at one size.

    The renderer takes a glyph's width from where it meets the glyph first, rounded at that
    size, and shifts all later ones against it. So that a face comes out the same whatever faces
    share its run, each letter is met here first. Where letters change with their neighbours,
    so is each line.
    """
    letters: dict[str, set[str]] = {}
    shaped: dict[TextLine, None] = {}
    for face in faces:
        for line in face:
            letters.setdefault(line.font, set()).update(line.text)
            if line.font in SHAPED:
                right = line.from_right
                text = TextLine(line.text, line.font, PRIMER_PT, 0, 20, 100, from_right=right)
                shaped[text] = None
    lines = [
        TextLine("".join(sorted(found)), font, PRIMER_PT, 0, 20, 100)
        for font, found in sorted(letters.items())
    ]
    return [*lines, *shaped]


_HALF = {"left": 0.0, "center": 0.5, "right": 1.0}


def _line_html(line: TextLine, looks: dict[str, str]) -> str:
    """One line. How it looks is a class of `looks`: many lines look alike, and parsing is dear."""
    font, measured = FONTS[line.font], measures(line.font)
    size_mm = line.size_pt * MM_PER_POINT
    top = line.baseline_mm - (measured.ascent - measured.descent) / 2 * size_mm
    room = line.width_mm * 1.5
    left = line.x_mm - room * _HALF[line.align]
    slant = "italic " if font.italic else ""
    spacing = f";letter-spacing:{line.spacing_em}em" if line.spacing_em else ""
    more = f"{spacing};direction:rtl" if line.from_right else spacing
    look = (
        f"text-align:{line.align};"
        f"font:{slant}{font.weight} {line.size_pt}pt/0 '{font.family}';color:{line.colour}{more}"
    )
    name = looks.setdefault(look, f"l{len(looks)}")
    place = f"left:{left:.3f}mm;top:{top:.3f}mm;width:{room:.3f}mm"
    return f'<p class="{name}" style="{place}">{escape(line.text)}</p>'


_WORDS = re.compile(r"Semi-Bold|Ultra-Bold|Bold|Italic")
_WEIGHTS = {"Semi-Bold": 600, "Bold": 700, "Ultra-Bold": 800}


def font_key(base_font: str) -> str:
    """Our name of the font that the renderer calls, say, `/ABCDEF+Besley-Semi-Bold`.

    Raises KeyError for a font that is not ours: no system font may leak in.
    """
    name = base_font.partition("+")[2]
    words = _WORDS.findall(name)
    # Pango ends a family that sounds like a style with a comma: "IBM Plex Sans Condensed, …"
    family = _WORDS.sub("", name.partition(",")[0]).replace("-", " ").strip()
    weight = next((_WEIGHTS[word] for word in words if word in _WEIGHTS), 400)
    return FONT_AFTER_WEIGHT[family, weight, "Italic" in words]


Fonts = dict[str, str]
"""Our key by the name that the page's operators use."""


def _fonts_of(page: pikepdf.Page) -> Fonts:
    resources: Any = page.obj.get("/Resources", {})
    fonts = dict(resources.get("/Font", {}))
    return {str(name): font_key(str(font.BaseFont)) for name, font in fonts.items()}


_TEXT = re.compile(
    rb"([\d.]+ [\d.]+ [\d.]+) rg\s+BT\s+1 0 0 -1 ([-\d.]+) ([-\d.]+) Tm\s(.*?)\sET", re.DOTALL
)
_STEP = re.compile(
    rb"(?P<font>/\S+) (?P<size>[\d.]+) Tf|\[(?P<shown>.*?)\] TJ|(?P<rise>-?[\d.e-]+) Ts", re.DOTALL
)
_PIECE = re.compile(rb"<([0-9a-fA-F]+)>|(-?[\d.]+)")


def _layer(page: pikepdf.Page, fonts: Fonts) -> TextLayer:
    """The glyphs on one page. The renderer's own scale is CSS pixels from the top left."""
    content = b"\n".join(bytes(part.read_bytes()) for part in _streams(page))
    runs: list[TextRun] = []
    texts = _TEXT.findall(content)
    for number, (colour, x, y, body) in enumerate(texts):
        runs.extend(_runs(number, _hex(colour), (float(x), float(y)), body, fonts))
    if content.count(b"BT") != len(texts):
        raise RuntimeError("a text of the face could not be read back")
    return TextLayer(tuple(runs), _glyphs_of(runs))


def _glyphs_of(runs: Sequence[TextRun]) -> dict[str, dict[int, str]]:
    used: dict[str, dict[int, str]] = {}
    for run in runs:
        known = used.setdefault(run.font, {})
        for piece in run.pieces:
            if isinstance(piece, str):
                for start in range(0, len(piece), 4):
                    index = int(piece[start : start + 4], 16)
                    known[index] = text_of_glyph(run.font, index)
    return used


def _runs(
    line: int, colour: str, at: tuple[float, float], body: bytes, fonts: Fonts
) -> Iterator[TextRun]:
    """One line: a run for each stretch of one font. Kerning, and accents that rise, stay in it."""
    x, y = at
    font, size = "", 0.0
    pieces: list[str | float | Rise] = []

    def run() -> TextRun:
        return TextRun(
            line=line,
            font=font,
            size_pt=round(size * 0.75, 3),
            x_mm=round(x * MM_PER_PIXEL, 3),
            baseline_mm=round(y * MM_PER_PIXEL, 3),
            colour=colour,
            pieces=tuple(pieces),
        )

    for step in _STEP.finditer(body):
        if step["font"] is not None:
            if pieces:
                yield run()
                x += width_em(font, pieces) * size
                pieces.clear()
            font, size = fonts[step["font"].decode()], float(step["size"])
        elif step["rise"] is not None:
            pieces.append(Rise(round(float(step["rise"]) * 0.75, 3)))
        else:
            pieces.extend(_pieces(step["shown"]))
    if pieces:
        yield run()


def _streams(page: pikepdf.Page) -> list[Any]:
    contents: Any = page.obj.Contents
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]


def _pieces(shown: bytes) -> tuple[str | float, ...]:
    """Neighbours without a shift between them are put together, and so are neighbouring shifts.

    The renderer glues kerning and letter spacing together (`-25-25.55`), which is no number.
    """
    pieces: list[str | float] = []
    for glyphs, shift in _PIECE.findall(shown):
        if glyphs and pieces and isinstance(pieces[-1], str):
            pieces[-1] += glyphs.decode()
        elif glyphs:
            pieces.append(glyphs.decode())
        elif shift and pieces and isinstance(pieces[-1], float):
            pieces[-1] = round(pieces[-1] + float(shift), 3)
        elif float(shift):
            pieces.append(float(shift))
    return tuple(pieces)


def _hex(colour: bytes) -> str:
    return "#" + "".join(f"{round(float(part) * 255):02x}" for part in colour.split())
