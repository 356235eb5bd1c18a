"""Builders of the live tests: a broadcaster over a table that is only a number, and its phones."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from companion.live.broadcaster import Broadcaster, Subscription
from companion.live.event_stream import EventStream
from companion.services.answers import NotRecorded
from companion.services.limits import Limits
from companion.services.refusals import no_table
from companion.services.tables.live_table import Caller
from tests.services.desk import HandClock

CODE = "BBBBBB"
QUICK = Limits(beat_seconds=0.0, idle_beat_seconds=0.0)
"""Heartbeats without waiting: a test asks for the next message and gets it at once."""


class Stand:
    """A broadcaster whose table renders as its version and a text."""

    def __init__(self, limits: Limits = QUICK) -> None:
        self.clock = HandClock()
        self.broadcaster = Broadcaster(self.clock, limits)
        self.version = 1
        self.text = "hello\n<b>table</b>"
        self.gone: NotRecorded | None = None
        self.rendered: list[tuple[int, str]] = []
        self.here: list[tuple[str, str | None]] = []
        self.left: list[tuple[str, str | None]] = []
        self.broadcaster.attach(
            self.find,
            self.fragment,
            lambda code, phone: self.here.append((code, phone)),
            lambda code, phone: self.left.append((code, phone)),
        )

    def find(self, code: str) -> Any:
        return self.gone or SimpleNamespace(code=code, version=self.version)

    def fragment(self, live_table: Any, language: str) -> str:
        self.rendered.append((live_table.version, language))
        return f"{language} {live_table.version}\n{self.text}"

    def change(self, text: str | None = None) -> None:
        """The next version stands."""
        self.version += 1
        self.text = text or self.text
        self.broadcaster.wake(CODE)

    def subscribe(
        self, caller: Caller | None = None, address: str = "10.0.0.1", language: str = "en"
    ) -> Subscription | NotRecorded:
        who = caller or Caller("phone-1", (1,), ("Ana",))
        return self.broadcaster.subscribe(CODE, language, who, address)

    def phone(self, *more: Any, gzip: bool = True, **named: Any) -> Phone:
        subscription = self.subscribe(*more, **named)
        assert isinstance(subscription, Subscription), subscription
        return Phone(EventStream(self.broadcaster, subscription, gzip), gzip)

    def forget(self) -> None:
        self.gone = no_table()


@dataclass
class Phone:
    """A phone that reads its stream as a browser does: one inflater over all that comes."""

    stream: EventStream
    gzip: bool
    sizes: list[int] = field(default_factory=list)
    text: bytes = b""

    def __post_init__(self) -> None:
        self._inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def read(self) -> dict[str, str]:
        """The next message, parsed by the rules of event streams."""
        block = next(self.stream)
        self.sizes.append(len(block))
        text = self._inflater.decompress(block) if self.gzip else block
        self.text += text
        messages = parsed(text)
        assert len(messages) == 1, text
        return messages[0]


def parsed(text: bytes) -> list[dict[str, str]]:
    """What EventSource makes of a piece of stream that ends with a whole message."""
    messages: list[dict[str, str]] = []
    data: list[str] = []
    fields: dict[str, str] = {}
    for line in text.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if data:
                messages.append({**fields, "data": "\n".join(data)})
            data, fields = [], {}
        elif name == "data":
            data.append(value)
        elif name:
            fields[name] = value
    return messages
