"""Playing Black Market: reveal, Treasures, buy or pass, put the rest down (Turn procedure)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import in_use, queue
from companion.core.games.dominion_black_market import ledger as money
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.deck_names import believed, deck_card
from companion.core.games.dominion_black_market.naming import known_name, known_names, sitting
from companion.core.games.dominion_black_market.offers import asks_on_buying
from companion.core.games.dominion_black_market.phrases import CARD_WAS_NOT_REVEALED
from companion.core.games.dominion_black_market.refusals import ask, in_order, refused
from companion.core.games.dominion_black_market.state import Bought, Ledger, Play, State
from companion.core.outcome import Ask, Consequence, Json, Phrase, Refused

Followed = tuple[Consequence, ...]


def market_played(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """+$2, and the app's deck reveals; with real cards their names are awaited."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    asks = []
    if state.tracked and state.active not in (None, player):
        asks.append(ask("not_your_turn", active=state.active, name=player))
    if state.cards_open:
        asks.append(ask("market_open"))
    state, closed = moved_on(state)
    ledger = state.ledger
    if not state.tracked and ledger.player != player:
        ledger = Ledger(player=player)
    by_app = state.deck.order_held_by == "app"
    cards = queue.next_cards(state.deck) if by_app else ()
    empty = state.deck.size == 0
    after = replace(
        state,
        started=True,
        ledger=money.played(ledger, event),
        play=Play(
            player=player,
            phase=event.get("phase", "action"),
            stage="revealed" if by_app or empty else "revealing",
        ),
        deck=queue.revealed(state.deck, cards) if by_app else state.deck,
    )
    recorded = {name: value for name, value in event.items() if name != "revealed"}
    recorded["player"] = player
    if cards:
        recorded["revealed"] = list(cards)
        closed += (Consequence("cards_revealed", {"cards": list(cards)}),)
    if empty:
        closed += (Consequence("deck_empty"),)
    return Decided(recorded, closed, after, in_order(asks))


def cards_revealed(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The names of the real cards that lie open now."""
    if state.deck.order_held_by == "app":
        return refused("order_held_by_app")
    if state.play is None:
        return refused("no_market")
    if state.play.stage != "revealing":
        return refused("not_decided" if state.play.stage == "revealed" else "already_decided")
    names: list[str] = []
    for each in event["cards"]:
        name = deck_card(state, each, catalogue)
        if isinstance(name, Refused):
            return name
        names.append(name)
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        return refused("duplicate_name", card=doubled)
    if len(names) != queue.next_size(state.deck):
        return refused("wrong_number", n=queue.next_size(state.deck))
    cards = tuple(names)
    deck = believed(state, cards, catalogue)
    if isinstance(deck, Refused):
        return deck
    odd = queue.lies_further_down(deck, cards)
    after = queue.revealed(queue.doubted(deck, cards), cards)
    followed: Followed = ()
    if odd is not None:
        after = queue.positions_forgotten(after, open_cards=cards)
        followed = (Consequence("order_lost"),)
    return Decided(
        {**event, "cards": names},
        followed,
        replace(state, deck=after, play=replace(state.play, stage="revealed")),
        (ask("not_on_top", card=odd),) if odd is not None else (),
    )


def treasures_played(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Treasures count to the ledger, bought for or not (rules 5 and 5.7)."""
    if state.play is None:
        return refused("no_market")
    asks: list[Ask] = []
    if "player" in event:
        player = sitting(state, event["player"])
        if isinstance(player, Refused):
            return player
        event = {**event, "player": player}
        asks += _off_turn(state, player)
    treasures: dict[str, int] = {}
    for each, copies in event.get("treasures", {}).items():
        name = _treasure(state, each, catalogue)
        if isinstance(name, Refused):
            return name
        if name in treasures:
            return refused("duplicate_name", card=name)
        treasures[name] = copies
    recorded = {**event, "treasures": treasures} if "treasures" in event else dict(event)
    forbidden = known_names(event.get("forbidden", []), catalogue)
    if isinstance(forbidden, Refused):
        return forbidden
    if "forbidden" in event:
        recorded["forbidden"] = list(forbidden)
    if state.play.bought is not None:
        asks.append(ask("treasures_after_buying"))
    ledger = money.with_treasures(state.ledger, recorded, catalogue)
    return Decided(recorded, (), replace(state, ledger=ledger), in_order(asks))


def card_bought(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One purchase: pay, overpay, take the debt, and the card leaves the deck, in one step."""
    if state.play is None:
        return refused("no_market")
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    name = deck_card(state, event["card"], catalogue)
    if isinstance(name, Refused):
        return name
    if state.play.stage == "revealing":
        return refused("not_revealed")
    if name not in state.deck.revealed:
        return Refused("not_revealed", Phrase(CARD_WAS_NOT_REVEALED, {"card": name}))
    card = catalogue.card(name)
    price = event.get("price", money.price(card, state.ledger, state.play.phase))
    over, over_potions = event.get("overpay", 0), event.get("overpay_potions", 0)
    asks = [*_off_turn(state, player), *asks_on_buying(state, card, price + over, over_potions)]
    if (over or over_potions) and name not in money.OVERPAY:
        asks.append(ask("no_overpay", card=name))
    after = replace(
        state,
        ledger=money.paid(state.ledger, card, price + over, card.cost.potions + over_potions),
        deck=replace(
            state.deck,
            revealed=tuple(each for each in state.deck.revealed if each != name),
            bought=(
                *state.deck.bought,
                Bought(name, player, price, over, event.get("to", "discard")),
            ),
        ),
        play=replace(state.play, stage="bottoming", bought=name),
    )
    followed: Followed = ()
    if card.cost.debt:
        followed += (Consequence("debt_taken", {"player": player, "debt": card.cost.debt}),)
    if state.play.phase == "action" and in_use.is_in_use(state, "Footpad"):
        followed += (Consequence("footpad_draws", {"player": player}),)
    after, down = _rest_by_itself(after)
    recorded = {**event, "player": player, "card": name}
    return Decided(recorded, followed + down, after, in_order(asks))


def nothing_bought(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The choice is made: nothing is bought (for now; a purchase after it still counts)."""
    if state.play is None:
        return refused("no_market")
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    if state.play.stage == "revealing":
        return refused("not_revealed")
    if state.play.stage == "bottoming":
        return refused("already_decided")
    passed = replace(state, play=replace(state.play, stage="bottoming"))
    after, down = _rest_by_itself(passed)
    return Decided({**event, "player": player}, down, after, in_order(_off_turn(state, player)))


def rest_bottomed(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The open cards go under the deck as one block; with real cards the order may be untold."""
    if state.play is None:
        return refused("no_market")
    player = sitting(state, event.get("player", state.play.player))
    if isinstance(player, Refused):
        return player
    if state.play.stage == "revealing":
        return refused("not_revealed")
    if state.play.stage == "revealed":
        return refused("not_decided")
    told = "order" in event
    if not told and state.deck.order_held_by == "app":
        return refused("malformed")
    order = known_names(event.get("order", list(state.deck.revealed)), catalogue)
    if isinstance(order, Refused):
        return order
    if sorted(order) != sorted(state.deck.revealed):
        return refused("order_incomplete", list=tuple(state.deck.revealed))
    shown = told and event.get("shown", False)
    down = queue.bottomed(state.deck, order, known=told, shown=shown, by=player)
    after, followed = _idle(replace(state, deck=down))
    recorded: Json = {"event": event["event"]}
    if told:
        recorded["order"] = list(order)
    recorded |= {"shown": shown, "player": player}
    return Decided(recorded, followed, after, in_order(_off_turn(state, player)))


def moved_on(state: State) -> tuple[State, Followed]:
    """The table went on with cards of the market open (Play, last but one sentence).

    Real cards nobody named: all positions are forgotten. Named ones go down as one block: the
    app's in the order revealed, for all to see; real ones in an order that nobody knows.
    """
    if state.play is None:
        return state, ()
    if state.play.stage == "revealing":
        lost = queue.positions_forgotten(state.deck)
        return replace(state, deck=lost, play=None), (Consequence("order_lost"),)
    by_app = state.deck.order_held_by == "app"
    return _down(state, known=by_app)


def _rest_by_itself(state: State) -> tuple[State, Followed]:
    """At most one card left after the choice goes down by itself."""
    return _down(state, known=True) if len(state.deck.revealed) <= 1 else (state, ())


def _down(state: State, known: bool) -> tuple[State, Followed]:
    rest = state.deck.revealed
    after = queue.bottomed(state.deck, rest, known=known, shown=known, by=None)
    idle, seen = _idle(replace(state, deck=after))
    told = (Consequence("rest_bottomed", {"cards": sorted(rest)}),) if rest else ()
    return idle, told + seen


def _idle(state: State) -> tuple[State, Followed]:
    """Bottoming has ended; told once when no card is unseen any more (rule 9.6)."""
    idle = replace(state, play=None)
    deck = idle.deck
    if deck.all_seen_told or deck.unseen or not deck.cards:
        return idle, ()
    return replace(idle, deck=replace(deck, all_seen_told=True)), (Consequence("all_seen"),)


def _off_turn(state: State, player: str) -> list[Ask]:
    """Somebody else than who played this Black Market."""
    if state.play is None or state.play.player == player:
        return []
    return [ask("not_your_turn", active=state.play.player, name=player)]


def _treasure(state: State, name: str, catalogue: Catalogue) -> str | Refused:
    """The printed name of a Treasure whose value we know at this table."""
    printed = known_name(name, catalogue)
    if isinstance(printed, Refused):
        return printed
    card = catalogue.card(printed)
    charlatan = in_use.is_in_use(state, "Charlatan")
    curse = card.name == "Curse" and charlatan
    if not card.is_type("Treasure") and not curse:
        return refused("not_a_treasure", card=card.name)
    if not money.known_treasure(card.name, catalogue, charlatan):
        return refused("unknown_value", card=card.name)
    return card.name
