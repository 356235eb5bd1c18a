"""The topology of compose.yaml: two nodes behind the very nginx.conf that it mounts."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.settings import documented_settings
from companion.system_packages import TO_PRINT
from tests.faults.server import PROJECT, Server, _free_port, a_running_game, ask
from tests.faults.streams import OpenStream
from tests.faults.two_processes import two_servers
from tests.postgres_server import PostgresServer

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))


# --- what the file says ---


def test_compose_has_two_nodes_a_database_and_a_proxy(compose: Any) -> None:
    services = compose["services"]

    assert set(services) == {"one", "two", "postgres", "proxy"}
    assert services["one"]["environment"] == services["two"]["environment"]
    assert services["one"]["volumes"] != services["two"]["volumes"]
    mounted = {each.split(":")[0] for node in services.values() for each in node["volumes"]}
    assert mounted - {"./deploy/nginx.conf"} == set(compose["volumes"])


def test_compose_sets_only_settings_that_exist(compose: Any) -> None:
    known = {line.environment for line in documented_settings()}

    said = set(compose["services"]["one"]["environment"])

    assert said - known == {"PGPASSWORD"}  # read by the database's own library


def test_images_are_named_with_their_version_and_without_a_host(compose: Any) -> None:
    images = [each["image"] for each in compose["services"].values() if "image" in each]
    images += re.findall(r"^FROM (\S+)", (PROJECT / "Dockerfile").read_text(), re.M)

    assert len(images) == 3
    assert all(re.fullmatch(r"[a-z]+:[0-9.]+(-slim)?", image) for image in images), images


def test_image_of_a_node_holds_what_printing_needs() -> None:
    said = (PROJECT / "Dockerfile").read_text(encoding="utf-8")

    wanted = {name for need in TO_PRINT for name in need.debian}
    assert {name for name in wanted if name not in said} == set()


def test_proxy_leads_to_the_nodes_by_name_and_holds_back_nothing(compose: Any) -> None:
    said = (PROJECT / "deploy" / "nginx.conf").read_text(encoding="utf-8")

    nodes = {name for name, each in compose["services"].items() if "build" in each}
    assert set(re.findall(r"server (\w+):8000", said)) == nodes
    assert "proxy_buffering off;" in said
    assert "hash $met_at consistent;" in said


# --- what it does ---


@contextmanager
def nginx_before(*servers: Server) -> Iterator[int]:
    """The port of an nginx with our configuration that leads to these servers."""
    port, folder = _free_port(), Path(tempfile.mkdtemp(prefix="backroom-nginx-"))
    said = (PROJECT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    said = said.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for name, server in zip(("one", "two"), servers, strict=True):
        said = said.replace(f"server {name}:8000", f"server 127.0.0.1:{server.port}")
    (folder / "nginx.conf").write_text(said, encoding="utf-8")
    process = subprocess.Popen(
        [NGINX, "-p", str(folder), "-c", "nginx.conf", "-g", f"daemon off; pid {folder}/pid;"],
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            if subprocess.run(["test", "-s", str(folder / "pid")], check=False).returncode == 0:
                break
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.soak
@pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed on this computer")
def test_phones_of_a_dead_node_go_on_behind_nginx(tmp_path: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database(bare=True)
    with (
        two_servers(tmp_path, url, BACKROOM_PROXIES="1") as servers,
        nginx_before(*servers) as port,
    ):
        game = a_running_game(port, "Ana", "Ben")
        path = game.path("/stream")
        streams = [OpenStream(port, path, game.tokens[name]).open() for name in ("Ana", "Ben")]
        for stream in streams:
            stream.wait_for(lambda messages: len(messages) > 0)
        at_once = _tapped(port, game, streams, 0)

        # Whichever node has the table: kill both in turn, the other one takes over.
        took_over = []
        for number, server in enumerate(servers, start=1):
            server.kill()
            _tapped(port, game, [], number)
            again = [OpenStream(port, path, game.tokens[name]).open() for name in ("Ana", "Ben")]
            for stream in again:
                stream.wait_for(lambda messages: len(messages) > 0)
            took_over.append([stream.messages[-1]["id"] for stream in again])
            for stream in again:
                stream.close()
            server.start()
        for stream in streams:
            stream.close()

    assert at_once < 2
    assert took_over == [["6", "6"], ["7", "7"]]


def _tapped(port: int, game: Any, streams: list[OpenStream], number: int) -> float:
    body = {"event": "hand_corrected", "player": "Ana", "count": number, "id": f"tap-{number}"}
    told = ask(port, "POST", game.path("/events"), body, game.tokens["Ana"])
    assert told.status == 200, told
    wanted = str(told.body["version"])
    waits = [s.wait_for(lambda m: m[-1].get("id") == wanted) for s in streams]
    return max(waits, default=0.0)
