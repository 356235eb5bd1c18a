"""Any deck that reads: hostile texts, own types and marks, structured effects, pictures."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.core.decks.effect_reading import VERBS, WORDS, ZONES
from companion.core.decks.model import Deck
from companion.core.decks.odd_letters import has_control, stacks_marks
from companion.core.decks.reading import read_deck
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS
from companion.core.names import name_key
from companion.core.outcome import Json

AWKWARD = (
    "=1+1", "'=1", "''", "'", "-3", "+ A", "@x", '"', '""', 'a "b" c', " edge ", "a,b;c|d",
    "two\nlines", "and", "A and B", "A + B", "Top Secret", "Weapon", "2 Weapon", "x", "Total",
    "item", "name", "1,500", "3M", "ﬁ", "ß", "Ü", "龍", "\ufffd", "\u2028", "\u00a0", "\ufeff",
    "🐼", "sep=;", "#REF!", "{coin} **b**",
    "x;=1+1;y", ";'=1", ';"=1"', ",-2", "a\n+1", "＝1", "x;＋1", ";;'\"@",
)  # fmt: skip


def texts(most: int, least: int = 1) -> st.SearchStrategy[str]:
    """Texts that a deck may hold: any letters, and those that have trapped readers of sheets."""
    letters = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=most)
    pieces = st.lists(st.sampled_from(AWKWARD), max_size=3).map(" ".join)
    return (st.sampled_from(AWKWARD) | letters | pieces).filter(
        lambda text: (
            len(text.strip()) >= least
            and len(text) <= most
            and not has_control(text)
            and not stacks_marks(text)
        )
    )


def slugs() -> st.SearchStrategy[str]:
    """Ids of decks and cards."""
    return st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)


ZONE = st.fixed_dictionaries(
    {"zone": st.sampled_from(sorted(ZONES))},
    optional={key: st.sampled_from(sorted(WORDS[key])) for key in ("owner", "state", "position")},
)
STEP: dict[str, Any] = {
    **{key: st.sampled_from(sorted(WORDS[key])) for key in ("what", "choice", "duration")},
    "count": st.integers(1, 60),
    "source": ZONE,
    "items_to": ZONE,
}
EFFECT = st.fixed_dictionaries(
    {"verb": st.sampled_from(sorted(VERBS))},
    optional={
        **STEP,
        "then": st.fixed_dictionaries({"verb": st.sampled_from(sorted(VERBS))}, optional=STEP),
    },
)
DOLLARS = st.integers(0, 999_000_000) | st.sampled_from([0, 1, 3, 999, 1_000, 3_000_000])
PICTURE = st.text("0123456789abcdef", min_size=64, max_size=64).map("asset:{}".format)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck that `read_deck` has read."""
    types = draw(st.lists(texts(24), min_size=1, max_size=6, unique_by=name_key))
    mark = st.fixed_dictionaries(
        {"colour": st.sampled_from(COLOURS), "icon": st.sampled_from(TYPE_ICONS)}
    )
    ids = draw(st.lists(slugs(), max_size=8, unique=True))
    data: Json = {
        "schema": "backroom-deck/1",
        "game": "black_market_warehouse",
        "id": draw(slugs()),
        "name": draw(texts(60)),
        "item_types": types,
        "currency": draw(texts(8)),
        "money_unit": draw(st.integers(1, 999_000_000)),
        "hand_size": draw(st.integers(1, 60)),
        "hand_limit": draw(st.integers(1, 60)),
        "cards": [draw(_cards(id_, types)) for id_ in ids],
        **draw(st.fixed_dictionaries({}, optional={"note": texts(400)})),
    }
    marks = draw(st.dictionaries(st.sampled_from(types), mark, max_size=3))
    deck = read_deck({**data, "type_marks": marks})
    assert isinstance(deck, Deck), deck
    return deck


def _cards(id_: str, types: list[str]) -> st.SearchStrategy[Json]:
    optional = {"flavour": texts(400, least=0), "picture": PICTURE}
    common = {"id": st.just(id_), "name": texts(60), "count": st.integers(1, 60)}
    item = {"item_type": st.sampled_from(types), "money": DOLLARS}
    warehouse = {
        "requires": st.lists(st.sampled_from(types), min_size=1, max_size=12),
        "bonus": DOLLARS,
    }

    def kind(name: str, own: dict[str, Any], more: dict[str, Any]) -> st.SearchStrategy[Json]:
        return st.fixed_dictionaries(
            {**common, "kind": st.just(name), **own}, optional={**optional, **more}
        )

    return (
        kind("item", item, {})
        | kind("warehouse", warehouse, {})
        | kind("insider", {"effect_text": texts(400)}, {"effect": EFFECT})
    )
