"""Exports from the web and from the command line: the same products with the same options."""

from __future__ import annotations

import io
import zipfile
from dataclasses import fields
from pathlib import Path

import pikepdf
import pytest

from companion.command_line import verbs
from companion.command_line.exports import _VERBS
from companion.printing.exports.options import PictureOptions, ServiceOptions, TabletopOptions
from tests.printing.shop import finished, seen
from tests.security.phones import Browser

KINDS = ("service", "pictures", "tabletop", "cut")


def test_every_product_of_a_deck_leads_to_the_others(phone: Browser) -> None:
    page = phone.get("/prints/new?service=starter")
    assert page.status_code == 200
    for kind in ("deck", *KINDS):
        assert f'href="/prints/new?{kind}=starter"' in page.text
    assert "Each page measures 69 × 94 mm, with the bleed." in seen(page.text)
    assert "sheets of paper" not in page.text


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_has_every_option_of_the_command_line(phone: Browser, kind: str) -> None:
    page = phone.get(f"/prints/new?{kind}=starter").text
    options = {
        "service": ServiceOptions,
        "pictures": PictureOptions,
        "tabletop": TabletopOptions,
    }.get(kind)
    names = [option.name for option in fields(options)] if options else ["corner_radius_mm"]
    for name in names:
        assert f'name="{name}"' in page


def test_pictures_are_ordered_watched_and_fetched(phone: Browser) -> None:
    ordered = phone.post(
        "/prints", data={"pictures": "starter", "cards": "warehouse", "backs": "none"}
    )
    assert ordered.status_code == 303
    key = ordered.headers["Location"].rpartition("/")[2]
    told = finished(phone, key)
    assert (told["state"], told["files"]) == ("done", [f"/prints/{key}/pictures.zip"])
    page = phone.get(f"/prints/{key}")
    assert "The file is ready." in seen(page.text)
    sent = phone.get(f"/prints/{key}/pictures.zip?save")
    assert sent.headers["Content-Type"] == "application/zip"
    assert 'filename="backroom-starter-pictures.zip"' in sent.headers["Content-Disposition"]
    assert int(sent.headers["Content-Length"]) == len(sent.data) > 1_000_000
    with zipfile.ZipFile(io.BytesIO(sent.data)) as bundle:
        assert len(bundle.namelist()) == 11


def test_a_cut_file_is_no_page_that_runs_anything(phone: Browser) -> None:
    key = phone.post("/prints", data={"cut": "starter"}).headers["Location"].rpartition("/")[2]
    assert finished(phone, key)["state"] == "done"
    for name in ("cut.svg", "cut-last.svg"):
        sent = phone.get(f"/prints/{key}/{name}")
        assert sent.headers["Content-Type"].startswith("image/svg+xml")
        assert "default-src 'none'" in sent.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "query",
    ["service=starter&bleed=9mm", "pictures=starter&card=1x1", "cut=starter&corner_radius_mm=x"],
)
def test_wrong_options_are_refused_with_a_sentence(phone: Browser, query: str) -> None:
    refused = phone.get(f"/prints/new?{query}")
    assert refused.status_code == 422
    assert "cannot be" in seen(refused.text)


@pytest.mark.parametrize("verb", ["export-pdf", "export-tabletop", "export-cut"])
def test_the_command_line_makes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    product, _, _, ending = _VERBS[verb]
    out = tmp_path / f"out.{ending}"
    command = [verb, "starter", "-o", str(out)]
    if product != "cut":
        command += ["--cards", "warehouse"]
    if product == "service":
        command += ["--order", "fronts"]
    assert verbs.run(command, {"BACKROOM_DATA": str(tmp_path)}) == 0
    assert str(out) in capsys.readouterr().out
    assert out.read_bytes()[:4] in (b"%PDF", b"PK\x03\x04", b"<?xm")
    second = tmp_path / f"out-2.{ending}"
    assert second.exists() == (product in ("service", "cut"))
    if product == "service":
        with pikepdf.open(second) as pdf:
            assert len(pdf.pages) == 1


def test_the_command_line_refuses_too_much_beforehand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export-png", "starter", "-o", str(tmp_path / "x.zip"), "--card", "250x250"]
    assert verbs.run([*command, "--dpi", "600"], {"BACKROOM_DATA": str(tmp_path)}) == 2
    assert "Choose 300" in capsys.readouterr().err
