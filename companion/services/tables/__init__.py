"""The use cases of a table, from its first event to its forgetting."""
