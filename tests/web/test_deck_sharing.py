"""Who sees which deck: this phone's own, those with the link, and strangers."""

from __future__ import annotations

from tests.security.phones import GAME, Fresh
from tests.web.deck_stand import Maker


def test_this_phones_decks_are_listed_here_and_nowhere_else(browser: Fresh, mine: Maker) -> None:
    for path in ("/decks", "/", "/prints", f"/tables/new?game={GAME}"):
        assert "Quay Nights" in mine.phone.get(path).text, path
        assert "Quay Nights" not in browser().get(path).text, path


def test_an_edit_link_on_another_phone_makes_it_that_phones_deck_too(
    browser: Fresh, mine: Maker
) -> None:
    other = browser()
    other.get(mine.address)

    assert "Quay Nights" in other.get("/decks").text


def test_reading_a_deck_shows_no_way_to_change_it(browser: Fresh, mine: Maker) -> None:
    secret = mine.address.rsplit("/", 1)[1]
    pages = [f"/decks/{mine.id}", f"/decks/{mine.id}/deck.json", f"/decks/{mine.id}/cards.csv"]
    stranger = browser()
    for path in pages:
        answer = stranger.get(path)
        assert (answer.status_code, secret in answer.text) == (200, False), path


def test_files_are_named_after_the_deck(mine: Maker) -> None:
    answer = mine.phone.get(f"/decks/{mine.id}/cards.csv")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="quay-nights.csv"'
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "Golden Idol" in answer.text


def test_the_faces_come_twelve_at_a_time_and_lead_to_the_card_of_who_may_change_it(
    mine: Maker, browser: Fresh
) -> None:
    first = mine.phone.get(f"/decks/{mine.id}/faces").text
    last = mine.phone.get(f"/decks/{mine.id}/faces?from=60").text
    stranger = browser().get(f"/decks/{mine.id}/faces").text

    assert [page.count('<svg class="face"') for page in (first, last, stranger)] == [12, 3, 12]
    assert (f"{mine.address}/cards/" in first, "/edit/" in stranger) == (True, False)
    assert ("from=12" in first, "from=" in last.replace("?from=60", "")) == (True, False)
    for odd in ("-1", "63", "x", "9" * 40):
        shown = browser().get(f"/decks/starter/faces?from={odd}")
        assert shown.text.count('<svg class="face"') == 12
