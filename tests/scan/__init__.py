"""Photos of printed cards: a simulator over rasterised sheets, and what is read from them."""
