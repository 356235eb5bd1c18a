"""The real worker, with one more paper in the one place where papers stand."""

from __future__ import annotations

import sys

from companion import worker
from companion.printing.formats import PAPERS, Paper

A5 = Paper(148.0, 210.0, "A5")

if __name__ == "__main__":
    PAPERS["a5"] = A5  # type: ignore[index]
    sys.exit(worker.main())
