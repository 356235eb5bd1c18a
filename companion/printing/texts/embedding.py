"""Puts the used glyphs of our fonts into a PDF: one font object each, shared by every face."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf
from fontTools import subset
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

from companion.printing.cache import Cache
from companion.printing.cards.faces import Face
from companion.printing.cards.picture_files import Embedded, PictureFiles, image_name
from companion.printing.texts.fonts import FONTS, measures

Glyphs = Mapping[str, Mapping[int, str]]
"""The text each used glyph stands for, by font key and glyph number."""

_DROPPED = (
    *("GSUB", "GPOS", "GDEF", "OS/2", "name", "post", "cmap", "DSIG", "STAT", "gasp", "meta"),
    "GISD",
)


def font_resources(pdf: pikepdf.Pdf, glyphs: Glyphs, cache: Cache) -> Dictionary:
    """The /Font resources for these glyphs. Same glyphs, same bytes, whatever was set before."""
    fonts = Dictionary()
    for key in sorted(glyphs):
        if glyphs[key]:
            fonts[f"/{key}"] = _font(pdf, key, dict(sorted(glyphs[key].items())), cache)
    return fonts


def image_resources(pdf: pikepdf.Pdf, faces: Sequence[Face], pictures: PictureFiles) -> Dictionary:
    """The /XObject resources for the supplied pictures of these faces, each once.

    A picture that went away meanwhile leaves its window empty; the fit report has named it.
    """
    images = Dictionary()
    wanted = {image_name(picture): picture for face in faces for picture in face.pictures}
    for name in sorted(wanted):
        made = pictures.embedded(wanted[name])
        if made is not None:
            images[f"/{name}"] = _image(pdf, made)
    return images


def _image(pdf: pikepdf.Pdf, made: Embedded) -> Any:
    return pdf.make_stream(
        made.data,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=made.width,
        Height=made.height,
        ColorSpace=Name.DeviceGray if made.grey else Name.DeviceRGB,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
    )


def _font(pdf: pikepdf.Pdf, key: str, texts: dict[int, str], cache: Cache) -> Any:
    """A composite font: glyph numbers are those of the whole file, so faces need no renumbering."""
    data = _subset(key, tuple(texts), cache)
    measured = measures(key)
    name = Name(f"/{_tag(key, texts)}+{FONTS[key].file.removesuffix('.ttf')}")
    program = pdf.make_stream(zlib.compress(data, 9), Length1=len(data), Filter=Name.FlateDecode)
    descriptor = _descriptor(key, name, program)
    widths: Any = Array()
    for index in texts:
        widths.extend([index, Array([round(measured.advances[index] * 1000 / measured.units, 2)])])
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(
            Registry=pikepdf.String("Adobe"), Ordering=pikepdf.String("Identity"), Supplement=0
        ),
        CIDToGIDMap=Name.Identity,
        FontDescriptor=pdf.make_indirect(descriptor),
        W=widths,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(_to_unicode(texts)),
        )
    )


def _descriptor(key: str, name: Name, program: Any) -> Dictionary:
    """What a reader of the file may know of the font; `program` is the font itself."""
    measured, italic = measures(key), FONTS[key].italic
    ascent, descent = round(measured.ascent * 1000), -round(measured.descent * 1000)
    return Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4 + (64 if italic else 0),
        FontBBox=Array([-200, descent, 1600, ascent]),
        ItalicAngle=-12 if italic else 0,
        Ascent=ascent,
        Descent=descent,
        CapHeight=round(measured.cap_height * 1000),
        StemV=80,
        FontFile2=program,
    )


def _tag(key: str, texts: Mapping[int, str]) -> str:
    """Six capital letters that name this subset, made of what it holds."""
    digest = hashlib.sha256(f"{key} {sorted(texts)}".encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _subset(key: str, indices: tuple[int, ...], cache: Cache) -> bytes:
    """The font file with these glyphs only, under their old numbers (11 ms each, so it is kept)."""
    name = hashlib.sha256(f"{FONTS[key].file} {indices}".encode()).hexdigest()
    found = cache.read("fonts", name)
    if found is not None:
        return found
    options = subset.Options(
        retain_gids=True,
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        layout_features=[],
        name_IDs=[],
        legacy_kern=False,
    )
    options.drop_tables += list(_DROPPED)
    with TTFont(FONTS[key].path, lazy=True, recalcTimestamp=False) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(gids=list(indices))
        subsetter.subset(font)
        out = io.BytesIO()
        font.save(out)
    cache.write("fonts", name, out.getvalue())
    return out.getvalue()


_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
"""
_TAIL = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"


def _to_unicode(texts: Mapping[int, str]) -> bytes:
    """What copying a glyph gives, in the groups of at most a hundred that the format allows."""
    items = [(index, text) for index, text in texts.items() if text]
    parts = [_HEAD]
    for start in range(0, len(items), 100):
        group = items[start : start + 100]
        parts.append(f"{len(group)} beginbfchar\n")
        parts.extend(f"<{i:04x}> <{text.encode('utf-16-be').hex()}>\n" for i, text in group)
        parts.append("endbfchar\n")
    return "".join([*parts, _TAIL]).encode()
