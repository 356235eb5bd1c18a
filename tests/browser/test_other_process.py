"""A phone whose process dies goes on at the other one, on the very page that it has open."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.faults.server import a_running_game, ask
from tests.faults.two_processes import proxy_to, two_servers
from tests.postgres_server import PostgresServer


@pytest.mark.browser
def test_open_page_goes_on_at_the_other_process_without_a_reload(
    tmp_path: Path, postgres: PostgresServer, chrome: Browser
) -> None:
    url = postgres.new_database(bare=True)
    with two_servers(tmp_path, url) as (one, two), proxy_to(one, two) as proxy:
        game = a_running_game(one.port, "Ana", "Ben")
        context = chrome.new_context(bypass_csp=True)  # the test itself evaluates script
        here = f"http://localhost:{proxy.port}/tables/{game.code}"
        context.add_cookies([{"name": "seat", "value": game.tokens["Ben"], "url": here}])
        page = context.new_page()
        page.goto(here)
        page.wait_for_function("document.body.dataset.seats === '2'")
        page.wait_for_function("!document.body.hasAttribute('data-stale')")
        page.evaluate("window.sameDocument = true")

        one.kill()
        body = {"event": "hand_corrected", "player": "Ana", "count": 3, "id": "tap-1"}
        told = ask(two.port, "POST", game.path("/events"), body, game.tokens["Ana"])
        page.wait_for_function("document.body.dataset.version === '5'", timeout=15_000)

        assert (told.status, told.body["version"]) == (200, 5)
        assert page.evaluate("window.sameDocument") is True
        context.close()
