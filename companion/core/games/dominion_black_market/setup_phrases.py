"""The lines of the setup checklist in our own words."""

from __future__ import annotations

from companion.core.games.dominion_black_market.setup import SetupEntry
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Phrase
from companion.core.phrases import N_

CHOSEN = {
    "Bane": "bane",
    "Ferryman": "ferryman",
    "Riverboat": "riverboat",
    "Way of the Mouse": "mouse",
    "Approaching Army": "army",
}
"""Entries that wait for an extra, by what they are called."""

BY_WHAT = {
    ("extra_supply_pile", "Bane"): N_("Bane pile: {card}, in the Supply"),
    ("extra_supply_pile", "Approaching Army"): N_("One more Attack pile: {card}, in the Supply"),
    ("extra_nonsupply_pile", "Ferryman"): N_("Ferryman pile: {card}, beside the Supply"),
    ("set_aside", "Riverboat"): N_("Set aside for Riverboat: {card}"),
    ("set_aside", "Way of the Mouse"): N_("Set aside for Way of the Mouse: {card}"),
    ("supply_pile", "Potion"): N_("Potion pile, all {count}; counts as a pile"),
    ("supply_pile", "Ruins"): N_("Ruins pile, {count} cards; counts as a pile"),
    ("tokens", "Sun tokens"): N_("{count} Sun tokens on the Prophecy"),
    ("tokens", "Trade Route"): N_("Trade Route: a Coin token on each of {count} Victory piles"),
    ("player_start", "Favors"): N_("Every player starts with {count} Favors"),
    ("player_start", "Coffers"): N_("Every player starts with {count} Coffers"),
    ("prophecy", "Prophecy"): N_("Deal one Prophecy: {card}"),
    ("ally", "Ally"): N_("Deal one Ally: {card}"),
    ("trash", "Zombies"): N_("{count} Zombies start in the trash"),
    ("boons", "Boons set aside"): N_("{count} Boons set aside, face up"),
    ("game_rule", "Charlatan"): N_("Curses are also Treasures worth $1, all game"),
    ("game_rule", "Footpad"): N_("A card gained in an Action phase draws a card"),
    ("game_rule", "Shaman"): N_("Every turn starts with a gain from the trash, up to $6"),
    ("game_rule", "Duchess"): N_("Who gains a Duchy may gain a Duchess"),
    ("game_rule", "Changeling"): N_("A gained card of $3 or more may become a Changeling"),
}
BY_KIND = {
    "non_supply": N_("{what}, beside the Supply"),
    "heirloom": N_("Each player: {what} instead of one Copper"),
    "artifact": N_("Set out {what}"),
    "state": N_("Have {what} ready"),
    "material": N_("Have ready: {what}"),
    "mixed_pile": N_("{what}: a pile of different cards, sorted or shuffled"),
    "physical": N_("Cards with their own back show where they lie: sleeve the deck"),
    "tokens": N_("{what}: {count} VP tokens"),
    "game_rule": N_("{what} changes a rule: check the card"),
}
COUNTED_BESIDE = N_("{count} {what}, beside the Supply")
NOT_CHOSEN = N_("not chosen yet")


def sentence(entry: SetupEntry, state: State) -> Phrase:
    """One line of the checklist, with the chosen extra where there is one."""
    text = BY_WHAT.get((entry.kind, entry.what)) or BY_KIND.get(entry.kind, "{what}")
    if entry.kind == "non_supply" and entry.count is not None:
        text = COUNTED_BESIDE
    extra = CHOSEN.get(entry.what) or {"ally": "ally", "prophecy": "prophecy"}.get(entry.kind)
    chosen = state.extras.get(extra) if extra else None
    params = {"what": entry.what, "count": entry.count if entry.count is not None else 0}
    return Phrase(text, {**params, "card": chosen or Phrase(NOT_CHOSEN)})
