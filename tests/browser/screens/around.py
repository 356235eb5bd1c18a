"""What lies around the tables: start, doctor, decks, the deck maker, the print shop, trouble."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from companion.printing.job_folder import JobFolder
from companion.services.prints.jobs import CANCELLED, FAILED, Job
from companion.services.prints.offers import Offer
from companion.settings import Settings
from companion.web.errors import refusal, told
from tests.browser.screens.screen import House, Screen
from tests.security.phones import Browser, build_at

PUBLIC = "https://backroom.example"
TROUBLE = (400, 403, 405, 409, 413, 422, 429, 500, 503)
FAILED_KEY, CANCELLED_KEY = "failed0", "cancelled0"
PRINTS = {
    "deck": "deck=starter&backs=long",
    "service": "service=starter",
    "pictures": "pictures=starter",
    "tabletop": "tabletop=starter",
    "cut": "cut=starter",
    "pad": "pad=black_market_warehouse",
    "pad-dominion": "pad=dominion_black_market",
    "calibration": "calibration=a4",
    "wrong": "deck=starter&margin_mm=40",
}
MAKER = {
    "deck-maker": "",
    "deck-add": "/add",
    "deck-card": "/cards/golden-idol",
    "deck-insider": "/cards/cat-burglar",
    "deck-warehouse": "/cards/on-the-level-storage",
    "deck-picture": "/cards/golden-idol/picture",
    "deck-settings": "/settings",
    "deck-share": "/share",
    "deck-import-other": "/import",
}
CELLS = "kind,name,type,money,copies,requires,bonus\nitem,Panda,Animal,4M,2,,\n"
WRONG_CELLS = CELLS + "item,Tiger,Animal,much,2,,\nwarehouse,Zoo,,,1,,2M\n"


def screens(house: House) -> tuple[Screen, ...]:
    """All of them; the server's folder was prepared by `prepare`."""
    return (
        Screen("home", "/", guest=True),
        Screen("home-with-tables", "/"),
        Screen("home-wrong-code", "/j?code=QQQQQQ", guest=True),
        Screen("new-warehouse", "/tables/new?game=black_market_warehouse", guest=True),
        Screen("new-warehouse-options", "/tables/new", unfold, guest=True),
        Screen("new-dominion", "/tables/new?game=dominion_black_market", unfold, guest=True),
        Screen("doctor", "/doctor"),
        Screen("doctor-unfolded", "/doctor", unfold),
        Screen("doctor-hello", "/doctor/hello", guest=True),
        Screen("style", "/style", guest=True, exhibits=True),
        *_demos(house),
        *_decks(house),
        *_prints(house),
        *_trouble(),
    )


def unfold(page: Page) -> None:
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def _demos(house: House) -> tuple[Screen, ...]:
    made = []
    for game in ("black_market_warehouse", "dominion_black_market"):
        demo = house.send("/demos", {"game": game})
        path = f"/tables/{demo['code']}"
        house.seats.append((path, demo["seat_token"]))
        made += [
            Screen(f"demo-{game}", path),
            Screen(f"demo-door-{game}", path + "/join", guest=True),
        ]
    return tuple(made)


def prepare(data: Path) -> None:
    """Put prints that went wrong into the folder of a server that does not run yet."""
    store = JobFolder(data / "prints" / "jobs")
    for key, state, trouble in (
        (FAILED_KEY, FAILED, "The print failed. Please try again."),
        (CANCELLED_KEY, CANCELLED, "The print was cancelled."),
    ):
        store.save(
            Job(
                Offer(
                    of="black_market_warehouse",
                    title="Black Market Warehouse",
                    options={"paper": "a4", "per_page": 1, "players": 4},
                    task={},
                    pages=1,
                    papers=1,
                    key=key,
                    kind="pad",
                ),
                at="2026-11-30T20:00:00+00:00",
                state=state,
                trouble=trouble,
            )
        )


def _decks(house: House) -> tuple[Screen, ...]:
    edit = house.send("/decks", {"from": "starter", "name": "Quay Nights"})["edit"]
    return (
        Screen("decks", "/decks"),
        Screen("deck", "/decks/starter"),
        Screen("deck-faces", "/decks/starter/faces"),
        Screen("deck-import", "/decks/import"),
        Screen("deck-import-wrong", "/decks/import", _bring_in_wrong),
        Screen("deck-import-preview", "/decks/import", _bring_in),
        *(Screen(name, edit + place) for name, place in MAKER.items()),
    )


def _bring_in(page: Page) -> None:
    _paste(page, CELLS)
    expect(page.locator("h1")).to_be_visible()


def _bring_in_wrong(page: Page) -> None:
    _paste(page, WRONG_CELLS)
    expect(page.locator("#problems")).to_be_visible()


def _paste(page: Page, cells: str) -> None:
    page.locator("#text").fill(cells)
    with page.expect_navigation():
        page.locator("button.go").first.click()


def _prints(house: House) -> tuple[Screen, ...]:
    order = {"pad": "black_market_warehouse"}
    done = house.send("/prints", order)["print"]["key"]
    waiting = house.send("/prints", {"deck": "starter", "backs": "long"})["print"]["key"]
    return (
        Screen("prints", "/prints"),
        Screen("printers", "/prints/printers"),
        *(Screen(f"print-{name}", f"/prints/new?{query}") for name, query in PRINTS.items()),
        Screen("print-on-its-way", f"/prints/{waiting}"),
        Screen("print-ready", f"/prints/{done}", _wait_for_print),
        Screen("print-failed", f"/prints/{FAILED_KEY}"),
        Screen("print-cancelled", f"/prints/{CANCELLED_KEY}"),
    )


def _wait_for_print(page: Page) -> None:
    expect(page.locator("#job")).to_contain_text("ready", timeout=60_000)


def _trouble() -> tuple[Screen, ...]:
    """Pages of trouble, rendered by the product itself beside the running server."""
    bodies = {}
    with TemporaryDirectory() as folder:
        product = build_at(Path(folder))
        for status in TROUBLE:
            with product.app.test_request_context("/tables/K7MQ2X"):
                bodies[str(status)] = refusal(told(status), status).get_data(as_text=True)
        stranger = Browser(product.app.test_client(), host="elsewhere.example:8000")
        bodies["unknown-host"] = stranger.get("/").get_data(as_text=True)
        product.close()
    with TemporaryDirectory() as folder:
        public = Settings(public_url=PUBLIC, host_key="harbour-lantern-seven")
        product = build_at(Path(folder), public)
        guest = Browser(product.app.test_client(), host=PUBLIC.split("//")[1])
        bodies["host-word"] = guest.get("/").get_data(as_text=True)
        bodies["not-the-host"] = guest.get("/tables/new").get_data(as_text=True)
        product.close()
    return (
        *(
            Screen(f"trouble-{name}", f"/trouble/{name}", body=each)
            for name, each in bodies.items()
        ),
        Screen("trouble-404", "/nowhere", guest=True),
        Screen("table-gone", "/tables/K7MQ2X", guest=True),
    )
