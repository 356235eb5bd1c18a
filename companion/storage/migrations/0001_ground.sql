-- The ground: tables, their logs, who sits where, and snapshots of the fold.

CREATE TABLE decks (
  sha256 TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE tables (
  code TEXT PRIMARY KEY,
  game_key TEXT NOT NULL,
  options TEXT NOT NULL,
  deck_sha256 TEXT REFERENCES decks (sha256),
  created_at TEXT NOT NULL,
  name TEXT NOT NULL,
  who_logs TEXT NOT NULL,
  who_lets_in TEXT NOT NULL,
  host_phone_id TEXT,
  former_host_phone_id TEXT,
  rematch_code TEXT,
  head_seq INTEGER NOT NULL,
  head_hash TEXT NOT NULL,
  last_event_at TEXT NOT NULL,
  imported INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_by_last_event ON tables (last_event_at);
CREATE INDEX tables_by_deck ON tables (deck_sha256);

CREATE TABLE events (
  table_code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  seat INTEGER NOT NULL,
  id TEXT,
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (table_code, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_once ON events (table_code, seat, id) WHERE id IS NOT NULL;

CREATE TRIGGER events_stand BEFORE UPDATE ON events
BEGIN
  SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TABLE phones (
  table_code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  phone_id TEXT NOT NULL,
  token_sha256 TEXT NOT NULL,
  join_id_sha256 TEXT,
  used INTEGER NOT NULL,
  ends_by_hand INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (table_code, phone_id),
  UNIQUE (table_code, token_sha256)
) STRICT, WITHOUT ROWID;

CREATE INDEX phones_by_join_id ON phones (join_id_sha256) WHERE join_id_sha256 IS NOT NULL;

CREATE TABLE seats (
  table_code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  player TEXT NOT NULL,
  phone_id TEXT,
  PRIMARY KEY (table_code, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  table_code TEXT PRIMARY KEY REFERENCES tables (code) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  chain_hash TEXT NOT NULL,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE kept (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
