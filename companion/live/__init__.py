"""Open streams: who listens to which table, and what goes out to all who do."""
