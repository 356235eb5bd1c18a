"""The parent's end of the photo reader: one worker of its own, so that no print delays a count."""

from __future__ import annotations

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.printing.renderer import SENTENCES, WORKER, Renderer, Unrendered
from companion.services.scan_ports import PhotoNotRead, PhotoRead, Read
from companion.worker import SCANNING

WAITING = 6
"""Photos that may wait for one another: everybody of a large table at once."""
WALL_SECONDS = 90.0
_BUSY = N_("Many photos are being read. Try again in a moment.")


class WorkerPhotoReader:
    """A PhotoReader (see services.scan_ports) on a worker that reads one photo after another."""

    def __init__(self) -> None:
        self._worker = Renderer(None, WALL_SECONDS, (*WORKER, SCANNING))
        self._waiting = 0

    def read(self, photo: bytes) -> PhotoRead | PhotoNotRead:
        """Waits until it is read. Refused as `busy` when too many wait."""
        if self._waiting >= WAITING:
            return PhotoNotRead("busy", Phrase(_BUSY))
        self._waiting += 1
        try:
            made = self._worker.run({"task": "scan"}, sent=photo)
        finally:
            self._waiting -= 1
        if isinstance(made, Unrendered):
            return _not_read(made.code)
        marks = (Read(str(m["text"]), float(m["x"]), float(m["y"])) for m in made.said["marks"])
        return PhotoRead(tuple(marks), made.data)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def _not_read(code: str) -> PhotoNotRead:
    """The worker's own words are about prints: a photo that breaks it is taken again."""
    if code not in SENTENCES or not code.startswith("photo_"):
        code = "photo_too_long" if code in ("too_long", "too_big") else "photo_broken"
    return PhotoNotRead(code, Phrase(SENTENCES[code]))
