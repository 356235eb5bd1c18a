"""The print shop as a browser sees it: a job until it is done, the words of a page."""

from __future__ import annotations

import re
import time
from html import unescape

from tests.security.phones import Browser


def finished(phone: Browser, key: str) -> dict[str, object]:
    """The job as it is told once it is no longer made; within a minute."""
    deadline = time.monotonic() + 60
    while True:
        told: dict[str, object] = phone.json("GET", f"/prints/{key}").json["print"]  # type: ignore[index]
        if told["state"] not in ("waiting", "running"):
            return told
        assert time.monotonic() < deadline
        time.sleep(0.05)


def seen(text: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
