"""Where the print shop's own files lie: HTML, CSS, fonts and icons under print/."""

from __future__ import annotations

from html import escape
from pathlib import Path

PRINT_FOLDER = Path(__file__).resolve().parents[2] / "print"
FONT_FOLDER = PRINT_FOLDER / "fonts"
ICON_FOLDER = PRINT_FOLDER / "icons"
CSS_FOLDER = PRINT_FOLDER / "css"
GAME_FOLDER = PRINT_FOLDER / "games"
PAGE_FOLDER = PRINT_FOLDER / "pages"


def own_fonts_only(folder: Path) -> Path:
    """Writes a fontconfig file that knows our folder only; to be set before Pango loads."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "fonts.conf"
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
        f"<fontconfig><dir>{escape(str(FONT_FOLDER))}</dir>"
        f"<cachedir>{escape(str(folder))}</cachedir></fontconfig>\n"
    )
    path.write_text(text, encoding="utf-8")
    return path
