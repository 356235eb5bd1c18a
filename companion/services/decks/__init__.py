"""The use cases of decks: looked up, made, changed, undone, and their pictures."""
