"""What Dominion: Black Market puts on paper: to play on by hand, the result, and its lists."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.cards import Cost
from companion.core.games.dominion_black_market.deck_view import BlockView, DeckView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.dominion_black_market import paper_lists, points
from companion.web.games.dominion_black_market.setup import FOR_PLAYERS, IN_SUPPLY
from companion.web.games.paper_contract import FALLBACK, RESULT, GamePaper, PaperPage, SheetKind
from companion.web.phrasing import enumerated, words
from companion.web.prints.evening import Evening

ROLES = {
    "kingdom": N_("Kingdom"),
    "bane": N_("Bane"),
    "army": N_("Approaching Army"),
    "brought": N_("Also in the Supply"),
    "basic": N_("Basic cards"),
}
RULES = (
    N_("Black Market: +$2, reveal 3, play Treasures, buy 1 or none."),
    N_("The rest go under the deck, in any order."),
    N_("The game ends with the Provinces, or with three empty piles."),
)


def _figure(number: int) -> str:
    return str(number).replace("-", "−")


def fallback(evening: Evening) -> Json:
    """The table as it stands, to be played on by hand."""
    view: DominionTableView = evening.view
    return {
        "now": [words(phrase) for phrase in _now(view)],
        "order": list(evening.players),
        "money": _money(view),
        "players": [
            {
                "name": player.name,
                "turn": player.name == view.active,
                "line": words(_turns(view, player.turns)),
                "bought": enumerated(
                    words(Phrase(N_("{card} for {price}"), {"card": card, "price": f"${price}"}))
                    for card, price in player.bought
                ),
            }
            for player in view.players
            if player.status == "playing" or player.bought
        ],
        "supply": _supply(view),
        "beside": [
            words(line.sentence) for line in view.setup if line.kind not in IN_SUPPLY | FOR_PLAYERS
        ],
        "landscapes": enumerated(card.name for card in view.landscapes),
        "extras": [
            words(Phrase(N_("{name}: {card}"), {"name": each.name, "card": each.card.name}))
            for each in view.extras
            if each.card is not None
        ],
        "market": _market(view),
        "rules": [words(Phrase(rule)) for rule in RULES],
    }


def _now(view: DominionTableView) -> list[Phrase]:
    said = []
    if view.status == "over":
        said.append(Phrase(N_("The game is over.")))
    elif view.status == "preparing":
        said.append(_before_play(view))
    elif view.active:
        turn = N_("It is {name}'s extra turn.") if view.extra_turn else N_("It is {name}'s turn.")
        said.append(Phrase(turn, {"name": view.active}))
    if view.play is not None:
        params = {"name": view.play.player}
        said.append(Phrase(N_("{name} has played Black Market."), params))
        if view.play.bought:
            said.append(Phrase(N_("Bought: {card}."), {"card": view.play.bought}))
    return said


def _before_play(view: DominionTableView) -> Phrase:
    """How far the table has come with its deck."""
    seated = any(player.status == "playing" for player in view.players)
    if view.deck.count and seated and not view.silent:
        return Phrase(N_("Everybody said yes to the deck. Lay it face down and begin."))
    return Phrase(N_("The deck is not agreed yet."))


def _money(view: DominionTableView) -> str:
    """The ledger of a turn that has one; "" before anything was played."""
    money = view.ledger
    if view.status != "playing" or (
        view.play is None and not (money.coins or money.potions or money.debt or money.buys != 1)
    ):
        return ""
    params = {
        "coins": money.coins,
        "potions": money.potions,
        "debt": money.debt,
        "buys": money.buys,
    }
    text = N_("Money this turn: ${coins}, {potions} Potions, {debt} debt. Buys: {buys}.")
    return words(Phrase(text, params))


def _turns(view: DominionTableView, turns: int) -> Phrase:
    if not view.tracked:
        return Phrase(N_("turns not counted"))
    return Phrase(N_("1 turn") if turns == 1 else N_("{n} turns"), {"n": turns})


def _supply(view: DominionTableView) -> list[Json]:
    groups = []
    for role, label in ROLES.items():
        rows = [row for row in view.supply if row.role == role]
        if rows:
            piles = [
                {"name": row.card.name, "cost": row.card.cost, "size": str(row.size or "")}
                for row in rows
            ]
            groups.append({"label": words(Phrase(label)), "piles": piles})
    return groups


def _market(view: DominionTableView) -> Json:
    """The deck as everybody may know it."""
    deck = view.deck
    cards = deck.cards if deck.cards is not None else deck.seen_cards
    front = [each for each in cards if each.where == "front"]
    return {
        "count": deck.count,
        "open": [_offer(view, each.card) for each in cards if each.where == "open"],
        "top": [_card(card) for card in deck.known_top],
        "unseen": [_card(each.card) for each in front if not each.seen],
        "seen": [_card(each.card) for each in front if each.seen],
        "blocks": [_block(block) for block in deck.tail],
        "hidden": words(_hidden(deck)) if deck.hidden else "",
        "how": words(_how_to_go_on(deck)) if view.status == "playing" else "",
    }


def _offer(view: DominionTableView, card: CardView) -> str:
    offers = view.play.offers if view.play else ()
    offer = next((each for each in offers if each.card.name == card.name), None)
    if offer is None:
        return _card(card)
    price = Cost(offer.price, offer.potions, offer.debt).text()
    return words(Phrase(N_("{card} for {price}"), {"card": card.name, "price": price}))


def _card(card: CardView) -> str:
    return f"{card.name} {card.cost}".strip()


def _block(block: BlockView) -> Json:
    how = N_("in this order") if block.order_known else N_("mixed")
    single = len(block.cards) == 1
    cards = [_card(card) for card in block.cards]
    return {
        "cards": " → ".join(cards) if block.order_known else enumerated(cards),
        "how": "" if single else words(Phrase(how)),
    }


def _hidden(deck: DeckView) -> Phrase:
    return Phrase(N_("The list is hidden. {n} cards have not been seen."), {"n": deck.unseen})


def _how_to_go_on(deck: DeckView) -> Phrase:
    if deck.order_held_by == "app":
        return Phrase(
            N_("Our phones held the order. Shuffle what is not seen; the blocks go under it.")
        )
    return Phrase(N_("Your real cards hold the order. Leave them as they lie."))


def result(evening: Evening) -> Json:
    """Ranks, the reason for each place, and every point explained."""
    view: DominionTableView = evening.view
    final = view.tally.winners is not None
    places = []
    for score in points.scores(view, {}):
        standing = score.standing
        places.append(
            {
                "rank": "–" if standing.rank is None else str(standing.rank),
                "name": standing.name,
                "line": words(score.line),
                "reason": words(standing.reason),
                "total": _figure(standing.points.total) if standing.points else "…",
                "first": standing.rank == 1 and final,
                "lines": [
                    {"words": words(line.words), "points": _figure(line.points)}
                    for line in score.lines
                ],
            }
        )
    return {
        "final": final,
        "winners": list(view.tally.winners or ()),
        "reason": words(view.tally.reason) if view.tally.reason else "",
        "places": places,
        "also": list(_sold(view)),
        "empty": words(Phrase(N_("No points."))),
    }


def _sold(view: DominionTableView) -> Iterable[str]:
    for player in view.players:
        for card, price in player.bought:
            params = {"name": player.name, "card": card, "price": price}
            yield words(Phrase(N_("{card}: {name}, for ${price}"), params))


LIST = SheetKind(
    "list",
    N_("Black Market deck"),
    N_("The list for all, with boxes for seen and bought"),
    "list-ordered",
    rows="cards",
)
CHECKLIST = SheetKind(
    "checklist", N_("Setup"), N_("What lies where, and because of which card"), "check"
)
PULL = SheetKind(
    "pull",
    N_("Pull list"),
    N_("Which card to take from which box, and to put back"),
    "package",
)
PAPER = GamePaper(
    (
        PaperPage(FALLBACK, "dominion_fallback", fallback),
        PaperPage(RESULT, "result", result),
        PaperPage(LIST, "deck_list", paper_lists.deck_list),
        PaperPage(CHECKLIST, "checklist", paper_lists.checklist),
        PaperPage(PULL, "pull_list", paper_lists.pull_list),
    ),
    placeholders=paper_lists.placeholders,
)
