"""The texts of cards: fonts, fitting them into boxes, setting and embedding them."""
