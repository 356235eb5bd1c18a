"""The worker's task for pictures that people supply. In the child only."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from companion.printing.in_worker import Say, Unable

Json = dict[str, Any]


def picture(task: Json, say: Say) -> tuple[Json, bytes]:
    """Take in a picture: `data` in base64, `crop` and the `kind` of its card.

    The file that comes back is stored under the sha256 of its bytes. A picture that cannot be
    taken is told by its code (`companion.printing.cards.picture_intake.NotTaken`).
    """
    from companion.printing.cards.picture_intake import SHAPES, NotTaken, read_crop, take_in

    try:
        data = base64.b64decode(task["data"], validate=True)
    except (binascii.Error, ValueError):
        raise Unable("picture_broken") from None
    shape = SHAPES.get(str(task.get("kind")), SHAPES["item"])
    taken = take_in(data, read_crop(task.get("crop")), shape)
    if isinstance(taken, NotTaken):
        raise Unable(taken.code)
    return {"width": taken.width, "height": taken.height}, taken.data
