"""The parent's end of the photo reader: one worker of its own, so that no print delays a count."""

from __future__ import annotations

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.scans.ports import PhotoNotRead, PhotoRead, Read
from companion.worker_messages import SCANNING
from companion.worker_process import WORKER, TaskFailed, WorkerProcess

WAITING = 6
"""Photos that may wait for one another: everybody of a large table at once."""
WALL_SECONDS = 90.0
SENTENCES = {
    "photo_too_heavy": N_("That photo has more than 8 MB. Take it with fewer pixels."),
    "photo_unknown": N_("That is no JPEG or PNG photo. Choose another one."),
    "photo_too_large": N_("That photo has more than 24 million pixels. Take a smaller one."),
    "photo_broken": N_("That photo cannot be read: the file is damaged. Take it again."),
    "photo_too_long": N_("Reading that photo took too long. Take it again, a little closer."),
}
"""By what the worker says of a photo."""
_BUSY = N_("Many photos are being read. Try again in a moment.")


class WorkerPhotoReader:
    """A PhotoReader (services/scans/ports.py) on a worker that reads one photo after another."""

    def __init__(self) -> None:
        self._worker = WorkerProcess(None, WALL_SECONDS, (*WORKER, SCANNING))
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
        if isinstance(made, TaskFailed):
            return _not_read(made.code)
        marks = (Read(str(m["text"]), float(m["x"]), float(m["y"])) for m in made.said["marks"])
        return PhotoRead(tuple(marks), made.data)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def _not_read(code: str) -> PhotoNotRead:
    """A photo that the worker says nothing of, because it broke on it, is taken again."""
    if code not in SENTENCES:
        code = "photo_too_long" if code in ("too_long", "too_big") else "photo_broken"
    return PhotoNotRead(code, Phrase(SENTENCES[code]))
