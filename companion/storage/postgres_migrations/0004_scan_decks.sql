-- Scan marks: which deck, as its cards count, each scan id on printed cards means. The facts lie
-- here whole, so that cards on a table are known when their deck has long been changed or deleted.

CREATE TABLE scan_decks (
  scan_id text PRIMARY KEY,
  imprint text NOT NULL UNIQUE,
  facts text NOT NULL,
  deck_id text NOT NULL,
  name text NOT NULL,
  at text NOT NULL
);
