"""The screens of decks: to look through, to bring in, to make and to change."""
