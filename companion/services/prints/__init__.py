"""The use cases of prints: offers, the queue of jobs, and what is known of printers."""
