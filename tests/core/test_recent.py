"""What was worked out from a state is worked out once, and never given out for another state."""

from __future__ import annotations

from companion.core.games.recent import Recent


class Maker:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self, state: list[int], key: str) -> str:
        self.made += 1
        return f"{key}{state}"


def test_the_same_state_and_key_are_worked_out_once():
    maker, state = Maker(), [1]
    recent = Recent(maker)

    assert [recent(state, "a"), recent(state, "a")] == ["a[1]", "a[1]"]
    assert maker.made == 1


def test_another_key_or_an_equal_state_is_worked_out_anew():
    maker, state, equal = Maker(), [1], [1]
    recent = Recent(maker)

    assert [recent(state, "a"), recent(state, "b"), recent(equal, "a")] == ["a[1]", "b[1]", "a[1]"]
    assert maker.made == 3


def test_a_state_that_is_gone_is_never_mistaken_for_a_new_one():
    recent = Recent(Maker(), most=4)

    for number in range(1_000):  # a freed list's identity is used again at once
        assert recent([number], "a") == f"a[{number}]"


def test_no_more_than_the_latest_are_kept():
    maker = Maker()
    recent = Recent(maker, most=2)
    states = [[1], [2], [3]]
    for state in states:
        recent(state, "a")

    recent(states[2], "a")
    recent(states[1], "a")
    assert maker.made == 3
    recent(states[0], "a")
    assert maker.made == 4
