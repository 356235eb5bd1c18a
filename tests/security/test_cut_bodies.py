"""A body that ends early or is no body is the sender's trouble: 400, and no alarm."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from companion.backroom import Backroom
from tests.security.phones import JSON, ORIGIN, Browser

TablesOf = Callable[[], tuple[str, dict[str, Browser]]]


class CutBody:
    """What the server reads from when the rest never comes."""

    def read(self, length: int = -1) -> bytes:
        raise OSError("unexpected end of file while parsing chunked data")

    readline = readinto = read


def _addresses(product: Backroom, code: str) -> list[str]:
    values = {"code": code, "player": "Ben", "name": "Ben", "knock": "x", "secret": "x"}
    adapter = product.app.url_map.bind("localhost")
    addresses = (
        adapter.build(rule.endpoint, {a: values.get(a, "1") for a in rule.arguments}, "POST")
        for rule in product.app.url_map.iter_rules()
        if "POST" in (rule.methods or ())
    )
    # Taps first: another address may end the table.
    return sorted(addresses, key=lambda address: not address.endswith("/events"))


@pytest.mark.parametrize("header", ["CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"])
def test_no_route_breaks_on_a_body_that_never_comes(
    product: Backroom, tables_of: TablesOf, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    code, phones = tables_of()
    told: dict[str, Any] = {
        "CONTENT_LENGTH": {"CONTENT_LENGTH": "100"},
        "HTTP_TRANSFER_ENCODING": {"HTTP_TRANSFER_ENCODING": "chunked"},
    }[header]
    caplog.set_level(logging.ERROR)

    statuses = {
        (address, mimetype): phones["host"]
        .client.post(
            address,
            base_url=ORIGIN,
            headers=JSON,
            content_type=mimetype,
            environ_overrides={"wsgi.input": CutBody(), "wsgi.input_terminated": True, **told},
        )
        .status_code
        for address in _addresses(product, code)
        for mimetype in ("application/json", "application/x-www-form-urlencoded")
    }

    assert {where: status for where, status in statuses.items() if status >= 500} == {}
    assert statuses[f"/tables/{code}/events", "application/json"] == 400
    assert caplog.records == []
