"""`python -m tests.browser.screens` photographs every screen into docs/screens.

One WebP a screen: above the dark theme, below the light one, at 320, 390, 768 and 1280 px.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.browser.looking import opened
from tests.browser.screens.every import GROUPS, TITLES, a_house
from tests.browser.screens.screen import Screen
from tests.conftest import QUIET, chromium

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "screens"
THEMES = ("dark", "light")
PHONES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 900},
)
TELEVISIONS: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080},)
HIGH = 320
"""Of each picture on the sheet, px."""
APART = 8
QUALITY = 19
WHOLE = ("warehouse-turn", "dominion-reveal", "deck-card")
"""Shown by the README as they are on a phone."""


def main(groups: Sequence[str]) -> None:
    """Take the pictures of these groups, of all without any, and write the index."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    taken: dict[str, list[str]] = {}
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        chrome = driver.chromium.launch(executable_path=chromium(), args=QUIET)
        with a_house(Path(folder)) as house:
            for group in groups or GROUPS:
                screens = GROUPS[group](house)
                for screen, page in opened(house, chrome, screens, pictures=True):
                    _photograph(page, screen)
                    taken.setdefault(group, []).append(screen.name)
                    print(screen.name, flush=True)
        chrome.close()
    if not groups:
        _clear(name for names in taken.values() for name in names)
        (FOLDER / "README.md").write_text(_index(taken), encoding="utf-8")


def _photograph(page: Page, screen: Screen) -> None:
    rows = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        row = []
        for size in TELEVISIONS if screen.television else PHONES:
            page.set_viewport_size(size)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            if screen.name in WHOLE and (size["width"], theme) == (390, "dark"):
                picture.save(FOLDER / f"{screen.name}-390-dark.webp", quality=80, method=6)
            wide = round(picture.width * HIGH / picture.height)
            row.append(picture.resize((wide, HIGH), Image.Resampling.LANCZOS))
        rows.append(row)
    width = sum(each.width + APART for each in rows[0]) - APART
    sheet = Image.new("RGB", (width, len(rows) * (HIGH + APART) - APART), "#777777")
    for number, row in enumerate(rows):
        left = 0
        for picture in row:
            sheet.paste(picture, (left, number * (HIGH + APART)))
            left += picture.width + APART
    sheet.save(FOLDER / f"{screen.name}.webp", quality=QUALITY, method=6)


def _clear(names: Iterable[str]) -> None:
    """Take away pictures of screens that are no more."""
    kept = {f"{name}.webp" for name in names} | {f"{name}-390-dark.webp" for name in WHOLE}
    for path in [*FOLDER.glob("*.webp"), *FOLDER.glob("*.png")]:
        if path.name not in kept and not path.name.startswith("style-"):
            path.unlink()


def _index(taken: dict[str, list[str]]) -> str:
    lines = ["# Every screen", "", __doc__.split("\n\n")[1].strip(), ""]
    lines += ["Made by `python -m tests.browser.screens`; looked at one by one.", ""]
    for group, names in taken.items():
        lines += [f"## {TITLES[group]}", ""]
        for name in names:
            lines += [f"### {name.replace('-', ' ')}", "", f"![{name}]({name}.webp)", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
