"""Phones that write down what they sent and what was answered, and a checker that explains it."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.exports import imported
from companion.core.outcome import Json, Refused
from companion.core.table import snapshot
from tests.faults.server import Game, NoAnswer, Server, Told, ask

RESEND_SECONDS = 0.05
GIVE_UP_SECONDS = 180.0


@dataclass
class LedgerPhone:
    """One player's phone: sends taps until each is answered, as the page's script does."""

    server: Server
    game: Game
    player: str
    ledger: Path
    seed: int
    stop: threading.Event
    answers: int = 0
    lost_answers: int = 0
    repeats: int = 0
    faults: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Tap until told to stop; the last tap is sent until it is answered."""
        chance = random.Random(self.seed)
        number = 0
        while not self.stop.is_set():
            number += 1
            self._tap_and_write(chance, f"{self.player}-{number:05d}")

    def tap_once(self, id: str) -> None:
        """One tap with this id, sent until it is answered."""
        self._tap_and_write(random.Random(self.seed), id)

    def _tap_and_write(self, chance: random.Random, id: str) -> None:
        tap = self._tap(chance, id)
        with self.ledger.open("a", encoding="utf-8") as book:
            book.write(json.dumps({"sent": tap}) + "\n")
            told = self._until_answered(tap)
            self.answers += 1
            line = {"id": tap["id"], "status": told.status, "body": told.body}
            book.write(json.dumps({"answered": line}) + "\n")
        if told.status == 200 and chance.random() < 0.15:
            self._again(tap, told)

    def _tap(self, chance: random.Random, id: str) -> Json:
        """Mostly what always stands; sometimes what clashes with the others, so that some lose."""
        kind = chance.random()
        if kind < 0.6:
            count = chance.randrange(6)
            return {"event": "hand_corrected", "player": self.player, "count": count, "id": id}
        if kind < 0.8:
            active = chance.choice(tuple(self.game.tokens))
            return {"event": "turn_ended", "player": active, "id": id}
        item = {
            "event": "item_added",
            "player": self.player,
            "item_type": "Weapon",
            "money": 1_000_000 * chance.randrange(1, 6),
        }
        end = {"event": "hand_corrected", "player": self.player, "count": chance.randrange(6)}
        return {"events": [item, end], "id": id, "anyway": True}

    def _until_answered(self, tap: Json) -> Told:
        """Resend the very same tap until something final is answered."""
        until = time.monotonic() + GIVE_UP_SECONDS
        while time.monotonic() < until:
            try:
                path, token = self.game.path("/events"), self.game.tokens[self.player]
                told = ask(self.server.port, "POST", path, tap, token)
            except NoAnswer:
                self.lost_answers += 1
                time.sleep(RESEND_SECONDS)
                continue
            if told.status in (429, 503):
                time.sleep(RESEND_SECONDS)
                continue
            return told
        raise AssertionError(f"{tap['id']} was never answered")

    def _again(self, tap: Json, first: Told) -> None:
        """A tap that is sent once more must get the very same answer."""
        self.repeats += 1
        second = self._until_answered(tap)
        same = ("recorded", "consequences", "version")
        if second.status != 200 or any(second.body[k] != first.body[k] for k in same):
            self.faults.append(f"{tap['id']} was answered differently the second time: {second}")


@dataclass(frozen=True)
class Explained:
    """What the checker found; `faults` must be empty."""

    faults: tuple[str, ...]
    acknowledged: int
    refused: int
    events: int


def explain(ledgers: list[Path], export: Json, view: Json) -> Explained:
    """Compare every answer with the log, and the log's own replay with what the server shows."""
    log = export["events"]
    faults = [
        f"gap or double at place {place}: seq {event['seq']}"
        for place, event in enumerate(log, start=1)
        if event["seq"] != place
    ]
    by_id: dict[str, list[Json]] = {}
    for event in log:
        if event["id"] is not None:
            by_id.setdefault(event["id"], []).append(event)
    faults += [f"{id} is in the log twice" for id, found in by_id.items() if len(found) > 1]
    acknowledged = refused = 0
    sent: dict[str, Json] = {}
    for line in _lines(ledgers):
        if "sent" in line:
            sent[line["sent"]["id"]] = line["sent"]
            continue
        answer = line["answered"]
        found = by_id.get(answer["id"], [])
        if answer["status"] != 200:
            refused += 1
            if found:
                faults.append(f"{answer['id']} was refused and is in the log")
            continue
        acknowledged += 1
        faults += _wrong_answer(answer, sent[answer["id"]], found, log)
    unsent = set(by_id) - set(sent)
    faults += [f"{id} is in the log and nobody sent it" for id in sorted(unsent)]
    faults += _other_state(export, view)
    return Explained(tuple(faults), acknowledged, refused, len(log))


def _lines(ledgers: list[Path]) -> list[Json]:
    return [
        json.loads(line)
        for ledger in ledgers
        for line in ledger.read_text(encoding="utf-8").splitlines()
    ]


def _wrong_answer(answer: Json, tap: Json, found: list[Json], log: list[Json]) -> list[str]:
    if not found:
        return [f"LOST: {answer['id']} was acknowledged and is not in the log"]
    told = answer["body"]["recorded"]
    told = told if isinstance(told, list) else [told]
    first = found[0]["seq"]
    logged = [
        {"seq": e["seq"], "event": e["event"]} for e in log[first - 1 : first - 1 + len(told)]
    ]
    if told != logged:
        return [f"{answer['id']} was answered {told}, the log has {logged}"]
    if len(told) != len(tap.get("events", [tap])):
        return [f"{answer['id']} was recorded in part"]
    if answer["body"]["version"] != told[-1]["seq"]:
        return [f"{answer['id']} names version {answer['body']['version']}"]
    return []


def _other_state(export: Json, view: Json) -> list[str]:
    """The log decided again must give what the server shows."""
    again = imported(export["game"], export["options"], export["deck"], export["events"])
    if isinstance(again, Refused):
        return [f"the log does not replay: {again}"]
    shown: dict[str, Any] = snapshot(again)
    return [
        f"{field}: shown {view[field]}, replayed {value}"
        for field, value in json.loads(json.dumps(shown)).items()
        if field not in ("players", "ranking") and view[field] != value
    ]
