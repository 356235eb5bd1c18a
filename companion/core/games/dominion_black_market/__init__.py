"""The rules of Dominion: Black Market behind the Game contract, with the cards there are."""
