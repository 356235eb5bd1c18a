"""Who stands at a table's door: knocks as they are kept, and what became of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from companion.services.ports import PhoneRow, StorageTrouble
from companion.services.tables.chain import canonical
from companion.services.tables.passing import Passed, Passing

WAITING, ASKING, LET_IN, TURNED_AWAY = "waiting", "asking", "let_in", "turned_away"
OPEN = frozenset({WAITING, ASKING})

_KNOCK, _YES, _ASKING, _ANSWER = "knock", "yes", "asking", "answer"


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """One knock as it stands now. After a restart one knocks again."""

    id: str
    code: str
    player: str
    phone: PhoneRow
    state: str = WAITING
    yes: Mapping[str, str | None] = field(default_factory=dict)
    """Phones that said yes, oldest first, with the player who did; the log names the first."""
    asked_seconds: float = 0.0
    """How long the seat's own phone has been asked."""

    @property
    def by(self) -> str | None:
        """Who let them in, for the log."""
        return next((player for player in self.yes.values() if player is not None), None)


class Door:
    """Keeps knocks as facts that are only ever added, so that two processes never clash."""

    def __init__(self, passing: Passing, lives_seconds: float) -> None:
        self._passing = passing
        self._seconds = lives_seconds

    def all(self, code: str) -> list[AtTheDoor]:
        """All knocks of this table, answered ones too, oldest first."""
        facts = self._passing.of(code)
        return [_standing(code, fact, facts) for fact in facts if fact.kind == _KNOCK]

    def open(self, code: str) -> list[AtTheDoor]:
        """Those that nobody has answered."""
        return [knock for knock in self.all(code) if knock.state in OPEN]

    def find(self, code: str, knock_id: str) -> AtTheDoor | None:
        """This knock, answered or not; None once it is gone."""
        return next((knock for knock in self.all(code) if knock.id == knock_id), None)

    def knock(
        self, code: str, knock_id: str, player: str, phone: PhoneRow
    ) -> AtTheDoor | StorageTrouble:
        """Somebody knocks."""
        body = canonical({"player": player, "phone": asdict(phone)})
        kept = self._passing.add(code, _KNOCK, knock_id, body, self._seconds)
        return (
            kept if isinstance(kept, StorageTrouble) else AtTheDoor(knock_id, code, player, phone)
        )

    def yes(self, knock: AtTheDoor, phone_id: str, player: str | None) -> AtTheDoor:
        """A phone said yes; saying it twice counts once."""
        body, key = canonical(player), f"{knock.id} {phone_id}"
        self._passing.add(knock.code, _YES, key, body, self._seconds)
        return self.find(knock.code, knock.id) or knock

    def ask(self, knock: AtTheDoor) -> AtTheDoor:
        """Ask the seat's own phone first; asked once, the time runs on."""
        self._passing.add(knock.code, _ASKING, knock.id, "", self._seconds)
        return self.find(knock.code, knock.id) or knock

    def answer(self, knock: AtTheDoor, state: str) -> AtTheDoor:
        """LET_IN or TURNED_AWAY; the first answer stands."""
        self._passing.add(knock.code, _ANSWER, knock.id, state, self._seconds)
        return self.find(knock.code, knock.id) or knock


def _standing(code: str, fact: Passed, facts: tuple[Passed, ...]) -> AtTheDoor:
    body = json.loads(fact.body)
    asked = _of(facts, _ASKING, fact.key)
    answer = _of(facts, _ANSWER, fact.key)
    state = answer.body if answer else ASKING if asked else WAITING
    yes = {
        each.key.removeprefix(f"{fact.key} "): json.loads(each.body)
        for each in facts
        if each.kind == _YES and each.key.startswith(f"{fact.key} ")
    }
    phone = PhoneRow(**body["phone"])
    waited = asked.age_seconds if asked else 0.0
    return AtTheDoor(fact.key, code, body["player"], phone, state, yes, waited)


def _of(facts: tuple[Passed, ...], kind: str, key: str) -> Passed | None:
    return next((each for each in facts if each.kind == kind and each.key == key), None)
