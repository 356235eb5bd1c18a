"""Names the print shop as it stands: libraries, code, fonts and pictures in one hash."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.printing.folders import FONT_FOLDER, PRINT_FOLDER

LIBRARIES = ("weasyprint", "pikepdf", "fonttools", "pydyf", "pillow", "uharfbuzz", "zxing-cpp")


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """Changes whenever the same input could print differently; nothing old is then served."""
    digest = hashlib.sha256()
    for name in LIBRARIES:
        try:
            digest.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            digest.update(f"{name} absent\n".encode())
    code = Path(__file__).parent
    own = [*code.rglob("*.py"), *PRINT_FOLDER.rglob("*")]
    for path in sorted(path for path in own if path.is_file()):
        if path.parent != FONT_FOLDER or path.name == "SHA256SUMS":
            digest.update(path.name.encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()
