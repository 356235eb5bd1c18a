"""Style sheets, scripts, icons and the font, bundled and hashed once at the start.

Every address holds the content's hash, so a browser may keep the answer for ever and a new
release is fetched at once. A bundle is one request: a phone on a bad Wi-Fi pays for round trips.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, request

from companion.web.style import themes

SINGLE = ("fonts/besley-600.woff2", "fonts/besley-600-accents.woff2")
TOKENS = "css/tokens.css"
SPRITE = "icons.svg"
ICONS = "vendor/lucide/icons"
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
COMPRESSED = {".css", ".js", ".svg"}
FOREVER = "public, max-age=31536000, immutable"

_URL = re.compile(r'url\("\.\./([^"]+)"\)')
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*\n\s*")
_SYMBOL = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it goes out: its address, its bytes, and the same bytes gzipped."""

    path: str
    body: bytes
    zipped: bytes | None
    media_type: str


class Assets:
    """Everything under /static, built once and read-only from then on."""

    def __init__(self, folder: Path, bundles: Mapping[str, tuple[str, ...]]) -> None:
        """`bundles`: the name of each and the files of `folder` that it is made of, in order.

        A file that is not there yet is left out, so that a screen may bring its own sheet later.
        """
        self._by_name: dict[str, Asset] = {}
        for name in SINGLE:
            self._add(name, (folder / name).read_bytes())
        icons = sorted((folder / ICONS).glob("*.svg"))
        self.icons = frozenset(icon.stem for icon in icons)
        self._add(SPRITE, _sprite(icons))
        for name, sources in bundles.items():
            files = [folder / source for source in sources if (folder / source).exists()]
            self._add(name, self._bundle(files))
        tokens = folder / TOKENS
        there = tokens.exists()
        self.tokens = themes.read(tokens.read_text("utf-8")) if there else themes.NONE
        self._add("themes.css", f"{self.tokens.sheet()}\n{self._held()}".encode())
        self._by_path = {asset.path: asset for asset in self._by_name.values()}

    def url(self, name: str) -> str:
        """The address of a bundle, the sprite or the font. A name we do not have is a KeyError."""
        return f"/static/{self._by_name[name].path}"

    def find(self, path: str) -> Asset | None:
        """The file at an address below /static/, None when we have none."""
        return self._by_path.get(path)

    def _held(self) -> str:
        sheets = (self._by_name[name].body.decode() for name in ("app.css", "style.css"))
        return "\n".join(themes.held(sheet) for sheet in sheets)

    def _bundle(self, files: list[Path]) -> bytes:
        parts = [_lean(file, file.read_text(encoding="utf-8")) for file in files]
        return _URL.sub(self._hashed_url, "\n".join(parts)).encode()

    def _hashed_url(self, found: re.Match[str]) -> str:
        return f'url("{self.url(found.group(1))}")'

    def _add(self, name: str, body: bytes) -> None:
        file = Path(name)
        digest = hashlib.sha256(body).hexdigest()[:12]
        zipped = gzip.compress(body, 9, mtime=0) if file.suffix in COMPRESSED else None
        media_type = _media_type(file)
        self._by_name[name] = Asset(f"{file.stem}.{digest}{file.suffix}", body, zipped, media_type)


def _media_type(file: Path) -> str:
    """From our own table: the system's may be missing or odd."""
    return _MEDIA_TYPES[file.suffix]


def _lean(file: Path, text: str) -> str:
    """Our own files without comments and indentation; vendored files as they came."""
    if "vendor" in file.parts:
        return text
    if file.suffix == ".css":
        return _SPACE.sub("\n", _CSS_COMMENT.sub("", text)).strip()
    lines = _CSS_COMMENT.sub("", text).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip()[:2] not in ("", "//"))


def _sprite(icons: list[Path]) -> bytes:
    """All icons as symbols of one file, drawn in the colour of the text beside them."""
    symbols = []
    for icon in icons:
        drawing = _SYMBOL.search(icon.read_text(encoding="utf-8"))
        if drawing:
            shapes = _SPACE.sub("", drawing.group(1))
            symbols.append(f'<symbol id="{icon.stem}" viewBox="0 0 24 24">{shapes}</symbol>')
    text = '<svg xmlns="http://www.w3.org/2000/svg">' + "".join(symbols) + "</svg>"
    return text.encode()


def blueprint(assets: Assets) -> Blueprint:
    """GET /static/<file>: always the whole file, never one from the disk at request time."""
    static = Blueprint("assets", __name__)

    @static.get("/static/<path:path>")
    def file(path: str) -> Response:
        asset = assets.find(path)
        if asset is None:
            abort(404)
        zipped = asset.zipped if "gzip" in request.headers.get("Accept-Encoding", "") else None
        response = Response(zipped or asset.body, content_type=asset.media_type)
        response.headers["Cache-Control"] = FOREVER
        if asset.zipped:
            response.headers["Vary"] = "Accept-Encoding"
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
        return response

    return static
