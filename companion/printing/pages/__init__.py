"""Tagged pages made from HTML: score pads, and what a table has on paper."""
