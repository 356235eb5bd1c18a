"""The pictures of a deck as files of one folder, and what of them goes into a print."""

from __future__ import annotations

import hashlib
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

from companion.core.decks.model import PICTURE
from companion.printing.cache import Cache
from companion.printing.drawing.sketch import Picture
from companion.printing.engine_hash import engine_hash

DOTS_PER_INCH = 300
"""More can be stored, and nobody sees it on a card."""
GOOD_DOTS_PER_INCH = 150
"""Below this the fit report mentions it: dots can be seen at reading distance."""
QUALITY = 80

_NAME = re.compile(r"[0-9a-f]{64}")


_File = tuple[str, int, int]
"""A path, when it was changed (in nanoseconds), and its bytes."""
_SIZES: dict[_File, tuple[int, int]] = {}
"""Pixels of the files looked at: a print of eighty pictures would read them all every time."""
MOST_SIZES = 5_000


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture as it stands in a print."""

    name: str
    """What the pages call it; made of all that decides how it looks."""
    data: bytes
    """JPEG."""
    width: int
    height: int
    grey: bool


class PictureFiles:
    """Opens `<folder>/<sha256>.jpg` and nothing else; a file that is not its name is not there."""

    def __init__(self, folder: Path | None, cache: Cache) -> None:
        """Without a folder no picture is there. `cache` has those made for a print before."""
        self._folder = folder
        self._cache = cache

    def read(self, name: str) -> bytes | None:
        """The file of this checksum."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        try:
            data = (self._folder / f"{name}.jpg").read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == name else None

    def size(self, asset: str) -> tuple[int, int] | None:
        """Pixels of a card's picture, None where it is missing. `asset` is as the card has it."""
        name = asset.removeprefix(PICTURE)
        seen = self._seen(name)
        if seen is None:  # a missing one may come: it is looked for again
            return None
        found = _SIZES.get(seen) or self._look(name)
        if found is not None:
            _SIZES[seen] = found
            if len(_SIZES) > MOST_SIZES:
                del _SIZES[next(iter(_SIZES))]
        return found

    def _seen(self, name: str) -> _File | None:
        """The file as it lies there now: as long as this stays, so does its size."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        path = self._folder / f"{name}.jpg"
        try:
            stat = path.stat()
        except OSError:
            return None
        return str(path), stat.st_mtime_ns, stat.st_size

    def _look(self, name: str) -> tuple[int, int] | None:
        from PIL import Image

        data = self.read(name)
        if data is None:
            return None
        try:
            with Image.open(io.BytesIO(data), formats=("JPEG",)) as opened:
                return opened.size
        except Exception:  # a file that cannot be read counts as absent
            return None

    def embedded(self, picture: Picture) -> Embedded | None:
        """The picture as its window needs it: cropped, 300 dots to the inch at most."""
        name = image_name(picture)
        kept = hashlib.sha256(f"{engine_hash()} {name}".encode()).hexdigest()
        head_and_data = self._cache.read("pictures", kept)
        if head_and_data is None:
            made = self._made(picture)
            if made is None:
                return None
            size, data = made
            head_and_data = json.dumps(size).encode() + b"\n" + data
            self._cache.write("pictures", kept, head_and_data)
        head, _, data = head_and_data.partition(b"\n")
        width, height = json.loads(head)
        return Embedded(name, data, width, height, picture.grey)

    def _made(self, picture: Picture) -> tuple[tuple[int, int], bytes] | None:
        from PIL import Image

        from companion.printing.cards.picture_intake import Crop, as_jpeg, part

        data = self.read(picture.name)
        if data is None:
            return None
        shape = picture.width_mm / picture.height_mm
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as opened:
            shown = opened.convert("L" if picture.grey else "RGB")
        shown = shown.crop(part(shown.size, Crop(), shape))
        most = round(picture.width_mm / 25.4 * DOTS_PER_INCH)
        if shown.width > most:
            shown = shown.resize((most, round(most / shape)), Image.Resampling.LANCZOS)
        return shown.size, as_jpeg(shown, QUALITY)


def image_name(picture: Picture) -> str:
    """The name of what this window shows: equal for windows that show the same."""
    shown = [picture.name, picture.grey, round(picture.width_mm, 2), round(picture.height_mm, 2)]
    return "P" + hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:24]


def dots_per_inch(size: tuple[int, int], width_mm: float, height_mm: float) -> float:
    """How fine a picture of this size is where it fills a window of these millimetres."""
    return min(size[0] / width_mm, size[1] / height_mm) * 25.4
