"""Who listens to which table, and one rendered fragment a version for all of them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.live.messages import Message, next_message
from companion.services.answers import NotRecorded
from companion.services.limits import Limits
from companion.services.ports import Clock
from companion.services.refusals import not_recorded
from companion.services.tables.live_table import Caller, LiveTable

Find = Callable[[str], LiveTable | NotRecorded]
Fragment = Callable[[LiveTable, str], str]
"""(table, reading) -> the shared fragment: nothing private, no form id. What readings there are the
web says (a language, or its big screen); here they are only told apart."""
Told = Callable[[str, str | None], None]
"""(code, phone id): a stream of this phone opened, or ended."""

POLL_RETRY_SECONDS = 30

BYE, GONE, POLL = "bye", "gone", "poll"


@dataclass(eq=False, slots=True)
class Subscription:
    """One open stream: a queue of one. A slow phone gets the newest state, never a backlog."""

    code: str
    reading: str
    phone_id: str | None
    seated: bool
    address: str
    started: float
    woken: threading.Event = field(default_factory=threading.Event)
    ended: str | None = None
    """Why the stream must end (bye, gone, poll); None while it may go on."""
    edition: int = -1
    """The edition of the table that this phone got last."""


@dataclass(eq=False, slots=True)
class _Channel:
    """One table with open streams."""

    changed: float
    edition: int = 0
    """Rises with every wake, also when something beside the log changed."""
    subscriptions: list[Subscription] = field(default_factory=list)
    messages: dict[str, tuple[int, Message]] = field(default_factory=dict)
    """By reading: (edition, message)."""
    rendering: threading.Lock = field(default_factory=threading.Lock)


class Broadcaster:
    """Wakes the streams of a table and renders its fragment once per version and reading.

    The services hold it as their port (services.ports.Broadcaster) and it reads tables through
    them, so the factory makes it first and calls `attach` once the rest stands.
    """

    def __init__(self, clock: Clock, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._clock = clock
        self._channels: dict[str, _Channel] = {}
        self._by_address: Counter[str] = Counter()
        self._count = 0
        self._stopping = False
        self._find: Find | None = None
        self._fragment: Fragment | None = None
        self._opened: Told = _told_nobody
        self._closed: Told = _told_nobody

    def attach(
        self,
        find: Find,
        fragment: Fragment,
        opened: Told | None = None,
        closed: Told | None = None,
    ) -> None:
        """`find` is Doors.find, `fragment` the web's renderer; `opened` and `closed` are
        Presence.stream_opened and stream_closed."""
        self._find = find
        self._fragment = fragment
        self._opened = opened or _told_nobody
        self._closed = closed or _told_nobody

    # --- the port of the services -----------------------------------------------------------

    def wake(self, code: str) -> None:
        """The table stands at another version, or something beside its log changed."""
        channel = self._channels.get(code)
        if channel is None:
            return
        channel.edition += 1
        channel.changed = self._clock.monotonic()
        for subscription in channel.subscriptions:
            subscription.woken.set()

    def close_table(self, code: str) -> None:
        """The table is gone: its streams end with a message that stops retries."""
        channel = self._channels.get(code)
        for subscription in tuple(channel.subscriptions) if channel else ():
            self._end(subscription, GONE)

    def open_streams(self, code: str) -> int:
        """How many streams of this table are open."""
        channel = self._channels.get(code)
        return len(channel.subscriptions) if channel else 0

    # --- streams --------------------------------------------------------------------------------

    def subscribe(
        self, code: str, reading: str, caller: Caller, address: str
    ) -> Subscription | NotRecorded:
        """Open a stream, or say that the page should ask every 3 seconds instead (503).

        A seat with two streams already gets the new one; its oldest is told to ask instead, for
        it may be a tab whose connection died without a word.
        """
        full = self._full(code, caller, address)
        if full is not None:
            return full
        now = self._clock.monotonic()
        subscription = Subscription(code, reading, caller.phone_id, caller.may_log, address, now)
        channel = self._channels.setdefault(code, _Channel(now))
        if caller.may_log:
            mine = [s for s in channel.subscriptions if s.phone_id == caller.phone_id]
            for oldest in mine[: len(mine) + 1 - self.limits.streams_per_seat]:
                self._end(oldest, POLL)
        channel = self._channels.setdefault(code, channel)
        channel.subscriptions.append(subscription)
        self._count += 1
        self._by_address[address] += 1
        self._opened(code, caller.phone_id)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """The stream ended; asking twice does no harm."""
        channel = self._channels.get(subscription.code)
        if channel is None or subscription not in channel.subscriptions:
            return
        channel.subscriptions.remove(subscription)
        if not channel.subscriptions:
            del self._channels[subscription.code]
        self._count -= 1
        self._by_address[subscription.address] -= 1
        if not self._by_address[subscription.address]:
            del self._by_address[subscription.address]
        self._closed(subscription.code, subscription.phone_id)

    def hang_up(self, subscription: Subscription) -> None:
        """The phone closed its stream: whoever waits for it ends."""
        if subscription.ended is None:
            self._end(subscription, BYE)

    def message_for(self, subscription: Subscription) -> Message | None:
        """The newest message for this stream, rendered once for all; None ends it (see `ended`)."""
        channel = self._channels.get(subscription.code)
        if channel is None or subscription.ended is not None:
            return None
        newest = self._newest(channel, subscription.code, subscription.reading)
        if isinstance(newest, NotRecorded):
            self._end(subscription, GONE if newest.status == 404 else BYE)
            return None
        subscription.edition, message = newest
        return message

    def has_news(self, subscription: Subscription) -> bool:
        """Whether the table changed since this stream got its last message."""
        channel = self._channels.get(subscription.code)
        return channel is not None and channel.edition != subscription.edition

    def beat_seconds(self, subscription: Subscription) -> float:
        """Seconds until the present message is sent again when nothing happens.

        Every 4 s, so that a phone soon knows that it is cut off; 15 s at a table that rests.
        """
        channel = self._channels.get(subscription.code)
        lively = max(subscription.started, channel.changed if channel else 0.0)
        idle = self._clock.monotonic() - lively > self.limits.idle_after_seconds
        return self.limits.idle_beat_seconds if idle else self.limits.beat_seconds

    def fragment(self, live_table: LiveTable, reading: str) -> str:
        """The shared fragment of this table, for pages and answers to taps.

        Where phones listen it is their message's, and whoever asks first makes it for all: the
        answer to a tap and the streams that the tap woke render one version once.
        """
        assert self._fragment is not None
        channel = self._channels.get(live_table.code)
        if channel is not None:
            newest = self._newest(channel, live_table.code, reading)
            if not isinstance(newest, NotRecorded) and newest[1].version == live_table.version:
                return newest[1].fragment
        return self._fragment(live_table, reading)

    def bye(self) -> None:
        """Backroom stops: every stream ends with a message that brings the phones back soon."""
        self._stopping = True
        for channel in tuple(self._channels.values()):
            for subscription in tuple(channel.subscriptions):
                self._end(subscription, BYE)

    # --- inside -------------------------------------------------------------------------------

    def _newest(
        self, channel: _Channel, code: str, reading: str
    ) -> tuple[int, Message] | NotRecorded:
        with channel.rendering:
            kept = channel.messages.get(reading)
            if kept is not None and kept[0] == channel.edition:
                return kept
            assert self._find is not None
            assert self._fragment is not None
            edition = channel.edition
            live_table = self._find(code)
            if isinstance(live_table, NotRecorded):
                # Trouble on the disk is no reason to drop phones: they keep what they have.
                return kept if kept and live_table.status != 404 else live_table
            text = self._fragment(live_table, reading)
            message = next_message(live_table.version, text, kept[1] if kept else None)
            channel.messages[reading] = (edition, message)
            return edition, message

    def _end(self, subscription: Subscription, why: str) -> None:
        subscription.ended = why
        subscription.woken.set()
        self.unsubscribe(subscription)

    def _full(self, code: str, caller: Caller, address: str) -> NotRecorded | None:
        limits = self.limits
        if self._stopping or self._count >= limits.streams:
            return not_recorded("too_many_streams", 503, None, POLL_RETRY_SECONDS)
        if self._by_address[address] >= limits.streams_per_address:
            return not_recorded("too_many_streams", 503, None, POLL_RETRY_SECONDS)
        channel = self._channels.get(code)
        watching = [s for s in channel.subscriptions if not s.seated] if channel else []
        if not caller.may_log and len(watching) >= limits.spectators:
            return not_recorded("too_many_spectators", 503, None, POLL_RETRY_SECONDS)
        return None


def _told_nobody(code: str, phone_id: str | None) -> None:
    """Nobody wants to know about streams."""
