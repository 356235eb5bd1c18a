"""Guessing the host's word is slow, and an old cookie shuts nobody out."""

from __future__ import annotations

from companion.services.limits import Limits
from companion.services.networks import is_loopback, network_of
from companion.services.word_guard import WordGuard

TRIES, TRIES_SECONDS = Limits().wrong_codes_an_address, Limits().wrong_code_seconds
TRIES_OVERALL = Limits().wrong_codes_overall

HERE, ELSEWHERE = "203.0.113.9", "198.51.100.7"


def guesses(guard: WordGuard, address: str, count: int, now: float = 1_000.0) -> None:
    for number in range(count):
        guard.was_wrong(address, f"guess {number}", now)


def test_ten_wrong_words_shut_out_for_three_minutes() -> None:
    guard = WordGuard()
    guesses(guard, HERE, TRIES)

    assert guard.wait_seconds(HERE, 1_000.0) == TRIES_SECONDS
    assert guard.wait_seconds(ELSEWHERE, 1_000.0) is None
    assert guard.wait_seconds(HERE, 1_000.0 + TRIES_SECONDS) is None


def test_the_same_wrong_word_counts_once() -> None:
    guard = WordGuard()
    for _ in range(100):
        guard.was_wrong(HERE, "last year's word", 1_000.0)

    assert guard.wait_seconds(HERE, 1_000.0) is None


def test_all_addresses_of_one_network_are_one() -> None:
    guard = WordGuard()
    for number in range(TRIES):
        guard.was_wrong(f"2001:db8::{number:x}", f"guess {number}", 1_000.0)

    assert guard.wait_seconds("2001:db8::ffff", 1_000.0) is not None
    assert guard.wait_seconds("2001:db8:0:1::1", 1_000.0) is None


def test_many_networks_together_slow_down_only_those_who_were_wrong() -> None:
    guard = WordGuard()
    for number in range(TRIES_OVERALL):
        guard.was_wrong(f"198.51.100.{number}", "guess", 1_000.0)

    assert guard.wait_seconds("198.51.100.3", 1_000.0) is not None
    assert guard.wait_seconds(HERE, 1_000.0) is None


def test_what_is_long_ago_is_forgotten() -> None:
    guard = WordGuard()
    guesses(guard, HERE, TRIES)
    guard.was_wrong(ELSEWHERE, "guess", 1_000.0 + 2 * TRIES_SECONDS)

    assert list(guard._guesses._of_one._at) == [ELSEWHERE]
    assert list(guard._told._at) == [(ELSEWHERE, "guess")]


def test_networks_are_what_is_counted() -> None:
    assert [
        network_of(text) for text in ("192.0.2.1", "::ffff:192.0.2.1", "fe80::1%eth0", "x")
    ] == [
        "192.0.2.1",
        "192.0.2.1",
        "fe80::/64",
        "x",
    ]


def test_loopback_is_known_in_every_spelling() -> None:
    here = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")
    elsewhere = ("192.168.1.4", "::ffff:10.0.0.1", "fe80::1%eth0", "", "localhost")

    assert [is_loopback(address) for address in here] == [True] * len(here)
    assert [is_loopback(address) for address in elsewhere] == [False] * len(elsewhere)
