"""A third game, made by docs/adding-a-game.md alone: Pig, the dice game, with real dice."""
