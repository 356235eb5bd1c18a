"""The rules of Pig, as they would lie in companion/core/games/pig."""
