"""The QR codes on screen: only ever of our own configured address and a table's code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.printing.pages.qr import drawn
from companion.services.codes import is_demo
from companion.web.parts import parts


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as one SVG path, quiet zone inside, dark modules on whatever lies below."""

    address: str
    """What it says, for the eye and for screen readers."""
    size: int
    """Modules on a side, quiet zone included."""
    path: str
    """The `d` of the path: one run of dark modules after the other."""


def join_code(code: str) -> QrCode | None:
    """The QR that seats a phone at the table; None when no phone can reach this computer, and at
    a demo table, which nobody can join.

    The origin comes from the settings and the interfaces, never from the request.
    """
    return None if is_demo(code) else _of_ours(f"/j/{code}")


def doctor_code() -> QrCode | None:
    """The QR of the doctor's test page."""
    return _of_ours("/doctor/hello")


def handover_code(code: str, secret: str) -> QrCode | None:
    """The QR that carries a seat to another phone, once."""
    return _of_ours(f"/tables/{code}/handover/{secret}")


def deck_code(deck: str, secret: str | None = None) -> QrCode | None:
    """The QR of a deck's page; with its secret that of the page where it is changed."""
    return _of_ours(f"/decks/{deck}" if secret is None else f"/decks/{deck}/edit/{secret}")


def bare_origin() -> str | None:
    """The address as people type it, without `http://`; None when no phone can reach us."""
    origin = parts().addresses.origin()
    return origin.removeprefix("http://") if origin else None


def _of_ours(path: str) -> QrCode | None:
    origin = parts().addresses.origin()
    return _draw(origin + path) if origin else None


@lru_cache(maxsize=256)
def _draw(address: str) -> QrCode:
    code = drawn(address)
    return QrCode(address, code.size, code.path)
