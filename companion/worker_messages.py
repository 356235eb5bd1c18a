"""What a worker and its parent say to each other through the pipe, and how it is written.

A message is four bytes of length, a JSON object of that length, and as many bytes more as its
"blob" says.
"""

from __future__ import annotations

import json
from typing import Any, BinaryIO

Json = dict[str, Any]

SCANNING = "scanning"
"""The word on the command line of the worker that reads photos."""
LARGEST_MESSAGE = 64 * 1024 * 1024


def read_message(stream: BinaryIO) -> tuple[Json, bytes] | None:
    """The next message; None at the end of the stream or when it breaks off."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head, "big")
    if length > LARGEST_MESSAGE:
        return None
    body = stream.read(length)
    if len(body) < length:
        return None
    message: Json = json.loads(body)
    wanted = int(message.pop("blob", 0))
    blob = stream.read(wanted) if wanted else b""
    return (message, blob) if len(blob) == wanted else None


def write_message(stream: BinaryIO, message: Json, blob: bytes = b"") -> None:
    """Send one message, whole."""
    if blob:
        message = {**message, "blob": len(blob)}
    body = json.dumps(message, separators=(",", ":")).encode()
    stream.write(len(body).to_bytes(4, "big") + body + blob)
    stream.flush()
