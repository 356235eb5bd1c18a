"""Turns: so many of one address at once, the others wait; nobody waits for another address."""

from __future__ import annotations

import threading

import pytest

from companion.services.turns import Turns


def test_a_third_of_one_address_waits_until_one_of_the_two_is_done() -> None:
    turns, inside, ended = Turns(at_once=2), threading.Event(), threading.Event()

    def third() -> None:
        with turns.turn("home"):
            inside.set()
        ended.set()

    with turns.turn("home"):
        with turns.turn("home"):
            thread = threading.Thread(target=third)
            thread.start()
            waited = not inside.wait(0.05)
        assert ended.wait(10)
    thread.join()
    assert waited


def test_another_address_does_not_wait() -> None:
    turns = Turns(at_once=1)
    with turns.turn("home"), turns.turn("elsewhere"):
        assert len(turns) == 2


def test_an_address_that_is_done_leaves_nothing_behind_even_after_a_fault() -> None:
    turns = Turns(at_once=1)
    with pytest.raises(ZeroDivisionError), turns.turn("home"):
        raise ZeroDivisionError
    assert len(turns) == 0
    with turns.turn("home"):
        assert len(turns) == 1
