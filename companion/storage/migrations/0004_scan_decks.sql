-- Scan marks: which deck, as its cards count, each scan id on printed cards means. The facts lie
-- here whole, so that cards on a table are known when their deck has long been changed or deleted.

CREATE TABLE scan_decks (
  scan_id TEXT PRIMARY KEY,
  imprint TEXT NOT NULL UNIQUE,
  facts TEXT NOT NULL,
  deck_id TEXT NOT NULL,
  name TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
