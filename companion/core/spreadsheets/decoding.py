"""Turns the bytes of an uploaded file into text, or says what the file is instead."""

from __future__ import annotations

import codecs

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.core.spreadsheets.old_encodings import old_encoding_of

BYTES_LIMIT = 1_000_000
UNREADABLE = "\ufffd"
"""Stands where a byte is no letter in the file's encoding; a cell that holds it is refused."""

_TOO_LONG = N_("This file is larger than 1 MB. Keep only the cards in it.")
_SPREADSHEET = N_("This is a spreadsheet file. Save it as CSV, or paste the cells.")
_PACKED = N_("This file is packed. Unpack it and choose the CSV inside.")
_PICTURE = N_("This is a picture. Save the cards as CSV, or paste the cells.")
_PDF = N_("This is a PDF. Save the cards as CSV, or paste the cells.")
_PAGE = N_("This is a web page or XML. Save it as CSV, or paste the cells.")
_DOCUMENT = N_("This is a document. Save the cards as CSV, or paste the cells.")
_NO_TEXT = N_("This file is no text. Save the cards as CSV, or paste the cells.")

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _SPREADSHEET),  # XLS, and DOC by the same container
    (b"\x09\x08\x10\x00\x00\x06\x05\x00", _SPREADSHEET),  # XLS of 1995 without a container
    (b"\x1f\x8b", _PACKED),
    (b"7z\xbc\xaf\x27\x1c", _PACKED),
    (b"Rar!\x1a\x07", _PACKED),
    (b"%PDF-", _PDF),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"RIFF", _PICTURE),
    (b"II*\x00", _PICTURE),
    (b"MM\x00*", _PICTURE),
    (b"{\\rtf", _DOCUMENT),
    (b"SQLite format 3\x00", _NO_TEXT),
    (b"\x7fELF", _NO_TEXT),
)
_PACKED_SPREADSHEETS = (b"[Content_Types].xml", b"opendocument.spreadsheet", b"xl/", b"_rels/")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_PAGES = (b"<!doctype", b"<html", b"<?xml", b"<table", b"<workbook")
_BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def text_of(data: bytes | str) -> str | Phrase:
    """The text with `\\n` line ends and without a byte order mark, or what the file is instead.

    Bytes are read by their byte order mark; else as UTF-16 when every second one is zero, as
    UTF-8, as Mac Roman when the lines end as on an old Mac or when it makes better words, and as
    Windows-1252 at last.
    """
    if len(data) > BYTES_LIMIT:
        return Phrase(_TOO_LONG)
    if isinstance(data, bytes):
        other = _other_kind(data)
        if other is not None:
            return Phrase(other)
        data = _decoded(data)
    text = data.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\x00\x1a\n ")


def _other_kind(data: bytes) -> str | None:
    if data.startswith(_ZIP):
        start = data[:4_000]
        return _SPREADSHEET if any(name in start for name in _PACKED_SPREADSHEETS) else _PACKED
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:20].lower().startswith(_PAGES):
        return _PAGE
    for beginning, sentence in _BEGINNINGS:
        if data.startswith(beginning):
            return sentence
    return None


def _decoded(data: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    unmarked = _utf_16(data)
    if unmarked is not None:
        return data.decode(unmarked, "replace")
    text = data.decode("utf-8", "replace")
    unreadable = text.count(UNREADABLE) - data.count(UNREADABLE.encode())
    others = len(text) - len(text.encode("ascii", "ignore"))
    if unreadable <= 0 or others > 2 * unreadable:
        return text  # UTF-8, at worst with a damaged place that the cell's problem will name
    old_mac = b"\r" in data and b"\n" not in data
    return data.decode("mac-roman" if old_mac else old_encoding_of(data), "replace")


def _utf_16(data: bytes) -> str | None:
    """UTF-16 without a mark: separators, digits and line ends have a zero as their other half."""
    start = data[:4_000]
    first, second = start[0::2].count(0), start[1::2].count(0)
    few = max(first, second) * 10 <= len(start) // 2
    if few or min(first, second) * 10 > max(first, second):
        return None
    return "utf-16-le" if second > first else "utf-16-be"
