-- The deck maker: decks that people made, the history of each, and pictures by content.
-- The bodies of their revisions lie in `decks`, by hash, beside those that tables play with.

CREATE TABLE made_decks (
  deck_id TEXT PRIMARY KEY,
  secret_sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  stands_at INTEGER NOT NULL
) STRICT;

CREATE TABLE revisions (
  deck_id TEXT NOT NULL REFERENCES made_decks (deck_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  sha256 TEXT NOT NULL REFERENCES decks (sha256),
  at TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (deck_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX revisions_by_body ON revisions (sha256);

CREATE TABLE pictures (
  sha256 TEXT PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE shown_pictures (
  deck_sha256 TEXT NOT NULL REFERENCES decks (sha256) ON DELETE CASCADE,
  picture_sha256 TEXT NOT NULL REFERENCES pictures (sha256),
  PRIMARY KEY (deck_sha256, picture_sha256)
) STRICT, WITHOUT ROWID;

CREATE INDEX shown_pictures_by_picture ON shown_pictures (picture_sha256);
