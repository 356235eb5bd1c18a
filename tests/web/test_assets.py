"""Static files: addressed by their content, zipped once, icons in one sprite."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from companion.web.assets import SINGLE, Assets
from companion.web.bundles import BUNDLES

STATIC = Path(__file__).resolve().parents[2] / "static"


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets(STATIC, BUNDLES)


def body(assets: Assets, name: str) -> bytes:
    asset = assets.find(assets.url(name).removeprefix("/static/"))
    assert asset is not None
    return asset.body


def test_the_address_changes_with_the_content(tmp_path: Path) -> None:
    for folder in ("css", "js", "fonts", "vendor/lucide/icons"):
        (tmp_path / folder).mkdir(parents=True)
    for name in SINGLE:
        (tmp_path / name).write_bytes(b"font")
    (tmp_path / "css/base.css").write_text("p { color: red }")
    before = Assets(tmp_path, BUNDLES).url("app.css")
    (tmp_path / "css/base.css").write_text("p { color: blue }")
    assert Assets(tmp_path, BUNDLES).url("app.css") != before


def test_the_same_content_keeps_its_address(assets: Assets) -> None:
    assert Assets(STATIC, BUNDLES).url("table.js") == assets.url("table.js")


@pytest.mark.parametrize("name", [*BUNDLES, "icons.svg"])
def test_the_zipped_body_is_the_body(assets: Assets, name: str) -> None:
    asset = assets.find(assets.url(name).removeprefix("/static/"))
    assert asset is not None
    assert asset.zipped is not None
    assert gzip.decompress(asset.zipped) == asset.body


def test_style_sheets_name_the_font_by_its_hashed_address(assets: Assets) -> None:
    named = re.findall(rb'url\("([^"]+)"\)', body(assets, "app.css"))
    fonts = [each.decode() for each in named if not each.startswith(b"data:")]
    assert fonts == [assets.url(name) for name in SINGLE]


def test_style_sheets_ask_no_other_host(assets: Assets) -> None:
    sheets = [name for name in BUNDLES if name.endswith(".css")]
    assert sheets != []
    for name in sheets:
        assert re.findall(rb"url\(.?https?:|@import", body(assets, name)) == []


def test_vendored_scripts_go_out_as_they_came(assets: Assets) -> None:
    for file, bundle in (
        ("vendor/htmx/htmx.min.js", "htmx.js"),
        ("vendor/idiomorph/idiomorph.min.js", "table.js"),
    ):
        assert (STATIC / file).read_bytes().strip() in body(assets, bundle)


def test_every_icon_is_a_symbol_of_the_sprite(assets: Assets) -> None:
    symbols = set(re.findall(rb'<symbol id="([a-z0-9-]+)"', body(assets, "icons.svg")))
    assert symbols == {name.encode() for name in assets.icons}


def test_a_path_outside_is_no_asset(assets: Assets) -> None:
    assert [assets.find(path) for path in ("../app.py", "css/base.css", "")] == [None] * 3
