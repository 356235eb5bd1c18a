"""Makes the fonts of this folder from the packages named in PROVENANCE.md; run by hand only.

usage: prepare.py NODE_MODULES   (fonttools and brotli must be installed)
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

from fontTools import merge
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
BESLEY = {
    "Besley-Regular": "400-normal",
    "Besley-Italic": "400-italic",
    "Besley-SemiBold": "600-normal",
    "Besley-SemiBoldItalic": "600-italic",
    "Besley-ExtraBold": "800-normal",
}
PLEX = {
    "IBMPlexSans-Regular": "plex-sans",
    "IBMPlexSans-Italic": "plex-sans",
    "IBMPlexSans-SemiBold": "plex-sans",
    "IBMPlexSans-SemiBoldItalic": "plex-sans",
    "IBMPlexSansCondensed-SemiBold": "plex-sans-condensed",
    "IBMPlexSansArabic-Regular": "plex-sans-arabic",
    "IBMPlexSansArabic-SemiBold": "plex-sans-arabic",
    "IBMPlexSansDevanagari-Regular": "plex-sans-devanagari",
    "IBMPlexSansDevanagari-SemiBold": "plex-sans-devanagari",
    "IBMPlexSansHebrew-Regular": "plex-sans-hebrew",
    "IBMPlexSansHebrew-SemiBold": "plex-sans-hebrew",
}


def unpacked(path: Path) -> TTFont:
    """The same font without its web compression; no table is recomputed."""
    font = TTFont(path, recalcTimestamp=False, recalcBBoxes=False)
    font.flavor = None
    return font


def besley(packages: Path, name: str, cut: str) -> None:
    """The package splits the alphabet into two files: put them together again."""
    halves = []
    with tempfile.TemporaryDirectory() as folder:
        for subset in ("latin", "latin-ext"):
            source = packages / f"@fontsource/besley/files/besley-{subset}-{cut}.woff2"
            half = Path(folder) / f"{subset}.ttf"
            unpacked(source).save(half)
            halves.append(str(half))
        created = TTFont(halves[0])["head"].created
        font = merge.Merger().merge(halves)
    font["head"].created = font["head"].modified = created
    font.recalcTimestamp = False
    font.save(HERE / f"{name}.ttf")


def stencil(packages: Path) -> None:
    """Renamed, because the licence reserves the old name for the unchanged file."""
    font = unpacked(
        packages / "@fontsource/stardos-stencil/files/stardos-stencil-latin-700-normal.woff2"
    )
    names = {1: "Crate Stencil", 2: "Bold", 3: "Crate Stencil Bold", 4: "Crate Stencil Bold"}
    names[6] = "CrateStencil-Bold"
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    font.save(HERE / "CrateStencil-Bold.ttf", reorderTables=None)


def emoji(packages: Path) -> None:
    """The whole set in one colour, so that joined emoji find each other."""
    files = packages / "@fontsource/noto-emoji/files"
    unpacked(files / "noto-emoji-emoji-400-normal.woff2").save(
        HERE / "NotoEmoji-Regular.ttf", reorderTables=None
    )


def main() -> None:
    packages = Path(sys.argv[1])
    emoji(packages)
    for name, cut in BESLEY.items():
        besley(packages, name, cut)
    for name, package in PLEX.items():
        source = packages / f"@ibm/{package}/fonts/complete/woff/{name}.woff"
        unpacked(source).save(HERE / f"{name}.ttf", reorderTables=None)
    stencil(packages)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(HERE.glob("*.ttf"))
    ]
    (HERE / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main()
