"""The product on a temporary data folder, and browsers that come to it from another device."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.backroom import Backroom
from companion.factory import build
from companion.serve.addresses import Addresses, Interface
from companion.settings import Settings

GAME = "black_market_warehouse"
LAN = "192.168.1.23"
ORIGIN = f"http://{LAN}:8000"
JSON = {"Accept": "application/json", "Origin": ORIGIN}
HTML = {"Accept": "text/html", "Origin": ORIGIN}


def build_at(folder: Path, settings: Settings | None = None) -> Backroom:
    """The product on a computer whose only address is LAN."""
    settings = replace(settings or Settings(), data=folder)
    addresses = Addresses(
        8000,
        bound_to="0.0.0.0",
        public_url=settings.public_url,
        monotonic=time.monotonic,
        interfaces=lambda: (Interface("wlan0", LAN),),
        leads_out=lambda: LAN,
        machine_names=lambda: frozenset({"laptop", "laptop.local"}),
    )
    return build(settings, addresses)


@dataclass
class Browser:
    """One browser with its cookies, on the computer's own address or another device."""

    client: FlaskClient
    host: str = f"{LAN}:8000"
    device: str = "192.168.1.77"

    def open(self, method: str, path: str, **more: Any) -> TestResponse:
        environ = {"REMOTE_ADDR": self.device}
        return self.client.open(
            path, method=method, base_url=f"http://{self.host}", environ_overrides=environ, **more
        )

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.open("GET", path, **{"headers": HTML, **more})

    def post(self, path: str, **more: Any) -> TestResponse:
        return self.open("POST", path, **{"headers": HTML, **more})

    def json(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.open(method, path, json=body, headers={**JSON, **headers})


Fresh = Callable[[], Browser]
"""Makes a browser without cookies."""
