"""A paper that is added in its one place can be chosen and printed on everywhere."""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.command_line import decks, pads
from companion.printing import shop
from companion.printing.formats import PAPERS
from companion.worker_process import WorkerProcess
from tests.printing.a5_worker import A5
from tests.printing.shop import finished
from tests.security.conftest import tables_of
from tests.security.phones import GAME, Browser, build_at

__all__ = ["tables_of"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Browser]]:
    """Phones of a server, and a worker, that know A5 besides."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PAPERS, "a5", A5)
        worker = ("-m", "tests.printing.a5_worker")
        patch.setattr(shop, "WorkerProcess", partial(WorkerProcess, worker=worker))
        product = build_at(tmp_path_factory.mktemp("data"))
        yield lambda: Browser(product.app.test_client())
        product.close()


def size_mm(data: bytes) -> tuple[float, float]:
    box = PdfReader(io.BytesIO(data)).pages[0].mediabox
    return round(float(box.width) * 25.4 / 72, 1), round(float(box.height) * 25.4 / 72, 1)


@pytest.mark.parametrize(
    ("order", "size"),
    [
        ({"deck": "starter"}, (148.0, 210.0)),
        ({"deck": "starter", "turn": "landscape"}, (210.0, 148.0)),
        ({"pad": GAME, "players": "2"}, (148.0, 210.0)),
        ({"calibration": "a5"}, (148.0, 210.0)),
    ],
)
def test_its_files_have_its_size(
    phone: Browser, order: dict[str, str], size: tuple[float, float]
) -> None:
    ordered = phone.json("POST", "/prints", {**order, "paper": "a5"})
    assert ordered.status_code == 202, ordered.text
    told = finished(phone, ordered.json["print"]["key"])  # type: ignore[index]
    assert told["state"] == "done"
    assert size_mm(phone.get(str(told["pdf"]), buffered=True).data) == size


@pytest.mark.parametrize("query", ["deck=starter", f"pad={GAME}", "calibration=a4", "cut=starter"])
def test_every_form_that_has_papers_offers_it(phone: Browser, query: str) -> None:
    page = phone.get(f"/prints/new?{query}&paper=a5")
    assert page.status_code == 200
    assert '<option value="a5" selected>A5</option>' in page.text


def test_a_printer_can_be_measured_on_it(phone: Browser) -> None:
    assert '<option value="a5">A5</option>' in phone.get("/prints/printers").text


def styles_of(phone: Browser, html: str) -> str:
    """All style sheets of a page."""
    return "".join(phone.get(each).text for each in re.findall(r'<link [^>]*href="([^"]+)"', html))


@pytest.mark.parametrize("turn", ["portrait", "landscape"])
@pytest.mark.parametrize("paper", [*PAPERS, "a5"])
def test_browsers_print_card_sheets_on_the_paper_that_was_chosen(
    phone: Browser, paper: str, turn: str
) -> None:
    page = phone.get(f"/prints/browser?deck=starter&paper={paper}&turn={turn}").text
    size = PAPERS[paper] if turn == "portrait" else PAPERS[paper].turned
    page_name = f"{paper}-{turn}"
    assert f'<body class="{page_name}"><svg ' in page
    styles = styles_of(phone, page)
    assert f".{page_name} {{ page: {page_name}; }}" in styles
    at = f"{size.width_mm:g}mm {size.height_mm:g}mm"
    assert f"@page {page_name} {{ size: {at}; margin: 0; }}" in styles


@pytest.mark.parametrize("paper", [*PAPERS, "a5"])
def test_browsers_print_pads_on_the_paper_that_was_chosen(phone: Browser, paper: str) -> None:
    page = phone.get(f"/prints/browser?pad={GAME}&players=2&paper={paper}").text
    assert f'<body class="paper-{paper} ' in page
    size = PAPERS[paper]
    styles = styles_of(phone, page)
    assert f".paper-{paper} .page {{ page: {paper}; width: {size.width_mm:g}mm; " in styles
    at = f"{size.width_mm:g}mm {size.height_mm:g}mm"
    assert f"@page {paper} {{ size: {at}; margin: 0; }}" in styles


@pytest.mark.parametrize("sheet", ["score-pad", "result", "fallback"])
def test_a_table_prints_its_pages_on_it(
    tables_of: Callable[[], tuple[str, dict[str, Browser]]], sheet: str
) -> None:
    code, phones = tables_of()
    host, home = phones["host"], f"/tables/{code}/prints"
    assert (
        '<option value="a5" selected>A5</option>'
        in host.get(f"{home}/new?sheet={sheet}&paper=a5").text
    )
    page = host.get(f"{home}/browser?sheet={sheet}&paper=a5").text
    assert '<body class="paper-a5 ' in page


@pytest.mark.parametrize("verb", [["print-deck", "starter"], ["print-pad", GAME]])
def test_the_command_line_takes_it(
    browser: Callable[[], Browser], verb: list[str], tmp_path: Path
) -> None:
    parser = argparse.ArgumentParser()
    verbs = parser.add_subparsers()
    for each in (decks, pads):
        each.add_parsers(verbs)
    chosen = parser.parse_args([*verb, "-o", str(tmp_path / "out.pdf"), "--paper", "a5"])
    assert chosen.paper == "a5"
