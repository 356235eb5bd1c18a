"""The body of GET /tables/<code>/stream: an iterator of packed messages that ends in time."""

from __future__ import annotations

from companion.live.broadcaster import BYE, Broadcaster, Subscription
from companion.live.messages import GZIP_HEADER, last_message, packed

HEADERS = (
    ("Content-Type", "text/event-stream; charset=utf-8"),
    ("Cache-Control", "no-store, no-transform"),
    ("X-Accel-Buffering", "no"),
    ("Vary", "Accept-Encoding"),
)
GZIP = ("Content-Encoding", "gzip")


class EventStream:
    """One phone's stream, for WSGI: iterate it, and `close` it whatever happened.

    The first message is the whole present fragment, whatever `Last-Event-ID` says; then one for
    each change, and the present one again as heartbeat (script cannot see comments). A class and
    no generator: a generator that was never started does not run its `finally`.
    """

    def __init__(self, broadcaster: Broadcaster, subscription: Subscription, gzip: bool) -> None:
        """`gzip`: the phone accepts it; otherwise messages go out as they are."""
        self._broadcaster = broadcaster
        self._subscription = subscription
        self._gzip = gzip
        self._serial: int | None = None
        self._started = False
        self._over = False

    def __iter__(self) -> EventStream:
        return self

    def __next__(self) -> bytes:
        if self._over:
            raise StopIteration
        if self._started:
            self._wait()
        message = self._broadcaster.message_for(self._subscription)
        if message is None:
            self._over = True
            return self._out(last_message(self._subscription.ended or BYE))
        serial, self._serial = self._serial, message.serial
        if not self._gzip:
            self._started = True
            return message.text
        return self._begun(message.packed_after(serial))

    def hang_up(self) -> None:
        """The phone went away: its place is free at once (see companion.serve.hang_ups)."""
        self._broadcaster.hang_up(self._subscription)

    def close(self) -> None:
        """The connection ended, or the stream did."""
        self._over = True
        self._broadcaster.unsubscribe(self._subscription)

    def _wait(self) -> None:
        """Until there is news, the stream must end, or a heartbeat is due."""
        subscription = self._subscription
        if subscription.ended is None and not self._broadcaster.has_news(subscription):
            subscription.woken.wait(self._broadcaster.beat_seconds(subscription))
        subscription.woken.clear()

    def _out(self, text: bytes) -> bytes:
        return self._begun(packed(text)) if self._gzip else text

    def _begun(self, block: bytes) -> bytes:
        if self._started:
            return block
        self._started = True
        return GZIP_HEADER + block


def headers_of_stream(gzip: bool) -> tuple[tuple[str, str], ...]:
    """The answer's headers; `gzip` as for its stream."""
    return (*HEADERS, GZIP) if gzip else HEADERS


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether an Accept-Encoding header takes gzip: named, and not with q=0."""
    for part in accept_encoding.lower().split(","):
        name, _, rest = part.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            quality = rest.strip().removeprefix("q=") or "1"
            return quality.strip("0.") != ""
    return False
