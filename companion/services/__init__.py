"""The use cases, called by routes and verbs; a `ports` says what they need of the world."""
