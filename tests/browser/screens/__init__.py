"""Every screen and state of the product, for all tests that look at them and for the pictures."""
