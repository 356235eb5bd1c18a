"""The real worker, whose pages lie in a folder more."""

from __future__ import annotations

import sys

from companion import worker
from tests.toy_game.registered import known_to_the_press

if __name__ == "__main__":
    with known_to_the_press():
        sys.exit(worker.main())
