"""Makes the services' own refusals, each with its sentence and its HTTP status."""

from __future__ import annotations

from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.services.answers import NotRecorded
from companion.services.phrases import SENTENCES, TROUBLES
from companion.services.ports import StorageTrouble

STORAGE_RETRY_SECONDS = 5


def not_recorded(
    code: str,
    status: int,
    version: int | None = None,
    retry_after_seconds: int | None = None,
    fields: dict[str, Any] | None = None,
    **places: Any,
) -> NotRecorded:
    """The refusal of this code; `places` fill its sentence, `fields` go into the JSON answer."""
    refused = Refused(code, Phrase(SENTENCES[code], places), fields=fields or {})
    return NotRecorded(refused, status, version, retry_after_seconds)


def no_table() -> NotRecorded:
    """No such table, or no seat at it: nobody learns which."""
    return not_recorded("no_table", 404)


def by_the_core(refused: Refused, version: int | None) -> NotRecorded:
    """What the rules refused: 400 when it could not be read, which tells no version, else 422."""
    if refused.code == "malformed":
        return NotRecorded(refused, 400)
    return NotRecorded(refused, 422, version)


def by_the_store(trouble: StorageTrouble, version: int | None = None) -> NotRecorded:
    """503 `storage_trouble`, with the trouble's own code and sentence."""
    fields: dict[str, Any] = {"trouble": trouble.code}
    if trouble.seq is not None:
        fields["event"] = trouble.seq
    refused = Refused("storage_trouble", Phrase(TROUBLES[trouble.code]), fields=fields)
    return NotRecorded(refused, 503, version, STORAGE_RETRY_SECONDS)
