"""Demo tables: made for one visitor, kept in memory, with players that play by themselves."""
