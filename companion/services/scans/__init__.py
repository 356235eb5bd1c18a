"""The use cases of photos of marked cards: whose marks they are, and who reads them."""
