"""A polite end and a new start: streams say bye, seats are kept, every phone is right again."""

from __future__ import annotations

import time
from http.client import HTTPConnection
from pathlib import Path

from tests.faults.server import a_running_game, ask, running
from tests.faults.streams import OpenStream

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")


def test_streams_say_bye_and_seats_are_kept_over_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, *PLAYERS)
        path = game.path("/stream")
        tokens = [*game.tokens.values(), *game.tokens.values()]
        streams = [OpenStream(server.port, path, token).open() for token in tokens]
        for stream in streams:
            stream.wait_for(lambda messages: len(messages) > 0)

        before = time.monotonic()
        status = server.stop()
        took = time.monotonic() - before
        for stream in streams:
            assert stream.ended.wait(5)
        server.start()
        again = [OpenStream(server.port, path, token).open() for token in tokens]
        back = max(stream.wait_for(lambda messages: len(messages) > 0) for stream in again)

        assert status == 0
        assert took < 5
        assert [stream.messages[-1]["event"] for stream in streams] == ["bye"] * 8
        assert back < 2
        assert [stream.messages[0]["id"] for stream in again] == ["6"] * 8
        told = ask(
            server.port,
            "POST",
            game.path("/events"),
            {"event": "hand_corrected", "player": "Dan", "count": 3, "id": "after"},
            game.tokens["Dan"],
        )
        assert (told.status, told.body["version"]) == (200, 7)
        for stream in again:
            stream.wait_for(lambda messages: messages[-1].get("id") == "7")
            stream.close()


def test_streams_with_and_without_gzip_tell_the_same(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, *PLAYERS)
        path = game.path("/stream")
        packed = OpenStream(server.port, path, game.tokens["Ana"]).open()
        plain = OpenStream(server.port, path, game.tokens["Ben"], gzip=False).open()
        for stream in (packed, plain):
            stream.wait_for(lambda messages: len(messages) > 0)
        for number in range(20):
            player = PLAYERS[number % 4]
            body = {"event": "hand_corrected", "player": player, "count": number % 6}
            body["id"] = f"tap-{number}"
            told = ask(server.port, "POST", game.path("/events"), body, game.tokens[player])
            assert told.status == 200
        for stream in (packed, plain):
            stream.wait_for(lambda messages: messages[-1].get("id") == "26")
            stream.close()

        by_version = [{m["id"]: m["data"] for m in s.messages} for s in (packed, plain)]
        both = by_version[0].keys() & by_version[1].keys()
        assert {"6", "26"} <= both
        assert {id: by_version[0][id] for id in both} == {id: by_version[1][id] for id in both}


def test_forgotten_table_ends_its_streams_for_good(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, *PLAYERS)
        stream = OpenStream(server.port, game.path("/stream"), game.tokens["Ben"]).open()
        stream.wait_for(lambda messages: len(messages) > 0)

        forgotten = ask(server.port, "DELETE", game.path(), token=game.tokens["Ana"])

        assert forgotten.status == 200
        assert stream.ended.wait(5)
        assert stream.messages[-1]["event"] == "gone"
        assert ask(server.port, "GET", game.path(), token=game.tokens["Ben"]).status == 404


def test_stream_begins_with_the_present_state_whatever_the_phone_claims(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, "Ana", "Ben")
        for claimed in ("2", "999999", "garbage", ""):
            connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
            headers = {
                "Host": f"localhost:{server.port}",
                "Authorization": f"Bearer {game.tokens['Ana']}",
                "Last-Event-ID": claimed,
            }
            connection.request("GET", game.path("/stream"), headers=headers)
            first = connection.getresponse().read1(100)
            connection.close()

            assert first.startswith(b"id: 4\nevent: table\ndata: ")
