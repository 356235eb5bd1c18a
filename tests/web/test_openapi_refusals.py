"""Every refusal of what is named in an address stands in openapi.yaml: codes, decks, bodies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.docs.api import operations
from tests.security.phones import GAME, Browser

STREAMS = ("GET /tables/{code}/stream",)
MANY = ("429", "503")
"""What pace and trouble may answer anywhere."""


def probed(route: str, code: str) -> tuple[str, str]:
    """The operation's method, and its address with this code and else what nobody has."""
    method, path = route.split(" ", 1)
    for name in ("deck", "secret", "card", "knock", "player", "name", "key", "path", "game"):
        path = path.replace(f"{{{name}}}", "nobodys")
    path = path.replace("{code}", code)
    return method, path.replace("{number}", "99").replace("{picture}", "0" * 64)


@pytest.mark.parametrize(
    "body", [{"deck": "nobodys", "name": 5, "same": 5, "player": 5}, ["no", "object"]]
)
def test_every_address_says_which_refusals_it_has(
    browser: Callable[[], Browser], body: object
) -> None:
    host = browser()
    made = host.json("POST", "/tables", {"game": GAME, "player": "Ana"}).json
    assert made is not None
    undescribed = []
    for route, told in operations().items():
        codes = ("aaaa", "BBBBBB", made["code"]) if "{code}" in route else ("",)
        for code in codes:
            if code == made["code"] and (route in STREAMS or route.endswith(("/forget", "/leave"))):
                continue
            method, path = probed(route, code)
            for query in ("", "?deck=nobodys") if "/prints" in path else ("",):
                if route.startswith("DELETE") and code == made["code"]:
                    continue
                status = str(host.json(method, f"{path}{query}", body).status_code)
                if status not in told["responses"] and status not in MANY:
                    undescribed.append(f"{route} {status}")

    assert sorted(set(undescribed)) == []
