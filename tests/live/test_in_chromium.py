"""The packed stream in a real browser: EventSource gets every message whole and as it comes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.faults.server import a_running_game, ask, running
from tests.faults.streams import OpenStream

LISTEN = """
path => {
  window.got = [];
  const source = new EventSource(path);
  source.addEventListener("table", (e) => window.got.push([e.lastEventId, e.data]));
  source.addEventListener("bye", () => { window.got.push(["bye", ""]); source.close(); });
}
"""


@pytest.mark.browser
def test_chromium_takes_the_packed_stream_piece_by_piece(tmp_path: Path, chrome: Browser) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, "Ana", "Ben")
        path = game.path("/stream")
        plain = OpenStream(server.port, path, game.tokens["Ben"], gzip=False).open()
        page = chrome.new_page(bypass_csp=True)  # the test itself evaluates script
        headers: dict[str, str] = {}
        page.on(
            "response",
            lambda response: headers.update(response.headers) if path in response.url else None,
        )
        page.goto(f"http://localhost:{server.port}/")
        page.evaluate(LISTEN, path)
        page.wait_for_function("window.got.length > 0")
        for number in range(8):
            body = {"event": "hand_corrected", "player": "Ana", "count": number % 6}
            body["id"] = f"tap-{number}"
            told = ask(server.port, "POST", game.path("/events"), body, game.tokens["Ana"])
            assert told.status == 200
            # Each message must arrive before the next tap: nothing may be held back.
            page.wait_for_function(f"window.got.some(([id]) => id === '{5 + number}')")
        plain.wait_for(lambda messages: messages[-1].get("id") == "12")
        server.stop()
        page.wait_for_function("window.got.some(([id]) => id === 'bye')")
        got = page.evaluate("window.got")
        page.close()

    assert headers["content-encoding"] == "gzip"
    seen = {id: data for id, data in got if id != "bye"}
    expected = {message["id"]: message["data"] for message in plain.messages if "id" in message}
    assert set(seen) >= {"5", "6", "7", "8", "9", "10", "11", "12"}
    assert {id: seen[id] for id in seen.keys() & expected.keys()} == {
        id: expected[id] for id in seen.keys() & expected.keys()
    }
