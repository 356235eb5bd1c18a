"""The checker itself: it must find every kind of wrong that the fault tests look for."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.outcome import Json
from companion.core.table import snapshot
from tests.faults.ledgers import explain
from tests.services.desk import Desk


class Evening:
    """A short game as the ledgers, the export and the view of a server tell it."""

    def __init__(self, folder: Path) -> None:
        desk = Desk(folder)
        at = desk.a_running_table("Ana", "Ben")
        self.lines: list[Json] = []
        for number in range(5):
            tap = {"event": "hand_corrected", "player": "Ana", "count": number, "id": f"a-{number}"}
            self._send(at, tap)
        for event in ("first_player_chosen", "game_dealt"):
            self.lines.append({"sent": {"event": event, "id": at.live.table.entries[-1].id}})
        file = at.tables.transfers.export(at.code)
        assert isinstance(file, dict)
        self.export: Json = json.loads(json.dumps(file))
        for event in self.export["events"][:4]:
            event["id"] = None
        self.view: Json = json.loads(json.dumps(snapshot(at.live.table)))
        self.lines = self.lines[:10]
        self.ledger = folder / "ana.jsonl"
        desk.close()

    def _send(self, at: object, tap: Json) -> None:
        answered = at.send("Ana", tap)  # type: ignore[attr-defined]
        entry = answered.recorded[0]
        body = {
            "recorded": {"seq": entry.seq, "event": entry.event},
            "version": answered.version,
        }
        self.lines.append({"sent": tap})
        self.lines.append({"answered": {"id": tap["id"], "status": 200, "body": body}})

    def faults(self) -> tuple[str, ...]:
        self.ledger.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return explain([self.ledger], self.export, self.view).faults


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_sound_evening_has_no_faults(evening: Evening) -> None:
    assert evening.faults() == ()


def _lose(evening: Evening) -> None:
    evening.export["events"].pop()


def _double(evening: Evening) -> None:
    again = copy.deepcopy(evening.export["events"][-1])
    again["seq"] += 1
    evening.export["events"].append(again)


def _gap(evening: Evening) -> None:
    del evening.export["events"][5]


def _other_event(evening: Evening) -> None:
    evening.export["events"][-1]["event"]["count"] = 5


def _refused_but_logged(evening: Evening) -> None:
    evening.lines[-1]["answered"]["status"] = 422


def _nobody_sent(evening: Evening) -> None:
    evening.export["events"][3]["id"] = "ghost"


def _other_tally(evening: Evening) -> None:
    evening.view["market_deck"] += 1


def _wrong_version(evening: Evening) -> None:
    evening.lines[-1]["answered"]["body"]["version"] += 1


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_lose, "LOST: a-4"),
        (_double, "a-4 is in the log twice"),
        (_gap, "gap or double"),
        (_other_event, "a-4 was answered"),
        (_refused_but_logged, "a-4 was refused and is in the log"),
        (_nobody_sent, "ghost is in the log and nobody sent it"),
        (_other_tally, "market_deck"),
        (_wrong_version, "names version"),
    ],
)
def test_every_wrong_is_found(
    evening: Evening, spoil: Callable[[Evening], None], says: str
) -> None:
    spoil(evening)

    assert any(says in fault for fault in evening.faults())
