"""The folder in which the print worker finds the pictures of cards, each under its content."""

from __future__ import annotations

import re
from pathlib import Path

from companion.services.ports import StorageTrouble

FOLDER = "pictures"
"""Name of the folder beside the finished prints; see PrintShop."""
_NAME = re.compile(r"([0-9a-f]{64})\.jpg")


class PictureCopies:
    """`<data>/prints/pictures/<sha256>.jpg` (a services.decks.pictures.PictureFolder)."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "prints" / FOLDER

    def names(self) -> frozenset[str]:
        """sha256 of every picture that lies there."""
        if not self.folder.is_dir():
            return frozenset()
        found = (_NAME.fullmatch(path.name) for path in self.folder.iterdir())
        return frozenset(each[1] for each in found if each is not None)

    def put(self, sha256: str, data: bytes) -> StorageTrouble | None:
        """Lay a picture there, whole or not at all."""
        path = self._path(sha256)
        part = path.with_suffix(".part")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            return StorageTrouble("io", str(error))
        return None

    def remove(self, sha256: str) -> None:
        """Take it away; one that is gone already is gone."""
        self._path(sha256).unlink(missing_ok=True)

    def _path(self, sha256: str) -> Path:
        return self.folder / f"{sha256}.jpg"
